"""The one style sheet, written for a palette and a text size."""

import re
from collections.abc import Callable

from patchbay.ui.theme.palette import Colours

SHEET_ICONS = (
    ("chevron-down", "text2", 14),
    ("chevron-up", "text2", 12),
    ("chevron-down", "text2", 12),
    ("chevron-right", "text3", 12),
    ("chevron-down", "text3", 12),
    ("check", "on_accent", 14),
    ("check", "accent", 14),
)
"""Icon, colour and size of every picture the sheet names."""

_SCALED_FROM = 6
"""Lengths below this many pixels are lines, radii and nudges: they stay when the text grows."""

_SHEET = r"""
* { font-family: "Inter"; font-size: 13px; color: @text; outline: 0; }
QMainWindow, QDialog { background: @surface; }
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px 8px; }

QLabel { background: transparent; }
QLabel[role="hero"] { font-size: 22px; font-weight: 600; }
QLabel[role="h1"] { font-size: 18px; font-weight: 600; }
QLabel[role="h2"] { font-size: 15px; font-weight: 600; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="label"] { font-weight: 500; }
QLabel[role="section"] { font-size: 12px; font-weight: 600; color: @text2; }
QLabel[role="second"] { color: @text2; }
QLabel[role="small"] { font-size: 12px; color: @text2; }
QLabel[role="hint"] { font-size: 12px; color: @text3; }
QLabel[role="mono"] { font-family: "JetBrains Mono"; font-size: 12px; color: @text2; }
QLabel[role="monohint"] { font-family: "JetBrains Mono"; font-size: 11px; color: @text3; }
QLabel[role="ok"] { font-size: 12px; color: @ok; }
QLabel[role="okstrong"] { font-size: 13px; font-weight: 600; color: @ok; }
QLabel[role="warn"] { font-size: 12px; color: @warn; }
QLabel[role="warnstrong"] { font-size: 13px; font-weight: 600; color: @warn; }
QLabel[role="error"] { font-size: 12px; color: @danger; }
QLabel[role="errorstrong"] { font-size: 13px; font-weight: 600; color: @danger; }
QLabel[role="accent"] { font-size: 12px; color: @accent; }

QLabel[badge] { font-size: 11px; font-weight: 500; border-radius: 4px; padding: 1px 6px;
    min-height: 14px; max-height: 14px; }
QLabel[badge="neutral"] { background: @hover; color: @text2; }
QLabel[badge="ok"] { background: @ok_soft; color: @ok; }
QLabel[badge="warn"] { background: @warn_soft; color: @warn; }
QLabel[badge="danger"] { background: @danger_soft; color: @danger; }
QLabel[badge="accent"] { background: @accent_soft; color: @accent; }
QLabel[badge="violet"] { background: @violet_soft; color: @violet; }
QLabel[badge="outline"] { border: 1px solid @line; color: @text2; padding: 0 5px;
    font-family: "JetBrains Mono"; font-weight: 400; }
QLabel[role="key"] { font-size: 11px; color: @text3; background: @inset; border: 1px solid @line;
    border-radius: 4px; padding: 0 4px; min-height: 16px; max-height: 16px; }

QFrame[ground="canvas"] { background: @canvas; border: 0; }
QFrame[ground="surface"], QWidget#plain { background: @surface; border: 0; }
QFrame[ground="inset"] { background: @inset; border: 1px solid @line; border-radius: 6px; }
QFrame[ground="sidebar"] { background: @canvas; border: 0; }
QFrame[ground="bar"] { background: @inset; border: 0; border-top: 1px solid @line; }
QFrame[ground="topbar"] { background: @inset; border: 0; border-bottom: 1px solid @line; }
QFrame[ground="command"] { background: @inset; border: 1px solid @line; border-radius: 4px; }
QFrame[ground="block"] { background: @surface; border: 1px solid @line; border-radius: 6px; }
QFrame[ground="blockhead"] { background: @inset; border: 0; border-bottom: 1px solid @line;
    border-top-left-radius: 5px; border-top-right-radius: 5px; }
QFrame[ground="crash"] { background: @surface; border: 0; border-bottom: 1px solid @line;
    border-left: 3px solid @danger; }
QFrame[ground="failure"] { background: @surface; border: 1px solid @line;
    border-left: 3px solid @danger; border-top-right-radius: 6px;
    border-bottom-right-radius: 6px; }
QFrame[ground="warn"] { background: @warn_soft; border: 0; border-radius: 6px; }
QFrame[ground="danger"] { background: @danger_soft; border: 0; border-radius: 6px; }
QFrame[ground="info"] { background: @accent_soft; border: 0; border-radius: 6px; }
QFrame[ground="ask"] { background: @surface; border: 1px solid @violet; border-radius: 8px; }
QFrame[ground="askhead"] { background: @violet_soft; border: 0; border-top-left-radius: 7px;
    border-top-right-radius: 7px; }
QFrame[ground="askbar"] { background: @violet_soft; border: 0; border-bottom: 1px solid @line; }
QFrame[ground="askfoot"] { background: transparent; border: 0; border-top: 1px solid @line; }
QFrame[ground="raised"] { background: @raised; border: 1px solid @line; border-radius: 8px; }
QFrame[ground="card"] { background: @surface; border: 1px solid @line; border-radius: 8px; }
QFrame[ground="line"] { background: @line; border: 0; }
QFrame[ground="segments"] { background: @seg; border: 0; border-radius: 5px; }
QFrame[ground="raised"] QLineEdit, QFrame[ground="raised"] QLineEdit:focus {
    background: @raised; border: 0; font-size: 15px; min-height: 40px; padding: 0; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit[field="true"] {
    background: @surface; border: 1px solid @edge; border-radius: 4px; min-height: 26px;
    padding: 0 8px; selection-background-color: @accent_fill; selection-color: @on_accent; }
QPlainTextEdit[field="true"] { padding: 3px 4px; }
QLineEdit, QPlainTextEdit, QTextEdit { placeholder-text-color: @text3; }
QLineEdit { lineedit-password-character: 8226; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {
    border: 2px solid @accent; padding: 0 7px; min-height: 24px; }
QPlainTextEdit[field="true"]:focus { border: 2px solid @accent; padding: 2px 3px; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled {
    color: @text3; background: @inset; border-color: @line; }
QPlainTextEdit[field="true"]:disabled { color: @text3; background: @inset; border-color: @line; }
QLineEdit[mono="true"], QPlainTextEdit[mono="true"] {
    font-family: "JetBrains Mono"; font-size: 12px; }
QLineEdit[bad="true"], QComboBox[bad="true"], QSpinBox[bad="true"],
QPlainTextEdit[field="true"][bad="true"] { border-color: @danger; }
QLineEdit[null="true"] { color: @text3; background: @inset; border-color: @line;
    font-family: "JetBrains Mono"; font-size: 12px; }
QComboBox { padding-right: 24px; combobox-popup: 0; }
QComboBox::drop-down { border: 0; width: 24px; subcontrol-position: right center; }
QComboBox::down-arrow { image: url(%{chevron-down text2 14}); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: @raised; border: 1px solid @line; padding: 4px; }
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0 4px; }
QSpinBox, QDoubleSpinBox, QSpinBox:focus, QDoubleSpinBox:focus { padding: 0; }
QSpinBox QLineEdit, QSpinBox QLineEdit:focus, QDoubleSpinBox QLineEdit,
QDoubleSpinBox QLineEdit:focus {
    border: 0; background: transparent; padding: 0 0 0 7px; min-height: 0; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button,
QDoubleSpinBox::down-button { border: 0; width: 20px; background: transparent;
    subcontrol-origin: border; }
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-position: top right; height: 13px;
    margin: 2px 2px 0 0; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-position: bottom right;
    height: 13px; margin: 0 2px 2px 0; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(%{chevron-up text2 12});
    width: 12px; height: 12px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(%{chevron-down text2 12});
    width: 12px; height: 12px; }

QCheckBox { spacing: 8px; font-weight: 500; min-height: 24px; border: 2px solid transparent;
    border-radius: 4px; }
QCheckBox:disabled { color: @text3; }
QCheckBox:focus { border: 2px solid @accent; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @edge; border-radius: 3px;
    background: @surface; }
QCheckBox::indicator:checked { background: @accent_fill; border-color: @accent_fill;
    image: url(%{check on_accent 14}); }
QCheckBox::indicator:indeterminate { background: @inset; border: 1px dashed @edge; }
QRadioButton { spacing: 8px; min-height: 24px; border: 2px solid transparent; border-radius: 4px;
    padding-right: 6px; }
QRadioButton:disabled { color: @text3; }
QRadioButton::indicator:disabled { background: @inset; border-color: @line; }
QRadioButton:focus { border: 2px solid @accent; }
QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid @edge;
    border-radius: 7px; background: @surface; }
QRadioButton::indicator:checked { border-color: @accent_fill;
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5, stop: 0 @surface,
    stop: 0.4 @surface, stop: 0.5 @accent_fill, stop: 1 @accent_fill); }

QPushButton { background: @surface; border: 1px solid @edge; border-radius: 4px;
    font-weight: 500; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @press; }
QPushButton:disabled { border-color: @line; background: @surface; }
QPushButton[kind="primary"] { background: @accent_fill; border-color: @accent_fill; }
QPushButton[kind="primary"]:hover, QPushButton[kind="primary"]:pressed {
    background: @accent_hover; border-color: @accent_hover; }
QPushButton[kind="primary"]:disabled { background: @inset; border-color: @line; }
QPushButton[kind="danger"] { background: @danger_fill; border-color: @danger_fill; }
QPushButton[kind="dangerline"] { border-color: @danger; }
QPushButton[kind="ghost"], QPushButton[kind="link"], QPushButton[kind="icon"],
QPushButton[kind="iconsm"], QPushButton[kind="fold"], QPushButton[kind="run"] {
    background: transparent; border: 0; }
QPushButton[kind="ghost"]:hover, QPushButton[kind="icon"]:hover, QPushButton[kind="iconsm"]:hover,
QPushButton[kind="run"]:hover { background: @hover; }
QPushButton[kind="ghost"]:pressed, QPushButton[kind="icon"]:pressed,
QPushButton[kind="iconsm"]:pressed { background: @press; }
QPushButton[kind="icon"]:checked, QPushButton[kind="iconsm"]:checked,
QPushButton[kind="ghost"]:checked, QPushButton[kind="run"]:checked { background: @accent_soft; }
QPushButton[kind="chip"] { background: transparent; border: 1px solid @line;
    border-radius: 12px; }
QPushButton[kind="chip"]:hover { background: @hover; }
QPushButton[kind="chip"]:checked, QPushButton[kind="null"]:checked {
    background: @accent_soft; border-color: @accent; }
QPushButton[kind="segment"] { background: transparent; border: 0; }
QPushButton[kind="segment"]:checked { background: @seg_on; border: 1px solid @line; }
QPushButton:focus, QPushButton[kind="chip"]:focus, QPushButton[kind="segment"]:focus,
QPushButton[kind="ghost"]:focus, QPushButton[kind="link"]:focus, QPushButton[kind="icon"]:focus,
QPushButton[kind="iconsm"]:focus, QPushButton[kind="fold"]:focus, QPushButton[kind="run"]:focus {
    border: 2px solid @accent; }
QPushButton[kind="primary"]:focus, QPushButton[kind="danger"]:focus {
    border: 2px solid @text; }

QAbstractItemView { background: @surface; border: 0; selection-background-color: @accent_soft;
    selection-color: @text; }
QFrame[ground="sidebar"] QAbstractItemView { background: @canvas; }
QFrame[ground="raised"] QAbstractItemView { background: @raised; }
QTreeView::branch { background: transparent; border: 0; }
QTreeView::item { border: 0; }
QTreeView::branch:has-children:closed { image: url(%{chevron-right text3 12}); }
QTreeView::branch:has-children:open { image: url(%{chevron-down text3 12}); }
QHeaderView { background: @inset; border: 0; }
QHeaderView::section { background: @inset; color: @text3; font-size: 12px; font-weight: 500;
    border: 0; border-bottom: 1px solid @line; padding: 0 8px; min-height: 28px; }
QTableView { gridline-color: transparent; }
QTableCornerButton::section { background: @inset; border: 0; }

QPlainTextEdit, QTextEdit, QTextBrowser { background: @surface; border: 0;
    selection-background-color: @accent_fill; selection-color: @on_accent; }
QPlainTextEdit[code="true"] { font-family: "JetBrains Mono"; font-size: 12px; }
QPlainTextEdit[code="words"] { color: @text2; }
QPlainTextEdit[code="tail"] { font-family: "JetBrains Mono"; font-size: 12px; color: @text2;
    background: @inset; border: 1px solid @line; border-radius: 6px; padding: 4px; }
QPlainTextEdit[code="tail"]:focus { border: 2px solid @accent; padding: 3px; }
QWidget[ring="true"]:focus { border: 2px solid @accent; }

QMenu { background: @raised; border: 1px solid @line; border-radius: 8px; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; background: transparent; }
QMenu::item:selected { background: @accent_soft; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 6px; }
QMenu::indicator:checked { image: url(%{check accent 14}); }
QMenuBar { background: @canvas; }
QMenuBar::item { padding: 4px 8px; background: transparent; }
QMenuBar::item:selected { background: @hover; }

QProgressBar { background: @hover; border: 0; border-radius: 3px; min-height: 6px;
    max-height: 6px; }
QProgressBar::chunk { background: @accent_fill; border-radius: 3px; }
QScrollArea { background: transparent; border: 0; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; border: 0; }
QScrollBar::handle:vertical { background: @scroll; border-radius: 3px; min-height: 32px;
    margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; border: 0; }
QScrollBar::handle:horizontal { background: @scroll; border-radius: 3px; min-width: 32px;
    margin: 2px; }
QScrollBar::handle:hover { background: @edge; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QSplitter::handle { background: @line; }
"""


def write(colours: Colours, px: Callable[[int], int], icon: Callable[[str, str, int], str]) -> str:
    """The sheet in these colours; `px` scales lengths, `icon` gives the path of a picture."""
    text = re.sub(
        r"%\{([\w-]+) (\w+) (\d+)\}", lambda found: icon(found[1], found[2], int(found[3])), _SHEET
    )
    text = re.sub(r"@([a-z]\w*)", lambda found: colours[found[1]], text)
    return re.sub(r"\b(\d+)px", lambda found: f"{_scaled(int(found[1]), px)}px", text)


def _scaled(length: int, px: Callable[[int], int]) -> int:
    return px(length) if length >= _SCALED_FROM else length
