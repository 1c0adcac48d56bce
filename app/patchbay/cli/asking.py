"""Puts the consent question to a person in a terminal, and refuses where there is none."""

from patchbay.cli.refusals import typed
from patchbay.cli.terminal import asked, is_attended
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.trust.consent import Changed
from patchbay.core.trust.question import Consent, ConsentQuestion
from patchbay.core.trust.visible import visible

_ANSWERS = {"o": Consent.ONCE, "once": Consent.ONCE, "a": Consent.ALWAYS, "always": Consent.ALWAYS}


class TerminalAsker:
    """With `--trust` the answer is yes for this run; without it, a terminal is asked."""

    def __init__(self, *, trust: bool) -> None:
        self._trust = trust

    async def __call__(self, question: ConsentQuestion) -> Consent:
        if self._trust:
            return Consent.ONCE
        if not is_attended():
            raise _untrusted(question)
        answer = await asked(f"{describe(question)}Start it? [o]nce, [a]lways, [n]o: ")
        return _ANSWERS.get(answer.strip().lower(), Consent.REFUSED)


def describe(question: ConsentQuestion) -> str:
    """The question in plain lines, as it is printed before a terminal is asked."""
    entry, plan = question.entry, question.plan
    lines = [f"{entry.name}, from {entry.file}:{entry.place.line}"]
    if plan is None:
        lines += [f"  address    {question.address}"]
        lines += [f"  headers    {', '.join(question.variables)}"] if question.variables else []
        lines += [
            f"  {each.label.lower()}: {each.value} ({each.meaning.rstrip('.')})"
            for each in question.reach
        ]
    else:
        lines += [
            f"  command    {plan.command_line}",
            f"  program    {plan.executable}",
            f"  will run   {plan.what_will_run}",
            f"  folder     {question.folder}",
        ]
        lines += [f"  variables  {', '.join(question.variables)}"] if question.variables else []
        lines += [f"  added by Patchbay: {' '.join(plan.added)}"] if plan.added else []
    lines += [f"  kept secrets: {', '.join(question.secrets)}"] if question.secrets else []
    if isinstance(question.decision, Changed):
        lines.append("  changed since your consent:")
        lines += [
            f"    {change.what}: {change.before} -> {change.after}"
            for change in question.decision.changes
        ]
    lines += [f"  risk: {risk.title}. {risk.detail}" for risk in question.risks]
    return "\n".join(map(visible, lines)) + "\n"


def _untrusted(question: ConsentQuestion) -> AppError:
    entry = question.entry
    cause = "You were not asked yet, and there is no terminal to ask you in."
    if isinstance(question.decision, Changed):
        what = ", ".join(change.what for change in question.decision.changes)
        cause = f"It changed since your consent ({what}), and there is no terminal to ask you in."
    return AppError(
        Family.CONFIGURATION,
        f"{entry.name} needs your consent",
        cause=cause,
        hint=f"Run it with --trust, or once: patchbay trust {entry.file} {typed(entry.name)}",
        kind=Kind.REFUSED,
        evidence={"question": describe(question)},
    )
