"""What is read off methods, held against random sequences of calls on the JVM.

    python -m tests.explore.trials --seed 7 --classes 100

prints every difference: a call that no change of its method explains, an invariant that a sequence of calls breaks, a
sequence found backwards that leads elsewhere, and a line or exception that was called unreachable and came.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.compiling import javac
from tests.explore.drawn import (
    PACKAGE,
    Argument,
    Called,
    Made,
    callable_methods,
    draw_sequence,
    drawn,
    driver,
    explains,
    plan_of,
    run_sequences,
)
from tests.explore.lab import CLOCK, Lab

from everypath.bridge import Coverage, Status
from everypath.explore import ClassSummaries, Exploration, ExploreOptions, Explorer
from everypath.explore.behaviours import BackwardSearch, CallSequence
from everypath.inputs import InputOptions, SymbolicInputs
from everypath.inputs.construction import Api
from everypath.inputs.places import parameter_places
from everypath.program import Class, Method
from everypath.run.engine import SUMMARY_OPTIONS
from everypath.solver import Solver
from everypath.term import (
    BV32,
    ELEMENT_SORTS,
    Model,
    array_sort,
    evaluate,
    is_null,
    primitive_symbol,
    ref_var,
    var,
    variables,
)

SECONDS = 3.0
"""For one method: hardly one of them takes longer, and what takes longer claims little."""

LONGEST = 1000
"""Longer arrays are not built."""


class Trials:
    """Drawn classes with sequences of calls that ran on the JVM."""

    def __init__(self, seed: int, count: int, folder: Path, sequences: int = 25) -> None:
        names = self._compile(seed, count, folder)
        self.lab = Lab(folder / "classes")
        self.classes = [self.lab.program.klass(name) for name in names]
        self.behaviours = ClassSummaries(self.lab.machine, self._explored)
        self.drawn: dict[Class, list[list[Called]]] = {}
        self.ran: dict[Class, list[list[Made]]] = {}
        self.counts: Counter[str] = Counter()
        for cls in self.classes:
            random = Random(f"{seed} {cls.name}")
            self.drawn[cls] = [draw_sequence(random, cls) for _ in range(sequences)]
            self.ran[cls] = run_sequences(self.lab.bridge, self.drawn[cls])

    @staticmethod
    def _compile(seed: int, count: int, folder: Path) -> list[str]:
        sources, classes = folder / "sources", folder / "classes"
        sources.mkdir()
        found = drawn(seed, count)
        for each in found:
            each.write(sources)
        flags = "-g", "-parameters", "-nowarn", "-cp", classes, "-d", classes
        javac(*flags, *sources.glob("*.java"))
        names = [f"{PACKAGE}/{each.name}" for each in found]
        lab = Lab(classes)
        (sources / "Driver.java").write_text(driver([lab.program.klass(name) for name in names]))
        lab.bridge.close()
        javac(*flags, sources / "Driver.java")
        return names

    def _explored(self, method: Method, inputs: SymbolicInputs, solver: Solver) -> Explorer:
        return Explorer(self.lab.machine, method, SUMMARY_OPTIONS, solver, inputs=inputs)

    def unexplained(self) -> Iterator[str]:
        """The calls that did what no change of their method says, of methods that were explored whole."""
        for cls in self.classes:
            for made in (made for run in self.ran[cls] for made in run if made.after is not None):
                behaviour = self.behaviours.of(made.method, cls, PACKAGE)
                if behaviour is None or not behaviour.whole:
                    self.counts["not whole"] += 1
                    continue
                self.counts["calls"] += 1
                if not any(explains(each, made) for each in behaviour.changes):
                    given = [each.value for each in made.arguments]
                    yield f"{made.method.key} {given}: {made.before} -> {made.after} {made.thrown}"

    def broken(self) -> Iterator[str]:
        """The invariants that some call broke."""
        for cls in self.classes:
            known = self.behaviours.of_class(cls, Api(self.lab.program, PACKAGE))
            self.counts["invariants"] += len(known.invariants)
            self.counts["proved"] += known.proved
            for made in (made for run in self.ran[cls] for made in run if made.after is not None):
                for each in known.invariants:
                    is_known = all(symbol in made.after for symbol in variables(each))
                    if is_known and not evaluate(each, Model(made.after)):
                        yield f"{cls.name}: {each} after {made.method.name}: {made.after}"

    def seen(self) -> Iterator[str]:
        """What was called unreachable and came."""
        for cls in self.classes:
            calls = [each[:length] for each in self.drawn[cls] for length in range(2, len(each) + 1)]
            ran: dict[Method, Coverage] = {}
            threw: set[tuple[Method, str | None, int]] = set()
            outcomes = self.lab.bridge.replay_many([plan_of(each, direct=True) for each in calls])
            for each, outcome in zip(calls, outcomes, strict=True):
                method = each[-1][0]
                ran.setdefault(method, Coverage(self.lab.bridge.probes)).add(outcome.called)
                if outcome.status is Status.THROW and outcome.trace:
                    threw.add((method, outcome.exception, outcome.trace[0].line))
            for method in ran:
                covered = ran[method].method(cls.name, method.name, method.descriptor)
                for each in self.explored(method).excluded:
                    self.counts[each.reason] += 1
                    came = (method, each.thrown, each.line) in threw if each.thrown else each.line in covered.lines
                    if came:
                        yield f"{method.key}: {each}"

    def explored(self, method: Method) -> Exploration:
        """One method, explored as `check` does."""
        inputs = SymbolicInputs(self.lab.program, method, InputOptions(PACKAGE))
        options, solver, known = ExploreOptions(seconds=SECONDS), Solver(), self.behaviours
        return Explorer(self.lab.machine, method, options, solver, CLOCK, inputs, behaviours=known).run()

    def off_target(self, most: int = 5) -> Iterator[str]:
        """The ways found backwards after which the entry does not do what was wanted, though nothing was forgotten on
        the sequence.
        """
        for cls in self.classes:
            for method in callable_methods(cls):
                search = BackwardSearch(
                    self.behaviours, SymbolicInputs(self.lab.program, method, InputOptions(PACKAGE)), method
                )
                found = (
                    (each for each in search.sequences(lambda _: True) if each is not None) if search.applies else ()
                )
                for _, sequence in zip(range(most), found, strict=False):
                    calls = calls_of(sequence, method)
                    if calls is None:
                        continue
                    self.counts["call sequences"] += 1
                    (run,) = run_sequences(self.lab.bridge, [calls])
                    if len(run) < len(calls) or not explains(sequence.wanted, run[-1]):
                        if self._forgets(cls):
                            self.counts["off target"] += 1
                        else:
                            shown = [(each.key, [a.value for a in given]) for each, given in calls]
                            yield f"{shown}: {sequence.wanted}"

    def _forgets(self, cls: Class) -> bool:
        """Whether some change of the class leaves something of which nothing is known."""
        known = self.behaviours.of_class(cls, Api(self.lab.program, PACKAGE))
        return any(
            value is None and symbol.sort is BV32
            for each in (*known.creators, *known.mutators)
            for symbol, value in each.after.items()
        )


def calls_of(sequence: CallSequence, entry: Method) -> list[Called] | None:
    """The calls of a sequence and then that of the entry, with the arguments of its model. None if an argument is an
    object of another class or too long.
    """
    steps = [(sequence.creator, "this.new.")]
    steps += [(each.method, f"this.{each.method.name}#{at}.") for at, each in enumerate(sequence.calls)]
    found = []
    for method, prefix in (*steps, (entry, "")):
        given = [
            _argument(sequence.model, prefix + place.name, of)
            for place, of in zip(parameter_places(method), method.parameters, strict=True)
        ]
        if any(each is None for each in given) or (not method.is_constructor and method.name[0] != "m"):
            return None
        found.append((method, tuple(each for each in given if each is not None)))
    return found


def _argument(model: Model, name: str, descriptor: str) -> Argument | None:
    if descriptor[0] not in "L[":
        (symbol,) = variables(primitive_symbol(name, descriptor))
        return Argument(descriptor, int(evaluate(symbol, model)))
    if evaluate(is_null(ref_var(name)), model):
        return Argument(descriptor, None)
    length = evaluate(var(f"{name}.length", BV32), model)
    if length > LONGEST or descriptor not in ("Ljava/lang/String;", "[I"):
        return None
    if descriptor[0] == "L":
        return Argument(descriptor, "x" * length)
    elements = evaluate(var(name, array_sort(ELEMENT_SORTS[descriptor[1:]])), model)
    return Argument(descriptor, tuple(int(elements.get(at, 0)) for at in range(length)))


def main() -> None:
    """Draw classes and print every difference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--classes", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "classes").mkdir()
        trials = Trials(options.seed, options.classes, folder)
        for check in (trials.unexplained, trials.broken, trials.off_target, trials.seen):
            for each in check():
                print(f"{check.__name__}: {each}", flush=True)
        print(dict(trials.counts))
        trials.lab.bridge.close()


if __name__ == "__main__":
    main()
