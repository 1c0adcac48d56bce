"""Which editor a value gets."""

from patchbay.core.calls.fields import Field, FieldKind, Value
from patchbay.core.values import as_list
from patchbay.ui.form.arrays import MOST_ITEMS, ArrayEditor
from patchbay.ui.form.choices import ChoiceEditor, TruthEditor
from patchbay.ui.form.editor import Editor
from patchbay.ui.form.groups import GroupEditor
from patchbay.ui.form.lines import NumberEditor, StringEditor
from patchbay.ui.form.paragraphs import JsonEditor, KeptEditor, LongTextEditor

_EDITORS: dict[FieldKind, tuple[type[Editor], ...]] = {
    FieldKind.STRING: (StringEditor,),
    FieldKind.INTEGER: (NumberEditor,),
    FieldKind.NUMBER: (NumberEditor,),
    FieldKind.BOOLEAN: (TruthEditor,),
    FieldKind.CHOICE: (ChoiceEditor,),
    FieldKind.ARRAY: (ArrayEditor,),
    FieldKind.OBJECT: (GroupEditor,),
    FieldKind.JSON: (),
}
_UNFOLDED = 60
"""So many rows inside groups are shown unasked; schemas whose groups hold groups have thousands."""


class EditorMaker:
    """Makes the first editor of a field's kind that can hold the value; else one for its JSON."""

    def __init__(self) -> None:
        self._unfolded: dict[int, Field] = {}
        self._left = _UNFOLDED

    def may_unfold(self, field: Field) -> bool:
        """Whether the form may still open a group that nobody asked for."""
        if not field.fields or id(field) in self._unfolded:
            return True
        if len(field.fields) > self._left:
            return False
        self._left -= len(field.fields)
        self._unfolded[id(field)] = field
        return True

    def editor(self, field: Field, value: Value, at_hand: Editor | None) -> Editor:
        """The one at hand if it is the right one for this value, else a new one."""
        kind = _kind(field, value)
        if at_hand is not None and type(at_hand) is kind:
            return at_hand
        if issubclass(kind, ArrayEditor | GroupEditor):
            return kind(field, self)
        is_other = issubclass(kind, JsonEditor | KeptEditor) and field.kind is not FieldKind.JSON
        return kind(field.as_json(_reason(value)) if is_other else field)


def _kind(field: Field, value: Value) -> type[Editor]:
    kinds = _EDITORS[field.kind]
    if field.kind is FieldKind.STRING and not field.secret:
        kinds = (LongTextEditor,) if field.multiline else (StringEditor, LongTextEditor)
    if not field.secret or field.kind is FieldKind.JSON:
        kinds = (*kinds, JsonEditor)
    return next((kind for kind in kinds if kind.holds(field, value)), KeptEditor)


def _reason(value: Value) -> str:
    count = len(as_list(value))
    return f"{count:,} items" if count > MOST_ITEMS else "this value is of another type"
