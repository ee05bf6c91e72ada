"""Paths against the JVM: the effect of a path holds for its witness, and for every other model of its condition.

The further models come from the witness by changing one symbol after the other while the condition still holds; where
that leads nowhere new, a solver is asked with all earlier values excluded. Each model is made into a test case as the
witness is, and replayed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath

from tests.conformance.inputs import DOUBLES, FLOATS, INTS, LONGS

from everypath.bridge import Bridge
from everypath.classfile import Jdk
from everypath.explore import Path
from everypath.inputs import BoxInput, PrimitiveArrayInput, ReferenceArrayInput, TextInput
from everypath.program import Method
from everypath.project import open_target
from everypath.run.engine import Engine
from everypath.run.entries import entries_of
from everypath.run.options import Options
from everypath.run.process import OutOfTimeError, alarm
from everypath.run.workload import Workload
from everypath.solver import Limits, Sat, Solver
from everypath.state import Ending, is_about_classes
from everypath.suite import CaseBuilder, NoCase, Outcome, SuiteOptions, TestCase, Verdict, verify_many
from everypath.suite.prediction import input_symbols
from everypath.term import (
    BOOL,
    BV8,
    BV16,
    BV32,
    BV64,
    F32,
    F64,
    Concrete,
    Model,
    Term,
    Value,
    evaluate,
    le,
    ne,
    select,
    variables,
)

MODELS = 5
"""Models of a path beside its witness."""
LONGEST = 24
"""Elements of an input array or string in a further model."""
OVERTIME = 2.0
"""Seconds that one path may go on after the time of its entry."""
DIFFERENT = (Outcome.DIVERGED, Outcome.NOT_TRIGGERED, Outcome.OTHER_EXCEPTION)
_VALUES: dict[object, Sequence[int | float]] = {
    BV8: (-128, -1, 0, 1, 65, 127),
    BV16: (-32768, -1, 0, 32, 48, 65, 97, 122, 0x130, 32767),
    BV32: INTS,
    BV64: LONGS,
    F32: FLOATS,
    F64: DOUBLES,
}
_BITS = {BV8: 8, BV16: 16, BV32: 32, BV64: 64}


@dataclass
class SymbolicReport:
    """``replays`` are cases the JVM has run; ``differences`` those where it did something else; ``untested`` counts
    why the others were not built or prove nothing.
    """

    paths: int = 0
    models: int = 0
    replays: int = 0
    differences: list[str] = field(default_factory=list)
    untested: Counter[str] = field(default_factory=Counter)

    def add(self, other: SymbolicReport) -> None:
        """Add another report's counts."""
        self.paths += other.paths
        self.models += other.models
        self.replays += other.replays
        self.differences += other.differences
        self.untested.update(other.untested)

    def __str__(self) -> str:
        untested = ", ".join(f"{count} {why}" for why, count in self.untested.most_common())
        counts = f"{self.paths} paths, {self.models} further models, {self.replays} replays, "
        return (
            counts
            + f"{len(self.differences)} differences"
            + (f" (not replayed or no claim: {untested})" if untested else "")
        )


class Checker:
    """Checks the paths of one engine; the same seed gives the same models."""

    def __init__(self, engine: Engine, seed: int = 0) -> None:
        self.bridge: Bridge = engine.bridge
        self.is_target = engine.is_target
        self.builder = CaseBuilder(engine.program, SuiteOptions(engine.options.forced_states, distinct_values=False))
        self.random = random.Random(seed)
        self.solver = Solver(Limits(timeout=1.0))

    def check(self, paths: Iterable[Path]) -> SymbolicReport:
        """Replay each finished path under its witness and under further models."""
        report = SymbolicReport()
        cases: list[TestCase] = []
        for path in paths:
            if path.ending not in (Ending.RETURNED, Ending.THREW):
                continue
            report.paths += 1
            models = further_models(path, self.solver, self.random)
            report.models += len(models)
            for model in (path.witness, *models):
                built = self.builder.build(replace(path, witness=model))
                if isinstance(built, NoCase):
                    report.untested[built.outcome.value] += 1
                else:
                    cases.append(built)
        for verdict in verify_many(cases, self.bridge, self.is_target):
            self._judge(verdict, report)
        return report

    @staticmethod
    def _judge(verdict: Verdict, report: SymbolicReport) -> None:
        case = verdict.case
        if verdict.outcome in DIFFERENT:
            report.replays += 1
            name = f"{case.class_name}.{case.method}{case.descriptor}"
            report.differences.append(
                f"{name}: {case.expression}: {verdict.outcome.value}: {verdict.detail} "
                f"(when {case.condition}; {case.effect})"
            )
        elif verdict.confirmed:
            report.replays += 1
        else:
            report.untested[f"{verdict.outcome.value}: {verdict.detail}"[:120]] += 1


def open_engine(targets: Sequence[str | FilePath], jdk: Jdk, only: Sequence[str] = ()) -> tuple[Engine, list[Method]]:
    """An engine on what a user would name, and its entries; ``only`` are the classes whose entries are wanted."""
    names = [str(each) for each in targets]
    target = open_target(names, (), jdk.home)
    options = Options()
    engine = Engine(Workload(tuple(names), target.classes, target.classpath, target.jdk, options))
    found: list[Method] = []
    for name in only or target.classes:
        cls = engine.program.klass(name)
        assert cls.file is not None
        for entry in entries_of(cls.file, options):
            method = cls.declared_method(entry.name.method, entry.name.descriptor)
            if method is not None and method.has_code:
                found.append(method)
    return engine, found


def explored(engine: Engine, entry: Method, seconds: float, most: int) -> list[Path]:
    """Finished paths of one entry, at most so many, evenly taken."""
    explorer = engine.explorer(entry)
    try:
        with alarm(seconds + OVERTIME):
            paths = explorer.run(seconds).paths
    except OutOfTimeError:
        paths = explorer.run(0.0).paths
    finished = [each for each in paths if each.ending in (Ending.RETURNED, Ending.THREW)]
    if len(finished) <= most:
        return finished
    return [finished[at * len(finished) // most] for at in range(most)]


def check_entries(
    engine: Engine, entries: Iterable[Method], seconds: float, most: int, seed: int = 0
) -> SymbolicReport:
    """Explore each entry for some seconds and check at most so many of its paths."""
    checker = Checker(engine, seed)
    report = SymbolicReport()
    for entry in entries:
        report.add(checker.check(explored(engine, entry, seconds, most)))
    return report


# -- models -----------------------------------------------------------------------------------------------------------


def further_models(path: Path, solver: Solver, chooser: random.Random, count: int = MODELS) -> list[Model]:
    """Up to ``count`` models of a path's condition that differ from its witness, and from each other, in some input."""
    conditions = [each for each in (*path.constraints, *path.state.limits) if not is_about_classes(each)]
    symbols = _free_symbols(path)
    lengths = _lengths(path)
    found: list[Model] = []
    for _ in range(count):
        base = chooser.choice([path.witness, *found])
        model = _changed(base, conditions, symbols, lengths, chooser)
        if model is None or any(_same(model, other, symbols) for other in (path.witness, *found)):
            model = _solved(path, [*conditions, *_short(path, lengths)], symbols, [path.witness, *found], solver)
        if model is None:
            break
        found.append(model)
    return found


def _short(path: Path, lengths: dict[Term, object]) -> list[Value]:
    """No array of the input is longer than `LONGEST`, or than in the witness."""
    terms = [each for each in lengths.values() if isinstance(each, Term)]
    return [le(each, max(LONGEST, int(evaluate(each, path.witness)))) for each in terms]


def _free_symbols(path: Path) -> list[Term]:
    """The symbols of numbers and arrays that the input decides, by name; which object an input is stays as it is."""
    fixed: set[Term] = set()
    for node in path.shape.reachable():
        if isinstance(node.build, TextInput | BoxInput) and isinstance(node.build.identity, Term):
            fixed |= variables(node.build.identity)
    found = [each for each in input_symbols(path.shape) if each.op == "var" and each not in fixed]
    return sorted((each for each in found if each.sort in (*_VALUES, BOOL) or each.sort.element in _VALUES), key=_name)


def _name(symbol: Term) -> str:
    return str(symbol.payload)


def _lengths(path: Path) -> dict[Term, object]:
    """The length of each array of an input, by its contents (an array of references: by itself)."""
    found: dict[Term, object] = {}
    for node in path.shape.reachable():
        match node.build:
            case TextInput(length=length, chars=cells) | PrimitiveArrayInput(length=length, elements=cells):
                found[cells] = length
            case ReferenceArrayInput(length=length) if isinstance(length, Term):
                found[length] = length
    return found


def _changed(
    base: Model,
    conditions: Sequence[Term],
    symbols: Sequence[Term],
    lengths: dict[Term, object],
    chooser: random.Random,
) -> Model | None:
    """The model with other values where the conditions allow; None where they allow none."""
    touching: dict[Term, list[Term]] = {}
    for condition in conditions:
        for symbol in variables(condition):
            touching.setdefault(symbol, []).append(condition)
    model = base
    order = list(symbols)
    chooser.shuffle(order)
    for symbol in order:
        for value in _others(symbol, model, lengths, chooser):
            trial = model.with_({symbol: value})
            sizes = [evaluate(each, trial) for each in lengths.values() if isinstance(each, Term)]
            if max(sizes, default=0) <= LONGEST and all(
                evaluate(each, trial) is True for each in touching.get(symbol, ())
            ):
                model = trial
                break
    return None if model is base else model


def _others(symbol: Term, model: Model, lengths: dict[Term, object], chooser: random.Random) -> Iterator[Concrete]:
    """A few other values for a symbol."""
    now = model.value_of(symbol)
    if symbol.sort is BOOL:
        yield not now
        return
    element = symbol.sort.element
    if element is None:
        for _ in range(3):
            value = _value(symbol.sort, chooser)
            if value != now:
                yield value
        if isinstance(now, int) and symbol.sort in _BITS and -100 < now < 100:
            yield now + chooser.choice((1, -1))
        return
    length = lengths.get(symbol, 0)
    size = evaluate(length, model) if isinstance(length, Term) else length
    assert isinstance(size, int)
    if 0 < size <= LONGEST:
        cells = {at: evaluate(select(symbol, at), model) for at in range(size)}
        yield {at: _value(element, chooser) for at in range(size)}
        for _ in range(3):
            yield {**cells, chooser.randrange(size): _value(element, chooser)}


def _value(sort: object, chooser: random.Random) -> int | float:
    if sort in _BITS and chooser.random() < 0.4:
        bits = _BITS[sort]
        return chooser.randrange(-(1 << bits - 1), 1 << bits - 1)
    return chooser.choice(_VALUES[sort])


def _same(one: Model, two: Model, symbols: Sequence[Term]) -> bool:
    return all(repr(one.value_of(each)) == repr(two.value_of(each)) for each in symbols)


def _solved(
    path: Path, conditions: Sequence[Term], symbols: Sequence[Term], known: Sequence[Model], solver: Solver
) -> Model | None:
    """A model in which some number has none of the values it has so far."""
    scalars = [each for each in symbols if each.sort.element is None]
    for symbol in scalars:
        others = [ne(symbol, model.value_of(symbol)) for model in known]
        wanted = [each for each in others if isinstance(each, Term)]
        if len(wanted) < len(others):
            continue
        answer = solver.check([*conditions, *wanted], hint=path.witness)
        if isinstance(answer, Sat):
            return answer.model
    return None
