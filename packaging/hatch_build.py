"""Tells wheel and sdist which commit they are of, in `about.json` among the resources."""

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILE = "about.json"


class CommitHook(BuildHookInterface):
    """Writes version and commit; licences are those of the packages that get installed beside it.

    An sdist carries the file in its `resources`, so that a wheel can be built from it without git.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable" or (root / "resources" / FILE).exists():
            return
        folder = "resources" if self.target_name == "sdist" else "patchbay/resources"
        self._folder = tempfile.TemporaryDirectory()
        file = Path(self._folder.name) / FILE
        file.write_text(json.dumps(_told(root), indent=1) + "\n", encoding="utf-8", newline="\n")
        file.chmod(0o644)
        build_data["force_include"][str(file)] = f"{folder}/{FILE}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_folder"):
            self._folder.cleanup()


def _told(root: Path) -> dict[str, str]:
    sys.path.insert(0, str(root / "app"))
    try:
        from patchbay.core.revision import revision  # noqa: PLC0415 - found only from here on
    finally:
        sys.path.pop(0)
    source = (root / "app" / "patchbay" / "__init__.py").read_text(encoding="utf-8")
    version = re.search(r'__version__ = "([^"]+)"', source)
    return {"version": version[1] if version else "", "commit": revision(root)}
