"""Numbers by their spelling: as a person typed them, and so that every YAML reader sees them."""

import json
import re
from typing import NoReturn

from patchbay.core.editing import refusals
from patchbay.core.values import Json, JsonObject

_WITH_EXPONENT = re.compile(r"([-+]?[0-9]+)(\.[0-9]*)?[eE]([-+]?)0*([1-9][0-9]*|0)")


class Spelled(float):
    """A number that is written as it was typed: `1e5`, `1.10`, with digits no float can hold."""

    def __new__(cls, spelling: str) -> "Spelled":
        return super().__new__(cls, spelling)

    def __init__(self, spelling: str) -> None:
        self.spelling = spelling


def json_value(text: str) -> Json:
    """The value of a JSON text; its fractions and exponents keep their spelling when written.

    Raises:
        AppError: it is no JSON, or a name in it is written twice.
    """
    try:
        return json.loads(
            text,
            parse_float=Spelled,
            parse_constant=_refuse_constant,
            object_pairs_hook=_without_doubles,
        )
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "it cannot be read"
        raise refusals.unwritable(f"It is no JSON: {reason}.") from error


def alike(spelling: str) -> str:
    """One spelling for those that differ only in how their exponent is written."""
    match = _WITH_EXPONENT.fullmatch(spelling)
    if match is None:
        return spelling
    whole, fraction, sign, exponent = match.groups("")
    return f"{whole}{fraction.rstrip('0').rstrip('.')}e{sign.removeprefix('+')}{exponent}"


def in_yaml(spelling: str) -> str:
    """A decimal number with the dot and the sign that YAML 1.1 wants where there is an exponent."""
    match = _WITH_EXPONENT.fullmatch(spelling)
    if match is None:
        return spelling
    whole, fraction, sign, exponent = match.groups("")
    return f"{whole}{fraction or '.0'}e{sign or '+'}{exponent}"


def _refuse_constant(name: str) -> NoReturn:
    raise refusals.unwritable(f"Only finite numbers can be written, and {name} is none.")


def _without_doubles(members: list[tuple[str, Json]]) -> JsonObject:
    found: JsonObject = {}
    for name, value in members:
        if name in found:
            raise refusals.unwritable(f"The name “{name}” is written twice in one object.")
        found[name] = value
    return found
