"""Steps back and forth."""

from patchbay.core.drafts.history import History, Step, done, undone
from patchbay.core.editing.splice import Splice


def typed(at: int, text: str, merges: str = "typing") -> Step[None]:
    return Step("typing", (Splice(at, "", text),), None, None, merges)


def test_letters_typed_without_a_pause_are_one_step() -> None:
    history: History[None] = History()

    for place, letter in enumerate("npx"):
        history.add(typed(place, letter), now=place * 0.1)

    step = history.undo()
    assert step is not None
    assert undone("npx", step.splices) == ""
    assert done("", step.splices) == "npx"
    assert history.undo() is None


def test_a_pause_begins_a_new_step() -> None:
    history: History[None] = History()

    history.add(typed(0, "n"), now=0)
    history.add(typed(1, "p"), now=60)

    assert history.depth == 2


def test_steps_of_different_fields_do_not_merge() -> None:
    history: History[None] = History()

    history.add(typed(0, "n", merges="a/command"), now=0)
    history.add(typed(1, "p", merges="b/command"), now=0)

    assert history.depth == 2


def test_a_new_step_takes_the_way_forward_away() -> None:
    history: History[None] = History()
    history.add(typed(0, "n", merges=""), now=0)
    history.undo()

    history.add(typed(0, "u", merges=""), now=0)

    assert history.redo() is None
    assert history.undo_label == "typing"


def test_what_is_typed_after_an_undo_is_a_step_of_its_own() -> None:
    history: History[None] = History()
    history.add(typed(0, "a", merges=""), now=0)
    history.add(typed(1, "b"), now=0)
    history.undo()
    history.redo()

    history.add(typed(2, "c"), now=0.1)

    assert history.depth == 3
