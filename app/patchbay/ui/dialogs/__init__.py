"""The few windows that stand before a decision: consent, and a command that may not run."""

from patchbay.ui.dialogs.blocked import BlockedAnswer, BlockedDialog
from patchbay.ui.dialogs.consent import ConsentDialog

__all__ = ["BlockedAnswer", "BlockedDialog", "ConsentDialog"]
