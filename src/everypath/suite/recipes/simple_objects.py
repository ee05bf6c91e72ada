"""Objects that are built without a decided input: static fields, reflective members and the simplest object
of a type.
"""

from __future__ import annotations

from collections.abc import Callable

from everypath import inputs
from everypath.classfile import UNBOXED, dotted, is_reference
from everypath.errors import EverypathError
from everypath.suite.recipes.accessibility import Members
from everypath.suite.testcase import (
    ArrayOf,
    Boxed,
    ClassObject,
    Expression,
    Invoke,
    Literal,
    New,
    Null,
    Outcome,
    StaticField,
    Text,
    class_descriptor,
    class_of,
    method_parameters,
)

__all__ = ["NotBuildable", "default_value", "has_simple_class", "reflective_member", "simplest_object", "static_field"]

_FINDERS = {
    "java/lang/reflect/Method": (
        "getDeclaredMethod",
        "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;",
    ),
    "java/lang/reflect/Constructor": (
        "getDeclaredConstructor",
        "([Ljava/lang/Class;)Ljava/lang/reflect/Constructor;",
    ),
    "java/lang/reflect/Field": ("getDeclaredField", "(Ljava/lang/String;)Ljava/lang/reflect/Field;"),
}

_COLLECTIONS = {
    "java/lang/Iterable": "java/util/ArrayList",
    "java/util/Collection": "java/util/ArrayList",
    "java/util/List": "java/util/ArrayList",
    "java/util/Set": "java/util/HashSet",
    "java/util/Map": "java/util/HashMap",
}
"""Classes whose empty objects stand for any object of an interface."""


class NotBuildable(EverypathError):
    """No test can build this input; ``outcome`` is the reason."""

    def __init__(self, outcome: Outcome, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail


def default_value(descriptor: str) -> Expression:
    """Null, zero or false."""
    return Null(descriptor) if is_reference(descriptor) else Literal(descriptor, 0)


def static_field(members: Members, owner: str, name: str, descriptor: str) -> StaticField:
    """A static field; hidden if the test may not name it."""
    return StaticField(owner, name, descriptor, not members.field_is_accessible(owner, name, descriptor))


def reflective_member(members: Members, member: inputs.MemberInput) -> Expression:
    """The expression of a reflective object: ``Owner.class.getDeclaredMethod("name", int.class)`` or the like."""
    name, descriptor = _FINDERS[member.class_name]
    finder = members.method("java/lang/Class", name, descriptor)
    arguments: list[Expression] = [] if member.name == "<init>" else [Text(member.name)]
    if member.descriptor.startswith("("):
        types = tuple(ClassObject(each) for each in method_parameters(member.descriptor))
        arguments.append(ArrayOf("[Ljava/lang/Class;", types))
    return Invoke(finder, ClassObject(class_descriptor(member.owner)), tuple(arguments))


def has_simple_class(descriptor: str) -> bool:
    """True for types of which `simplest_object` makes an object without running any code of the target."""
    return descriptor.startswith("[") or class_of(descriptor) in ("java/lang/Object", *UNBOXED, *_COLLECTIONS)


def simplest_object(
    members: Members, descriptor: str, make_stub: Callable[[str], Expression], depth: int = 3
) -> Expression:
    """Any object of a type, for a place that the path never read but that must not be null.

    ``make_stub`` builds a stub of an interface. Raises `NotBuildable` if no constructor can be called.
    """
    if descriptor == "Ljava/lang/String;":
        return Text("")
    if descriptor.startswith("["):
        return ArrayOf(descriptor)
    name = class_of(descriptor)
    if name in UNBOXED:
        return Boxed(Literal(UNBOXED[name], 0))
    if name in _COLLECTIONS:
        return New(members.method(_COLLECTIONS[name], "<init>", "()V"))
    if members.classes.is_interface(name):
        return make_stub(name)
    constant = members.classes.first_constant(name)
    if constant is not None:
        return static_field(members, name, constant, descriptor)
    constructor = members.simplest_constructor(name)
    if constructor is None or depth == 0:
        raise NotBuildable(Outcome.NO_TEST, f"nothing makes an object of {dotted(name)}")
    parameters = method_parameters(constructor.descriptor)
    arguments: list[Expression] = [default_value(each) for each in parameters]
    if constructor.enclosed:
        arguments[0] = simplest_object(members, parameters[0], make_stub, depth - 1)
    return New(constructor, tuple(arguments))
