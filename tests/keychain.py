"""A keychain in memory that the program takes for that of a desktop."""

import pytest


class FakeKeychain:
    """Keeps what it is told, unless `locked` says why not."""

    # By its module the program knows which keychains encrypt.
    __module__ = "keyring.backends.SecretService"
    priority = 5.0

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = ""

    def get_password(self, service: str, username: str) -> str | None:
        self._ask()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._ask()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._ask()
        del self.kept[service, username]

    def _ask(self) -> None:
        if self.locked:
            raise RuntimeError(self.locked)


@pytest.fixture
def keychain(monkeypatch: pytest.MonkeyPatch) -> FakeKeychain:
    """The only keychain that is found."""
    made = FakeKeychain()
    monkeypatch.setattr("keyring.backend.get_all_keyring", lambda: [made])
    return made


@pytest.fixture
def no_keychain(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is installed that writes plain text, and no other."""

    class PlainText(FakeKeychain):
        __module__ = "keyrings.alt.file"
        priority = 9.0

    monkeypatch.setattr("keyring.backend.get_all_keyring", lambda: [PlainText()])
