"""Asks a solver whether classes of inputs overlap, are empty, or leave inputs out.

Two classes are disjoint if their conditions contradict each other, or if one takes two places for one object and the
other does not. Where they do not contradict each other as terms, the model is an input that may be in both: the JVM
judges. Only of methods without objects do the terms state everything: there, conditions that all fail together are a
gap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from benchmarks.oracle.examples import Example, examples_of

import everypath
from everypath.dataclass import replace
from everypath.explore.paths import Path as RawPath
from everypath.inputs import Alias
from everypath.inputs.shapes import distinct_pairs
from everypath.solver import Limits, Sat, Solver, Unsat
from everypath.term import Model, Value, conj, evaluate, not_

MOST_PATHS = 40
"""Of methods with more paths, the pairs of the first ones are checked."""
_CUT = "…"
"""Stands in a text that is cut. Such conditions are compared as terms."""
_LIMITS = Limits(work=0.2, timeout=2.0)


class ClassChecks:
    """Checks the classes of methods, and counts what comes out."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.twice: list[str] = []
        """The methods with a class whose text stands twice."""
        self.wrong: list[str] = []
        """The methods with an empty class, or with a gap that the solver shows."""

    def check(self, title: str, paths: Sequence[everypath.Path], *, is_complete: bool) -> tuple[Example, ...]:
        """Check the classes of a method. Returns inputs that may be in two of them, or in none."""
        solver = Solver(_LIMITS)
        self.counts["classes"] += len(paths)
        conditions = Counter(
            (each.condition, frozenset(each.terms if _CUT in each.condition else ())) for each in paths
        )
        self.twice += [f"{title}: {text}" for (text, _), count in conditions.items() if count > 1]
        self._check_not_empty(title, solver, paths)
        found: list[everypath.Path] = []
        for first, second in combinations(paths[:MOST_PATHS], 2):
            model = self._common(solver, first.raw, second.raw)
            if model is not None:
                found.append(_with(first, model))
        if is_complete and paths and all(len(each) == 1 for each in paths[0].raw.entry.parameters):
            found += self._gap(title, solver, paths)
        solver.close()
        return examples_of(found)

    def _check_not_empty(self, title: str, solver: Solver, paths: Iterable[everypath.Path]) -> None:
        for each in paths:
            raw = each.raw
            if all(evaluate(condition, raw.witness) is True for condition in raw.constraints):
                self.counts["not empty, by its example"] += 1
            elif isinstance(solver.check(raw.constraints), Sat):
                self.counts["not empty, by the solver"] += 1
            else:
                self.counts["perhaps empty"] += 1
                self.wrong.append(f"{title}, perhaps empty: {each.condition}")

    def _common(self, solver: Solver, first: RawPath, second: RawPath) -> Model | None:
        """A model of the conditions of two paths; None if they are disjoint."""
        if _aliases(first) & distinct_pairs(second.state) or _aliases(second) & distinct_pairs(first.state):
            self.counts["pairs disjoint, by objects that are one"] += 1
            return None
        answer = solver.check([*first.constraints, *second.constraints], hint=first.witness)
        if isinstance(answer, Unsat):
            self.counts["pairs disjoint, by the solver"] += 1
            return None
        if isinstance(answer, Sat):
            self.counts["pairs for the JVM"] += 1
            return answer.model
        self.counts["pairs undecided"] += 1
        return None

    def _gap(self, title: str, solver: Solver, paths: Sequence[everypath.Path]) -> list[everypath.Path]:
        raw = [each.raw for each in paths]
        if any(not each.entry.is_static or each.shape.statics for each in raw):
            return []
        outside: list[Value] = [not_(conj(*each.constraints)) for each in raw]
        answer = solver.check(outside)
        if isinstance(answer, Sat):
            self.wrong.append(f"{title}, inputs outside")
            return [_with(paths[0], answer.model)]
        self.counts["methods that are partitions, by the solver" if isinstance(answer, Unsat) else "undecided"] += 1
        return []


def _aliases(path: RawPath) -> frozenset[frozenset[str]]:
    """The pairs of places that hold one object."""
    nodes = path.shape.reachable()
    return frozenset(frozenset((each.name, each.build.of)) for each in nodes if isinstance(each.build, Alias))


def _with(path: everypath.Path, model: Model) -> everypath.Path:
    """The path with another input as its example."""
    return everypath.Path(replace(path.raw, witness=model), path._context)
