"""Environment variables that decide what code a program runs, whatever its arguments say."""

import re

_CODE = re.compile(
    r"PATH|PATHEXT|HOME|USERPROFILE|XDG_CONFIG_HOME|LD_\w+|DYLD_\w+|GCONV_PATH"
    r"|NODE_(?:OPTIONS|PATH)|BUN_OPTIONS|BUN_INSTALL|DENO_DIR"
    r"|PYTHON(?:PATH|STARTUP|HOME|BREAKPOINT|PLATLIBDIR|USERBASE|PYCACHEPREFIX|EXECUTABLE)"
    r"|PERL5?(?:OPT|LIB|DB)|RUBY(?:OPT|LIB)|GEM_(?:PATH|HOME)|BUNDLE_GEMFILE|PHP(?:RC|_INI_SCAN_DIR)"
    r"|LUA_(?:INIT|PATH|CPATH)\w*|CLASSPATH|_?JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS"
    r"|BASH_ENV|BASH_FUNC_.*|ZDOTDIR|GIT_(?:SSH\w*|EXEC_PATH|CONFIG\w*|EXTERNAL_DIFF|ASKPASS)",
    re.IGNORECASE,
)
_SOURCE = re.compile(
    r"NPM_CONFIG_\w+|UV_\w+|PIP_\w+|DOCKER_(?:HOST|CONTEXT|CONFIG|CERT_PATH|TLS_VERIFY)"
    r"|CONTAINER_(?:HOST|CONNECTION|SSHKEY)|CONTAINERS_CONF\w*",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"NPM_CONFIG_(?:LOGLEVEL|FUND|AUDIT|PROGRESS|COLOR|UPDATE_NOTIFIER|YES)"
    r"|UV_(?:NO_PROGRESS|HTTP_TIMEOUT|LINK_MODE|COMPILE_BYTECODE|NO_COLOR)"
    r"|PIP_(?:NO_CACHE_DIR|QUIET|VERBOSE|DISABLE_PIP_VERSION_CHECK|PROGRESS_BAR)",
    re.IGNORECASE,
)


def changes_what_runs(name: str) -> bool:
    """Whether the value of the variable `name` may choose code, or where code comes from."""
    return _CODE.fullmatch(name) is not None or decides_source(name)


def decides_source(name: str) -> bool:
    """Whether `name` says where packages or containers come from."""
    return _SOURCE.fullmatch(name) is not None and _HARMLESS.fullmatch(name) is None
