"""The parts of a build as a CycloneDX list: name, version, licence and hashes of each.

python packaging/sbom.py OUT REQUIREMENTS, run by the Python that the build was made with. What is
listed is what the page About lists; the hashes are those of the pinned requirements.
"""

import json
import platform
import re
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

from patchbay.core.about import about, shipped_licences
from patchbay.core.licences import DISTRIBUTION, Licence

JsonObject = dict[str, object]

_PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?==([^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_EXPRESSION = re.compile(r"[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*")


def pinned(text: str) -> dict[tuple[str, str], list[str]]:
    """By name and version of each requirement, the SHA-256 sums of the files it may come from."""
    found: dict[tuple[str, str], list[str]] = {}
    sums: list[str] = []
    for line in text.splitlines():
        if pin := _PIN.match(line):
            sums = found.setdefault((_plain(pin[1]), pin[2]), [])
        sums.extend(_HASH.findall(line))
    return found


def component(part: Licence, hashes: dict[tuple[str, str], list[str]]) -> JsonObject:
    """One part as CycloneDX writes it; only a pinned package has hashes and a package address."""
    told: JsonObject = {
        "type": "library",
        "bom-ref": f"{part.name}@{part.version}" if part.version else part.name,
        "name": part.name,
        **licences(part.id),
    }
    if part.version:
        told["version"] = part.version
    plain = _plain(part.name)
    if sums := hashes.get((plain, part.version)):
        told["purl"] = f"pkg:pypi/{plain}@{part.version}"
        told["hashes"] = [{"alg": "SHA-256", "content": each} for each in sums]
    return told


def licences(identity: str) -> JsonObject:
    """An expression in the words of SPDX where it is one, otherwise the name that was given."""
    if not identity:
        return {}
    if _EXPRESSION.fullmatch(identity):
        return {"licenses": [{"expression": identity}]}
    return {"licenses": [{"license": {"name": identity}}]}


def bill(requirements: str) -> JsonObject:
    """The whole list of what this environment's Patchbay is made of."""
    hashes = pinned(requirements)
    shipped = shipped_licences()
    python = Licence("CPython", platform.python_version(), "PSF-2.0", "")
    parts = [component(each, hashes) for each in (python, *shipped) if each.name != DISTRIBUTION]
    own = next(each for each in shipped if each.name == DISTRIBUTION)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid4()}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.now(UTC).isoformat(timespec="seconds"),
            "component": {**component(own, hashes), "type": "application"},
            "properties": [
                {"name": "patchbay:commit", "value": about().commit},
                {"name": "patchbay:system", "value": platform.platform()},
            ],
        },
        "components": parts,
    }


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    text = json.dumps(bill(Path(sys.argv[2]).read_text("utf-8")), indent=2)
    Path(sys.argv[1]).write_text(text + "\n", "utf-8")
