"""What the pages of tools, of prompts and of resources have in common."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from patchbay.core.calls.run import Run, RunKind, Status
from patchbay.core.sessions.catalog import Catalog
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Ready, Starting, State, Stopping
from patchbay.core.values import JsonObject
from patchbay.ui.controls import Button, Label, column, row
from patchbay.ui.figures import counted
from patchbay.ui.form import Form
from patchbay.ui.form.pane import FormPane, Subject
from patchbay.ui.listing import Item, ItemList
from patchbay.ui.panes import ListFormResult, WidthClass
from patchbay.ui.results.opening import Opener
from patchbay.ui.results.view import ResultView
from patchbay.ui.tasks import follow, listen

_MANY = 1_000
"""With more items the list is painted before the first form is made."""


@dataclass(frozen=True, slots=True)
class Words:
    """How one kind of offer is spoken of: `prompts`, `Get`, and what the result says before."""

    many: str
    verb: str
    empty: str
    offers_json: bool = False


class CatalogPage(QWidget):
    """A list of what a session offers, a form for the chosen one, and what came back.

    It keeps forms and runs when the server goes. Whoever shows it starts the server on
    `start_wanted`; what was wanted meanwhile is sent as soon as the server runs.
    """

    start_wanted = Signal()

    def __init__(self, session: Session, opener: Opener, kind: RunKind, words: Words) -> None:
        super().__init__()
        self._session, self._kind, self._words = session, kind, words
        self._forms: dict[str, tuple[object, Form]] = {}
        self._keys: set[str] = set()
        self._asked: dict[int, tuple[str, JsonObject]] = {}
        self._waiting: Callable[[], object] | None = None
        self.list = ItemList(f"Filter {words.many}", words.many.capitalize())
        self.pane = FormPane(self.list.chooser, words.verb, offers_json=words.offers_json)
        self.results = ResultView(opener, empty=words.empty)
        self.panes = ListFormResult(self.list, self.list.chooser, self.pane, self.results)
        self._nothing = _Nothing(words.many)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.panes)
        self._stack.addWidget(self._nothing)
        self.setLayout(column(self._stack, gap=0))
        self._connect()
        self._take_catalog(session.catalog)
        self._follow_state(session.state)

    @property
    def kind(self) -> RunKind:
        """What its runs ask for."""
        return self._kind

    def items(self, catalog: Catalog) -> Sequence[Item]:
        """The rows of the list."""
        raise NotImplementedError

    def subject(self, key: str) -> Subject:
        raise NotImplementedError

    def definition(self, key: str) -> object:
        """What the form is made from: another one makes another form."""
        raise NotImplementedError

    def make_form(self, key: str) -> Form:
        raise NotImplementedError

    def send(self, key: str, arguments: JsonObject) -> Run:
        """Ask the server."""
        raise NotImplementedError

    def mark(self, key: str, run: Run) -> None:
        """Show on its row how the newest run of one item goes; by default rows tell nothing."""

    def offers(self, key: str) -> bool:
        """Whether this can be asked for as far as is known."""
        return key in self._keys

    def set_width_class(self, width_class: WidthClass) -> None:
        self.panes.set_width_class(width_class)
        self.pane.set_wide(wide=width_class == "wide")

    def choose(self, key: str) -> None:
        """Show one of the list, with its newest run."""
        self.list.choose(key)
        if self.list.key == key:
            self._show(key)

    def fill(self, key: str, arguments: JsonObject) -> bool:
        """Show one of the list with these arguments in its form; whether there is such a one."""
        if not self.offers(key):
            return False
        self.choose(key)
        if form := self.pane.form:
            form.set_arguments(arguments)
        self.panes.show_form()
        return True

    def show_run(self, run: Run) -> None:
        """Bring one run of this page into sight, with the form it came from."""
        key = self._asked_with(run)[0]
        self.choose(key)
        self.results.set_runs(self._runs_of(key))
        self.results.show_run(run)
        self.panes.show_result()

    def run(self) -> None:
        """Ask for the chosen one with what the form holds; starts the server first if need be."""
        key, form = self.list.key, self.pane.form
        if form is None or not self.offers(key):
            return
        arguments = form.arguments()
        if arguments is None:
            self.panes.show_form()
            return
        self._when_live(lambda: self._send(key, arguments))

    def run_again(self) -> None:
        """Ask once more for what the shown run asked for."""
        if run := self.results.run:
            self.ask(*self._asked_with(run))

    def ask(self, key: str, arguments: JsonObject) -> None:
        """Ask for one of the list with these arguments; the form keeps its own."""
        self._when_live(lambda: self._send(key, arguments) if self.offers(key) else None)

    def to_save(self) -> tuple[str, JsonObject] | None:
        """What the form is about and holds; with the focus in the result, what its run asked for.

        `None` when the form cannot tell; it shows why.
        """
        run, focused = self.results.run, self.window().focusWidget()
        if run is not None and focused and self.results.isAncestorOf(focused):
            return self._asked_with(run)
        arguments = self.pane.form.held() if self.pane.form else None
        if arguments is None:
            self.panes.show_form()
            return None
        return self.list.key, arguments

    def cancel(self) -> None:
        self.results.cancel()

    def compare(self) -> None:
        """Show two runs instead of one, or one again."""
        self.results.toggle_comparison()
        self.panes.show_result()

    def focus_form(self) -> None:
        """Let the person fill in the chosen one."""
        self.panes.show_form()
        self.pane.focus_first()

    def show_arguments(self, run: Run) -> None:
        """Fill the form with what an earlier run was asked with."""
        if form := self.pane.form:
            form.set_arguments(self._asked_with(run)[1])
            self.panes.show_form()

    def _connect(self) -> None:
        session = self._session
        self.list.chosen.connect(self._show)
        self.pane.send_wanted.connect(self.run)
        self.results.cancel_wanted.connect(Run.cancel)
        self.results.use_arguments_wanted.connect(self.show_arguments)
        self.results.run_again_wanted.connect(self.run_again)
        self._nothing.start_wanted.connect(self.start_wanted)
        listen(self, session.catalog_changed, self._take_catalog)
        listen(self, session.changed, self._follow_state)
        listen(self, session.run_added, self._take_run)

    def _take_catalog(self, catalog: Catalog) -> None:
        items = self.items(catalog)
        self._keys = {item.key for item in items}
        self.list.show_items(items)
        self._drop_forms(self._keys)
        if self.list.key:
            self._show_form(self.list.key)
        elif len(items) > _MANY:
            QTimer.singleShot(0, self, self._choose_first)
        elif items:
            self._choose_first()
        self._follow_state(self._session.state)

    def _choose_first(self) -> None:
        if self.list.items and not self.list.key:
            self.choose(self.list.items[0].key)

    def _drop_forms(self, kept: set[str]) -> None:
        for key in [key for key in self._forms if key not in kept]:
            self.pane.drop(self._forms.pop(key)[1])

    def _show(self, key: str) -> None:
        self._show_form(key)
        runs = self._runs_of(key)
        self.results.set_runs(runs)
        self.results.show_run(runs[-1] if runs else None)
        self._show_busy(key)

    def _show_form(self, key: str) -> None:
        definition = self.definition(key)
        known = self._forms.get(key)
        if known is None or known[0] != definition:
            made = self.make_form(key)
            if known is not None:
                made.set_arguments(known[1].raw())
                self.pane.drop(known[1])
            self._forms[key] = (definition, made)
        self.pane.show_subject(self.subject(key), self._forms[key][1])
        self.pane.saved.show_for(key, self.offers)

    def _when_live(self, act: Callable[[], object]) -> None:
        if isinstance(self._session.state, Ready):
            act()
            return
        self._waiting = act
        if not self._session.is_live:
            self.start_wanted.emit()

    def _send(self, key: str, arguments: JsonObject) -> None:
        run = self.send(key, arguments)
        kept = {known.number for known in self._session.runs}
        self._asked = {number: asked for number, asked in self._asked.items() if number in kept}
        self._asked[run.number] = (key, arguments)
        if key != self.list.key:
            self.list.choose(key)
            self._show_form(key)
        self.results.set_runs(self._runs_of(key))
        self.results.show_run(run)
        self.panes.show_result()

    def _take_run(self, run: Run) -> None:
        if run.kind is self._kind:
            follow(self, run, lambda: self._follow_run(run))
            self._follow_run(run)

    def _follow_run(self, run: Run) -> None:
        key = self._asked_with(run)[0]
        self.mark(key, run)
        if key == self.list.key:
            self.results.set_runs(self._runs_of(key))
            self._show_busy(key)

    def _show_busy(self, key: str) -> None:
        runs = self._runs_of(key)
        self.pane.show_busy(busy=bool(runs) and runs[-1].status is Status.RUNNING)

    def _asked_with(self, run: Run) -> tuple[str, JsonObject]:
        """What was chosen and filled in for a run: a run itself knows only what was sent."""
        return self._asked.get(run.number, (run.name, run.arguments))

    def _runs_of(self, key: str) -> list[Run]:
        runs = self._session.runs
        return [run for run in runs if run.kind is self._kind and self._asked_with(run)[0] == key]

    def _follow_state(self, state: State) -> None:
        live = isinstance(state, Ready)
        self.pane.show_state(live=live, words=_standing(state))
        self._stack.setCurrentIndex(0 if self.list.items else 1)
        self._nothing.show_state(state)
        self.list.set_note(self._oddities() if live else self._age())
        if live and self._waiting:
            act, self._waiting = self._waiting, None
            act()
        elif not self._session.is_live:
            self._waiting = None

    def _age(self) -> str:
        listed = self._session.catalog.listed_at
        return f"As listed at {listed:%H:%M}, before the server stopped" if listed else ""

    def _oddities(self) -> str:
        """What was wrong with this list; the log has it all."""
        kind = f"/{self._words.many.removesuffix('s')}"
        odd = [note.words for note in self._session.catalog.notes if note.path.startswith(kind)]
        if len(odd) < 2:
            return "".join(odd)
        more = counted(len(odd) - 1, "more such remark is", "more such remarks are")
        return f"{odd[0]} {more} in the log."


class _Nothing(QWidget):
    """Why there is nothing in the list; with a button when one thing can be done about it."""

    start_wanted = Signal()

    def __init__(self, many: str) -> None:
        super().__init__()
        self._many = many
        self._title, self._hint = Label("", "strong"), Label("", "hint", wrap=True)
        self._start = Button("Start", icon="play")
        self._start.clicked.connect(self.start_wanted)
        for label in (self._title, self._hint):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        button = row(None, self._start, None)
        lines = (self._title, self._hint, 4, button)
        self.setLayout(column(None, *lines, None, margins=(24, 24, 24, 24), gap=6))

    def show_state(self, state: State) -> None:
        many = self._many
        title, hint = "Not running", f"Start the server to see its {many}."
        if isinstance(state, Ready):
            title, hint = f"No {many}", f"The server offers no {many}."
        elif isinstance(state, Starting):
            title, hint = "Starting", f"Its {many} appear here once it has listed them."
        elif isinstance(state, Stopping):
            title, hint = "Stopping", f"Start the server again to see its {many}."
        self._title.setText(title)
        self._hint.setText(hint)
        self._start.setVisible(not isinstance(state, (Ready, Starting, Stopping)))


def _standing(state: State) -> str:
    match state:
        case Starting():
            return "Server is starting"
        case Stopping():
            return "Server is stopping"
        case Failed():
            return "Server has failed"
        case _:
            return "Server is stopped"
