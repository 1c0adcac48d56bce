"""Which commit the source is of; standard library only, because the build asks for it as well."""

import os
import shutil
import subprocess
from pathlib import Path

VARIABLE = "PATCHBAY_COMMIT"
"""Names the commit where the source is built without its repository."""
_SHORT = 7
_PATIENCE = 5


def revision(root: Path) -> str:
    """The short commit of the checkout at `root`; empty where it is none, or git is missing."""
    if named := os.environ.get(VARIABLE, "").strip():
        return named[:_SHORT]
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        return ""
    command = (git, "-C", str(root), "rev-parse", f"--short={_SHORT}", "HEAD")
    try:
        found = subprocess.run(  # noqa: S603 - these words, and nobody else's
            command, capture_output=True, text=True, timeout=_PATIENCE, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return found.stdout.strip()
