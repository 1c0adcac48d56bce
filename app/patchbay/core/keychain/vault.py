"""The keychain of the system, whichever it has."""

from collections.abc import Callable
from typing import Protocol, TypeVar, cast

T = TypeVar("T")

_LABELS = {
    "keyring.backends.SecretService": "the keyring of the desktop",
    "keyring.backends.libsecret": "the keyring of the desktop",
    "keyring.backends.kwallet": "KWallet",
    "keyring.backends.macOS": "the macOS keychain",
    "keyring.backends.Windows": "the Windows Credential Manager",
}
"""The ones that encrypt. Of others that may be installed, some write plain text to the disk."""


class VaultError(Exception):
    """The keychain did not do what it was asked to; the text says why, without the secret."""


class Vault(Protocol):
    """Keeps texts by name. Each method blocks, and may wait for a person who unlocks it."""

    @property
    def label(self) -> str:
        """What people call it."""
        ...

    def get(self, name: str) -> str | None:
        """What is kept under `name`.

        Raises:
            VaultError: it stays locked, or it does not work.
        """
        ...

    def put(self, name: str, value: str) -> None:
        """Keep a value, in place of the one before.

        Raises:
            VaultError: as for `get`, or the value is too long for it.
        """
        ...

    def remove(self, name: str) -> None:
        """Forget a value, if there is one.

        Raises:
            VaultError: as for `get`.
        """
        ...


class Backend(Protocol):
    """What the `keyring` library has found, as far as it is used here."""

    def get_password(self, service: str, username: str) -> str | None: ...
    def set_password(self, service: str, username: str, password: str) -> None: ...
    def delete_password(self, service: str, username: str) -> None: ...


class SystemVault:
    """A keychain by way of the `keyring` library."""

    def __init__(self, backend: Backend, label: str) -> None:
        self._backend, self.label = backend, label

    def get(self, name: str) -> str | None:
        return self._tried(lambda: self._backend.get_password(_service(name), name))

    def put(self, name: str, value: str) -> None:
        self._tried(lambda: self._backend.set_password(_service(name), name, value))

    def remove(self, name: str) -> None:
        if self.get(name) is not None:
            self._tried(lambda: self._backend.delete_password(_service(name), name))

    def _tried(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except Exception as error:  # each system raises its own kind
            raise VaultError(_reason(error)) from error


def system_vault() -> Vault:
    """The keychain of this system. Blocks while it is looked for: call it in a thread.

    Raises:
        VaultError: there is none that encrypts.
    """
    from keyring.backend import get_all_keyring  # noqa: PLC0415 - 0.2 s that most starts need not

    found = [each for each in get_all_keyring() if type(each).__module__ in _LABELS]
    if not found:
        raise VaultError("No keychain was found.")
    best = max(found, key=lambda each: each.priority)
    # Its methods are typed as if they took `self` twice.
    return SystemVault(cast("Backend", best), _LABELS[type(best).__module__])


def _service(name: str) -> str:
    """One for each: under a common one, Windows would have to rename what was kept before."""
    return f"Patchbay {name}"


def _reason(error: Exception) -> str:
    words = " ".join(str(error).split()) or type(error).__name__
    return words if words.endswith(("!", "?")) else f"{words.rstrip('.')}."
