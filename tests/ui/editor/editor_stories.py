"""The text editor in its telling states."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from patchbay.core.config.jsonc import parse
from patchbay.core.config.masking import secret_spans
from patchbay.core.config.model import Place, Problem, Severity
from patchbay.core.config.reader import read_document
from patchbay.ui.editor import TextPane, shown_text
from tests.ui.stories import Story

CONFIG = """{
  // shared with the team, see the wiki before editing
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": [
        "-y", "@modelcontextprotocol/server-filesystem",
        "/srv/data",
      ]
    },
    "weather": {
      "command": "uvx",
      "args": ["weather-mcp", "--units", "metric"],
      "env": {
        "WEATHER_API_KEY": "${WEATHER_API_KEY}",
        "HTTP_PROXY": "${HTTP_PROXY}",
        "LOG_LEVEL": "debug", // quieter: "warning"
        "SENTRY_TOKEN": "sk-live-abcdef0123456789abcdef"
      },
      /* the key is in
         the vault */
      "timeout": 30000
    },
    "postgres": {
      "command": "docker",
      "args": ["run", "-i", "mcp/postgres", "${PG_URL}"]
    }
  }
}
"""
PROBLEMS = (
    Problem(
        Severity.ERROR,
        "WEATHER_API_KEY is not set anywhere, so weather cannot start",
        "Set it in your environment, or write its value.",
        Place(15, 28),
    ),
    Problem(Severity.NOTE, "Comma after the last item: fine here", "", Place(8, 20)),
)


def pane(folder: Path, text: str = CONFIG) -> TextPane:
    path, document = folder / "mcp.json", parse(text)
    masks = secret_spans(read_document(path, document), document.root, (0, len(text)))
    made = TextPane("JSON with comments")
    made.show_text(shown_text(text, masks=masks))
    return made


def edited(folder: Path) -> TextPane:
    """The form has changed a value, and there are problems."""
    made = pane(folder)
    made.set_history(undo=True, redo=False)
    made.set_problems(PROBLEMS)
    made.set_entry_lines((11, 23))
    start = CONFIG.index('"debug"')
    made.mark((start, start + len('"debug"')))
    return made


def finding(folder: Path, *, replacing: bool = False) -> QWidget:
    made = edited(folder)
    made.show()
    made.find_bar.words.setText("command")
    if replacing:
        made.open_replace()
    else:
        made.open_find()
    made.find_next()
    return made


def going_to_a_line(folder: Path) -> QWidget:
    made = pane(folder)
    made.open_line()
    return made


def unwritable(folder: Path) -> QWidget:
    return pane(folder, CONFIG.replace("metric", "metric" * 2_000))


def a_part(_folder: Path) -> QWidget:
    made = TextPane("JSON with comments")
    made.show_text(shown_text(CONFIG.replace("sk-live-", "") * 400, 6_000))
    made.go_to(Place(6_000, 1))
    return made


STORIES = (
    Story("editor", edited, 520, 560),
    Story("editor-find", finding, 520, 560),
    Story("editor-replace", lambda folder: finding(folder, replacing=True), 520, 560),
    Story("editor-narrow", lambda folder: finding(folder, replacing=True), 360, 420),
    Story("editor-line", going_to_a_line, 520, 300),
    Story("editor-unwritable", unwritable, 520, 300),
    Story("editor-part", a_part, 520, 300),
)
