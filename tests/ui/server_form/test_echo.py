"""Answers of the file are told from changes that nobody asked for by form."""

from patchbay.ui.server_form.echo import Echo


def test_an_answer_is_no_news() -> None:
    echo = Echo("a")

    assert echo.ask("ab")
    assert not echo.hear("ab")
    assert echo.seen == "ab"


def test_an_older_answer_is_no_news_either() -> None:
    echo = Echo("")
    echo.ask("a")
    echo.ask("ab")

    assert not echo.hear("a")
    assert echo.latest == "ab"


def test_answers_may_be_skipped() -> None:
    echo = Echo("")
    for text in ("a", "ab", "abc"):
        echo.ask(text)

    assert not echo.hear("abc")
    assert echo.hear("ab")  # somebody undid it


def test_what_the_file_says_already_is_not_asked_for() -> None:
    assert not Echo("a").ask("a")


def test_a_change_of_something_else_while_an_answer_is_due_is_no_news() -> None:
    echo = Echo("a")
    echo.ask("ab")

    assert not echo.hear("a")
    assert not echo.hear("ab")


def test_a_change_from_outside_is_news_and_ends_the_waiting() -> None:
    echo = Echo("a")
    echo.ask("ab")

    assert echo.hear("x")
    assert echo.latest == "x"


def test_what_was_refused_can_be_asked_for_again() -> None:
    echo = Echo("a")
    echo.ask("ab")
    echo.refuse()

    assert echo.latest == "a"
    assert echo.ask("ab")
