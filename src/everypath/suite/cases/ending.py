"""The predicted end of a path: the returned value or the exception, and the assertions on it."""

from __future__ import annotations

from itertools import chain, count

from everypath.classfile import dotted
from everypath.dataclass import dataclass
from everypath.state import Ending
from everypath.suite.cases.case_path import CasePath
from everypath.suite.descriptions import (
    is_straight,
)
from everypath.suite.oracle import Inspector, Oracle, worth_asserting
from everypath.suite.prediction import ExceptionPredictor
from everypath.suite.recipes import Built
from everypath.suite.testcase import (
    ArrayValue,
    Assertion,
    Check,
    Declare,
    Expected,
    ObjectValue,
    Observation,
    Primitive,
    Throw,
    Variable,
    class_descriptor,
)

__all__ = ["CaseEnding", "EndingBuilder"]


@dataclass(frozen=True, slots=True)
class CaseEnding:
    """The predicted end of a call. One of ``returns`` and ``throws`` is set.

    ``straight``: the failing condition is about a parameter that the path had not read before.
    """

    check: Check
    returns: Expected | None = None
    throws: Throw | None = None
    observations: tuple[Observation, ...] = ()
    straight: bool = False


class EndingBuilder:
    """Predicts the end of the call of a case.

    ``changed`` maps the changed inputs to their changed fields. Without ``asserted``, the only assertion is that the
    result is an object of the input.
    """

    def __init__(self, case_path: CasePath, built: Built, changed: dict[str, list[str]], *, asserted: bool) -> None:
        self._on = case_path
        self._built = built
        self._changed = changed
        self._asserted = asserted
        self._oracle = Oracle(case_path.members)

    def ending(self) -> CaseEnding:
        """The end of the path, which returned or threw."""
        return self._threw() if self._on.path.ending is Ending.THREW else self._returned()

    def _returned(self) -> CaseEnding:
        on = self._on
        descriptor = on.entry.returns
        result = on.state.result
        made = on.result_address() if on.entry.is_constructor else None
        if made is not None:
            expected: Expected = on.predictor.object(made)
            descriptor = class_descriptor(on.entry.owner.name)
        elif descriptor == "V" or result is None:
            expected = Primitive("V", 0)
        else:
            expected = on.predictor.value(descriptor, result)
        observations: list[Observation] = []
        holders: dict[int, Variable] = {}
        for name, shown in self._built.objects.items():
            address = on.addresses.get(name)
            if address is None or not isinstance(shown, Variable):
                continue
            holders[address] = shown
            observations.append(Observation(shown, on.predictor.object(address)))
        check = self._check(expected, descriptor, holders)
        return CaseEnding(check, returns=expected, observations=tuple(observations))

    def _check(self, expected: Expected, descriptor: str, holders: dict[int, Variable]) -> Check:
        address = self._on.result_address()
        same = holders.get(address) if address is not None else None
        if not self._asserted and same is None:
            return Check()
        taken = {each.name for each in holders.values()} | {slot.name for slot in self._on.shape.roots}
        taken |= {each.variable.name for each in self._built.recipe.setup if isinstance(each, Declare)}
        classes, package = self._on.members.classes, dotted(self._on.members.package)
        names = chain(("result", "returned", "actual"), (f"result{number}" for number in count(2)))
        free = next(name for name in names if name not in taken and not classes.is_sibling(package, name))
        variable, found = self._oracle.result(expected, descriptor, same, free)
        if not self._asserted:
            return Check(variable, tuple(found))
        if variable is not None and address is not None and same is None:
            found = worth_asserting(found + self._inspector().assertions_on(variable, self._on.state, address))
        found += self._change_assertions()
        return Check(variable, tuple(found))

    def _inspector(self) -> Inspector:
        on = self._on
        return Inspector(on.context.machine, self._oracle, on.witness, on.predictor_of)

    def _change_assertions(self) -> list[Assertion]:
        on, oracle = self._on, self._oracle
        found: list[Assertion] = []
        inspector = self._inspector()
        for name, fields in self._changed.items():
            shown = self._built.objects.get(name)
            if shown is None:
                continue
            value = on.fresh_predictor().object(on.addresses[name])
            if isinstance(value, ObjectValue) and fields:
                found += oracle.fields(shown, value, fields)
                found += inspector.assertions_on(shown, on.state, on.addresses[name], fields)
            elif isinstance(value, ObjectValue):
                found += oracle.contents(shown, value)
            elif isinstance(value, ArrayValue):
                found += oracle.assertions_on(shown, value)
        return found

    def _threw(self) -> CaseEnding:
        on, context = self._on, self._on.context
        throw = ExceptionPredictor(
            context.program, on.state, on.shape, on.members, on.predictor, context.is_jdk
        ).throw()
        check = Check(None, tuple(self._change_assertions()))
        return CaseEnding(check, throws=throw, straight=is_straight(on.path.constraints, on.shape))
