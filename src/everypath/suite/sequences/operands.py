"""How the steps of a call sequence use each other: what each value is needed as, what it may be called, and what stubs
are handed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from everypath.bridge import messages
from everypath.classfile import dotted
from everypath.dataclass import dataclass, replace
from everypath.suite.recipes import Members, NotBuildable, VariableNames
from everypath.suite.testcase import (
    ArrayOf,
    Declare,
    Element,
    Expression,
    Outcome,
    Stub,
    Variable,
    class_descriptor,
    class_of,
    method_parameters,
    return_descriptor,
)

__all__ = ["ARRAY_SET", "HandedObjects", "Use", "uses_of"]

ARRAY_SET = ("java/lang/reflect/Array", "set", "(Ljava/lang/Object;ILjava/lang/Object;)V")
"""The call by which a plan sets an element of an array."""


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a step's value: the type that is needed, and the name of the parameter; empty if it has none."""

    step: int
    wanted: str
    name: str = ""


def uses_of(steps: Sequence[messages.Step], members: Members) -> dict[int, list[Use]]:
    """The uses of each step's value by later steps, in their order."""
    found: dict[int, list[Use]] = {at: [] for at in range(len(steps))}
    for at, step in enumerate(steps):
        for operand, use in _operands(at, step, members):
            found[operand].append(use)
    return found


def _operands(at: int, step: messages.Step, members: Members) -> Iterator[tuple[int, Use]]:
    """The operands of a step in the order of evaluation, each with its use."""
    match step:
        case messages.Call(owner=owner, name=name, descriptor=descriptor, receiver=receiver, arguments=arguments):
            if (owner, name, descriptor) == ARRAY_SET:
                yield arguments[0], Use(at, "")
                yield arguments[2], Use(at, "")
                return
            if receiver is not None:
                yield receiver, Use(at, class_descriptor(owner))
            yield from _arguments(at, owner, name, descriptor, arguments, members)
        case messages.New(owner=owner, descriptor=descriptor, arguments=arguments):
            yield from _arguments(at, owner, "<init>", descriptor, arguments, members)
        case messages.NewArray(element=element, elements=elements):
            yield from ((operand, Use(at, element)) for _, operand in elements)
        case messages.NewStub(owner=owner, answers=answers, constructor=constructor, arguments=arguments):
            if constructor:
                yield from _arguments(at, owner, "<init>", constructor, arguments, members)
            yield from ((operand, Use(at, return_descriptor(descriptor))) for _, descriptor, operand in answers)
        case messages.Handed(stub=stub, owner=owner):
            yield stub, Use(at, class_descriptor(owner))
        case messages.GetField(object=holder, owner=owner):
            yield holder, Use(at, class_descriptor(owner))
        case messages.SetField(object=holder, owner=owner, value=value):
            yield holder, Use(at, class_descriptor(owner))
            yield value, Use(at, "")
        case messages.PutStatic(value=value):
            yield value, Use(at, "")


def _arguments(
    at: int, owner: str, name: str, descriptor: str, arguments: Sequence[int], members: Members
) -> Iterator[tuple[int, Use]]:
    parameters = method_parameters(descriptor)
    names = members.classes.parameter_names(owner, name, descriptor)
    if len(names) != len(parameters):
        names = (None,) * len(parameters)
    for operand, parameter, given in zip(arguments, parameters, names, strict=True):
        yield operand, Use(at, parameter, given or "")


class HandedObjects:
    """The objects that code under test hands to the stubs of a sequence.

    The stub stores them in arrays, from which the test takes them. They are declared before the stub.
    """

    def __init__(self, steps: Sequence[messages.Step], members: Members, names: VariableNames) -> None:
        self._handed = [each for each in steps if isinstance(each, messages.Handed)]
        self._members = members
        self._names = names
        self._arrays: dict[tuple[int, str, str, int], Variable] = {}

    def element(self, step: messages.Handed) -> Element:
        """The object of a step. Raises `NotBuildable` if no stub stores it."""
        array = self._arrays.get((step.stub, step.name, step.descriptor, step.parameter))
        if array is None:
            raise NotBuildable(Outcome.NO_TEST, "an argument of a call that no stub gets")
        return Element(array, 0, array.descriptor[1:])

    def declared(self, at: int) -> list[Declare]:
        """The declarations of the arrays of the stub that a step makes."""
        found: list[Declare] = []
        for each in self._handed:
            key = (at, each.name, each.descriptor, each.parameter)
            if each.stub != at or key in self._arrays:
                continue
            element = method_parameters(each.descriptor)[each.parameter]
            if not self._members.type_accessible(element):
                raise NotBuildable(Outcome.NO_TEST, f"{dotted(class_of(element))} cannot be named by a test")
            variable = Variable(self._names.new(self._names.plural(element), f"[{element}"), f"[{element}")
            self._arrays[key] = variable
            found.append(Declare(variable, ArrayOf(variable.descriptor, length=1)))
        return found

    def storing(self, at: int, stub: Stub) -> Stub:
        """The stub of a step, which stores what it is handed."""
        taken: dict[tuple[str, str], tuple[tuple[int, Expression], ...]] = {}
        for (step, name, descriptor, parameter), array in self._arrays.items():
            if step == at:
                taken[name, descriptor] = (*taken.get((name, descriptor), ()), (parameter, array))
        if not taken:
            return stub
        methods = tuple(
            replace(each, taken=taken.pop((each.member.name, each.member.descriptor), ())) for each in stub.methods
        )
        if taken:
            raise NotBuildable(Outcome.NO_TEST, "an argument of a call that no stub gets")
        return replace(stub, methods=methods, plain=False)
