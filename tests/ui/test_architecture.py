"""What no linter holds: no loop inside the loop, no task without an owner."""

import ast
from collections.abc import Iterator
from pathlib import Path

import patchbay

APP = Path(patchbay.__file__).parent
BANNED_CALLS = frozenset({"exec", "exec_", "processEvents", "waitForFinished", "waitForReadyRead"})


def test_nothing_spins_a_loop_inside_the_loop() -> None:
    found = [
        f"{file.relative_to(APP)}:{call.lineno} {name}"
        for file, call, name in calls_of_methods(APP)
        if name in BANNED_CALLS
    ]
    assert found == []


def test_tasks_of_the_window_have_an_owner() -> None:
    found = [
        f"{file.relative_to(APP)}:{call.lineno}"
        for file, call, name in calls_of_methods(APP / "ui")
        if name in ("create_task", "ensure_future")
        and file.name not in ("tasks.py", "application.py")
    ]
    assert found == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(file.relative_to(APP))
        for file in APP.rglob("*.py")
        if not ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert silent == []


def calls_of_methods(folder: Path) -> Iterator[tuple[Path, ast.Call, str]]:
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                yield file, node, node.func.attr
