"""The servers of the open files: the list at the left, and what stands above a server's pages."""

from patchbay.ui.servers.delegate import STRIP
from patchbay.ui.servers.failure import FailurePanel
from patchbay.ui.servers.header import ServerHeader
from patchbay.ui.servers.retry_bar import RetryBar
from patchbay.ui.servers.sidebar import Sidebar

__all__ = ["STRIP", "FailurePanel", "RetryBar", "ServerHeader", "Sidebar"]
