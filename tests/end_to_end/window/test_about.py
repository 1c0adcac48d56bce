"""About Patchbay, from the menu of the window."""

from patchbay.ui.dialogs.about import AboutDialog
from tests.end_to_end.window.person import Person, until


def dialogs(person: Person) -> list[AboutDialog]:
    return [each for each in person.window.findChildren(AboutDialog) if each.isVisible()]


async def test_about_opens_from_the_menu_and_goes_with_escape(person: Person) -> None:
    person.window.commands.run("about")
    await until(lambda: dialogs(person) and dialogs(person)[0].settled)

    assert dialogs(person)[0].version.text() != ""
    await person.press("Esc")

    await until(lambda: not dialogs(person))
