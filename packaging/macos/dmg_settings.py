"""The disk image, read by dmgbuild, which runs this file with `defines` set.

dmgbuild -s packaging/macos/dmg_settings.py -D app=build/dist/Patchbay.app Patchbay OUT.dmg
"""
# ruff: noqa: F821 -- `defines` holds dmgbuild's -D options

from pathlib import Path

application = Path(defines.get("app", "build/dist/Patchbay.app"))

files = [str(application)]
symlinks = {"Applications": "/Applications"}
icon_locations = {application.name: (150, 150), "Applications": (450, 150)}
window_rect = ((200, 200), (600, 340))
icon_size = 112
format = "UDZO"  # noqa: A001 -- dmgbuild's name for it
if "icon" in defines:
    icon = defines["icon"]
