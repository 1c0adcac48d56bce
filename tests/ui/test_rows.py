"""Lists of plain objects as Qt tables."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from patchbay.ui import theme
from patchbay.ui.rows import ROW_ROLE, Column, RowsModel

COLUMNS = (
    Column[str]("Word", lambda word: word, tip=lambda word: f"tip of {word}"),
    Column[str](
        "Letters",
        lambda word: str(len(word)),
        right=True,
        mono=True,
        colour=lambda word: "danger" if len(word) > 3 else None,
    ),
)


def a_model(*words: str, limit: int | None = None) -> RowsModel[str]:
    model = RowsModel(COLUMNS, words, limit=limit)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    return model


def shown(model: RowsModel[str]) -> list[list[str]]:
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_rows_are_shown_by_their_columns() -> None:
    model = a_model("one", "three")

    assert shown(model) == [["one", "3"], ["three", "5"]]
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Letters"
    assert model.index(1, 0).data(ROW_ROLE) == "three"
    assert model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole) == "tip of three"
    assert model.index(1, 1).data(Qt.ItemDataRole.ForegroundRole) == theme.colour("danger")
    assert model.index(0, 1).data(Qt.ItemDataRole.ForegroundRole) is None


def test_more_rows_come_behind_the_others() -> None:
    model = a_model("one")
    model.append(["two", "three"])
    model.append([])
    assert [row[0] for row in shown(model)] == ["one", "two", "three"]


def test_the_oldest_rows_leave_when_there_are_too_many() -> None:
    model = a_model("one", "two", limit=3)
    model.append(["three", "four"])
    assert list(model.rows) == ["two", "three", "four"]
    model.append([str(number) for number in range(10)])
    assert list(model.rows) == ["7", "8", "9"]


def test_a_row_can_change_in_place() -> None:
    model = a_model("one", "two")
    told: list[int] = []

    def hear(first: QModelIndex, last: QModelIndex) -> None:
        told.extend((first.row(), last.column()))

    model.dataChanged.connect(hear)

    model.replace(1, "twelve")
    model.refresh(7)

    assert told == [1, 1]
    assert shown(model)[1] == ["twelve", "6"]


def test_other_rows_replace_all() -> None:
    model = a_model("one", "two")
    model.set_rows(["three"])
    assert shown(model) == [["three", "5"]]
