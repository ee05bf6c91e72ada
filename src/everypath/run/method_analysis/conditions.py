"""The conditions of findings that call sequences show, by a symbolic run of the same path."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from everypath.bridge import Call, Literal, New, Plan, Status
from everypath.explore.concolic import ConcolicSearch, FollowedPath, followed_path, is_constant
from everypath.inputs import InputShape, Node, Slot, TextInput
from everypath.inputs.places import parameter_places
from everypath.solver import Sat, Unsat
from everypath.state import Ending, is_about_classes
from everypath.suite import condition_text, plan_of
from everypath.term import Term, disj, eq, evaluate, not_, variables

if TYPE_CHECKING:
    from everypath.bridge import Step
    from everypath.run.results import Finding
    from everypath.solver import Solver
    from everypath.suite import CallSequence, Replayer, TestCase
    from everypath.term import Value

__all__ = ["LOW_SECONDS", "SECONDS", "SequenceConditions"]

SECONDS, LOW_SECONDS = 0.3, 0.1
"""Seconds for the conditions of one unit's findings, if the clock limits it, and if many sequences wait."""

ON_OBJECTS = ", with these objects"
"""Follows the condition of a sequence that makes objects: it is about the other arguments."""

_STRING = "Ljava/lang/String;"


class SequenceConditions:
    """Finds conditions with the machine and the solver of the search that ``made`` returns. One serves all units of a
    process: a finding is asked about again only if it has a shorter input.
    """

    def __init__(self, made: Callable[[], ConcolicSearch]) -> None:
        self._made = made
        self._until = math.inf
        self._sizes: dict[object, int] = {}

    def begin(self, seconds: float) -> None:
        """A unit has so many seconds for its findings."""
        self._until = time.monotonic() + seconds

    def of_finding(self, finding: Finding, sequence: CallSequence, case: TestCase, replayer: Replayer) -> str | None:
        """The condition of a finding, see `condition`."""
        if finding.size >= self._sizes.get(finding.key, finding.size + 1) or self._is_over():
            return None
        self._sizes[finding.key] = finding.size
        return self.condition(sequence, case, replayer)

    def condition(self, sequence: CallSequence, case: TestCase, replayer: Replayer) -> str | None:
        """The condition on numbers and strings of the last call under which it throws as the case does, as Java. None
        if no symbolic run shows it.

        The JVM has run another input that meets the condition, if there is one.
        """
        if case.throws is None:
            return None
        plan = plan_of(sequence.recipe)
        call = plan.steps[plan.call]
        if not isinstance(call, Call | New):
            return None
        steps, names = _with_own_literals(plan.steps[: plan.call], call, _names(sequence))
        if not names:
            return None
        search = self._made()
        found = followed_path(search.machine, steps, names, self._is_over)
        if found is None or not _throws(found, case.throws.class_name):
            return None
        conditions = [each for each in found.state.path if not is_about_classes(each)]
        known = _symbols(found)
        if not all(known.issuperset(variables(each)) for each in conditions):
            return None  # the time, or what else no input decides
        with search.short_queries():
            text = condition_text(conditions, _shape(found, steps, names), found.state.limits, search.solver)
            if text in ("true", "…") or not self._holds(found, conditions, steps, search.solver, replayer):
                return None
        symbols = found.symbols.numbers.keys() | found.symbols.texts.keys()
        is_plain = all(is_constant(each) for each in steps[:-1]) and len(symbols) == len(call.arguments)
        return text if is_plain else text + ON_OBJECTS

    def _is_over(self) -> bool:
        return time.monotonic() > self._until

    def _holds(
        self,
        found: FollowedPath,
        conditions: Sequence[Term],
        steps: Sequence[Step],
        solver: Solver,
        replayer: Replayer,
    ) -> bool:
        """True if another input that meets the conditions ends as this one on the JVM, or the solver finds that there
        is none.
        """
        answer = solver.check([*conditions, _another(found)], hint=found.state.witness)
        if not isinstance(answer, Sat):
            return isinstance(answer, Unsat)
        other = found.symbols.changed(steps, found.state.witness.with_(dict(answer.model)))
        if other is None:
            return False
        last = len(steps) - 1
        first, second = replayer.replay_many([Plan(tuple(steps), last), Plan(other, last)])
        same = first.status is second.status is Status.THROW and first.exception == second.exception
        return same and first.trace[:1] == second.trace[:1]


def _names(sequence: CallSequence) -> list[str]:
    return [each.name for each in parameter_places(sequence.entry)]


def _with_own_literals(
    before: Sequence[Step], call: Call | New, parameters: Sequence[str]
) -> tuple[tuple[Step, ...], dict[int, str]]:
    """The steps with literals of its own for the last call, and the names of those that are numbers and strings."""
    steps = list(before)
    names: dict[int, str] = {}
    arguments = list(call.arguments)
    for number, at in enumerate(call.arguments):
        step = before[at]
        if isinstance(step, Literal) and is_constant(step):
            names[len(steps)] = parameters[number]
            arguments[number] = len(steps)
            steps.append(step)
    return (*steps, call._replace(arguments=tuple(arguments))), names


def _throws(found: FollowedPath, class_name: str) -> bool:
    state = found.state
    return state.ending is Ending.THREW and state.object(state.thrown).cls.name == class_name


def _symbols(found: FollowedPath) -> set[Term]:
    texts = [part for each in found.symbols.texts.values() for part in (each.array, each.length)]
    values = [*found.symbols.numbers.values(), *(each for each in texts if isinstance(each, Term))]
    return {symbol for each in values for symbol in variables(each)}


def _another(found: FollowedPath) -> Term:
    """The condition that some number, or the length or a char of some string, is another one."""
    witness = found.state.witness
    values: list[Value] = list(found.symbols.numbers.values())
    for text in found.symbols.texts.values():
        length = evaluate(text.length, witness) if isinstance(text.length, Term) else text.length
        assert isinstance(length, int)
        values += [text.length, *(text.at(index) for index in range(length))]
    terms = [each for each in values if isinstance(each, Term)]
    differ = [not_(eq(each, value)) for each in terms if isinstance(value := evaluate(each, witness), int | float)]
    condition = reduce(disj, differ)
    assert isinstance(condition, Term)
    return condition


def _shape(found: FollowedPath, steps: Sequence[Step], names: dict[int, str]) -> InputShape:
    """The literals of the last call as inputs."""
    roots: list[Slot] = []
    nodes: dict[str, Node] = {}
    for at, name in names.items():
        step = steps[at]
        text = found.symbols.texts.get(at)
        if text is not None:
            assert isinstance(text.array, Term)
            roots.append(Slot(name, _STRING))
            nodes[name] = Node(name, _STRING, TextInput(text.length, text.array), non_null=True)
        elif at in found.symbols.numbers:
            assert isinstance(step, Literal)
            roots.append(Slot(name, step.type, found.symbols.numbers[at]))
    return InputShape(tuple(roots), nodes)
