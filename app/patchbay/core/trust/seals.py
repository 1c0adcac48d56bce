"""Seals: what is kept of a secret to recognise it again without keeping the secret."""

import hashlib
import hmac
import re
import secrets

_SIZE = 16
_SEALED = re.compile(
    r"(?P<shown>.*)⟨seal:(?P<salt>[0-9a-f]{32}):(?P<seal>[0-9a-f]{32})⟩", re.DOTALL
)


def new_salt() -> str:
    return secrets.token_hex(_SIZE)


def seal(text: str, salt: str) -> str:
    """The keyed BLAKE2b of `text`, in hexadecimal digits."""
    content = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=_SIZE, key=salt.encode()).hexdigest()


def sealed_word(word: str, shown: str) -> str:
    """A word of a rule that says what is `shown` and matches `word` alone."""
    salt = new_salt()
    return f"{shown}⟨seal:{salt}:{seal(word, salt)}⟩"


def is_word(kept: str, word: str) -> bool:
    """Whether a word of a rule stands for `word`; a sealed one never does by its own letters."""
    match = _SEALED.fullmatch(kept)
    if match is None:
        return kept == word
    return hmac.compare_digest(match["seal"], seal(word, match["salt"]))
