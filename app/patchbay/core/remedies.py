"""What a person can do about a failure, in the words of the button that does it."""

from patchbay.core.errors import Action, Remedy

EDIT_ARGUMENTS = Remedy(Action.EDIT, "Edit arguments", "args")
EDIT_COMMAND = Remedy(Action.EDIT, "Edit command", "command")
EDIT_ENCODING = Remedy(Action.EDIT, "Edit encoding", "encoding")
EDIT_FOLDER = Remedy(Action.EDIT, "Edit folder", "cwd")
EDIT_VARIABLES = Remedy(Action.EDIT, "Edit variables", "env")
EDIT_TIME_OUT = Remedy(Action.EDIT, "Edit time-out", "connect_timeout")
EDIT_URL = Remedy(Action.EDIT, "Edit address", "url")
EDIT_TRANSPORT = Remedy(Action.EDIT, "Edit transport", "transport")
EDIT_HEADERS = Remedy(Action.EDIT, "Edit headers", "headers")
EDIT_PROXY = Remedy(Action.EDIT, "Edit proxy", "proxy")
EDIT_CA_FILE = Remedy(Action.EDIT, "Edit CA file", "ca_file")
OPEN_LOG = Remedy(Action.SHOW_LOG, "Open log")
SHOW_TRAFFIC = Remedy(Action.SHOW_TRAFFIC, "Show traffic")
