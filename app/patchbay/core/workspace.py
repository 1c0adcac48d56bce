"""Builds and closes everything core is made of, once, for the window and the command line alike."""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from patchbay.core.calls.saved_calls import SavedCalls
from patchbay.core.config.built_in import DEMO_NAME, DEMO_PATH, demo_config
from patchbay.core.config.model import ConfigFile
from patchbay.core.crashes import Crashes
from patchbay.core.drafts.drafts import Drafts
from patchbay.core.drafts.shelf import standard_shelf
from patchbay.core.keychain.kept import KeptSecrets
from patchbay.core.keychain.vault import Vault, system_vault
from patchbay.core.paths import Paths
from patchbay.core.sessions.backoff import PATIENCE, Backoff
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.environment import Surroundings, login_shell_path, shell_of
from patchbay.core.sessions.eras import Eras
from patchbay.core.sessions.gate import Gate
from patchbay.core.sessions.habits import Habits
from patchbay.core.sessions.launch import Limits
from patchbay.core.sessions.orphans import become_subreaper
from patchbay.core.sessions.parts import Parts
from patchbay.core.sessions.pool import Pool
from patchbay.core.sessions.session import Services, Session
from patchbay.core.sessions.spawner import Spawner
from patchbay.core.sessions.spool import Spool
from patchbay.core.settings import SettingsStore
from patchbay.core.sitting.recent import RecentFiles
from patchbay.core.trust.allow import AllowList
from patchbay.core.trust.consent import ConsentStore
from patchbay.core.trust.question import Asker
from patchbay.core.updates import UpdateCheck


@dataclass(frozen=True, slots=True)
class Workspace:
    """Everything a face of Patchbay gets."""

    settings: SettingsStore
    allow: AllowList
    consents: ConsentStore
    secrets: KeptSecrets
    surroundings: Surroundings
    gate: Gate
    habits: Habits
    drafts: Drafts
    recent: RecentFiles
    saved_calls: SavedCalls
    pool: Pool
    decoder: Decoder
    updates: UpdateCheck
    crashes: Crashes
    _spool: Spool
    _spawner: Spawner

    def open(self, path: Path) -> ConfigFile:
        """Read a config and put its servers into the pool; nothing starts.

        One that is open already is looked at again; edits that were not saved stay.

        Raises:
            AppError: there is no such file, or it cannot be read.
        """
        return self.drafts.open(path).file

    async def open_large(self, path: Path) -> ConfigFile:
        """As `open`, for a file that takes long to read: in a thread, while the loop goes on.

        Raises:
            AppError: there is no such file, or it cannot be read.
        """
        return (await self.drafts.open_large(path)).file

    async def close_file(self, path: Path) -> None:
        """Stop the servers of a file and let go of it; what is not saved is offered again."""
        await self.drafts.close(path)
        await self.pool.remove(path)

    def open_demo(self) -> Session:
        self.pool.put(demo_config())
        session = self.pool.find(DEMO_PATH, DEMO_NAME)
        assert session is not None  # it was put there one line above
        return session

    async def close(self) -> None:
        """Stop every server and leave nothing behind."""
        await self.drafts.close_all()
        await self.pool.stop_all()
        await self.saved_calls.settle()
        await self.decoder.close()
        self._spawner.close()
        self._spool.close()


def build_workspace(  # noqa: PLR0913 - what differs between window, command line and tests
    paths: Paths,
    ask: Asker,
    *,
    login_shell: bool,
    backoff: Backoff = PATIENCE,
    find_vault: Callable[[], Vault] = system_vault,
    attended: bool = False,
) -> Workspace:
    """Everything core is made of; must run inside the event loop.

    `login_shell` asks the person's shell for its PATH, which a program started from a menu lacks.
    `find_vault` finds the keychain once it is needed. `attended` says that somebody is there to
    answer the questions of servers.
    """
    # The SDK logs whole messages at warning level, secrets included; the tap tells it better.
    for name in ("mcp", "client"):  # its session logs as "client"
        logging.getLogger(name).setLevel(logging.CRITICAL)
    become_subreaper()
    settings = SettingsStore(paths.settings_file)
    spool = Spool(paths.spool, settings.settings.spool_quota_mb * 1024 * 1024)
    spawner = Spawner()
    allow = AllowList(settings)
    consents = ConsentStore(paths.consents_file)
    secrets = KeptSecrets(paths.secrets_file, find_vault)
    look_up = _login_path if login_shell else None
    surroundings = Surroundings(
        os.environ,
        look_up,
        lambda: settings.settings.pass_variables,
        lambda: settings.settings.waits,
        secrets,
    )
    gate = Gate(allow, consents, surroundings, ask, spool.root)
    decoder = Decoder(spawner)
    limits = Limits(message_cap=settings.settings.message_cap_mb * 1024 * 1024)
    parts = Parts(spool, spawner, decoder, limits)
    habits = Habits(paths.habits_file)
    saved_calls = SavedCalls(paths.saved_calls_file)
    pool = Pool(Services(gate, parts, Eras(paths.eras_file), habits, backoff, attended))
    pool.renamed.connect(lambda each: saved_calls.follow_rename(*each))
    drafts = Drafts(standard_shelf(paths), secrets.over(surroundings.environment))
    drafts.read.connect(lambda draft: pool.follow(draft.file))
    secrets.changed.connect(lambda _: drafts.read_again())
    return Workspace(
        settings=settings,
        allow=allow,
        consents=consents,
        secrets=secrets,
        surroundings=surroundings,
        gate=gate,
        habits=habits,
        drafts=drafts,
        recent=RecentFiles(paths.recent_file),
        saved_calls=saved_calls,
        pool=pool,
        decoder=decoder,
        updates=UpdateCheck(settings, paths.updates_file, os.environ),
        crashes=Crashes(paths.crashes, pool.redacted),
        _spool=spool,
        _spawner=spawner,
    )


def _login_path() -> str | None:
    return login_shell_path(shell_of(os.environ))
