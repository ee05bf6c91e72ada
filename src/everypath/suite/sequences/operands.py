"""How the steps of a call sequence use each other: what each value is needed as, and what it may be called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from everypath.bridge import messages
from everypath.dataclass import dataclass
from everypath.suite.recipes import Members
from everypath.suite.testcase import class_descriptor, method_parameters, return_descriptor

__all__ = ["Use", "uses_of"]

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
