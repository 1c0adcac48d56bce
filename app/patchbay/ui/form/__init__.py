"""Forms: from the fields of a schema to rows that a person fills, or to JSON text, and back."""

from patchbay.ui.form.form import Form

__all__ = ["Form"]
