"""The tokens of JSON, of its comments, and of what people write by mistake."""

import re

TOKEN = re.compile(
    r"""[ \t\r\n]*+ (?:
      (?P<string> "[^"\\\x00-\x1f]*+ (?: \\[^\x00-\x1f] [^"\\\x00-\x1f]*+ )*+ " )
    | (?P<comma> , ) | (?P<colon> : ) | (?P<open> [{\[] ) | (?P<close> [}\]] )
    | (?P<atom> (?: true | false | null | -?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)? )
                (?= [\s,:\]}/] | \Z ) )
    | (?P<comment> //[^\r\n]*+ | /\* (?: [^*] | \*(?!/) )*+ \*/ )
    | (?P<finish> \Z )
    | (?P<open_comment> /\* .*+ )
    | (?P<control> " (?: [^"\\\r\n] | \\[^\r\n] )*+ " )
    | (?P<unclosed> " [^\r\n]*+ )
    | (?P<single> ' (?: [^'\\\r\n] | \\[^\r\n] )*+ ' )
    | (?P<curly> [\u201c\u201d\u201e\u2018\u2019] [^\u201c\u201d\u2018\u2019"\r\n]*+
                 [\u201c\u201d\u2018\u2019"] )
    | (?P<fence> ```[^\r\n]*+ )
    | (?P<word> [^\s{}\[\]:,"'/\x00-\x1f\u200b\ufeff\u201c\u201d\u2018\u2019`]++ )
    | (?P<other> . )
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
CONTROL = re.compile(r"[\x00-\x1f]")
_SIMPLE_ESCAPES = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}


def unescape(text: str) -> tuple[str, tuple[int, ...]]:
    """The text of a string between its quotes, and where it holds escapes that do not exist."""
    invalid: list[int] = []

    def replace(match: re.Match[str]) -> str:
        if code := match[1]:
            return chr(int(code, 16))
        plain = _SIMPLE_ESCAPES.get(match[2])
        if plain is None:
            invalid.append(match.start())
            return match[0]
        return plain

    plain = _ESCAPE.sub(replace, text)
    if _SURROGATE.search(plain):
        # Joins the halves of pairs; a half alone cannot be kept in any file.
        plain = plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return plain, tuple(invalid)
