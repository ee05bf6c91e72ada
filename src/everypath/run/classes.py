"""The equivalence classes of a method, as ``paths`` reports them: one row for each path that returned or threw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from everypath.explore.path import Exploration, Path
from everypath.run.findings import Case, case_of
from everypath.state import Ending
from everypath.suite import NoCase, Verdict
from everypath.suite.described import Described, describe

if TYPE_CHECKING:
    from everypath.run.engine import Engine

__all__ = ["PathClass", "classes_of"]


@dataclass(frozen=True)
class PathClass:
    """One equivalence class: the inputs that take one path, and what the path does.

    ``case`` is its witness on the JVM, None where no test could be built (``outcome`` says why). ``writes`` are places
    and values; ``number`` is that of the path, ``conditions`` how many conditions it took.
    """

    number: int
    ends: str
    described: Described
    outcome: str
    case: Case | None = None
    detail: str = ""
    conditions: int = 0
    descriptor: str = ""
    exception: str | None = None
    line: int | None = None
    writes: tuple[tuple[str, str], ...] = field(default=())

    @property
    def condition(self) -> str:
        """The condition as Java."""
        return self.described.condition

    @property
    def effect(self) -> str:
        """The effect as Java."""
        return self.described.effect

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1: that of the case, with the whole condition and effect."""
        row: dict[str, object] = {} if self.case is None else self.case.as_json()
        row |= {"ends": self.ends, "condition": self.condition, "effect": self.effect, "outcome": self.outcome}
        if self.exception is not None:
            row["exception"] = self.exception
        if self.line is not None:
            row["line"] = self.line
        row["path"] = self.number
        if self.descriptor:
            row["descriptor"] = self.descriptor
        if self.described.returned:
            row["result"] = self.described.returned
        row["writes"] = [{"place": place, "value": value} for place, value in self.described.writes]
        if self.detail and self.case is None:
            row["detail"] = self.detail
        return row


def classes_of(engine: Engine, exploration: Exploration, verdicts: Sequence[Verdict]) -> tuple[PathClass, ...]:
    """The classes of an exploration in the order of their replays; then those that could not be replayed."""
    paths = {path.number: path for path in exploration.paths if path.ending in (Ending.RETURNED, Ending.THREW)}
    of: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        of.setdefault(verdict.case.path, []).append(verdict)
    found: list[PathClass] = []
    for number, judged in of.items():
        path = paths.pop(number, None)
        if path is None:
            continue
        every = (path, *path.others)
        each_has_one = len(every) == len(judged)
        for at, verdict in enumerate(judged):
            found.append(_judged(engine, every[at] if each_has_one else path, verdict))
    found += [_unjudged(engine, path) for path in paths.values()]
    return tuple(found)


def _judged(engine: Engine, path: Path, verdict: Verdict) -> PathClass:
    case = case_of(verdict)
    described = describe(path, engine.builder.solver)
    return PathClass(
        path.number,
        case.ends,
        described,
        case.outcome,
        case,
        case.detail,
        len(path.condition),
        getattr(path, "descriptor", ""),
        case.exception,
        case.line,
    )


def _unjudged(engine: Engine, path: Path) -> PathClass:
    """A class without a replay: its input cannot be built, or there was no time."""
    built = engine.builder.build(path)
    outcome, detail = (built.outcome.value, built.detail) if isinstance(built, NoCase) else ("not-replayed", "")
    threw = path.ending is Ending.THREW
    place = path.place
    return PathClass(
        path.number,
        "throws" if threw else "returns",
        describe(path, engine.builder.solver),
        outcome,
        None,
        detail,
        len(path.condition),
        getattr(path, "descriptor", ""),
        (path.thrown or "").replace("/", ".") if threw else None,
        place.line if threw and place is not None and place.line > 0 else None,
    )


def returning(classes: Iterable[PathClass]) -> Iterator[PathClass]:
    """Those that return normally."""
    return (each for each in classes if each.ends == "returns")
