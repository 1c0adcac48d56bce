"""Every option of Patchbay as a whole, with the words that describe it."""

from dataclasses import dataclass, field, fields
from typing import Any

from patchbay.core.values import Json


@dataclass(frozen=True, slots=True)
class Waits:
    """Time-outs in seconds: of a start, of a silence in a call, of a whole call."""

    connect: float = 60.0
    request: float = 60.0
    total: float = 3600.0


def _option(default: Any, group: str, label: str, explanation: str, **more: Any) -> Any:
    """A field of the settings with the words that the settings page shows beside it."""
    return field(
        default=default, metadata={"group": group, "label": label, "help": explanation, **more}
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """Every option, each with its label and help in the field's metadata.

    `allow` holds bare program names, absolute paths, and exact command lines as JSON lists of
    texts; `patchbay.core.trust.allow` gives them their meaning.
    """

    theme: str = _option(
        "system",
        "Appearance",
        "Theme",
        "Light, dark, or as the system has it.",
        choices=("system", "light", "dark"),
    )
    text_size: int = _option(
        100,
        "Appearance",
        "Text size",
        "Rows and controls grow with the text.",
        least=90,
        most=150,
        unit="%",
        steps=(90, 100, 115, 130, 150),
    )
    restore_sitting: bool = _option(
        True,  # noqa: FBT003 - the default of a described option
        "At the start",
        "Open again what was open last time",
        "Config files, the server in sight and its page. Servers start only where you chose "
        "that they start when their file is opened.",
    )
    allow: tuple[str, ...] = _option(
        ("npx", "uvx", "docker"),
        "What may run",
        "Programs that may run",
        "Names found in the PATH, absolute paths, or exact command lines.",
        item="program",
    )
    hosts: tuple[str, ...] = _option(
        (),
        "What may run",
        "Hosts reached without encryption",
        "Hosts that http:// and ws:// may be used for besides this computer.",
        item="host",
    )
    pass_variables: tuple[str, ...] = _option(
        (),
        "What may run",
        "Variables passed to servers",
        "Names of environment variables that servers get besides the visible basic ones.",
        item="variable",
    )
    keychain: str = _option(
        "system",
        "Secrets",
        "Where new secrets are kept",
        "In the keychain of this system, or in memory until Patchbay is closed.",
        choices=("system", "memory"),
    )
    connect_timeout: int = _option(
        60,
        "Limits",
        "Time to start",
        "For a server whose entry says nothing else; holds from its next start.",
        least=1,
        most=86_400,
        unit="s",
    )
    request_timeout: int = _option(
        60,
        "Limits",
        "Silence in a call",
        "After so long without an answer or progress, a call has failed.",
        least=1,
        most=86_400,
        unit="s",
    )
    total_timeout: int = _option(
        3_600,
        "Limits",
        "A whole call",
        "No call lasts longer, progress or not.",
        least=1,
        most=604_800,
        unit="s",
    )
    message_cap_mb: int = _option(
        256,
        "Limits",
        "Largest message",
        "A larger one fails its call. Holds from the next start of Patchbay.",
        least=1,
        most=4096,
        unit="MB",
    )
    spool_quota_mb: int = _option(
        4096,
        "Limits",
        "Space for large results",
        "On disk, until Patchbay is closed. Holds from the next start of Patchbay.",
        least=16,
        most=1_000_000,
        unit="MB",
    )
    update_check: bool = _option(
        False,  # noqa: FBT003 - the default of a described option
        "Updates",
        "Ask once a day whether there is a newer version",
        "At the start, by reading the address below. Nothing is sent, downloaded or installed.",
    )
    update_address: str = _option(
        "",
        "Updates",
        "Address of the newest version",
        "A page that holds a version number alone, or as “version” in JSON."
        " While it is empty, nobody is asked.",
    )

    @property
    def waits(self) -> Waits:
        """How long to wait where an entry says nothing."""
        return Waits(
            float(self.connect_timeout), float(self.request_timeout), float(self.total_timeout)
        )


@dataclass(frozen=True, slots=True)
class Option:
    """One option as it is described: of which kind it is, its default tells.

    A text has `choices` or is free; a number lies between `least` and `most`, and is offered in
    `steps` where there are any; of a list, `item` is one.
    """

    name: str
    default: bool | int | str | tuple[str, ...]
    group: str
    label: str
    help: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    unit: str = ""
    steps: tuple[int, ...] = ()
    item: str = ""

    def fits(self, value: Json) -> bool:
        """Whether a value that is no list may be this option's."""
        if isinstance(self.default, bool) or isinstance(value, bool):
            return isinstance(self.default, bool) and isinstance(value, bool)
        if isinstance(value, str):
            return isinstance(self.default, str) and (not self.choices or value in self.choices)
        is_number = isinstance(self.default, int) and isinstance(value, int)
        return is_number and self.least <= value <= self.most


_DEFAULTS = Settings()
OPTIONS: tuple[Option, ...] = tuple(
    Option(each.name, getattr(_DEFAULTS, each.name), **each.metadata) for each in fields(Settings)
)
