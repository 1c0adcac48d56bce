"""The table of what was measured, beside the budgets and what a peer needs."""

from dataclasses import dataclass

TOLERANCE = 2.0
"""Budgets are for a quiet machine; a test fails only beyond so many times the budget."""

GAP = 50.0
"""Milliseconds for which the window may not answer, whatever a server sends."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing measured; all numbers in `unit`. `peer` is what MCP Inspector 2.12 needs."""

    what: str
    measured: float
    budget: float
    unit: str
    peer: str = ""
    note: str = ""

    @property
    def holds(self) -> bool:
        return self.measured <= self.budget * TOLERANCE

    def cells(self) -> tuple[str, ...]:
        mark = "" if self.measured <= self.budget else "over" if self.holds else "MISSED"
        measured, budget = (f"{value:,.4g} {self.unit}" for value in (self.measured, self.budget))
        return self.what, measured, budget, mark, self.peer, self.note


HEAD = ("what", "measured", "budget", "", "Inspector", "note")


def lines(rows: list[Row]) -> list[str]:
    """The rows as text, in columns."""
    cells = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEAD))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]
