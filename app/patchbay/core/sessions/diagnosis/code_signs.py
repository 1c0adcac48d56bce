"""What a language prints when it cannot run the code of a server."""

from patchbay.core.remedies import EDIT_ARGUMENTS, EDIT_COMMAND
from patchbay.core.sessions.diagnosis.sign import Sign

CODE_SIGNS: tuple[Sign, ...] = (
    Sign(
        "node option",
        r"node: bad option: (?P<option>\S+)",
        "The installed Node.js does not know {option}: it is too old, or the option is misspelled.",
        "Update Node.js, or take the option out of args.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "node version told",
        r"(?i)^(?P<line>.*\brequires? (?:a )?node(?:\.?js)?\b.*\d.*)",
        "It needs another version of Node.js: {line}",
        "Update Node.js, or give the path of a newer one as the command.",
        (EDIT_COMMAND,),
    ),
    Sign(
        "node module",
        r"(?:Cannot find (?:module|package)) '(?P<module>[^']+)'",
        "Node.js does not find {module}.",
        "If that is the server's own file, correct its path in args. Else run “npm install” in"
        " its folder.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "node version",
        r"ERR_REQUIRE_ESM|SyntaxError: (?:Unexpected (?:token|identifier|reserved word)"
        r"|Cannot use import statement)|ReferenceError: (?:fetch|File|ReadableStream|Headers) is"
        r" not defined|ERR_UNKNOWN_BUILTIN_MODULE|ERR_UNSUPPORTED_ESM",
        "The installed Node.js cannot read the server's code; mostly it is too old.",
        "Update Node.js, or give the path of a newer one as the command.",
        (EDIT_COMMAND,),
    ),
    Sign(
        "java version",
        r"UnsupportedClassVersionError",
        "The installed Java is too old for this server.",
        "Install a newer one, or give its path as the command.",
        (EDIT_COMMAND,),
    ),
    Sign(
        "python module",
        r"No module named '?(?P<module>[\w.]+)'?",
        "Python does not find the module {module}.",
        "Install it for the Python that runs the server, or give the path of the right one as"
        " the command.",
        (EDIT_COMMAND,),
    ),
    Sign(
        "python file",
        r"can't open file '(?P<file>[^']+)'",
        "There is no file {file}.",
        "Correct its path in args; a relative path begins in the folder the server starts in.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "python syntax",
        r"^\s*SyntaxError: .*",
        "Python cannot read the server's code; mostly it is too old for it.",
        "Give the path of a newer Python as the command.",
        (EDIT_COMMAND,),
    ),
)
