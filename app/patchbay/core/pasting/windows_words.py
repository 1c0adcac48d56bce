"""The words of a line as Windows programs get them, after cmd or PowerShell read it."""

import re
from collections.abc import Callable

from patchbay.core.pasting.shell_words import Scanner, refuse

_PIECE = re.compile(
    r"""(?P<space> [ \t\r]++ ) | (?P<newline> \n )
      | (?P<joint> [\^`]\r?\n )
      | (?P<caret> \^[\s\S]? )
      | (?P<quotes> \\*+"++ )
      | (?P<percent> %[A-Za-z_][A-Za-z0-9_]*+% )
      | (?P<env> \$(?i:env):[A-Za-z_][A-Za-z0-9_]*+ | \$\{(?i:env):[A-Za-z_][A-Za-z0-9_]*+\} )
      | (?P<operator> && | \|\| | [|&<>] )
      | (?P<substitution> \$\( | ` )
      | (?P<single> '(?: [^'] | '' )*+' )
      | (?P<plain> [^ \t\r\n\\"^%$|&<>`';]++ | . )""",
    re.VERBOSE | re.DOTALL,
)
_IN_QUOTES = re.compile(
    r"""(?P<quotes> \\*+"++ )
      | (?P<percent> %[A-Za-z_][A-Za-z0-9_]*+% )
      | (?P<env> \$(?i:env):[A-Za-z_][A-Za-z0-9_]*+ | \$\{(?i:env):[A-Za-z_][A-Za-z0-9_]*+\} )
      | (?P<plain> [^\\"%$]++ | . )""",
    re.VERBOSE | re.DOTALL,
)
_NAME = re.compile(r"[A-Za-z_]\w*(?=\W*\Z)", re.ASCII)
_CALL = re.compile(r"\s*&(?=\s*[\"'])|\s*&(?=\s+[\w.$\\])")
_POWERSHELL = re.compile(r"\s*\$env:\w+\s*=", re.IGNORECASE)


class WindowsScanner(Scanner):
    r"""Follows CommandLineToArgvW: backslashes count before quotes only, three quotes make one.

    cmd itself would leave a quoted part at `\"`; nobody who writes that means it, so `^`, `|` and
    their kin are text up to the quote that ends the word's part.
    """

    def __init__(self, line: str, start: int = 0) -> None:
        super().__init__(line, start)
        call = _CALL.match(line, start)
        self._is_powershell = call is not None or _POWERSHELL.match(line, start) is not None
        self._in_quotes = False
        if call is not None:
            self.position = call.end()

    def scan(self) -> "WindowsScanner":
        readers: dict[str, Callable[[str, int], None]] = {
            "space": lambda _text, _at: self.end_word(),
            "newline": self.add_operator,
            "joint": self._joint,
            "caret": lambda text, at: self.add(text[1:], at),
            "quotes": self._quotes,
            "percent": self._variable,
            "env": self._environment,
            "operator": self.add_operator,
            "substitution": self._substitution,
            "single": self._single,
            "plain": self._plain,
        }
        while match := (_IN_QUOTES if self._in_quotes else _PIECE).match(self.line, self.position):
            self.position = match.end()
            readers[match.lastgroup or "plain"](match[0], match.start())
        self.end_word()
        return self

    def _joint(self, text: str, _at: int) -> None:
        if text.startswith("`"):
            self.end_word()

    def _quotes(self, text: str, at: int) -> None:
        slashes = text.count("\\")
        quotes = len(text) - slashes
        self.add("\\" * (slashes // 2), at)
        depth = int(self._in_quotes)
        if slashes % 2:
            self.add('"', at)
        else:
            depth += 1
        for _ in range(quotes - 1):
            depth += 1
            if depth == 3:
                self.add('"', at)
                depth = 0
        self._in_quotes = depth == 1

    def _variable(self, text: str, at: int) -> None:
        self.add_variable(text, f"${{{text[1:-1]}}}", at)

    def _environment(self, text: str, at: int) -> None:
        name = _NAME.search(text)
        if name is None or (self._in_quotes and not self._is_powershell):
            self.add(text, at)
        else:
            self.add_variable(text, f"${{{name[0]}}}", at)

    def _substitution(self, text: str, at: int) -> None:
        what = "a backtick" if text == "`" else "$(…), the output of another command"
        refuse(self.line, at, what, "Put it in double quotes if it is meant literally.")

    def _single(self, text: str, at: int) -> None:
        """Only PowerShell knows single quotes; for cmd they are letters like any other."""
        if self._is_powershell:
            self.add(text[1:-1].replace("''", "'"), at)
            return
        self.position = at + 1
        self.add("'", at, bare=True)

    def _plain(self, text: str, at: int) -> None:
        if text == ";" and self._is_powershell and not self._in_quotes:
            self.add_operator(text, at)
        else:
            self.add(text, at, bare=not self._in_quotes)
