"""The commands that change a config file: add, set, unset, rename, remove."""

import argparse
from collections.abc import Sequence

from patchbay.cli.changes import Outcome, Plan, Text, change
from patchbay.cli.dotted import Assignment, assignment, field_path
from patchbay.cli.fields import fields_at, writing
from patchbay.cli.new_server import new_server
from patchbay.cli.printing import OK, print_json, problem_line, problem_object, say, tell
from patchbay.core.config.model import Problem, Severity
from patchbay.core.editing.operations import (
    Operation,
    add_server,
    remove_field,
    remove_server,
    rename_server,
)
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.store.differences import as_text

Options = argparse.Namespace


async def add(options: Options) -> int:
    name = options.server
    fields = new_server(options)

    def plan(text: Text) -> Sequence[Operation]:
        file = text.file
        if options.before is not None:
            file.entry(options.before)
        if any(entry.name == name for entry in file.entries):
            raise _exists(name, options)
        return [add_server(name, fields(file), options.before)]

    made = _changed(options, plan, is_new=True, make_folders=options.make_folders)
    return _tell(options, made, f"{name} was added to {made.after.file.path}.")


async def set_fields(options: Options) -> int:
    assignments = [assignment(word) for word in options.arguments]
    if not assignments:
        options.parser.error("there is nothing to set; write PATH=TEXT or PATH:=JSON")

    def plan(text: Text) -> Sequence[Operation]:
        text.file.entry(options.server)
        return [_set_field(options.server, each) for each in assignments]

    made = _changed(options, plan)
    return _tell(options, made, f"{options.server} was changed in {made.after.file.path}.")


async def unset_fields(options: Options) -> int:
    paths = {word: field_path(word) for word in options.arguments}
    if not paths:
        options.parser.error("there is nothing to unset; name a PATH")
    name = options.server

    def plan(text: Text) -> Sequence[Operation]:
        return [remove_field(name, field) for field in fields_at(text, name, paths)]

    made = _changed(options, plan)
    words, verb = ", ".join(paths), "was" if len(paths) == 1 else "were"
    return _tell(options, made, f"{words} {verb} taken out of {name} in {made.after.file.path}.")


async def rename(options: Options) -> int:
    made = _changed(options, lambda _: [rename_server(options.server, options.new_name)])
    sentence = f"{options.server} is called {options.new_name} now in {made.after.file.path}."
    options.server = options.new_name
    return _tell(options, made, sentence)


async def remove(options: Options) -> int:
    made = _changed(options, lambda _: [remove_server(options.server)])
    return _tell(options, made, f"{options.server} was removed from {made.after.file.path}.")


def _changed(
    options: Options, plan: Plan, *, is_new: bool = False, make_folders: bool = False
) -> Outcome:
    write = not options.dry_run
    return change(options.file, plan, write=write, is_new=is_new, make_folders=make_folders)


def _set_field(name: str, each: Assignment) -> Operation:
    """What a path means depends on what is there once the assignments before it are done."""
    return Operation(
        f"changing {each.path} of {name}",
        lambda source, file: writing(Text(source, file), name, each).apply(source, file),
    )


def _tell(options: Options, made: Outcome, sentence: str) -> int:
    difference = made.difference(show_secrets=options.show_secrets) if options.dry_run else ()
    if options.json:
        told = {"diff": as_text(difference).splitlines()} if options.dry_run else {}
        print_json(
            {
                "file": str(made.after.file.path),
                "server": options.server,
                "changed": made.is_any,
                "problems": [problem_object(problem) for _, problem in _problems(options, made)],
                **told,
            }
        )
        return OK
    if not made.is_any:
        say(f"Nothing to change: {options.server} is so already in {made.after.file.path}.")
    elif options.dry_run:
        say(as_text(difference).removesuffix("\n"))
    else:
        say(sentence)
    for server, problem in _problems(options, made):
        tell(problem_line(str(options.file), problem, server))
    return OK


def _problems(options: Options, made: Outcome) -> list[tuple[str, Problem]]:
    """What is wrong with the server and, notes aside, with the file itself."""
    file = made.after.file
    found = [("", each) for each in file.problems if each.severity is not Severity.NOTE]
    for entry in file.entries:
        if entry.name == options.server:
            found += [(entry.name, each) for each in entry.problems]
    return found


def _exists(name: str, options: Options) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"A server called “{name}” exists already in {options.file}",
        hint=f"Change it with patchbay set, or take it out: patchbay remove {options.file} {name}",
        kind=Kind.MISSING,
    )
