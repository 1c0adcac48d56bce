"""The form of one server's definition: shows an entry, asks for operations."""

from patchbay.ui.server_form.form import ServerForm

__all__ = ["ServerForm"]
