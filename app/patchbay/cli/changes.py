"""Changes a config file for one command, also when another program writes it at the same time."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from patchbay.cli.collecting import uncollected
from patchbay.cli.parked import parked_of
from patchbay.core.config.decoding import encode
from patchbay.core.config.masking import masked_text
from patchbay.core.config.model import ConfigFile
from patchbay.core.drafts.parking import Kept
from patchbay.core.drafts.reading import read_disk, read_source
from patchbay.core.drafts.shelf import standard_shelf
from patchbay.core.editing.lines import LINE_END
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.operations import Operation
from patchbay.core.editing.refusals import first_error
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.paths import standard_paths
from patchbay.core.store.differences import DiffLine, unified
from patchbay.core.store.disk import OnDisk, load
from patchbay.core.store.failures import Changed
from patchbay.core.store.naming import real_path

ATTEMPTS = 5
"""Somebody who writes the file more often than this while it is changed does not stop."""


@dataclass(frozen=True, slots=True)
class Text:
    """A config's text, which can be changed, and what it says."""

    source: Lossless
    file: ConfigFile


@dataclass(frozen=True, slots=True)
class Outcome:
    """A file before and after a command."""

    before: Text
    after: Text

    @property
    def is_any(self) -> bool:
        return self.before.source.text != self.after.source.text

    def difference(self, *, show_secrets: bool) -> tuple[DiffLine, ...]:
        """Line by line; a secret that changed is told, even where both look alike when masked."""
        before, after = self.before.source.text, self.after.source.text
        lines = unified(before, after, name=str(self.after.file.path))
        if show_secrets or not lines:
            return lines
        old, new = _masked_lines(self.before), _masked_lines(self.after)
        return tuple(_hidden(line, old, new) for line in lines)


Plan = Callable[[Text], Sequence[Operation]]
"""What to do to a file as it stands; asked again when the file changed meanwhile."""


def change(
    path: Path, plan: Plan, *, write: bool = True, is_new: bool = False, make_folders: bool = False
) -> Outcome:
    """Carry out a plan and save what came out; `write` is false to see it only.

    Where `is_new`, there need not be a file yet.

    Raises:
        AppError: the file cannot be read, changed or written; it is as it was.
    """
    saver = standard_shelf(standard_paths()).saver
    for _ in range(ATTEMPTS):
        with _named(path):
            on_disk = load(path)
        _check_there(on_disk, is_new=is_new, make_folders=make_folders)
        with uncollected():
            made = _made(on_disk, plan)
        if not (write and made.is_any):
            return made
        data = encode(made.after.source.text, on_disk.decoded)
        try:
            saver.save(on_disk.path, data, on_disk.digest, make_folder=make_folders)
        except Changed:
            continue
        return made
    raise _restless(path)


def _made(on_disk: OnDisk, plan: Plan) -> Outcome:
    parked = parked_of(on_disk.path)
    before = after = _read(on_disk, parked)
    with _named(on_disk.path):
        for operation in plan(before):
            source = operation.apply(after.source, after.file)
            reading = read_source(on_disk.path, source, on_disk.decoded, parked)
            after = Text(source, reading.file)
    return Outcome(before, after)


def _read(on_disk: OnDisk, parked: Kept) -> Text:
    reading = read_disk(on_disk, parked)
    if reading.source is None or not reading.file.parsed:
        raise _broken(reading.file)
    return Text(reading.source, reading.file)


@contextmanager
def _named(path: Path) -> Generator[None]:
    """What cannot be changed is refused, and the refusal says in which file."""
    try:
        yield
    except AppError as error:
        if error.kind is Kind.FAULT:
            error.kind = Kind.REFUSED
        if str(path) not in error.title:
            error.evidence["file"] = str(path)
        raise


def _masked_lines(text: Text) -> Sequence[str]:
    return LINE_END.split(masked_text(text.file, text.source.document.root))


def _hidden(line: DiffLine, old: Sequence[str], new: Sequence[str]) -> DiffLine:
    if line.old is not None:
        return replace(line, text=old[line.old - 1])
    return line if line.new is None else replace(line, text=new[line.new - 1])


def _check_there(on_disk: OnDisk, *, is_new: bool, make_folders: bool) -> None:
    path = on_disk.path
    if on_disk.data is not None:
        return
    if not is_new:
        raise AppError(
            Family.CONFIGURATION,
            f"There is no file {path}",
            hint=f"Check the path, or make it: patchbay add {path} NAME -- COMMAND",
            kind=Kind.MISSING,
        )
    folder = real_path(path).parent
    if not (folder.is_dir() or make_folders):
        raise AppError(
            Family.CONFIGURATION,
            f"There is no folder {folder}",
            cause=f"{path} would be made in it.",
            hint="Check the path, or add --make-folders to make it.",
            kind=Kind.MISSING,
        )


def _broken(file: ConfigFile) -> AppError:
    problem = first_error(file.problems)
    place = f" (line {problem.place.line}, column {problem.place.column})" if problem.place else ""
    more = "" if len(file.problems) == 1 else f" All of it: patchbay check {file.path}"
    return AppError(
        Family.CONFIGURATION,
        f"{file.path} cannot be read as a config, so it is not changed",
        cause=f"{problem.message}{place}.",
        hint=f"{problem.fix}{more}".strip(),
        kind=Kind.MISSING,
    )


def _restless(path: Path) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{path} was not changed",
        cause=f"Another program wrote it {ATTEMPTS} times while this command was about to.",
        hint="Wait until it is done, then run the command again.",
        kind=Kind.REFUSED,
    )
