"""Finds out whether a window can be shown, before Qt is asked: Qt aborts where it cannot."""

import ctypes
import importlib.util
import os
import sys
from pathlib import Path

PACKAGES = (
    "libegl1 libgl1 libxkbcommon0 libfontconfig1 libdbus-1-3 libglib2.0-0 libxcb-cursor0 "
    "libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"
)
"""Debian's names of what Qt needs beside its wheel, found one by one in an empty system."""

INSTALL = f"apt-get install {PACKAGES}"


def missing_libraries() -> str:
    """Why Qt cannot be loaded at all, or nothing."""
    try:
        importlib.import_module("PySide6.QtWidgets")
    except ImportError as error:
        return str(error)
    return ""


def draw_off_screen() -> None:
    """For a picture no window needs to appear; a platform chosen in the environment stays."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def choose_platform() -> str:
    """Draw off screen where no window can be shown; returns the reason, or nothing.

    Windows and macOS always have a display; a platform chosen in the environment is respected.
    """
    if os.environ.get("QT_QPA_PLATFORM") or sys.platform in ("win32", "darwin"):
        return ""
    reason = _why_no_window()
    if reason:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return reason


def _why_no_window() -> str:
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    if not os.environ.get("DISPLAY"):
        return "there is no display"
    if problem := _plugin_problem():
        return f"{problem} (missing system libraries: {INSTALL})"
    if not _answers():
        return f"the display {os.environ['DISPLAY']} does not answer"
    return ""


def _plugin_problem() -> str:
    """Qt's window plug-in aborts the whole process when one of its libraries is missing."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or not spec.origin:
        return "PySide6 is not installed"
    plugin = Path(spec.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    if not plugin.exists():
        return ""
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return str(error).partition(":")[0] + " is missing"
    return ""


def _answers() -> bool:
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed
