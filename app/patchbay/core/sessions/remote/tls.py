"""Whom a connection trusts, and who it says it is: certificates of the system and of an entry."""

import os
import ssl
import threading
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import httpx2

from patchbay.core.config.addresses import is_encrypted
from patchbay.core.config.model import Definition
from patchbay.core.errors import AppError, Family, Kind

_LARGEST = 16 * 1024 * 1024
_CERTIFICATE, _KEY = b"CERTIFICATE-----", b"PRIVATE KEY-----"
_WORDS = {"ca_file": "CA file", "client_cert": "client certificate", "client_key": "client key"}
_AS_PEM = {
    "ca_file": "openssl x509 -inform der -in FILE -out FILE.pem",
    "client_cert": "openssl pkcs12 -in FILE -noenc -out FILE.pem",
    "client_key": "openssl pkey -in FILE -out FILE.pem",
}
_BUILDING = threading.Lock()


class _File(NamedTuple):
    """A file as it is now; another one is another context."""

    path: str
    changed: int
    size: int


class _Files(NamedTuple):
    """Everything that a context is made of."""

    system: _File | None
    system_folder: str
    ca_file: _File | None
    client_cert: _File | None
    client_key: _File | None


class _UnusableError(Exception):
    """A file cannot be used; says whose it is, why, and the way out."""

    def __init__(self, field: str, cause: str, hint: str = "") -> None:
        super().__init__(cause)
        self.field, self.cause, self.hint = field, cause, hint


class _EncryptedError(Exception):
    """A key that would need a passphrase."""


def tls_context(
    definition: Definition, environment: Mapping[str, str] = os.environ
) -> ssl.SSLContext:
    """The system's trust and what `definition` adds to it; one and the same for the same files.

    Reads files: not for the loop's thread.

    Raises:
        AppError: one of the files cannot be used.
    """
    try:
        files = _files(definition, environment)
        with _BUILDING:  # many servers that start at once share one
            return _context(files)
    except _UnusableError as error:
        raise _refused(definition, error) from error


def _files(definition: Definition, environment: Mapping[str, str]) -> _Files:
    certificate, key = definition.client_cert, definition.client_key
    return _Files(
        *_of_environment(environment, needed=is_encrypted(definition.url)),
        _pem("ca_file", definition.ca_file, _CERTIFICATE),
        _pem("client_cert", certificate, _CERTIFICATE),
        _pem("client_key", key if certificate is not None else None, _KEY),
    )


def _of_environment(environment: Mapping[str, str], *, needed: bool) -> tuple[_File | None, str]:
    """The file and the folder that stand in for the system's own, unless nothing is encrypted."""
    named, folder = environment.get("SSL_CERT_FILE", ""), environment.get("SSL_CERT_DIR", "")
    try:
        _check_folder(folder)
        return _pem("SSL_CERT_FILE", Path(named) if named else None, _CERTIFICATE), folder
    except _UnusableError:
        if needed:
            raise
        return None, ""


def _check_folder(listed: str) -> None:
    if listed and not any(Path(each).is_dir() for each in listed.split(os.pathsep)):
        raise _UnusableError("SSL_CERT_DIR", f"{listed}: There is no such folder.")


def _pem(field: str, path: Path | None, mark: bytes) -> _File | None:
    """The file at `path`, once it is seen to hold what `mark` begins or ends."""
    if path is None:
        return None
    try:
        if not path.is_file():
            raise _UnusableError(field, f"{path}: There is no such file.")
        status = path.stat()
        if status.st_size > _LARGEST:
            raise _UnusableError(field, f"{path}: It is larger than {_LARGEST >> 20} MB.")
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        raise _UnusableError(field, f"{path}: It cannot be opened.") from error
    if mark not in content:
        what = "private key" if mark is _KEY else "certificate"
        hint = f"If it is in another form: {_AS_PEM[field]}" if field in _AS_PEM else ""
        raise _UnusableError(field, f"{path}: It holds no {what} in the PEM form.", hint)
    return _File(str(path), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=16)
def _context(files: _Files) -> ssl.SSLContext:
    if files.system is None and not files.system_folder:
        # With truststore on Windows and macOS; on Linux it would read 20 ms at each connection.
        context = httpx2.create_ssl_context(trust_env=False)
    else:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        _trust(context, "SSL_CERT_FILE", files.system, files.system_folder)
    if files.ca_file is not None:
        _trust(context, "ca_file", files.ca_file)
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # an authority in the middle will do
    if files.client_cert is not None:
        _identify(context, files.client_cert, files.client_key)
    return context


def _trust(context: ssl.SSLContext, field: str, file: _File | None, folder: str = "") -> None:
    try:
        context.load_verify_locations(file.path if file else None, folder or None)
    except (ssl.SSLError, OSError) as error:
        path = file.path if file else folder
        raise _UnusableError(field, f"{path}: A certificate in it cannot be read.") from error


def _identify(context: ssl.SSLContext, certificate: _File, key: _File | None) -> None:
    field, holder = ("client_key", key) if key else ("client_cert", certificate)
    try:
        context.load_cert_chain(certificate.path, key and key.path, _no_passphrase)
    except _EncryptedError as error:
        raise _UnusableError(
            field,
            f"{holder.path}: The key is encrypted, and Patchbay keeps no passphrases.",
            f"Decrypt it into a file that only you can read: {_AS_PEM['client_key']}",
        ) from error
    except (ssl.SSLError, OSError) as error:
        raise _UnusableError(field, _mismatch(error, certificate, key)) from error


def _mismatch(error: OSError, certificate: _File, key: _File | None) -> str:
    reason = error.reason if isinstance(error, ssl.SSLError) else ""
    if "MISMATCH" in (reason or ""):
        return f"{(key or certificate).path}: The key does not belong to {certificate.path}."
    if key is None:
        return f"{certificate.path}: It holds no private key that can be read; name client_key."
    return f"{key.path}: It cannot be read together with {certificate.path}."


def _no_passphrase() -> str:
    raise _EncryptedError


def _refused(definition: Definition, error: _UnusableError) -> AppError:
    if error.field.isupper():
        return AppError(
            Family.CONFIGURATION,
            "The certificates of this computer cannot be read",
            cause=f"The variable {error.field} stands in for them. {error.cause}",
            hint=f"Unset {error.field}, or have it name what is there, before starting Patchbay.",
            kind=Kind.REFUSED,
            evidence={"variable": error.field},
        )
    return AppError(
        Family.CONFIGURATION,
        f"Could not use the {_WORDS[error.field]} of “{definition.name}”",
        cause=error.cause,
        hint=f"Correct {error.field} in the config, or the file. {error.hint}".strip(),
        kind=Kind.REFUSED,
        evidence={"field": error.field, "file": error.cause.partition(": ")[0]},
    )
