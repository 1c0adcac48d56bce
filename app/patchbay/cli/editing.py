"""The commands that change a config file: add, set, unset, rename, remove."""

import argparse
from collections.abc import Sequence

from patchbay.cli.changes import Outcome, Plan, Text, change
from patchbay.cli.dotted import Assignment, assignment, field_path
from patchbay.cli.fields import fields_at, unit_notes, writing
from patchbay.cli.json_output import print_json
from patchbay.cli.new_server import new_server
from patchbay.cli.parked import check_not_parked
from patchbay.cli.printing import OK, problem_line, problem_object
from patchbay.cli.refusals import typed, unusable
from patchbay.cli.saved import follow_rename
from patchbay.cli.streams import escaped, say, tell
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
from patchbay.core.trust.visible import visible

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
    notes = unit_notes(made.after.file.entry(options.server), assignments)
    sentence = f"{options.server} was changed in {made.after.file.path}."
    return _tell(options, made, sentence, tuple(notes))


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
    if made.is_any and not options.dry_run:
        await follow_rename(made.after.file.path, options.server, options.new_name)
    sentence = f"{options.server} is called {options.new_name} now in {made.after.file.path}."
    options.server = options.new_name
    return _tell(options, made, sentence)


async def remove(options: Options) -> int:
    made = _changed(options, lambda _: [remove_server(options.server)])
    return _tell(options, made, f"{options.server} was removed from {made.after.file.path}.")


def _changed(
    options: Options, plan: Plan, *, is_new: bool = False, make_folders: bool = False
) -> Outcome:
    if not (is_new or options.server.strip()):
        raise unusable("A server needs a name", "Name the one that is to be changed.")

    def guarded(text: Text) -> Sequence[Operation]:
        for name in ("server", "new_name", "before"):
            check_not_parked(text.file, getattr(options, name, None) or "")
        return plan(text)

    write = not options.dry_run
    return change(options.file, guarded, write=write, is_new=is_new, make_folders=make_folders)


def _set_field(name: str, each: Assignment) -> Operation:
    """What a path means depends on what is there once the assignments before it are done."""
    return Operation(
        f"changing {each.path} of {name}",
        lambda source, file: writing(Text(source, file), name, each).apply(source, file),
    )


def _tell(options: Options, made: Outcome, sentence: str, notes: Sequence[Problem] = ()) -> int:
    difference = made.difference(show_secrets=options.show_secrets) if options.dry_run else ()
    problems = [*((options.server, note) for note in notes), *_problems(options, made)]
    if options.json:
        told = {"diff": as_text(difference).split("\n")[:-1]} if options.dry_run else {}
        print_json(
            {
                "file": str(made.after.file.path),
                "server": options.server,
                "changed": made.is_any,
                "problems": [problem_object(problem) for _, problem in problems],
                **told,
            }
        )
        return OK
    if not made.is_any:
        where = f"in {made.after.file.path}"
        say(visible(f"Nothing to change: {options.server} is so already {where}."))
    elif options.dry_run:
        say(escaped(as_text(difference).removesuffix("\n")))
    else:
        say(visible(sentence))
    for server, problem in problems:
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
    removing = f"patchbay remove {options.file} {typed(name)}"
    return AppError(
        Family.CONFIGURATION,
        f"A server called “{name}” exists already in {options.file}",
        hint=f"Change it with patchbay set, or take it out: {removing}",
        kind=Kind.MISSING,
    )
