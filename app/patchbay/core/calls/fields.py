"""The fields of a form, as frozen data: everything a row needs to draw itself."""

from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import Final, TypeAlias

from patchbay.core.values import Json


class Absent(Enum):
    """The type of `ABSENT`."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
"""Not sent at all: neither `None`, which is sent as null, nor an empty value."""

Value: TypeAlias = Json
"""What a row holds: a JSON value or `ABSENT`; an object row a dict whose values may be `ABSENT`."""


class FieldKind(StrEnum):
    """How a row is drawn."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    ARRAY = "array"
    OBJECT = "object"
    JSON = "json"
    """A small JSON editor, for what the other rows cannot show; `Field.reason` says why."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value a row may take; any JSON value."""

    value: Json
    label: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a value must keep to, as far as a row can check it while somebody types.

    For strings the lengths count code points, for arrays items, for objects properties.
    """

    minimum: float | int | None = None
    maximum: float | int | None = None
    above: float | int | None = None
    below: float | int | None = None
    multiple_of: float | int | None = None
    shortest: int | None = None
    longest: int | None = None
    pattern: str = ""
    unique: bool = False


NO_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Field:
    """One row of a form.

    Attributes:
        name: the property's name as written; empty for the root and for the items of an array.
        type_text: a few words for the corner, such as "integer ≥ 1" or "array of string".
        nullable: null is allowed beside what `kind` says.
        default: the schema's default, or `ABSENT`.
        choices: for CHOICE rows, without null (that is `nullable`); else empty.
        item: for ARRAY rows, the row of each item.
        fields: for OBJECT rows, in the schema's order.
        placeholder: what an empty row may show: the default or an example, as text.
        format: the schema's `format`, such as "date" or "uri".
        multiline: the value is likely to have several lines.
        secret: the value should not be shown while it is typed.
        schema: the part of the schema the row was made from.
        reason: why this is a JSON row; empty for the others.
    """

    name: str
    kind: FieldKind
    type_text: str
    title: str = ""
    description: str = ""
    required: bool = False
    nullable: bool = False
    default: Value = ABSENT
    choices: tuple[Choice, ...] = ()
    item: "Field | None" = None
    fields: "tuple[Field, ...]" = ()
    limits: Limits = NO_LIMITS
    placeholder: str = ""
    format: str = ""
    multiline: bool = False
    secret: bool = False
    deprecated: bool = False
    schema: Json = field(default=True, repr=False, compare=False)
    reason: str = ""

    @property
    def label(self) -> str:
        return self.name

    def field(self, name: str) -> "Field | None":
        """The row of one property of this object."""
        return next((child for child in self.fields if child.name == name), None)

    def as_json(self, reason: str) -> "Field":
        """The same row as a small JSON editor, for a value the row itself cannot hold."""
        return replace(self, kind=FieldKind.JSON, reason=reason, choices=(), item=None, fields=())
