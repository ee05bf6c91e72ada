"""The table of ``--profile``: how the time of a run divides into executing, solving, replaying, building and choosing.

There is one row for each method. Time for writing tests is separate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from everypath.run import Analysis, MethodReport

PHASES = ("executing", "solving", "replaying", "building", "choosing")

MOST_DEOPTIMISATIONS = 12
"""The most places that are listed at which compiled code returned to the interpreter."""

ANSWERED_BY = {
    "folded": "the conditions contradict each other when they are simplified",
    "hint": "the witness of the path",
    "contradiction": "a condition and its negation, or intervals that do not overlap",
    "cache": "an earlier query with the same conditions",
    "core": "a contradiction that was found before",
    "ranges": "ranges of numbers, values of chars, differences of numbers",
    "models": "a model of another query",
    "repair": "the witness with a few values changed",
    "order": "a model with distinct indexes and ordered elements",
    "disk": "a solver in another run",
    "z3": "solver z3",
    "bitwuzla": "solver Bitwuzla",
}
"""The components that answer solver queries, in the order in which they are asked."""


def profile_text(analysis: Analysis) -> str:
    """The table of a run, with a line end. The method that took the most time comes first."""
    methods = sorted(analysis.methods, key=lambda method: (-method.spent.total, method.key))
    rows = [["seconds", *PHASES, "paths", "queries", "method"]]
    rows += [_row(method) for method in methods if method.spent.total > 0]
    shares = spent_in(methods)
    total = sum(shares.values())
    parts = ", ".join(f"{phase} {_percent(share, total)}" for phase, share in shares.items())
    lines = [f"{analysis.seconds:.1f} s, {total:.1f} s of them in methods: {parts}", "", *_aligned(rows)]
    if analysis.writing:
        lines.insert(1, f"{analysis.writing:.1f} s more for compiling and running tests")
    answered = sum((Counter(method.spent.answered) for method in methods), Counter[str]())
    if answered:
        lines += ["", "Queries for feasibility, by what answered them:", *_answers(answered)]
    handed = sum((Counter(method.spent.deoptimisations) for method in methods), Counter[tuple[str, int, str]]())
    if handed:
        lines += ["", "Compiled code returned to the interpreter:", *_deoptimisations(handed)]
    return "\n".join(lines) + "\n"


def spent_in(methods: Iterable[MethodReport]) -> dict[str, float]:
    """The seconds of each phase, summed over these methods."""
    every = list(methods)
    return {phase: sum((getattr(method.spent, phase) for method in every), 0.0) for phase in PHASES}


def _row(method: MethodReport) -> list[str]:
    spent = method.spent
    phases = [_percent(getattr(spent, phase), spent.total) for phase in PHASES]
    asked = sum(spent.answered.values())
    return [f"{spent.total:.2f}", *phases, str(method.paths.explored), str(asked), method.signature]


def _answers(answered: Counter[str]) -> list[str]:
    total = answered.total()
    places = [*(place for place in ANSWERED_BY if place in answered), *sorted(answered.keys() - ANSWERED_BY.keys())]
    rows = [[str(answered[place]), _percent(answered[place], total), ANSWERED_BY.get(place, place)] for place in places]
    return _aligned(rows)


def _deoptimisations(handed: Counter[tuple[str, int, str]]) -> list[str]:
    rows = [
        [str(count), reason, str(pc), method]
        for (method, pc, reason), count in handed.most_common(MOST_DEOPTIMISATIONS)
    ]
    return _aligned([["times", "reason", "at", "method"], *rows])


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def _aligned(rows: list[list[str]]) -> list[str]:
    """The rows as lines of aligned columns: the last column is aligned to the left, all others to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    return [
        "  ".join([*(cell.rjust(width) for cell, width in zip(row[:-1], widths, strict=True)), row[-1]]) for row in rows
    ]
