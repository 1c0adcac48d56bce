"""The environment a server is started in: small, visible, and the same for window and terminal."""

import asyncio
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from patchbay.core.config.model import Definition, Entry
from patchbay.core.config.variables import Kept, VariableUse, kept_wanted, resolve, sources
from patchbay.core.errors import AppError
from patchbay.core.options import Waits
from patchbay.core.sessions.redaction import without

if sys.platform == "win32":

    def _shell_of_user() -> str | None:
        return None
else:
    import pwd

    def _shell_of_user() -> str | None:
        try:
            return pwd.getpwuid(os.getuid()).pw_shell
        except KeyError:  # a container may run as a user that it does not know
            return None


_NAMES = frozenset(
    {
        *("HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TEMP", "TMP", "TZ"),
        *("LANG", "LANGUAGE"),
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "FTP_PROXY"),
        *("http_proxy", "https_proxy", "all_proxy", "no_proxy", "ftp_proxy"),
        *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
        *("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO"),
        *("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"),
        *("SSH_AUTH_SOCK", "__CF_USER_TEXT_ENCODING"),
        *("DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "DOCKER_CERT_PATH"),
        *("DOCKER_TLS_VERIFY", "CONTAINER_HOST"),
        *("NVM_DIR", "VOLTA_HOME", "FNM_DIR", "MISE_DATA_DIR", "ASDF_DATA_DIR", "ASDF_DIR"),
        *("PYENV_ROOT", "PNPM_HOME", "BUN_INSTALL", "DENO_DIR", "CARGO_HOME", "RUSTUP_HOME"),
        *("HOMEBREW_PREFIX", "GOPATH", "GOPROXY", "JAVA_HOME"),
    }
)
_PREFIXES = ("LC_", "XDG_", "npm_config_", "NPM_CONFIG_", "UV_", "PIP_")
_WINDOWS_NAMES = frozenset(
    {
        *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "OS"),
        *("APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "ALLUSERSPROFILE", "PUBLIC"),
        *("PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432", "COMMONPROGRAMFILES"),
        *("USERPROFILE", "USERNAME", "USERDOMAIN", "HOMEDRIVE", "HOMEPATH", "COMPUTERNAME"),
        *("NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE", "PSMODULEPATH"),
    }
)
# Publishing secrets and state of one npm run, not configuration.
_WITHHELD = re.compile(
    r"UV_PUBLISH_\w+|(?:npm_config|NPM_CONFIG)_(?:_?auth\w*|\w*token|\w*otp|\w*password)",
    re.IGNORECASE,
)
_MARK = "=patchbay-path="
_MAX_OUTPUT = 1024 * 1024
_SCRIPT = f"printf '%s' '{_MARK}'; printf '%s' \"$PATH\"; printf '%s' '{_MARK}'"
IS_WINDOWS = sys.platform == "win32"


NO_SECRETS: Mapping[str, str] = MappingProxyType({})


class Secrets(Protocol):
    """Values that are kept for the person, by name."""

    @property
    def names(self) -> Collection[str]: ...
    def load(self) -> None: ...
    async def values(self, names: Collection[str]) -> Mapping[str, str]: ...


class _NoSecrets:
    names: Collection[str] = ()

    def load(self) -> None:
        """There are none, and never will be."""

    async def values(self, names: Collection[str]) -> Mapping[str, str]:
        del names
        return NO_SECRETS


_NOBODY = _NoSecrets()


class Surroundings:
    """What fills in the variables of entries, and the login shell's PATH, looked up once.

    `passed` tells the names of further variables every server gets, `waits` how long to wait for
    one whose entry does not say it. `secrets` are asked where neither `environment`, that of
    Patchbay, nor an env file has a value.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        login_path: Callable[[], str | None] | None,
        passed: Callable[[], Collection[str]] = tuple,
        waits: Callable[[], Waits] = Waits,
        secrets: Secrets = _NOBODY,
    ) -> None:
        self.environment = dict(environment)
        self._secrets = secrets
        self._passed = passed
        self._waits = waits
        self._look_up = login_path
        self._path: asyncio.Task[str | None] | None = None

    def look_for_secrets(self) -> None:
        """Find out which secrets are kept by now; in the thread of the loop."""
        self._secrets.load()

    def secrets_of(self, entry: Entry, env_file: Path | None = None) -> Collection[str]:
        """The names of secrets that the entry gets; nothing is unlocked for that."""
        return kept_wanted(entry, self.environment, env_file, self._secrets.names)

    async def unlocked(self, names: Collection[str]) -> Mapping[str, str]:
        """The values of secrets; it may take as long as a person needs to unlock them.

        Raises:
            AppError: they cannot be had.
        """
        return await self._secrets.values(names) if names else NO_SECRETS

    def resolved(
        self, entry: Entry, env_file: Path | None = None, secrets: Mapping[str, str] = NO_SECRETS
    ) -> Definition:
        """The entry with its variables inserted.

        Raises:
            AppError: as for `resolve`.
        """
        try:
            kept = Kept(self._secrets.names, secrets)
            return resolve(entry, self.environment, env_file, self._waits(), kept)
        except AppError as error:
            raise without(secrets.values(), error)  # noqa: B904 - it is the same one

    def sources(self, entry: Entry) -> tuple[VariableUse, ...]:
        """Where each variable of the entry gets its value."""
        return sources(entry, self.environment, kept=self._secrets.names)

    async def base(self) -> dict[str, str]:
        """What every server gets before its own variables."""
        if self._path is None:
            self._path = asyncio.get_running_loop().create_task(self._login_path())
        path = await asyncio.shield(self._path)
        return base_environment(self.environment, path, self._passed())

    async def _login_path(self) -> str | None:
        return await asyncio.to_thread(self._look_up) if self._look_up else None


def base_environment(
    process_env: Mapping[str, str],
    login_path: str | None = None,
    pass_variables: Collection[str] = (),
) -> dict[str, str]:
    """What every server gets: place, language, proxies, certificates, tools; no other variable.

    `login_path` is the PATH of the login shell: its entries follow those of the process, because a
    program started from a dock or menu has a short one. `pass_variables` are further names.
    """
    wanted = {*pass_variables, *_NAMES, *(_WINDOWS_NAMES if IS_WINDOWS else ())}
    base = {
        name: value
        for name, value in process_env.items()
        if name in wanted or (name.startswith(_PREFIXES) and not _WITHHELD.fullmatch(name))
    }
    path = search_path(process_env.get("PATH", ""), login_path)
    if path:
        base["PATH"] = path
    return base


def child_environment(definition: Definition, base: Mapping[str, str]) -> dict[str, str]:
    """`base`, over it the variables of the env file, over these the entry's own."""
    return {**base, **definition.env_file_values, **definition.env}


def search_path(process_path: str, login_path: str | None) -> str:
    """The entries of both paths, the process's first, each once, without those of our bundle."""
    bundle: str | None = getattr(sys, "_MEIPASS", None)
    entries: dict[str, None] = {}
    for entry in (*process_path.split(os.pathsep), *(login_path or "").split(os.pathsep)):
        if entry and not (bundle and Path(entry).is_relative_to(bundle)):
            entries.setdefault(entry)
    return os.pathsep.join(entries)


def shell_of(environment: Mapping[str, str]) -> str | None:
    """The person's shell: as the environment names it, else as the system knows the user.

    May block on a directory service.
    """
    return environment.get("SHELL") or _shell_of_user()


def login_shell_path(shell: str | None, timeout: float = 5.0) -> str | None:
    """The PATH that `shell` sets up at login; `None` when it cannot be had within `timeout` s.

    Blocks: call it in a thread, once. Never raises, whatever the shell's start files do.
    """
    if IS_WINDOWS or not shell or not Path(shell).is_absolute():
        return None
    try:
        process = subprocess.Popen(  # noqa: S603 - the person's own shell, our own script
            [shell, "-ilc", _SCRIPT],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError):
        return None
    try:
        return _between_marks(process, time.monotonic() + timeout)
    finally:
        _end(process)


def _between_marks(process: "subprocess.Popen[bytes]", deadline: float) -> str | None:
    """Read until the second mark: what the start files left running may hold the pipe open."""
    output = bytearray()
    mark = _MARK.encode()
    for chunk in _chunks(process, deadline):
        output += chunk
        parts = bytes(output).split(mark, 2)
        if len(parts) == 3:
            return parts[1].decode("utf-8", "surrogateescape") or None
        if len(output) > _MAX_OUTPUT:
            break
    return None


def _chunks(process: "subprocess.Popen[bytes]", deadline: float) -> Iterator[bytes]:
    assert process.stdout is not None
    handle = process.stdout.fileno()
    while (left := deadline - time.monotonic()) > 0:
        ready, _, _ = select.select([handle], [], [], left)
        chunk = os.read(handle, 65536) if ready else b""
        if not chunk:
            return
        yield chunk


def _end(process: "subprocess.Popen[bytes]") -> None:
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    if process.stdout is not None:
        process.stdout.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(1)
