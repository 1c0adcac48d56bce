"""What exactly a start will do: the command line, what Patchbay adds to it, and in one sentence."""

import secrets
import shlex
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from patchbay.core.config.model import Definition, Transport
from patchbay.core.config.secrets import HIDDEN
from patchbay.core.trust.allow import Allowed
from patchbay.core.trust.containers import ContainerRun, container_run
from patchbay.core.trust.packages import PackageRun, package_run
from patchbay.core.trust.rules import program_name


@dataclass(frozen=True, slots=True)
class StartPlan:
    """One start, ready to be consented to and carried out.

    `argv` is what will be run: the resolved program, then the arguments; `added_at` are the places
    in it of what Patchbay adds. Both are empty for a remote server.
    """

    definition: Definition
    executable: str
    argv: tuple[str, ...]
    added: tuple[str, ...]
    added_at: tuple[int, ...]
    what_will_run: str
    cidfile: Path | None = None

    @property
    def args(self) -> tuple[str, ...]:
        """The arguments to start with, additions included."""
        return self.argv[1:]

    @property
    def command_line(self) -> str:
        """`shown` as one line that a shell would split the same way."""
        return shlex.join(self.shown)

    @property
    def shown(self) -> tuple[str, ...]:
        """`argv` for people: as the config calls the program, with inserted secrets hidden."""
        if not self.argv:
            return ()
        words = [self.definition.command, *self.definition.shown_args]
        at = self.added_at[0] if self.added_at else len(words)
        words[at:at] = self.added
        return tuple(words)


def plan(
    definition: Definition, allowed: Allowed | None = None, scratch: Path | None = None
) -> StartPlan:
    """Plan the start of `definition`; a container's id will be written to a file in `scratch`."""
    if definition.transport is not Transport.STDIO or allowed is None:
        return StartPlan(definition, "", (), (), (), _connection(definition))
    program = program_name(definition.command)
    container = container_run(program, definition.args)
    args, added = list(definition.args), ()
    at = 0
    cidfile: Path | None = None
    if container is not None:
        # docker refuses a file that is there already, so each start has its own
        cidfile = scratch / f"{secrets.token_hex(8)}.cid" if scratch is not None else None
        added = _additions(container, cidfile)
        at = container.run_index + 1
        args[at:at] = added
    return StartPlan(
        definition=definition,
        executable=allowed.executable,
        argv=(allowed.executable, *args),
        added=added,
        added_at=tuple(range(at + 1, at + 1 + len(added))),
        what_will_run=_sentence(definition, allowed, container),
        cidfile=_cidfile(container, cidfile),
    )


def _additions(container: ContainerRun, cidfile: Path | None) -> tuple[str, ...]:
    """What makes a container end with its server: docker forgets it when its client is killed."""
    added: list[str] = []
    # docker refuses --rm together with a restart policy
    if not container.has("rm", "restart"):
        added.append("--rm")
    if not container.has("init"):
        added.append("--init")
    if cidfile is not None and not container.has("cidfile"):
        added += ["--cidfile", str(cidfile)]
    return tuple(added)


def _cidfile(container: ContainerRun | None, cidfile: Path | None) -> Path | None:
    if container is None:
        return None
    own = next(container.named("cidfile"), None)
    return Path(own.value) if own is not None else cidfile


def _connection(definition: Definition) -> str:
    return f"A connection to {urlsplit(definition.url).hostname or 'the server'}"


def _sentence(definition: Definition, allowed: Allowed, container: ContainerRun | None) -> str:
    if definition.built_in:
        return "A part of Patchbay"
    if container is not None:
        image = _name(container.image, container.image_index, definition)
        return f"A new container from the image {image or 'that is not named'}"
    package = package_run(program_name(definition.command), definition.args)
    if package is None:
        return f"The program {allowed.executable}"
    return _package_sentence(package, definition)


def _package_sentence(package: PackageRun, definition: Definition) -> str:
    if package.call is not None:
        return "A line of shell, run by npx"
    if not package.packages:
        return "No package is named"
    name = _name(package.package, package.packages[0].index, definition)
    if package.ecosystem == "npm":
        return f"The npm package {name}, fetched if absent"
    return f"The Python package {name}, fetched by uv if absent"


def _name(text: str, index: int, definition: Definition) -> str:
    """What the argument at `index` names; an inserted secret tells nothing."""
    return HIDDEN if index in definition.masked_args else text
