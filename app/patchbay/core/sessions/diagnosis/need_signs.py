"""What servers print that lack a key, a port, a program or room."""

from patchbay.core.remedies import EDIT_ARGUMENTS, EDIT_VARIABLES
from patchbay.core.sessions.diagnosis.sign import Sign

_NAME = r"(?P<name>[A-Z][A-Z0-9]*_[A-Z0-9_]+)"
_KEYS = r"(?:api[ _-]?keys?|access tokens?|auth(?:entication)? tokens?|credentials)"
_LACKS = (
    r"(?:(?:is|are|was) )?(?:not (?:set|found|provided|configured|defined)|missing|required|empty"
    r"|undefined)|(?:must|should|needs? to) be (?:set|provided|defined)"
)

NEED_SIGNS: tuple[Sign, ...] = (
    Sign(
        "wrong build",
        r"GLIBC\w*_[\d.]+' not found|[Ee]xec format error|Bad CPU type in executable"
        r"|invalid ELF header|is not a valid Win32 application",
        "A part of it was built for another system.",
        "Install the build for this system, or let its packages be built again.",
    ),
    Sign(
        "variable",
        rf"\b{_NAME}\b(?![^\n]*://)[^\n]{{0,50}}?\b(?:{_LACKS})",
        "{name} is missing or empty.",
        "Give it a value in env.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "variable after its complaint",
        r"(?i:missing|undefined|unset|provide|required?s?|please set|must set|not set|no value for"
        rf"|you need)\b[^\n]{{0,60}}?\b{_NAME}\b",
        "{name} is missing or empty.",
        "Give it a value in env.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "variable of python",
        rf"KeyError: '{_NAME}'",
        "{name} is missing.",
        "Give it a value in env.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "setting of pydantic",
        r"^(?P<name>\w*(?i:key|token|secret|url|password)\w*)\n\s+Field required",
        "Its setting {name} is missing.",
        "Give it a value in env, mostly under the same name in capitals.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "key refused",
        r"(?i)^(?P<line>.*(?:(?:invalid|incorrect|expired|bad) (?:api[ _-]?key|token|credentials)"
        r"|\b401\b[^\n]{0,20}unauthori[sz]ed).*)",
        "A service that it uses refused its key: {line}",
        "Check the key in env.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "key",
        rf"(?i)^(?P<line>.*(?:\b{_KEYS}\b[^\n]{{0,40}}\b(?:{_LACKS})"
        rf"|\b(?:missing|no|requires?|provide)\b[^\n]{{0,30}}\b{_KEYS}\b).*)",
        "It lacks a key: {line}",
        "Look up which variable it wants, and give it a value in env.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "variable unnamed",
        r"(?i)^(?P<line>.*\benvironment variables?\b.*)",
        "It complains about a variable: {line}",
        "Give it a value in env.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "port",
        r"(?:EADDRINUSE|[Aa]ddress already in use)(?:[^\n]*?[:\s](?P<port>\d{2,5})\b)?",
        "The port {port} that it wants to use is taken by another program.",
        "End that program, it may be an earlier run of this server, or choose another port.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "disk",
        r"ENOSPC|No space left on device",
        "The disk is full.",
        "Make room, then start it again.",
    ),
    Sign(
        "memory",
        r"JavaScript heap out of memory|^MemoryError|std::bad_alloc|OutOfMemoryError|Out of memory",
        "It ran out of memory.",
        "Close other programs, or give it less to do.",
    ),
    Sign(
        "program inside",
        r"env: [\u2018'`\"]?(?P<env>[\w.+-]+)[\u2019'\"]?: No such file or directory"
        r"|command not found: (?P<zsh>[\w./+-]+)|exec: \"?(?P<exec>[\w./+-]+)\"?: "
        r"|\b(?P<sh>[\w./+-]+): (?:command )?not found$",
        "It needs {env}{zsh}{exec}{sh}, which is not in its search path.",
        "Install it, or add its folder to the PATH in env.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "library",
        r"\b(?P<library>[\w.+-]+): cannot open shared object file",
        "It needs the library {library}, which is not installed.",
        "Install it with the package manager of your system.",
    ),
)
