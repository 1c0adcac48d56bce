"""Names what is risky about a start, and what would be safer."""

import re
from collections.abc import Iterator
from itertools import takewhile

from patchbay.core.config.model import Definition
from patchbay.core.trust.container_risks import container_risks, engine_risk
from patchbay.core.trust.containers import container_made, engine_addresses
from patchbay.core.trust.influences import changes_what_runs, decides_source
from patchbay.core.trust.packages import PackageRun, Word, package_run
from patchbay.core.trust.plan import StartPlan
from patchbay.core.trust.risk import Risk, folder_words, in_argv, is_broad
from patchbay.core.trust.rules import program_name

_EXACT_VERSION = re.compile(r"v?\d+(?:\.\d+)+[\w.+-]*|\d+")
_NPM_PACKAGE = re.compile(r"(?P<name>@?[^@]+)(?:@(?P<version>.*))?")
_PYTHON_PACKAGE = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?(?:(?:@|==)(?P<version>[^;\s]+))?(?P<other>[<>~!=].*)?"
)
_NPM_SHORTHAND = re.compile(r"(?:github:|gitlab:|bitbucket:|gist:)\S+|[\w.-]+/[\w.-]+(?:#\S+)?")
_LOCAL_PATH = re.compile(r"[./~\\]|file:|[A-Za-z]:[\\/]|[^:@]*\\")
_SHELLS = {"sh", "bash", "zsh", "dash", "fish", "ksh"}


def risks(plan: StartPlan) -> tuple[Risk, ...]:
    """The risks of `plan`, the gravest kinds first; none for what is part of Patchbay."""
    if plan.definition.built_in or not plan.argv:
        return ()
    program, args = program_name(plan.definition.command), plan.argv[1:]
    found: list[Risk] = []
    found += filter(None, map(engine_risk, engine_addresses(program, args)))
    if (container := container_made(program, args)) is not None:
        found += container_risks(container)
    if (package := package_run(program, args)) is not None:
        found += _of_package(package)
    found += _of_shell(program, args)
    found += _of_variables(plan.definition)
    return tuple(found)


def _of_shell(program: str, args: tuple[str, ...]) -> Iterator[Risk]:
    options = takewhile(lambda argument: argument.startswith("-"), args)
    if program in _SHELLS and any(re.fullmatch(r"-[a-z]*c", option) for option in options):
        yield Risk(
            "A line of shell",
            "A shell may run any program, allowed or not. Name the program itself as command.",
            (0,),
        )


def _of_variables(definition: Definition) -> Iterator[Risk]:
    for name in sorted({*definition.env_file_values, *definition.env}):
        if decides_source(name):
            yield Risk(
                f"{name} decides where code comes from",
                "The same package or image may then be another one. Drop it, or be sure of its"
                " value.",
            )
        elif changes_what_runs(name):
            yield Risk(
                f"{name} changes what runs",
                "With it other code may run than the command line says. Drop it, or be sure of its"
                " value.",
            )


def _of_package(package: PackageRun) -> Iterator[Risk]:
    if package.call is not None:
        yield Risk(
            "npx runs a line of shell",
            "With -c the text goes to a shell, which may run any program, allowed or not. Name the"
            " package and its arguments instead.",
            in_argv(package.call.index),
        )
    for word in package.steering:
        yield Risk(
            "npx is told to run or load something else",
            "This option may start any program, or read settings that do. Drop it.",
            in_argv(word.index),
        )
    for word in package.packages:
        risk = _of_source(package.ecosystem, word)
        if risk is not None:
            yield risk
    for word in package.registries:
        if word.text.startswith("http://"):
            yield Risk(
                "Packages come from an unencrypted address",
                "Whoever is on the way can change them. Use an https:// index.",
                in_argv(word.index),
            )
    yield from _of_folders(package)


def _of_source(ecosystem: str, word: Word) -> Risk | None:
    places = in_argv(word.index)
    text = word.text.partition(" @ ")[2] or word.text
    if _LOCAL_PATH.match(text):
        return Risk(
            "Code comes from a path on this computer",
            "It has no version and may change at any time. Use a published version.",
            places,
        )
    if re.match(r"(?:git\+)?(?:http|git)://", text):
        return Risk(
            "Code comes from an unencrypted address",
            "Whoever is on the way can change it. Use https, or a published version.",
            places,
        )
    is_repository = text.startswith(("git+", "git@", "ssh://")) or ".git" in text
    is_shorthand = ecosystem == "npm" and _NPM_SHORTHAND.fullmatch(text) is not None
    if is_repository or (is_shorthand and not text.startswith("@")):
        return Risk(
            "Code comes straight from a repository",
            "It runs unreviewed and may change at any time. Use a published version.",
            places,
        )
    if "://" in text:
        return Risk(
            "Code comes from a web address",
            "No registry keeps its versions. Use a published version.",
            places,
        )
    return _of_version(ecosystem, text, places)


def _of_version(ecosystem: str, text: str, places: tuple[int, ...]) -> Risk | None:
    pattern = _NPM_PACKAGE if ecosystem == "npm" else _PYTHON_PACKAGE
    match = pattern.fullmatch(text)
    if match is None or _EXACT_VERSION.fullmatch(match["version"] or ""):
        return None
    example = f"{match['name']}@1.2.3"
    return Risk(
        "The package may change",
        f"{text} is not fixed to a version, so the next start may run other code."
        f" Write the version, as in {example}.",
        places,
    )


def _of_folders(package: PackageRun) -> Iterator[Risk]:
    """The file server of the MCP project takes the folders it may touch as arguments."""
    if "server-filesystem" not in package.package:
        return
    for word in package.rest:
        if is_broad(word.text):
            yield Risk(
                f"The server sees {folder_words(word.text)}",
                f"{word.text} opens far more than one task needs. Name single folders.",
                in_argv(word.index),
            )
