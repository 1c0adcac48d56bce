"""Each run has one private folder, and clears away what dead runs left."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from patchbay.core.sessions.spool import Spool

ROOT = Path(__file__).parents[3] / "app"


def test_a_spool_is_private_and_leaves_nothing(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "spool", 1000)
    folder = spool.folder("a server / with: odd ../name")

    assert spool.root.stat().st_mode & 0o777 == 0o700
    assert folder.stat().st_mode & 0o777 == 0o700
    assert folder.parent == spool.root
    spool.close()
    spool.close()
    assert not list((tmp_path / "spool").iterdir())


def test_two_runs_live_side_by_side(tmp_path: Path) -> None:
    first = Spool(tmp_path, 1000)
    second = Spool(tmp_path, 1000)

    assert first.root.exists()
    assert first.folder("same") != second.folder("same")
    first.close()
    assert second.root.exists()
    second.close()


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path) -> None:
    script = (
        f"import sys; sys.path.append({str(ROOT)!r}); from pathlib import Path\n"
        "from patchbay.core.sessions.spool import Spool\n"
        f"spool = Spool(Path({str(tmp_path)!r}), 1000)\n"
        "(spool.folder('x') / '1.json').write_text('{}')\n"
        "print(spool.root, flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script]
    run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with run:
        assert run.stdout is not None
        left = Path(run.stdout.readline().strip())
        Spool(tmp_path, 1000).close()
        assert left.exists(), "a run that lives keeps its folder"
        run.send_signal(signal.SIGKILL)

    Spool(tmp_path, 1000).close()

    assert not left.exists()


def test_over_the_quota_the_oldest_files_go_except_those_kept(tmp_path: Path) -> None:
    spool = Spool(tmp_path, 250)
    folder = spool.folder("server")
    files = [folder / f"{number}.json" for number in range(5)]
    for age, file in enumerate(reversed(files)):
        file.write_bytes(b"x" * 100)
        os.utime(file, (1_000_000 - age * 10, 1_000_000 - age * 10))

    spool.trim({files[0]})

    assert sorted(path.name for path in folder.iterdir()) == ["0.json", "4.json"]
    spool.close()
