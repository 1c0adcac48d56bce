"""The keys that parts of the window answer to themselves: lists, forms, results, the editor."""

from typing import Final

PART_KEYS: Final[dict[str, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "In any list": (
        ("Move, open", ("Up", "Down", "Return")),
        ("From the filter into the list", ("Down",)),
        ("Empty the filter", ("Esc",)),
    ),
    "In the list of servers": (
        ("Start or stop the server", ("Space",)),
        ("Fold or unfold a config", ("Left", "Right")),
        ("Move the server", ("Alt+Up", "Alt+Down")),
        ("Remove the server, with undo", ("Del",)),
    ),
    "In a form": (
        ("Null on or off in this field", ("Ctrl+Shift+N",)),
        ("Not sent: in an empty field", ("Backspace",)),
        ("Add or remove an item of a list", ("Alt+Ins", "Alt+Del")),
        ("Move an item of a list", ("Alt+Up", "Alt+Down")),
        ("Fold or unfold a group", ("Left", "Right")),
    ),
    "In the list of saved calls": (
        ("Fill the form from the call", ("Return",)),
        ("Run the call", ("Ctrl+Return",)),
        ("Rename the call", ("F2",)),
        ("Remove the call, with undo", ("Del",)),
    ),
    "In a question of a server": (("Send the answer", ("Ctrl+Return",)),),
    "In a result": (
        ("Move a picture that is zoomed in", ("Left", "Right", "Up", "Down")),
        ("Fold or unfold JSON", ("Left", "Right")),
        ("Copy what is chosen", ("Ctrl+C",)),
    ),
    "In log and traffic": (
        ("Follow what comes", ("End",)),
        ("Go to the start", ("Home",)),
        ("Copy the chosen lines", ("Ctrl+C",)),
        ("Close the detail", ("Esc",)),
    ),
    "In a text": (
        ("Find", ("Ctrl+F",)),
        ("Find and replace", ("Ctrl+H",)),
        ("Next or previous hit", ("F3", "Shift+F3")),
        ("Go to a line", ("Ctrl+G",)),
        ("Indent, or less", ("Tab", "Shift+Tab")),
        ("Leave the text with Tab afterwards", ("Esc",)),
        ("Next or previous change in a comparison", ("F7", "Shift+F7")),
    ),
    "Everywhere": (
        ("Next or previous field", ("Tab", "Shift+Tab")),
        ("Close a dialog, the palette or a menu", ("Esc",)),
        ("Leave a field, or press its button", ("Esc", "Return")),
    ),
}
"""Group, what they do, and the keys, in the order in which they are shown."""
