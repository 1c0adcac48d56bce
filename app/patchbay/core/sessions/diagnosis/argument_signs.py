"""What servers print about files, services and arguments they were given."""

from patchbay.core.remedies import EDIT_ARGUMENTS, EDIT_COMMAND, EDIT_VARIABLES
from patchbay.core.sessions.diagnosis.sign import UNREACHED, Sign

ARGUMENT_SIGNS: tuple[Sign, ...] = (
    Sign(
        "file denied",
        r"(?:EACCES: permission denied|EPERM: operation not permitted), \w+ '(?P<node>[^']+)'"
        r"|Permission denied: '(?P<python>[^']+)'",
        "It may not use {node}{python}.",
        "Check the rights of that file or folder.",
    ),
    Sign(
        "file missing",
        r"ENOENT: no such file or directory, \w+ '(?P<node>[^']+)'"
        r"|FileNotFoundError: .*: '(?P<python>[^']+)'",
        "It looks for {node}{python}, which does not exist.",
        "Correct the path in args or env.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "denied",
        r"[Pp]ermission denied",
        "Something it needs may not be read, written or run: {line}",
        "Check the rights of what it names.",
    ),
    Sign(
        "deno rights",
        r"Requires (?P<what>\w+) access to",
        "Deno runs it without the right to use {what}.",
        "Add --allow-{what} in front of the script in args.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "service",
        rf"(?:connect|getaddrinfo) (?P<code>{UNREACHED}) (?P<address>\S+)"
        r"|[Cc]onnection refused[^\n]*?(?P<refused>[\w.-]+:\d+)",
        "It could not reach {address}{refused}, a service that it needs.",
        "Start that service, or correct its address in env or args.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "arguments lacking",
        r"^(?P<line>.*(?:arguments? (?:are|is) required|[Mm]issing (?:required )?argument"
        r"|arguments? were not provided).*)",
        "It wants more arguments: {line}",
        "Add them to args.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "arguments",
        r"(?i)^(?P<line>.*(?:unknown option|unrecognized (?:option|argument)|unexpected argument"
        r"|no such option|invalid option|unknown (?:flag|argument|command)).*)",
        "It does not understand its arguments: {line}",
        "Correct args.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "usage",
        r"(?i)^usage:? .*",
        "It printed how it is used, so something about its arguments is wrong: {line}",
        "Correct args.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "node engine",
        r"EBADENGINE|Unsupported engine",
        "The server wants another version of Node.js than the installed one.",
        "Update Node.js, or give the path of a newer one as the command.",
        (EDIT_COMMAND,),
    ),
)
