"""The allow-list: which programs may be started, and which hosts reached unencrypted."""

import os
import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from patchbay.core.config.addresses import ENCRYPTED, complaint, is_loopback, with_scheme
from patchbay.core.config.model import Definition
from patchbay.core.config.secrets import HIDDEN, masked_address
from patchbay.core.errors import Action, AppError, Family, Kind, Remedy
from patchbay.core.remedies import EDIT_URL
from patchbay.core.settings import Settings, SettingsStore
from patchbay.core.trust.hosts import no_such_host, valid_host
from patchbay.core.trust.programs import find_program, is_bare_name, is_program, with_extensions
from patchbay.core.trust.refusals import NotAllowed, not_found
from patchbay.core.trust.rules import (
    Rule,
    is_line,
    kept,
    name_in_rules,
    placed_command,
    understood,
    valid_rule,
)

BUILT_IN = "part of Patchbay"


@dataclass(frozen=True, slots=True)
class Allowed:
    """A program that may be started: where it is, and the rule that allows it, for people."""

    executable: str
    rule: str


class AllowList:
    """The rules kept in the settings.

    A rule is a bare name (found in the search path), an absolute path (that file alone), or the
    words of one exact command line. Nothing is expanded or split.
    """

    def __init__(self, store: SettingsStore) -> None:
        self._store = store

    @property
    def hosts(self) -> tuple[str, ...]:
        return self._store.settings.hosts

    def rules(self) -> tuple[Rule, ...]:
        return tuple(map(understood, self._store.settings.allow))

    def add(self, rule: str | Sequence[str]) -> Rule:
        """Allow a name, a path or a command line; returns the rule as it is kept.

        Raises:
            AppError: `rule` is none of the three.
            OSError: the settings cannot be written.
        """
        valid = valid_rule(rule)

        def with_it(settings: Settings) -> Settings:
            if valid in map(understood, settings.allow):
                return settings
            return replace(settings, allow=(*settings.allow, kept(valid)))

        self._store.revise(with_it)
        return valid

    def remove(self, rule: str | Sequence[str]) -> None:
        """Take a rule back.

        Raises:
            AppError: there is no such rule.
            OSError: the settings cannot be written.
        """
        words = understood(rule) if isinstance(rule, str) else tuple(rule)

        def without_it(settings: Settings) -> Settings:
            left = tuple(each for each in settings.allow if understood(each) != words)
            if left == settings.allow:
                raise _no_such_rule(words)
            return replace(settings, allow=left)

        self._store.revise(without_it)

    def add_host(self, host: str) -> str:
        """Let a host be reached without encryption, at every port; returns it as it is kept.

        Raises:
            AppError: `host` is neither a name nor an address.
            OSError: the settings cannot be written.
        """
        valid = valid_host(host)

        def with_it(settings: Settings) -> Settings:
            is_there = valid in map(str.lower, settings.hosts)
            return settings if is_there else replace(settings, hosts=(*settings.hosts, valid))

        self._store.revise(with_it)
        return valid

    def remove_host(self, host: str) -> None:
        """Take a host back.

        Raises:
            AppError: it is not there.
            OSError: the settings cannot be written.
        """

        def without_it(settings: Settings) -> Settings:
            gone = {host.lower(), host.lower().strip("[]")}
            left = tuple(each for each in settings.hosts if each.lower() not in gone)
            if left == settings.hosts:
                raise no_such_host(host)
            return replace(settings, hosts=left)

        self._store.revise(without_it)

    def check(self, definition: Definition, search_path: str) -> Allowed:
        """Decide whether the command of `definition` may run, and find its program.

        Raises:
            AppError: refused when no rule allows it; a fault when there is no such program.
        """
        if definition.built_in:
            return Allowed(definition.command, BUILT_IN)
        command = placed_command(definition)
        executable = _locate(command, search_path)
        rule = self._matching(command, definition, executable)
        if rule is None:
            raise NotAllowed(definition, command, executable)
        if executable is None:
            raise not_found(definition, command, search_path)
        return Allowed(str(executable), shlex.join(rule))

    def _matching(
        self, command: str, definition: Definition, executable: Path | None
    ) -> Rule | None:
        accepted: set[Rule] = {(command,)}
        if is_bare_name(command):
            accepted.add((name_in_rules(command),))
            if executable is not None:
                accepted.add((str(executable),))
        fits = (rule for rule in self.rules() if rule in accepted or is_line(rule, definition))
        return next(fits, None)


def shown_address(definition: Definition) -> str:
    """Where a remote server is, for people: its host always, secrets in the address never."""
    real, shown = masked_address(definition.url), masked_address(definition.shown_url)
    if HIDDEN not in shown.partition("?")[0]:
        return shown
    scheme, colon, rest = real.partition("?")[0].partition("://")
    host = rest.partition("/")[0]
    start = f"{scheme}{colon}{host}"
    is_whole = shown.startswith(start) and shown[len(start) :][:1] in {"", "/", "?"}
    return shown if is_whole else f"{start}/{HIDDEN}"


def check_address(url: str, allowed_hosts: Collection[str] = ()) -> None:
    """Let pass https and wss, and plain http and ws to this computer or to an allowed host.

    Raises:
        AppError: refused, because the address is insecure, incomplete, or no address at all.
    """
    if message := complaint(url):
        raise AppError(
            Family.CONFIGURATION,
            "The address cannot be used",
            cause=f"{message}.",
            hint=f"Correct the url in the config file, for example {with_scheme(url)}",
            kind=Kind.REFUSED,
            remedies=(EDIT_URL,),
        )
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    if parts.scheme in ENCRYPTED or is_loopback(host) or host in map(str.lower, allowed_hosts):
        return
    secure = "wss" if parts.scheme == "ws" else "https"
    raise AppError(
        Family.CONFIGURATION,
        f"The address of {host} is insecure",
        cause=f"{parts.scheme}:// sends everything in the open, tokens included,"
        " and is accepted only for this computer.",
        hint=f"Use {secure}:// in the config file, or if nobody else can listen on the way to it:"
        f" patchbay allow-host {host}",
        kind=Kind.REFUSED,
        evidence={"host": host},
        remedies=(
            Remedy(Action.ALLOW_HOST, f"Allow {host}…", host),
            EDIT_URL,
        ),
    )


def _no_such_rule(words: Rule) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{shlex.join(words)} is not on the allow-list",
        hint="See the rules with: patchbay allow --list",
        kind=Kind.MISSING,
    )


def _locate(command: str, search_path: str) -> Path | None:
    if is_bare_name(command):
        return find_program(command, search_path)
    if not command or not os.path.isabs(command):  # noqa: PTH117 - a text, not yet a path
        return None
    return next(filter(is_program, with_extensions(Path(command))), None)
