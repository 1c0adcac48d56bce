"""The names of the commands, known without loading them."""

COMMAND_NAMES = (
    "servers",
    "check",
    "tools",
    "prompts",
    "resources",
    "call",
    "prompt",
    "read",
    "allow",
    "trust",
    "settings",
)
