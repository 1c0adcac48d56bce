"""Whom connections trust: what is wrong with a file is said with its field, its path, a way out."""

import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from patchbay.core.config.model import Definition, Transport
from patchbay.core.errors import AppError, Kind
from patchbay.core.sessions.remote.tls import tls_context
from tests.remote import PrivateCa

NOTHING: Mapping[str, str] = {}


def definition(url: str = "https://far.test/mcp", **files: Any) -> Definition:
    return Definition("far", Path("mcp.json"), Transport.HTTP, url=url, **files)


def refusal(environment: Mapping[str, str] = NOTHING, **files: Any) -> AppError:
    with pytest.raises(AppError) as caught:
        tls_context(definition(**files), environment)
    assert caught.value.kind is Kind.REFUSED
    return caught.value


def subjects(context: ssl.SSLContext) -> str:
    return str(context.get_ca_certs())


def test_a_ca_file_is_trusted_besides_the_system_and_the_same_files_make_one_context(
    private_ca: PrivateCa, tmp_path: Path
) -> None:
    file = tmp_path / "ca.pem"
    file.write_bytes(private_ca.file.read_bytes())
    plain = tls_context(definition(), NOTHING)
    more = tls_context(definition(ca_file=file), NOTHING)

    assert "Private" not in subjects(plain)
    assert "Private" in subjects(more)
    assert more.verify_mode is ssl.CERT_REQUIRED
    assert more.check_hostname
    assert tls_context(definition(ca_file=file), NOTHING) is more

    file.write_bytes(file.read_bytes() + b"\n")
    assert tls_context(definition(ca_file=file), NOTHING) is not more


def test_the_variable_for_certificates_counts_instead_of_the_system(private_ca: PrivateCa) -> None:
    trusting = tls_context(definition(), {"SSL_CERT_FILE": str(private_ca.file)})

    assert len(trusting.get_ca_certs()) == 1


def test_a_variable_that_leads_nowhere_is_named_unless_nothing_is_encrypted(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")

    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        error = refusal({name: gone})
        assert error.evidence == {"variable": name}
        assert f"The variable {name}" in error.cause
        assert gone in error.cause
        assert f"Unset {name}" in error.hint
        assert tls_context(definition("http://127.0.0.1/mcp"), {name: gone}) is not None


def test_files_that_are_not_there_or_hold_something_else_are_told(
    private_ca: PrivateCa, tmp_path: Path
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("hello")
    broken = tmp_path / "broken.pem"
    broken.write_text("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n")
    good, gone = private_ca.client, tmp_path / "gone.pem"

    cases: list[tuple[dict[str, Any], str, Path, str]] = [
        ({"ca_file": gone}, "CA file", gone, "no such file"),
        ({"ca_file": tmp_path}, "CA file", tmp_path, "no such file"),
        ({"ca_file": words}, "CA file", words, "no certificate in the PEM form"),
        ({"ca_file": broken}, "CA file", broken, "cannot be read"),
        ({"client_cert": words}, "client certificate", words, "openssl pkcs12"),
        ({"client_cert": good.certificate}, "client certificate", good.certificate, "client_key"),
        ({"client_cert": good.certificate, "client_key": gone}, "client key", gone, "no such file"),
        (
            {"client_cert": good.certificate, "client_key": words},
            "client key",
            words,
            "no private key",
        ),
    ]
    for files, what, path, said in cases:
        error = refusal(**files)
        assert error.title == f"Could not use the {what} of “far”"
        assert str(path) in error.cause
        assert said in f"{error}"
        assert error.evidence["field"] in error.hint
        assert error.evidence["file"] == str(path)


def test_a_key_of_another_certificate_or_with_a_passphrase_is_told(
    private_ca: PrivateCa, tmp_path: Path
) -> None:
    good, other = private_ca.client, private_ca.server
    locked = tmp_path / "locked.key"
    key = load_pem_private_key(good.key.read_bytes(), None)
    encryption = BestAvailableEncryption(b"open sesame")
    locked.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption))

    mismatch = refusal(client_cert=good.certificate, client_key=other.key)
    encrypted = refusal(client_cert=good.certificate, client_key=locked)

    assert f"does not belong to {good.certificate}" in mismatch.cause
    assert "is encrypted" in encrypted.cause
    assert "openssl pkey" in encrypted.hint
    assert tls_context(definition(client_cert=good.certificate, client_key=good.key), NOTHING)
    assert tls_context(definition(client_cert=good.both), NOTHING)
