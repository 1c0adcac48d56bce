"""What real programs print before they give up, and what a person is told about it."""

import time

import pytest

from patchbay.core.sessions.diagnosis.signs import SIGNS, read_signs

SAID = {
    "npm package": (
        """npm error code E404
npm error 404 Not Found - GET https://registry.example.org/@acme%2fno-such-mcp - Not found
npm error 404
npm error 404  '@acme/no-such-mcp@*' is not in this registry.
npm error 404
npm error 404 Note that you can also install from a
npm error 404 tarball, folder, http url, or git folder.
npm error A complete log of this run can be found in: /home/ada/.npm/_logs/2026-debug-0.log
""",
        "no package called @acme/no-such-mcp",
    ),
    "npm package unnamed": ("npm ERR! code E404\nnpm ERR! 404 Not Found\n", "no such package"),
    "npm version": (
        "npm error code ETARGET\nnpm error notarget No matching version found for"
        " mcp-remote@99.0.0.\n",
        "no version mcp-remote@99.0.0",
    ),
    "npm login": (
        "npm error code E401\nnpm error Incorrect or missing password.\n",
        "wants a login",
    ),
    "certificate for node": (
        "npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error request to"
        " https://registry.example.org/x failed, reason: self-signed certificate in certificate"
        " chain\n",
        "does not trust a certificate",
    ),
    "certificate for uv": (
        "error: Failed to fetch: `https://index.example.org/simple/mcp-server-time/`\n"
        "  Caused by: invalid peer certificate: UnknownIssuer\n",
        "does not trust a certificate",
    ),
    "certificate for python": (
        "ssl.SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed:"
        " unable to get local issuer certificate (_ssl.c:1000)",
        "Python does not trust",
    ),
    "npm network": (
        "npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\n"
        "npm error network request to https://registry.example.org/x failed, reason: getaddrinfo"
        " ENOTFOUND registry.example.org\n",
        "could not reach its registry (ENOTFOUND)",
    ),
    "npm cache": (
        "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /home/ada/.npm/_cacache\n"
        "npm error errno EACCES\nnpm error Your cache folder contains root-owned files\n",
        "may not write",
    ),
    "npx question": (
        "Need to install the following packages:\n@acme/mcp@1.0.0\nOk to proceed? (y) ",
        "nobody can answer",
    ),
    "npx program": ("npm error could not determine executable to run\n", "no program"),
    "uv package": (
        "  x No solution found when resolving tool dependencies:\n"
        "  ╰─▶ Because mcp-server-tiem was not found in the package registry and you\n"
        "      require mcp-server-tiem, we can conclude that your requirements are\n"
        "      unsatisfiable.\n",
        "no package called mcp-server-tiem",
    ),
    "uv program": (
        "An executable named `mcp-time` is not provided by package `mcp-server-time`.\n"
        "The following executables are available:\n- mcp-server-time\n",
        "no program called mcp-time",
    ),
    "uv python": (
        "error: No interpreter found for Python 3.14 in managed installations or search path\n",
        "no fitting Python 3.14.",
    ),
    "python version": (
        "  x No solution found when resolving tool dependencies:\n"
        "  ╰─▶ Because the current Python version (3.9.6) does not satisfy Python>=3.10 and\n"
        "      mcp-server-git==2025.1 depends on Python>=3.10\n",
        "another version of Python",
    ),
    "uv resolution": (
        "  x No solution found when resolving tool dependencies:\n"
        "  ╰─▶ Because a==1 depends on b<1 and c==1 depends on b>1, they are incompatible\n",
        "fit together",
    ),
    "uv network": (
        "error: Request failed after 3 retries\n  Caused by: error sending request for url"
        " (https://index.example.org/simple/x/)\n"
        "  Caused by: dns error: failed to lookup address\n",
        "could not be fetched",
    ),
    "docker socket": (
        "docker: permission denied while trying to connect to the Docker daemon socket at"
        " unix:///var/run/docker.sock\n",
        "may not use Docker",
    ),
    "docker daemon": (
        "docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker"
        " daemon running?\n",
        "Docker does not run",
    ),
    "docker image": (
        "Unable to find image 'mcp/none:latest' locally\ndocker: Error response from daemon: pull"
        " access denied for mcp/none, repository does not exist or may require 'docker login'\n",
        "no image mcp/none",
    ),
    "docker terminal": ("the input device is not a TTY\n", "use a terminal"),
    "wrong build": (
        "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by ./server)\n",
        "another system",
    ),
    "variable": (
        "Error: BRAVE_API_KEY environment variable is required\n",
        "BRAVE_API_KEY is missing or empty",
    ),
    "variable after its complaint": (
        "Please set the GITHUB_PERSONAL_ACCESS_TOKEN environment variable\n",
        "GITHUB_PERSONAL_ACCESS_TOKEN is missing or empty",
    ),
    "variable of python": (
        'Traceback (most recent call last):\n  File "s.py", line 3, in <module>\n'
        "    key = os.environ[\"WEATHER_KEY\"]\nKeyError: 'WEATHER_KEY'\n",
        "WEATHER_KEY is missing",
    ),
    "setting of pydantic": (
        "pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings\n"
        "api_token\n  Field required [type=missing, input_value={}, input_type=dict]\n",
        "api_token is missing",
    ),
    "key refused": (
        "openai.AuthenticationError: Error code: 401 - Incorrect API key provided: sk-1***\n",
        "refused its key",
    ),
    "key": ("Error: No API key found for the search service\n", "It lacks a key"),
    "variable unnamed": (
        "Check your environment variables and try again\n",
        "complains about a variable",
    ),
    "port": (
        "Error: listen EADDRINUSE: address already in use :::3000\n    at Server.setupListenHandle"
        " (node:net:1898:16)\n",
        "The port 3000",
    ),
    "disk": ("npm error nospc ENOSPC: no space left on device, write\n", "disk is full"),
    "memory": (
        "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n",
        "ran out of memory",
    ),
    "program inside": (
        "/usr/bin/env: \u2018node\u2019: No such file or directory\n",
        "It needs node",
    ),
    "library": (
        "./server: error while loading shared libraries: libssl.so.1.1: cannot open shared object"
        " file: No such file or directory\n",
        "the library libssl.so.1.1",
    ),
    "node option": (
        "node: bad option: --experimental-strip-types\n",
        "does not know --experimental-strip-types",
    ),
    "node version told": (
        "This server requires Node.js >= 20, you have v16.20.2\n",
        "another version of Node.js",
    ),
    "node module": (
        "node:internal/modules/cjs/loader:1143\n  throw err;\n\nError: Cannot find module"
        " '/home/ada/server/dist/index.js'\n    at Module._resolveFilename\n\nNode.js v20.11.0\n",
        "does not find /home/ada/server/dist/index.js",
    ),
    "node version": (
        "/home/ada/x/index.js:3\nconst a = b ?? c;\n           ^\n\nSyntaxError: Unexpected token"
        " '?'\n    at wrapSafe (internal/modules/cjs/loader.js:1001:16)\n",
        "too old",
    ),
    "java version": (
        'Exception in thread "main" java.lang.UnsupportedClassVersionError: Server has been'
        " compiled by a more recent version\n",
        "Java is too old",
    ),
    "python module": (
        'Traceback (most recent call last):\n  File "s.py", line 1, in <module>\n'
        "    from mcp.server import Server\nModuleNotFoundError: No module named 'mcp'\n",
        "does not find the module mcp.",
    ),
    "python file": (
        "/usr/bin/python3: can't open file '/home/ada/server.py': [Errno 2] No such file or"
        " directory\n",
        "no file /home/ada/server.py",
    ),
    "python syntax": (
        '  File "/home/ada/server.py", line 4\n    match x:\n          ^\nSyntaxError: invalid'
        " syntax\n",
        "cannot read the server's code",
    ),
    "file denied": (
        "[Error: EACCES: permission denied, open '/etc/shadow']\n",
        "may not use /etc/shadow",
    ),
    "file missing": (
        "Error: ENOENT: no such file or directory, stat '/home/ada/Dokuments'\n",
        "looks for /home/ada/Dokuments",
    ),
    "denied": ("sh: 1: ./server: Permission denied\n", "./server: Permission denied"),
    "deno rights": (
        'error: Uncaught PermissionDenied: Requires net access to "api.example.com:443"\n',
        "without the right to use net",
    ),
    "service": (
        "Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect\n",
        "could not reach 127.0.0.1:5432",
    ),
    "arguments lacking": (
        "usage: mcp-server-git [-h] repository\nmcp-server-git: error: the following arguments are"
        " required: repository\n",
        "wants more arguments",
    ),
    "arguments": (
        "error: unknown option '--stdo'\n",
        "error: unknown option '--stdo'",
    ),
    "usage": (
        "Usage: mcp-server-filesystem <allowed-directory> [additional-directories...]\n",
        "how it is used",
    ),
    "node engine": (
        "npm warn EBADENGINE Unsupported engine {\nnpm warn EBADENGINE   package: 'x@1.0.0',\n",
        "another version of Node.js",
    ),
}


@pytest.mark.parametrize(("name", "said", "told"), [(name, *text) for name, text in SAID.items()])
def test_what_a_program_printed_is_understood(name: str, said: str, told: str) -> None:
    found = read_signs(said)

    assert found is not None
    assert found.name == name
    assert told in found.cause
    assert found.hint.endswith(".") or "sudo" in found.hint
    assert "{" not in found.cause + found.hint


def test_every_sign_has_a_real_text_and_a_name_of_its_own() -> None:
    assert [sign.name for sign in SIGNS] == list(SAID)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Missing required environment variable: SLACK_BOT_TOKEN", "SLACK_BOT_TOKEN is missing"),
        ("ValueError: OPENAI_API_KEY must be set", "OPENAI_API_KEY is missing"),
        ("PG_URL was empty, giving up", "PG_URL is missing"),
        ("bash: line 1: uvx: command not found", "It needs uvx,"),
        ("zsh:1: command not found: npx", "It needs npx,"),
        ('exec: "tini": executable file not found in $PATH', "It needs tini,"),
        ("sh: 1: mcp-server-x: not found", "It needs mcp-server-x,"),
        ("/usr/bin/python3: No module named mcp_server_time", "module mcp_server_time."),
        ("OSError: [Errno 98] Address already in use", "is taken"),
        ("PermissionError: [Errno 13] Permission denied: '/data'", "may not use /data"),
        ("Error: Missing API key", "It lacks a key"),
    ],
)
def test_other_ways_to_say_the_same_are_understood_too(said: str, told: str) -> None:
    found = read_signs(said)

    assert found is not None
    assert told in found.cause


@pytest.mark.parametrize(
    "said",
    [
        "Server running on stdio",
        "npm warn deprecated inflight@1.0.6: This module is not supported",
        "[info] connected to https://api.example.com/v1, 3 tools",
        "Traceback (most recent call last):\nRuntimeError: no more coal",
        "MCP_VERSION 2025-11-25 ready",
    ],
)
def test_ordinary_words_are_no_sign(said: str) -> None:
    assert read_signs(said) is None


def test_patterns_stay_quick_on_long_lines_of_their_own_words() -> None:
    began = time.perf_counter()
    for words in ("API_KEY requires ", "a", "usage: ", "error: unknown ", "node requires "):
        read_signs("\n".join([(words * 500)[:500]] * 60))

    assert time.perf_counter() - began < 5
