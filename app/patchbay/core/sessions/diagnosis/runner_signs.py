"""What npx, uvx and docker print before they give up."""

from patchbay.core.remedies import EDIT_ARGUMENTS, EDIT_VARIABLES
from patchbay.core.sessions.diagnosis.sign import UNREACHED, Sign

_NPM = r"npm (?:error|ERR!) "
_PROXY_HINT = "Check the network. Behind a proxy, set HTTPS_PROXY where Patchbay is started."

RUNNER_SIGNS: tuple[Sign, ...] = (
    Sign(
        "npm package",
        _NPM
        + r"404\s+'?(?P<package>@?[^\s'@]+)(?:@[^\s']*)?'? is not in (?:this|the npm) registry",
        "npm knows no package called {package}.",
        "Check the spelling in args. A private package needs its registry in an .npmrc file.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "npm package unnamed",
        _NPM + r"code E404",
        "npm found no such package in its registry.",
        "Check the spelling in args. A private package needs its registry in an .npmrc file.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "npm version",
        r"No matching version found for (?P<package>\S+?)\.?$",
        "There is no version {package}.",
        "Give a version that exists, or leave it out.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "npm login",
        _NPM + r"code E40[13]",
        "npm may not fetch this package: its registry wants a login.",
        "Run “npm login” in a terminal, or put the token into your .npmrc file.",
    ),
    Sign(
        "certificate for node",
        r"SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER_CERT"
        r"|VERIFY_LEAF_SIGNATURE)\w*|self[- ]signed certificate in certificate chain",
        "Node.js does not trust a certificate on the way, as behind a company's proxy.",
        "Set NODE_EXTRA_CA_CERTS in env to the file with your company's certificate.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "certificate for uv",
        r"invalid peer certificate: \w+",
        "uv does not trust a certificate on the way, as behind a company's proxy.",
        "Set UV_NATIVE_TLS to true in env, so that it trusts what your system trusts.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "certificate for python",
        r"CERTIFICATE_VERIFY_FAILED",
        "Python does not trust a certificate on the way, as behind a company's proxy.",
        "Set SSL_CERT_FILE in env to the file with your company's certificate.",
        (EDIT_VARIABLES,),
    ),
    Sign(
        "npm network",
        _NPM + rf"(?:code|errno) (?P<code>{UNREACHED})",
        "npm could not reach its registry ({code}).",
        _PROXY_HINT,
    ),
    Sign(
        "npm cache",
        _NPM + r"(?:code E(?:ACCES|PERM)\b|Your cache folder contains root-owned files)",
        "npm may not write to its folders.",
        "Give yourself the cache folder: sudo chown -R $(id -u) ~/.npm",
    ),
    Sign(
        "npx question",
        r"Need to install the following packages",
        "npx asks whether it may install the package, and nobody can answer it there.",
        "Put -y in front of the package in args.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "npx program",
        _NPM + r"could not determine executable to run",
        "The package was fetched, but it has no program that npx could run.",
        "Check that it is an MCP server, or name its program: -p PACKAGE PROGRAM.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "uv package",
        r"Because (?P<package>\S+) was not found in the package registry",
        "The package index knows no package called {package}.",
        "Check the spelling in args.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "uv program",
        r"An executable named `(?P<program>[^`]+)` is not provided by package `(?P<package>[^`]+)`",
        "The package {package} has no program called {program}.",
        "Name it with --from: uvx --from {package} PROGRAM.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "uv python",
        r"No interpreter found for (?P<python>Python [^\s,]+)"
        r"|No (?P<any>Python) (?:installations? )?(?:was |were )?found",
        "uv found no fitting {python}{any}.",
        "Let uv fetch one, with “uv python install” in a terminal, or change --python in args.",
    ),
    Sign(
        "python version",
        r"^(?P<line>.*(?:does not satisfy Python|requires a different Python"
        r"|[Rr]equires[- ][Pp]ython|requires Python).*)",
        "The server needs another version of Python: {line}",
        "Give the version it wants, as in --python 3.12 for uvx.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "uv resolution",
        r"No solution found when resolving",
        "uv found no versions of the server and its packages that fit together.",
        "Its log shows which ones do not. Another version of the server may.",
    ),
    Sign(
        "uv network",
        r"(?:error sending request for url|Failed to fetch|Request failed after \d+ retries"
        r"|dns error|Temporary failure in name resolution)",
        "The package could not be fetched.",
        _PROXY_HINT,
    ),
    Sign(
        "docker socket",
        r"permission denied while trying to connect to the [Dd]ocker",
        "You may not use Docker on this computer.",
        "Add yourself to the group “docker”, then log in again.",
    ),
    Sign(
        "docker daemon",
        r"Cannot connect to the Docker daemon|failed to connect to the docker API"
        r"|docker daemon is not running|error during connect:|Cannot connect to Podman",
        "Docker does not run.",
        "Start Docker, or Docker Desktop, then start the server again.",
    ),
    Sign(
        "docker image",
        r"pull access denied for (?P<image>[^\s,]+)|manifest for (?P<other>\S+) not found"
        r"|No such image: (?P<none>\S+)",
        "There is no image {image}{other}{none}, or you may not fetch it.",
        "Check its name in args, build it, or run “docker login”.",
        (EDIT_ARGUMENTS,),
    ),
    Sign(
        "docker terminal",
        r"the input device is not a TTY",
        "docker run was told to use a terminal, and there is none.",
        "Write -i instead of -it in args.",
        (EDIT_ARGUMENTS,),
    ),
)
