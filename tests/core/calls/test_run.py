"""The life of one run, as those who watch it see it."""

from patchbay.core.calls.blocks import Note, Result, Text
from patchbay.core.calls.run import Run, RunKind, Status
from patchbay.core.errors import AppError, Family

ANSWER = Result((Text("done"),))


def a_run() -> tuple[Run, list[Status]]:
    run = Run(1, RunKind.TOOL, "echo", {"text": "hi"})
    seen: list[Status] = []
    run.changed.connect(lambda _: seen.append(run.status))
    return run, seen


def test_a_run_tells_of_its_progress_and_of_its_end() -> None:
    run, seen = a_run()

    run.advance(1, 3, "reading")
    assert run.took is None
    run.finish(ANSWER)

    assert seen == [Status.RUNNING, Status.DONE]
    assert (run.progress[0].done, run.progress[0].total, run.progress[0].message) == (
        1,
        3,
        "reading",
    )
    assert run.took is not None
    assert run.took == run.elapsed
    assert run.ended.is_set()


def test_the_first_end_is_the_only_one() -> None:
    run, seen = a_run()
    error = AppError(Family.CONNECTION, "The server is gone")

    run.fail(error)
    run.finish(ANSWER)
    run.give_up()

    assert (run.status, run.error, run.result) == (Status.FAILED, error, None)
    assert seen == [Status.FAILED]


def test_cancelling_asks_whoever_carries_the_run_out() -> None:
    run, seen = a_run()
    run.on_cancel(run.give_up)

    run.cancel()

    assert seen == [Status.CANCELLED]


def test_a_slower_check_adds_its_notes_to_the_result() -> None:
    run, seen = a_run()
    run.add_notes((Note("too early"),))
    run.finish(ANSWER)

    run.add_notes(())
    run.add_notes((Note("odd"),))

    assert run.result is not None
    assert run.result.notes == (Note("odd"),)
    assert seen == [Status.DONE, Status.DONE]


def test_a_tool_that_failed_is_a_run_that_is_done() -> None:
    run, _ = a_run()
    run.finish(Result((), is_error=True))

    assert run.is_error
    assert run.status is Status.DONE
