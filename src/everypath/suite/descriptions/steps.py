"""Describes the steps of a path: the changes and decisions of each line, over the inputs and under the witness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.classfile import canonical_name, dotted
from everypath.dataclass import dataclass, replace
from everypath.explore.engine import StepTrace, unmatched
from everypath.explore.paths import Path
from everypath.inputs.shapes import decided_shape
from everypath.suite.descriptions.conditions import ConditionPrinter
from everypath.suite.descriptions.equivalence_classes import Description
from everypath.suite.descriptions.values import expected_text
from everypath.suite.input_classes import InputClasses
from everypath.suite.prediction import Predictor, input_symbols, is_same
from everypath.suite.testcase import Unknown
from everypath.term import Term, Value

if TYPE_CHECKING:
    from everypath.classfile import LocalVariable
    from everypath.vm.observers import Step

__all__ = ["Change", "Line", "Lines", "lines_of"]


@dataclass(frozen=True, slots=True)
class Change:
    """A place (a local variable, ``this.n``, ``a[i]``; empty for a result) and its new ``value`` over the inputs.

    ``witness`` is the value under the witness; empty if the text is the same or the value unknown.
    """

    place: str
    value: str
    witness: str = ""

    def __str__(self) -> str:
        text = f"{self.value} ({self.witness})" if self.witness else self.value
        return f"{self.place} = {text}" if self.place else text

    def as_json(self) -> dict[str, object]:
        """The row of the JSON."""
        found: dict[str, object] = {"place": self.place} if self.place else {}
        return found | {"value": self.value, "witness": self.witness or self.value}


@dataclass(frozen=True, slots=True)
class Line:
    """One step. ``source`` is the source file (``shop/Fee.java``); ``enters`` is the call that entered the method.

    ``changes`` are the local variables, and fields and elements of inputs, with new values. ``conditions`` are those
    added to the path condition.
    """

    depth: int
    class_name: str
    method: str
    descriptor: str
    source: str
    number: int
    enters: str = ""
    changes: tuple[Change, ...] = ()
    conditions: tuple[str, ...] = ()
    returned: Change | None = None
    leaves: bool = False
    thrown: str = ""

    @property
    def has_effect(self) -> bool:
        """True if the step changed, decided, threw or returned something."""
        return bool(self.changes or self.conditions or self.thrown or self.returned is not None)

    def as_json(self) -> dict[str, object]:
        """The row of the JSON."""
        found: dict[str, object] = {
            "depth": self.depth,
            "class": self.class_name,
            "method": self.method,
            "descriptor": self.descriptor,
            "file": self.source,
            "line": self.number,
            "changes": [each.as_json() for each in self.changes],
            "conditions": list(self.conditions),
        }
        if self.returned is not None:
            found["returns"] = self.returned.as_json()
        if self.thrown:
            found["throws"] = self.thrown
        return found


@dataclass(frozen=True, slots=True)
class Lines:
    """The steps of one class.

    ``given`` are the conditions before the first step. ``left_out`` steps are missing after the first ``before_gap``.
    ``cut``: the path continues. ``input`` is the call, if it is not the one that the class shows.
    """

    lines: tuple[Line, ...]
    given: tuple[str, ...] = ()
    left_out: int = 0
    before_gap: int = 0
    cut: bool = False
    input: str = ""

    def as_json(self) -> dict[str, object]:
        """The keys that the JSON of a class has in addition to its rows."""
        rows: dict[str, object] = {"steps": [each.as_json() for each in self.lines]}
        if self.input:
            rows["steps_input"] = self.input
        if self.given:
            rows["given"] = list(self.given)
        if self.left_out or self.cut:
            rows["steps_left_out"] = {"after": self.before_gap, "steps": self.left_out, "cut": self.cut}
        return rows


def lines_of(path: Path, trace: StepTrace) -> Lines:
    """The steps of a path. A step that resumes a method after a call is left out if it has no effect."""
    describer = _StepDescriber(path, trace)
    lines_of_steps = [describer.line(step) for step in trace.steps]
    end = unmatched(trace, path)
    if end:
        lines_of_steps[-1] = replace(
            lines_of_steps[-1], conditions=(*lines_of_steps[-1].conditions, *describer.condition_texts(end))
        )
    kept = [line.has_effect or not step.resumes for step, line in zip(trace.steps, lines_of_steps, strict=True)]
    lines = tuple(line for line, keep in zip(lines_of_steps, kept, strict=True) if keep)
    return Lines(lines, describer.given, trace.left_out, sum(kept[: len(trace.first)]), trace.cut)


class _StepDescriber:
    """Describes the steps in their order, each compared with the state after the step before."""

    def __init__(self, path: Path, trace: StepTrace) -> None:
        self.path = path
        self.trace = trace
        self.symbols = input_symbols(path.shape)
        values = [value for step in trace.steps for value in (*step.after.values(), step.returned)]
        shown = [each for each in values if isinstance(each, Term)]
        classes = InputClasses.of_state(path.state)
        self.printer = ConditionPrinter(path.shape, [*path.constraints, *trace.state.path, *shown], classes=classes)
        self.description = Description(replace(path, condition=()))
        self.obvious = self.description.obvious()
        self.given = self.condition_texts(trace.state.path[: trace.given])
        self.done = trace.given
        self.known: set[str] = set()
        self.written: dict[str, str] = {}
        self.held: list[dict[LocalVariable, tuple[Value, Change]]] = []
        """For each activation, the last seen values of its local variables."""

    def condition_texts(self, conditions: Sequence[Term]) -> tuple[str, ...]:
        """The texts of conditions, without those that the domain implies."""
        texts = self.description.condition_texts(
            [each for each in conditions if each not in self.obvious], self.printer
        )
        return tuple(dict.fromkeys(texts))

    def line(self, step: Step) -> Line:
        """The description of one step."""
        method, before = step.method, self.description
        assert step.state is not None
        self.description = Description(
            replace(self.path, state=step.state, shape=decided_shape(step.state), condition=())
        )
        if step.enters or step.depth >= len(self.held):
            del self.held[step.depth :]
            while len(self.held) <= step.depth:  # after a gap, several at once
                before_call = {at: (value, self._change(before, at, value)) for at, value in step.before.items()}
                self.held.append(before_call)
        enters = self._call(step) if step.enters and step.depth else ""
        conditions = self.condition_texts(self.trace.state.path[self.done : step.conditions])
        self.done = max(self.done, step.conditions)
        returned = None
        if step.leaves and step.returned is not None:
            returned = self._change_to("", method.returns, step.returned)
        return Line(
            step.depth,
            dotted(method.owner.name),
            method.name,
            method.descriptor,
            method.owner.source_path,
            step.line,
            enters,
            (*self._locals(step), *self._writes()),
            (*conditions, *self._newly_known()),
            returned,
            step.leaves,
            canonical_name(step.thrown or ""),
        )

    def _call(self, step: Step) -> str:
        """``Fee.half(n = x + 1 (5))``."""
        code = step.method.code
        parameters = [each for each in self.held[step.depth] if each.start == 0 and each.name != "this"]
        given = ", ".join(str(self.held[step.depth][each][1]) for each in parameters) if code is not None else ""
        owner = step.method.owner.simple_name
        return f"new {owner}({given})" if step.method.is_constructor else f"{owner}.{step.method.name}({given})"

    def _locals(self, step: Step) -> tuple[Change, ...]:
        """The changes of local variables: assigned ones, and those whose object changed and is no input."""
        held = self.held[step.depth]
        found = []
        for variable, value in step.after.items():
            change = self._change(self.description, variable, value)
            before = held.get(variable)
            held[variable] = value, change
            if variable.name == "this" or (before is not None and is_same(before[0], value) and before[1] == change):
                continue
            if before is None or not is_same(before[0], value) or not self.description.is_input(value):
                found.append(change)
        return tuple(found)

    def _change(self, description: Description, variable: LocalVariable, value: Value) -> Change:
        return self._change_to(variable.name, variable.descriptor, value, description)

    def _writes(self) -> tuple[Change, ...]:
        """The places of the inputs with other values than after the last step."""
        found, now = [], {}
        for write, shown in self.description.shown_writes(self.printer):
            place, text = shown.place, shown.text
            now[place] = text
            if self.written.get(place) != text:
                witness = self._witness(self.description, write.descriptor, self.description.java_value(write))
                found.append(Change(place, text, "" if witness == text else witness))
        found += [Change(place, place) for place in self.written if place not in now]
        self.written = now
        return tuple(found)

    def _newly_known(self) -> tuple[str, ...]:
        known = list(self.description.known_from_shape(self.printer))
        new = tuple(each for each in known if each not in self.known)
        self.known.update(known)
        return new

    def _change_to(self, place: str, descriptor: str, value: Value, description: Description | None = None) -> Change:
        described = description or self.description
        text = described.values.value(descriptor, value, self.printer).text
        witness = self._witness(described, descriptor, value)
        return Change(place, text, "" if witness == text else witness)

    def _witness(self, description: Description, descriptor: str, value: Value | None) -> str:
        """A value under the witness; empty if unknown."""
        expected = Predictor(description.state, self.path.witness, self.symbols).value(descriptor, value)
        return "" if isinstance(expected, Unknown) else expected_text(expected)
