"""How a remote server is reached, when its address does not say all: proxy, certificates."""

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.config.model import Entry, Transport
from patchbay.core.sessions.inspection import Inspection
from patchbay.ui.controls import IconButton
from patchbay.ui.server_form.hints import is_secret_proxy, resolved_file_hint
from patchbay.ui.server_form.inputs import ValueField
from patchbay.ui.server_form.remarks import Remark
from patchbay.ui.server_form.text_rows import HidingRow, TextRow, choose


class ProxyRow(HidingRow):
    """The proxy on the way to a remote server."""

    def __init__(self) -> None:
        super().__init__("Proxy", "proxy", "From the environment (default), or none")

    @override
    def is_secret(self, text: str) -> bool:
        return is_secret_proxy(text)


class FileRow(TextRow):
    """A file that decides whom a connection trusts, or who it says it is."""

    def __init__(self, name: str, field: str, default: str, spoken: str = "") -> None:
        source = ValueField()
        super().__init__(name, field, source, spoken)
        source.set_placeholder(default)

    @override
    def fits(self, entry: Entry) -> bool:
        return entry.transport not in (None, Transport.STDIO)

    @override
    def beside(self) -> tuple[QWidget, ...]:
        title = f"Choose a file: {self._spoken}"
        button = IconButton("folder-open", title, small=True)
        button.clicked.connect(lambda: choose(self, title))
        return (button,)

    @override
    def hint(self, inspection: Inspection) -> Remark | None:
        return resolved_file_hint(inspection, self._field)


def reach_rows() -> tuple[TextRow, ...]:
    return (
        ProxyRow(),
        FileRow("CA file", "ca_file", "Only what the system trusts (default)"),
        FileRow("Certificate", "client_cert", "None (default)", "Client certificate"),
        FileRow("Its key", "client_key", "In the same file (default)", "Client key"),
    )
