"""The words of a line as a POSIX shell would read them, without doing what a shell does."""

import re
from collections.abc import Callable

from patchbay.core.pasting.shell_words import Scanner, refuse

_PIECE = re.compile(
    r"""(?P<space> [ \t\r]++ )
      | (?P<newline> \n ) | (?P<joint> \\\r?\n )
      | (?P<operator> && | \|\| | [|&;<>()] )
      | (?P<escaped> \\. )
      | (?P<single> '[^']*+' )
      | (?P<double> "(?: [^"\\] | \\. )*+" )
      | (?P<open> ['"] )
      | (?P<variable> \$[A-Za-z_][A-Za-z0-9_]*+ | \$\{[A-Za-z_][A-Za-z0-9_]*+(?: :-[^}]*+ )?\} )
      | (?P<substitution> \$\( | ` )
      | (?P<special> \$['"0-9@*\#?$!{-] )
      | (?P<glob> [*?\[] )
      | (?P<plain> [^ \t\r\n\\'"$`|&;<>()*?\[]++ | . )""",
    re.VERBOSE | re.DOTALL,
)
_IN_DOUBLE = re.compile(
    r"""(?P<joint> \\\r?\n )
      | (?P<escaped> \\[$`"\\] )
      | (?P<variable> \$[A-Za-z_][A-Za-z0-9_]*+ | \$\{[A-Za-z_][A-Za-z0-9_]*+(?: :-[^}]*+ )?\} )
      | (?P<substitution> \$\( | ` )
      | (?P<special> \$[0-9@*\#?$!{-] )
      | (?P<plain> [^\\$`]++ | . )""",
    re.VERBOSE | re.DOTALL,
)
_HOME = re.compile(r"((?:[A-Za-z_]\w*=)?)~(?=/|\Z)", re.ASCII)
_BRACES = re.compile(r"\{[^{}]*(?:,|\.\.)[^{}]*\}")
_LITERALLY = "Put it in single quotes if it is meant literally, or write out what it stands for."


class PosixScanner(Scanner):
    """Reads quotes, escapes and variables; refuses what only a shell could do."""

    def scan(self) -> "PosixScanner":
        readers: dict[str, Callable[[str, int], None]] = {
            "space": lambda _text, _at: self.end_word(),
            "newline": self.add_operator,
            "joint": lambda _text, _at: None,
            "operator": self.add_operator,
            "escaped": lambda text, at: self.add(text[1:], at),
            "single": lambda text, at: self.add(text[1:-1], at),
            "double": self._double,
            "open": self._open,
            "variable": self._variable,
            "substitution": self._substitution,
            "special": self._special,
            "glob": self._glob,
            "plain": self._plain,
        }
        for match in self.matches(_PIECE):
            readers[match.lastgroup or "plain"](match[0], match.start())
        self.end_word()
        return self

    def _double(self, text: str, at: int) -> None:
        self.add("", at)
        readers: dict[str, Callable[[str, int], None]] = {
            "joint": lambda _text, _at: None,
            "escaped": lambda text, at: self.add(text[1:], at),
            "variable": self._variable,
            "substitution": self._substitution,
            "special": self._special,
            "plain": self.add,
        }
        for match in _IN_DOUBLE.finditer(text[1:-1]):
            readers[match.lastgroup or "plain"](match[0], at + 1 + match.start())

    def _open(self, text: str, at: int) -> None:
        refuse(self.line, at, f"a {text} that is never closed", f"Write {text} where it ends.")

    def _variable(self, text: str, at: int) -> None:
        reference = text if text.startswith("${") else f"${{{text[1:]}}}"
        self.add_variable(text.partition(":-")[0] + ("…}" if ":-" in text else ""), reference, at)

    def _substitution(self, text: str, at: int) -> None:
        what = "a backtick" if text == "`" else "$(…)"
        refuse(self.line, at, f"{what}, the output of another command", _LITERALLY)

    def _special(self, text: str, at: int) -> None:
        refuse(self.line, at, f"{text}, which only a shell understands", _LITERALLY)

    def _glob(self, text: str, at: int) -> None:
        if text == "?" and "://" in self.word:
            self.add(text, at, bare=True)
            return
        refuse(self.line, at, f"{text} without quotes, a pattern for file names", _LITERALLY)

    def _plain(self, text: str, at: int) -> None:
        if text.startswith("#") and not self.in_word:
            self._comment()
            return
        if braces := _BRACES.search(text):
            refuse(self.line, at + braces.start(), "{…} that a shell makes several of", _LITERALLY)
        home = None if self.in_word else _HOME.match(text)
        if home is not None:
            self.add(home[1], at, bare=True)
            self.add_variable("~", "${HOME}", at)
            text = text[home.end() :]
        self.add(text, at, bare=home is None)

    def _comment(self) -> None:
        end = self.line.find("\n", self.position)
        self.position = len(self.line) if end < 0 else end
        self.notes.append("left out the comment")
