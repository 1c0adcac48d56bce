"""Command lines for Windows, where a program gets one text and takes it apart itself."""

_BATCH = (".bat", ".cmd")
_PLAIN = frozenset("#$*+-./:?@\\_")


def is_batch(executable: str) -> bool:
    return executable.lower().endswith(_BATCH)


def command_line(command: str, args: list[str]) -> str:
    """Arguments quoted as the C runtime of most programs reads them."""
    return " ".join(_quoted(word) for word in (command, *args))


def batch_command_line(executable: str, args: list[str]) -> str:
    """A batch file with arguments, quoted so that cmd.exe finds nothing of its own in them.

    A percent sign is followed by an empty substring of a variable, so no `%NAME%` can form.

    Raises:
        ValueError: an argument holds a line break or a NUL, which cannot be quoted at all.
    """
    if any(set(word) & set("\r\n\0") for word in (executable, *args)):
        raise ValueError("cannot be quoted")
    if '"' in executable or "%" in executable:
        raise ValueError("cannot be quoted")
    words = " ".join([f'"{executable}"', *(_quoted_for_cmd(word) for word in args)])
    return f'cmd.exe /e:ON /v:OFF /d /c "{words}"'


def _quoted(word: str) -> str:
    if word and not set(word) & set(" \t"):
        return _escaped(word, '\\"', is_quoted=False)
    return '"' + _escaped(word, '\\"', is_quoted=True) + '"'


def _quoted_for_cmd(word: str) -> str:
    if word and not word.endswith("\\") and all(_is_plain(letter) for letter in word):
        return word
    escaped = _escaped(word, '""', is_quoted=True)
    return '"' + escaped.replace("%", "%%cd:~,%") + '"'


def _is_plain(letter: str) -> bool:
    return letter in _PLAIN or (letter.isascii() and letter.isalnum())


def _escaped(word: str, escaped_quote: str, *, is_quoted: bool) -> str:
    """Double the backslashes before a quote mark; elsewhere they mean themselves."""
    out: list[str] = []
    run = 0
    for letter in word:
        if letter == "\\":
            run += 1
            continue
        out.append("\\" * (run * 2 if letter == '"' else run))
        out.append(escaped_quote if letter == '"' else letter)
        run = 0
    out.append("\\" * (run * 2 if is_quoted else run))
    return "".join(out)
