"""Stubs with recorded answers: anonymous classes and lambdas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from everypath import inputs
from everypath.classfile import access, dotted, intersected
from everypath.inputs import Slot
from everypath.suite.recipes.accessibility import Members
from everypath.suite.recipes.simple_objects import NotBuildable, default_value
from everypath.suite.testcase import (
    Boxed,
    ClassObject,
    Expression,
    Literal,
    Member,
    Null,
    Outcome,
    Refusal,
    Stub,
    StubMethod,
    Text,
    This,
    is_zero,
    return_descriptor,
)

__all__ = ["StubBuilder", "class_stub", "interface_stub"]


_MANY = 8
"""An interface with fewer methods is implemented by an anonymous class."""
_CONSTANTS = (Null, Literal, Text, Boxed, ClassObject)
_OF_OBJECT = frozenset({"equals", "hashCode", "toString"})


class StubBuilder:
    """Builds the expression of a stub.

    ``expression`` builds the object of a slot; ``stands_at`` says whether the object of the named node is at a slot.
    """

    def __init__(
        self, members: Members, expression: Callable[[Slot], Expression], stands_at: Callable[[Slot, str], bool]
    ) -> None:
        self.members = members
        self._expression = expression
        self._stands_at = stands_at

    def build(self, stub: inputs.Stub, name: str) -> Stub:
        """The expression of a stub for the node ``name``."""
        creator = stub.creator
        if creator is None and not self.members.classes.is_interface(stub.class_name):
            raise NotBuildable(Outcome.NO_TEST, f"a stub of the class {dotted(stub.class_name)}")
        answers: dict[tuple[str, str], list[Expression | Refusal]] = {}
        owners: dict[tuple[str, str], str] = {}
        for answer in stub.answers:
            key = (answer.name, answer.descriptor)
            owners[key] = answer.owner
            given = answers.setdefault(key, [])
            if answer.throws:
                given.append(Refusal(answer.throws))
            elif answer.slot is not None:
                given.append(
                    This(answer.slot.descriptor)
                    if self._stands_at(answer.slot, name)
                    else self._expression(answer.slot)
                )
        if creator is None:
            return interface_stub(self.members, stub.class_name, answers, owners)
        arguments = tuple(self._expression(each) for each in creator.arguments)
        constructor = self.members.constructor_above(stub.class_name, creator.descriptor)
        return class_stub(self.members, constructor, arguments, answers, owners)


def class_stub(
    members: Members,
    constructor: Member,
    arguments: tuple[Expression, ...],
    answers: Mapping[tuple[str, str], Sequence[Expression | Refusal]],
    owners: Mapping[tuple[str, str], str],
) -> Stub:
    """A stub of an abstract class, whose constructor is called. See `interface_stub`."""
    class_name = constructor.owner
    methods = _methods(members, class_name, answers, owners)
    return Stub(class_name, tuple(methods), "", constructor, arguments, members.classes.bridges(class_name))


def interface_stub(
    members: Members,
    class_name: str,
    answers: Mapping[tuple[str, str], Sequence[Expression | Refusal]],
    owners: Mapping[tuple[str, str], str],
) -> Stub:
    """A stub of an interface. ``answers`` and ``owners`` are by name and descriptor of a method.

    Abstract methods without answers return null or zero.
    """
    methods = _methods(members, class_name, answers, owners)
    abstract = len(members.classes.abstract_methods(class_name))
    bridges = members.classes.bridges(class_name)
    as_lambda = _as_lambda(members, class_name, abstract, methods)
    is_large = len(intersected(class_name)) < 2 and not as_lambda and not bridges and abstract == len(methods) >= _MANY
    plain = is_large and _is_plain(members, class_name, methods)
    return Stub(class_name, tuple(methods), as_lambda, bridges=bridges, plain=plain)


def _is_plain(members: Members, class_name: str, methods: Sequence[StubMethod]) -> bool:
    """True if all methods of an interface are abstract, and those of one name always return the same constant."""
    for method in methods:
        if not all(isinstance(each, _CONSTANTS) for each in method.answers) or len(set(method.answers)) > 1:
            return False
        if any(not is_zero(each) for each in method.answers) and _overloads(method, methods) > 1:
            return False
    interfaces = (file for file in members.classes.hierarchy(class_name) if file.access & access.INTERFACE)
    inherited = (each for file in interfaces for each in file.methods)
    has_code = any(not each.access & (access.ABSTRACT | access.STATIC | access.PRIVATE) for each in inherited)
    return not has_code and _OF_OBJECT.isdisjoint(each.member.name for each in methods)


def _overloads(method: StubMethod, methods: Sequence[StubMethod]) -> int:
    return sum(each.member.name == method.member.name for each in methods)


def _methods(
    members: Members,
    class_name: str,
    answers: Mapping[tuple[str, str], Sequence[Expression | Refusal]],
    owners: Mapping[tuple[str, str], str],
) -> list[StubMethod]:
    abstract = {
        (method.name, method.descriptor): owner for owner, method in members.classes.abstract_methods(class_name)
    }
    methods = []
    for key in dict.fromkeys((*answers, *abstract)):
        member = members.method(owners[key] if key in owners else abstract[key], *key)
        result = return_descriptor(member.descriptor)
        default: tuple[Expression, ...] = () if result == "V" else (default_value(result),)
        types = members.classes.types_in_source(class_name, member)
        methods.append(StubMethod(member, tuple(answers.get(key, ())) or default, types))
    return methods


def _as_lambda(members: Members, class_name: str, abstract: int, methods: list[StubMethod]) -> str:
    """The method that a lambda can implement, since it always returns the same; empty if there is none."""
    if abstract != 1 or len(methods) != 1 or methods[0].refuses or len(set(methods[0].answers)) > 1:
        return ""
    if intersected(class_name):
        return ""
    if any(isinstance(each, This) for each in methods[0].answers):  # in a lambda, `this` is the test
        return ""
    member = methods[0].member
    return member.name if members.classes.is_lambda(member.owner, member.name, member.descriptor) else ""
