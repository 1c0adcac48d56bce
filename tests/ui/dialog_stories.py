"""The dialogs about configs and their bars, in the states that tell most about them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtWidgets import QWidget

from patchbay.core.config.decoding import Decoded
from patchbay.core.config.env_file import read_env_file
from patchbay.core.config.model import Entry
from patchbay.core.config.reader import read_text
from patchbay.core.drafts.merging import BothSides, differences, merged
from patchbay.core.drafts.reading import Reading, read_draft
from patchbay.core.drafts.secret_move import EnvFile, SecretMove
from patchbay.core.errors import AppError, Family
from patchbay.core.keychain.kept import KeptSecrets, Place
from patchbay.core.keychain.vault import VaultError
from patchbay.core.store.failures import Change
from patchbay.core.store.versions import Version, Versions
from patchbay.ui.bars import OutsideBar, RecoveryBar
from patchbay.ui.controls import column
from patchbay.ui.dialogs.about import AboutDialog
from patchbay.ui.dialogs.add_server import AddServerDialog
from patchbay.ui.dialogs.command_line_paste import CommandLineDialog
from patchbay.ui.dialogs.conflict import ConflictDialog
from patchbay.ui.dialogs.keep_secret import KeepSecretDialog
from patchbay.ui.dialogs.move_secrets import MoveSecretsDialog
from patchbay.ui.dialogs.name_call import NameCallDialog, Naming
from patchbay.ui.dialogs.naming import NamingDialog
from patchbay.ui.dialogs.resolution import Conflict, Resolution, Way
from patchbay.ui.dialogs.review import ReviewDialog
from patchbay.ui.dialogs.targets import Target
from patchbay.ui.dialogs.unsaved import UnsavedDialog, UnsavedFile
from patchbay.ui.dialogs.versions import VersionsDialog
from patchbay.ui.differences import DifferenceView, MaskedText
from tests.ui.config_stories import drafted
from tests.ui.stories import Story

PATH = Path("/srv/work/mcp.json")
BASE = """{
  // shared with the team
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/srv/data"]
    },
    "weather": {
      "command": "uvx",
      "args": ["weather-mcp", "--units", "metric"],
      "env": {
        "WEATHER_API_KEY": "k-3f9a77c1e2",
        "LOG_LEVEL": "debug"
      }
    },
    "github": {
      "url": "https://api.githubcopilot.com/mcp/"
    },
    "postgres": {
      "command": "docker",
      "args": ["run", "-i", "mcp/postgres", "${PG_URL}"]
    }
  }
}
"""
MINE = (
    BASE.replace('"metric"', '"imperial"')
    .replace("k-3f9a77c1e2", "k-81d5ab6604")
    .replace("/srv/data", "/srv/data/reports")
)
THEIRS = BASE.replace('"metric"', '"metric", "--quiet"').replace(
    '      "url": "https://api.githubcopilot.com/mcp/"\n',
    '      "type": "http",\n      "url": "https://api.githubcopilot.com/mcp/"\n',
)


class Chain:
    """A keychain that is there and holds nothing."""

    label = "the keyring of the desktop"

    def get(self, name: str) -> str | None:
        del name
        return None

    def put(self, name: str, value: str) -> None: ...
    def remove(self, name: str) -> None: ...


def keep_secret(folder: Path, name: str) -> QWidget:
    secrets = KeptSecrets(folder / "secrets.json", Chain)
    return KeepSecretDialog(secrets, Place.KEYCHAIN, name)


LITERAL = BASE.replace(
    '"--units", "metric"]',
    '"--units", "metric", "--auth-token=tok-2b8c6d1e90", "--password", "hunter22hunter"]',
).replace('"LOG_LEVEL": "debug"', '"A_RATHER_LONG_NAME_OF_A_PASSWORD": "correct horse battery"')


class NoChain(Chain):
    """As where there is none."""

    def __init__(self) -> None:
        raise VaultError("No keychain was found.")


def move_secrets(
    folder: Path,
    text: str = LITERAL,
    chain: type[Chain] = Chain,
    env_file: EnvFile | None = None,
    **environment: str,
) -> MoveSecretsDialog:
    draft = drafted(folder, text)
    target = env_file or EnvFile(PATH.with_name("weather.env"), is_new=True, written="weather.env")
    secrets = KeptSecrets(folder / "secrets.json", chain)
    move = SecretMove(draft, draft.file.entry("weather"), secrets, environment, target)
    return MoveSecretsDialog(move, to_env_file=env_file is not None)


def move_wrongly(folder: Path) -> MoveSecretsDialog:
    dialog = move_secrets(folder, EDITOR_HOME="/srv")
    dialog.rows[0].name.setText("weather-key")
    dialog.rows[1].box.setChecked(False)
    dialog.rows[2].name.setText("EDITOR_HOME")
    dialog.main.click()
    return dialog


def move_to_unreadable(folder: Path) -> MoveSecretsDialog:
    try:
        read_env_file(folder, "weather")
    except AppError as error:
        return move_secrets(folder, env_file=EnvFile(folder, problem=error))
    raise AssertionError("a folder was read")


def dots(text: str) -> MaskedText:
    masked = text
    for secret in ("k-3f9a77c1e2", "k-81d5ab6604"):
        masked = masked.replace(secret, "•" * len(secret))
    return MaskedText(text, masked)


def reading(text: str) -> Reading:
    return read_draft(PATH, text, Decoded(text), environment={})


def three(mine: str = MINE, theirs: str = THEIRS) -> BothSides:
    return BothSides(reading(BASE), reading(mine), reading(theirs))


def result_of(both: BothSides) -> Callable[[Resolution], str]:
    def result(resolution: Resolution) -> str:
        if resolution.way is Way.MINE:
            return both.mine.text
        return merged(both, resolution.choices)

    return result


def minutes_ago(count: float) -> datetime:
    return datetime.now(UTC) - timedelta(minutes=count)


def conflict(mine: str = MINE, theirs: str = THEIRS) -> ConflictDialog:
    versions = three(mine, theirs)
    known = Conflict(PATH, Change.CHANGED, minutes_ago(2), mine, theirs, differences(versions))
    return ConflictDialog(known, result_of(versions))


def broken_conflict() -> ConflictDialog:
    why = "Not possible: what is on the disk is broken in line 4."
    theirs = BASE.replace('"npx",', '"npx"')
    known = Conflict(PATH, Change.CHANGED, minutes_ago(90), MINE, theirs, None, why)
    return ConflictDialog(known, lambda _: MINE)


def refused_conflict() -> ConflictDialog:
    def refuse(resolution: Resolution) -> str:
        del resolution
        raise AppError(
            Family.CONFIGURATION,
            "weather cannot be merged",
            cause="It stands inside an anchor that others use.",
            hint="Keep mine, or reload.",
        )

    known = Conflict(PATH, Change.CHANGED, minutes_ago(2), MINE, THEIRS, differences(three()))
    return ConflictDialog(known, refuse)


def deleted(*, folder_gone: bool = False) -> ConflictDialog:
    known = Conflict(PATH, Change.DELETED, minutes_ago(1), MINE, None, is_folder_gone=folder_gone)
    return ConflictDialog(known, lambda _: MINE)


def kept(folder: Path) -> tuple[Versions, tuple[Version, ...]]:
    versions = Versions(folder / "versions")
    for text in (BASE.replace("debug", "info"), THEIRS, BASE):
        versions.keep(PATH, text.encode())
    return versions, versions.list(PATH)


def versions(folder: Path) -> VersionsDialog:
    store, listed = kept(folder)
    return VersionsDialog(PATH, MINE, listed, store.read)


def no_versions(folder: Path) -> VersionsDialog:
    return VersionsDialog(PATH, MINE, (), Versions(folder).read)


def entry(name: str = "weather") -> Entry:
    return read_text(PATH, BASE).entry(name)


TARGETS = (
    Target("Claude Desktop", Path("/home/ada/.config/Claude/claude_desktop_config.json")),
    Target("mcp.json", PATH, frozenset({"filesystem", "weather", "github", "postgres"})),
)
PASTED = """"mcpServers": {
    "weather": {"command": "uvx", "args": ["weather-mcp@2"], "env": {"KEY": "abcdef123456"}},
    "figma": {"type": "http", "url": "https://mcp.figma.com/mcp"},
}
"""


def add_by_form() -> AddServerDialog:
    dialog = AddServerDialog(TARGETS, 1)
    dialog.form.command.setText("uvx weather-mcp --units 'metric and more' --home ${HOME}")
    name = dialog.form.env.append()
    name.setText("WEATHER_API_KEY")
    dialog.form.env.pairs[0].value.setText("k-3f9a77c1e2")
    return dialog


def add_remote() -> AddServerDialog:
    dialog = AddServerDialog(TARGETS, 0)
    dialog.form.transport.button(1).click()
    dialog.form.url.setText("https://mcp.figma.com/mcp")
    return dialog


def add_nothing() -> AddServerDialog:
    dialog = AddServerDialog(TARGETS, 0)
    dialog.main.click()
    return dialog


def changed_line() -> CommandLineDialog:
    line = "WEATHER_API_KEY=k-99 uvx weather-mcp@2 --units 'metric and more' --verbose"
    return CommandLineDialog(entry(), line)


def long_lines(_folder: Path) -> DifferenceView:
    before = "".join(f'  "key {number}": {number},\n' for number in range(10_000))
    after = before.replace('"key 5000": 5000', f'"key 5000": "{"x" * 400}"')
    view = DifferenceView()
    view.compare(MaskedText(before, before), MaskedText(after, after))
    return view


def bars(_folder: Path) -> QWidget:
    page = QWidget()
    page.setLayout(
        column(
            RecoveryBar(minutes_ago(130)),
            OutsideBar("mcp.json", minutes_ago(2)),
            None,
            gap=8,
        )
    )
    return page


FILES = (
    UnsavedFile("mcp.json", 3, folder="/srv/work"),
    UnsavedFile("claude_desktop_config.json", 1, folder="/home/ada/.config/Claude"),
)
BROKEN = UnsavedFile("tools.yaml", 2, "its text is broken in line 3", "/srv/work")


def name_call(name: str, *, renames: bool = False) -> QWidget:
    """A call that is saved, or one that is renamed."""
    taken = {"90 days": "render_chart"}
    if renames:
        return NameCallDialog(Naming("Rename the saved call", "A call of rows", name, taken))
    what = "render_chart of charts, with 4 arguments"
    kept_in = Path("/home/ada/.local/share/patchbay/saved-calls.json")
    return NameCallDialog(Naming("Save this call", what, name, taken, kept_in))


DIALOG_STORIES = (
    Story("about", lambda _: AboutDialog(), 0),
    Story("review", lambda _: ReviewDialog("mcp.json", dots(BASE), dots(MINE)), 0),
    Story("review-nothing", lambda _: ReviewDialog("mcp.json", dots(BASE), dots(BASE)), 0),
    Story("conflict", lambda _: conflict(), 0),
    Story("conflict-broken", lambda _: broken_conflict(), 0),
    Story("conflict-refused", lambda _: refused_conflict(), 0),
    Story("conflict-deleted", lambda _: deleted(), 0),
    Story("conflict-folder-gone", lambda _: deleted(folder_gone=True), 0),
    Story("versions", versions, 0),
    Story("versions-none", no_versions, 0),
    Story("unsaved", lambda _: UnsavedDialog(FILES, quits=True), 0),
    Story("unsaved-one", lambda _: UnsavedDialog(FILES[:1], quits=False), 0),
    Story("unsaved-mixed", lambda _: UnsavedDialog((*FILES, BROKEN), quits=True), 0),
    Story("unsaved-broken", lambda _: UnsavedDialog((BROKEN,), quits=False), 0),
    Story("add-form", lambda _: add_by_form(), 0),
    Story("add-remote", lambda _: add_remote(), 0),
    Story("add-missing", lambda _: add_nothing(), 0),
    Story("add-paste", lambda _: AddServerDialog(TARGETS, 1, PASTED), 0),
    Story("add-paste-empty", lambda _: AddServerDialog(TARGETS, 1, " "), 0),
    Story("add-paste-problem", lambda _: AddServerDialog(TARGETS, 1, '{"a": [1, 2'), 0),
    Story("command-line", lambda _: changed_line(), 0),
    Story("command-line-problem", lambda _: CommandLineDialog(entry(), "npx a | tee b"), 0),
    Story("keep-secret", lambda folder: keep_secret(folder, "WEATHER_API_KEY"), 0),
    Story("keep-secret-new", lambda folder: keep_secret(folder, ""), 0),
    Story("move-secrets", move_secrets, 0),
    Story("move-secrets-no-keychain", lambda folder: move_secrets(folder, chain=NoChain), 0),
    Story(
        "move-secrets-env-file",
        lambda folder: move_secrets(folder, env_file=EnvFile(PATH.with_name("team.env"))),
        0,
    ),
    Story("move-secrets-refused", move_wrongly, 0),
    Story("move-secrets-unreadable", move_to_unreadable, 0),
    Story("name-call", lambda _: name_call("render_chart orders, line"), 0),
    Story("name-call-replace", lambda _: name_call("90 days"), 0),
    Story("name-call-taken", lambda _: name_call("90 days", renames=True), 0),
    Story("naming", lambda _: NamingDialog("Rename weather", "Rename", "weather", ()), 0),
    Story(
        "naming-taken",
        lambda _: NamingDialog("Duplicate weather", "Duplicate", "my weather", {"my weather"}),
        0,
    ),
    Story("difference-long", long_lines, 640, 400),
    Story("bars", bars, 760, 120),
)
