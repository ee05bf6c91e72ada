"""From the steps of a call sequence to the recipe of a test: the inverse of `everypath.suite.replay.plan_of`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from everypath.bridge import messages
from everypath.classfile import BOX_CLASSES, dotted, is_reference
from everypath.dataclass import replace
from everypath.suite.recipes import Members, NotBuildable, VariableNames, class_stub, interface_stub
from everypath.suite.sequences.operands import ARRAY_SET, HandedObjects, Use, uses_of
from everypath.suite.testcase import (
    OBJECT,
    STRING,
    Allocate,
    ArrayOf,
    AssignElement,
    AssignField,
    Boxed,
    ClassObject,
    Declare,
    Expression,
    FieldOf,
    Invoke,
    Literal,
    Member,
    New,
    NoCase,
    Null,
    Outcome,
    Perform,
    Recipe,
    Statement,
    StaticField,
    Stub,
    Text,
    Variable,
    class_descriptor,
    class_of,
    is_simple,
    method_parameters,
    return_descriptor,
    static_type,
)

__all__ = ["recipe_of"]

_LONGEST_LISTED = 64
"""Longer arrays are written as their length and the elements that are not zero."""

_BOXES = {name: descriptor for descriptor, name in BOX_CLASSES.items()}
_CACHED = range(-128, 128)
"""The numbers of which ``valueOf`` gives the same box each time (JLS 5.1.7)."""

_ACCESSOR = re.compile(r"^(?:get|is|has|to|as)(?=[A-Z])")


def recipe_of(steps: Sequence[messages.Step], members: Members) -> Recipe | NoCase:
    """The recipe of a call sequence whose last step is the call under test, or the reason why no test can name it.

    Each object has a variable of its own; `inlined_in_order` takes out those that are used once. Constants are at their
    uses. Calls for their effect are marked as redundant, since a replay decides whether they are needed. The entry
    itself may be inaccessible.
    """
    try:
        return _Reader(steps, members).recipe()
    except NotBuildable as reason:
        return NoCase(reason.outcome, reason.detail)


def _refused(what: str) -> NotBuildable:
    return NotBuildable(Outcome.NO_TEST, f"{what} cannot be named by a test")


class _Reader:
    """Reads the steps of one sequence in their order."""

    def __init__(self, steps: Sequence[messages.Step], members: Members) -> None:
        self.steps = steps
        self.members = members
        self.uses = uses_of(steps, members)
        self.values: dict[int, Expression] = {}
        """The expression of each step so far: a variable or a constant."""
        self.setup: list[Statement] = []
        last = len(steps) - 1
        given = [use.name for uses in self.uses.values() for use in uses if use.step == last and use.name]
        self.names = VariableNames(given, members)
        self.handed = HandedObjects(steps, members, self.names)
        self.last = last

    def recipe(self) -> Recipe:
        """The recipe of the sequence."""
        for at, step in enumerate(self.steps[:-1]):
            self._read(at, step)
        call = self._made(self.last, self.steps[self.last], entry=True)
        if not isinstance(call, Invoke | New | Stub):
            raise NotBuildable(Outcome.NO_TEST, "a sequence ends with a call")
        return Recipe(tuple(self.setup), call, self._saved())

    def _saved(self) -> tuple[StaticField, ...]:
        """The static fields that the steps assign."""
        return tuple(
            dict.fromkeys(
                StaticField(each.owner, each.name, each.descriptor, each.forced)
                for each in self.setup
                if isinstance(each, AssignField) and each.receiver is None
            )
        )

    # ---- steps

    def _read(self, at: int, step: messages.Step) -> None:
        used = self.uses[at]
        match step:
            case messages.Call(owner=owner, name=name, descriptor=descriptor, arguments=arguments) if (
                owner,
                name,
                descriptor,
            ) == ARRAY_SET:
                self._assign_element(arguments)
                return
            case messages.SetField() | messages.PutStatic():
                self._assign_field(step)
                return
            case messages.GetStatic() | messages.Handed() if not used:  # the first is a value that a test restores
                return
        made = self._made(at, step)
        if self._is_constant(made, len(used)):
            self.values[at] = made
        elif isinstance(made, Invoke) and not used:
            self.setup.append(Perform(made, spare=True))
        else:
            variable = self._variable(at, made)
            self.setup.append(Declare(variable, made))
            self.values[at] = variable

    def _is_constant(self, made: Expression, uses: int) -> bool:
        """True if an expression may stand at each use of its value."""
        if isinstance(made, Boxed):
            kind, value = made.value.descriptor, made.value.value
            return uses <= 1 or kind in "ZB" or (kind in "SCIJ" and value in _CACHED)
        if isinstance(made, StaticField):
            return self.members.classes.field_is_final(made.owner, made.name, made.descriptor)
        return is_simple(made)

    def _made(self, at: int, step: messages.Step, *, entry: bool = False) -> Expression:
        match step:
            case messages.Literal():
                return self._constant(step)
            case messages.Call():
                return self._call(step, entry=entry)
            case messages.New(owner=owner, descriptor=descriptor, arguments=arguments):
                member = self._member(owner, "<init>", descriptor, entry=entry)
                return New(member, self._arguments(arguments, descriptor))
            case messages.NewArray():
                return self._array(at, step)
            case messages.NewStub():
                return self._stub(at, step)
            case messages.Handed():
                return self.handed.element(step)
            case messages.GetStatic(owner=owner, name=name):
                return self._static_field(owner, name)
            case messages.GetField(object=holder, owner=owner, name=name):
                descriptor = self._field(owner, name)
                hidden = not self.members.field_is_accessible(owner, name, descriptor)
                return FieldOf(self._operand(holder, class_descriptor(owner)), owner, name, descriptor, hidden)
            case messages.Allocate(owner=owner):
                return Allocate(owner)
        raise NotBuildable(Outcome.NO_TEST, "a sequence ends with a call")

    def _constant(self, step: messages.Literal) -> Expression:
        if step.type == "T":
            return Text(str(step.payload))
        if step.type == "N":
            return Null()
        if step.type == "L":
            descriptor = str(step.payload)
            if not self.members.type_accessible(descriptor):
                raise _refused(dotted(class_of(descriptor)))
            return ClassObject(descriptor)
        assert isinstance(step.payload, int)
        value = messages.Primitive(step.type, step.payload).value
        return Literal(step.type, int(value) if step.type == "Z" else value)

    def _call(self, step: messages.Call, *, entry: bool) -> Expression:
        arguments = self._arguments(step.arguments, step.descriptor)
        if step.name == "valueOf" and step.owner in _BOXES and len(arguments) == 1:
            (value,) = arguments
            if isinstance(value, Literal) and step.descriptor == f"({value.descriptor})L{step.owner};" and not entry:
                return Boxed(value)
        if step.receiver is None and step.name == "valueOf" and not entry:
            constant = self._enum_constant(step, arguments)
            if constant is not None:
                return constant
        if step.receiver is None:
            return Invoke(self._member(step.owner, step.name, step.descriptor, entry=entry), None, arguments)
        receiver = self._operand(step.receiver, class_descriptor(step.owner))
        if isinstance(receiver, Null):
            raise NotBuildable(Outcome.NO_TEST, "a method of null is called")
        member = self._member(step.owner, step.name, step.descriptor, receiver, entry=entry)
        return Invoke(member, receiver, arguments)

    def _enum_constant(self, step: messages.Call, arguments: Sequence[Expression]) -> StaticField | None:
        """The constant that the ``valueOf`` of an enum returns for its name; None if it is something else."""
        descriptor = class_descriptor(step.owner)
        name = arguments[0].value if len(arguments) == 1 and isinstance(arguments[0], Text) else ""
        if step.descriptor != f"({STRING}){descriptor}" or self.members.classes.first_constant(step.owner) is None:
            return None
        usable = name.isidentifier() and self.members.field_is_accessible(step.owner, name, descriptor)
        return StaticField(step.owner, name, descriptor) if usable else None

    def _member(
        self, owner: str, name: str, descriptor: str, receiver: Expression | None = None, *, entry: bool = False
    ) -> Member:
        """The member as the test names it: by its owner, or by the class of the receiver."""
        member = self.members.method(owner, name, descriptor)
        if receiver is not None:
            shown = class_of(static_type(receiver))
            known = self.members.method(shown, name, descriptor) if not shown.startswith("[") else member
            if member.hidden and not known.hidden:
                return known
            if known.ambiguous and not known.hidden:  # overloads that only the receiver's class has
                member = replace(member, ambiguous=True)
        if member.hidden and not entry:
            raise _refused(f"{dotted(owner)}.{name}")
        return member

    def _arguments(self, arguments: Sequence[int], descriptor: str) -> tuple[Expression, ...]:
        parameters = method_parameters(descriptor)
        return tuple(self._operand(each, wanted) for each, wanted in zip(arguments, parameters, strict=True))

    def _operand(self, step: int, wanted: str) -> Expression:
        value = self.values.get(step)
        if value is None:
            raise NotBuildable(Outcome.NO_TEST, "a value is used that no call returns")
        if isinstance(value, Literal) and is_reference(wanted):  # reflection would box it
            return Boxed(value)
        return Null(wanted) if isinstance(value, Null) else value

    def _array(self, at: int, step: messages.NewArray) -> Expression:
        descriptor = f"[{step.element}"
        if not self.members.type_accessible(descriptor):
            raise _refused(dotted(class_of(step.element.lstrip("["))))
        filled = [(index, self._operand(each, step.element)) for index, each in step.elements]
        if step.length <= _LONGEST_LISTED and filled:
            zero = Null(step.element) if is_reference(step.element) else Literal(step.element, 0)
            held = dict(filled)
            return ArrayOf(descriptor, tuple(held.get(index, zero) for index in range(step.length)))
        made = ArrayOf(descriptor, length=step.length)
        if not filled:
            return made
        variable = self._variable(at, made)
        self.setup.append(Declare(variable, made))
        self.setup += [AssignElement(variable, index, value) for index, value in filled]
        return variable

    def _stub(self, at: int, step: messages.NewStub) -> Expression:
        self.setup += self.handed.declared(at)
        is_interface = self.members.classes.is_interface(step.owner)
        if not self.members.accessible(step.owner) or is_interface == bool(step.constructor):
            raise _refused(f"an object that implements {dotted(step.owner)}")
        answers: dict[tuple[str, str], tuple[Expression, ...]] = {}
        owners: dict[tuple[str, str], str] = {}
        for name, descriptor, value in step.answers:
            found = self.members.classes.find_method(step.owner, name, descriptor)
            if found is None:
                raise _refused(f"{dotted(step.owner)}.{name}")
            owners[name, descriptor] = found[0].name
            result = return_descriptor(descriptor)
            answers[name, descriptor] = () if result == "V" else (self._operand(value, result),)
        if not step.constructor:
            return self.handed.storing(at, interface_stub(self.members, step.owner, answers, owners))
        constructor = self.members.constructor_above(step.owner, step.constructor)
        if constructor.hidden:
            raise _refused(f"a subclass of {dotted(step.owner)}")
        return class_stub(self.members, constructor, self._arguments(step.arguments, step.constructor), answers, owners)

    # ---- fields

    def _field(self, owner: str, name: str) -> str:
        """The descriptor of the field of a name."""
        for file in self.members.classes.hierarchy(owner):
            for each in file.fields:
                if each.name == name:
                    return each.descriptor
        raise _refused(f"{dotted(owner)}.{name}")

    def _static_field(self, owner: str, name: str) -> StaticField:
        descriptor = self._field(owner, name)
        if not self.members.field_is_accessible(owner, name, descriptor):
            raise _refused(f"{dotted(owner)}.{name}")
        return StaticField(owner, name, descriptor)

    def _assign_field(self, step: messages.SetField | messages.PutStatic) -> None:
        descriptor = self._field(step.owner, step.name)
        value = self._operand(step.value, descriptor)
        holder = (
            self._operand(step.object, class_descriptor(step.owner)) if isinstance(step, messages.SetField) else None
        )
        usable = self.members.field_is_accessible(step.owner, step.name, descriptor)
        forced = not usable or self.members.classes.field_is_final(step.owner, step.name, descriptor)
        self.setup.append(AssignField(holder, step.owner, step.name, descriptor, value, forced))

    def _assign_element(self, arguments: Sequence[int]) -> None:
        array, index = (self.values.get(each) for each in arguments[:2])
        if array is None or not isinstance(index, Literal) or not static_type(array).startswith("["):
            raise NotBuildable(Outcome.NO_TEST, "an element of an unknown array is set")
        element = static_type(array)[1:]
        held = self._operand(arguments[2], element)
        if isinstance(held, Boxed) and not is_reference(element):
            held = held.value
        self.setup.append(AssignElement(array, int(index.value), held))

    # ---- variables

    def _variable(self, at: int, made: Expression) -> Variable:
        uses = self.uses[at]
        descriptor = self._declared(static_type(made), uses)
        given = next((use.name for use in uses if use.step == self.last and use.name), "")
        return Variable(self.names.new(given or self._word(made, descriptor), descriptor), descriptor)

    def _declared(self, descriptor: str, uses: Sequence[Use]) -> str:
        """The type of the variable of a value: its own, or a more special one that is needed."""
        if not is_reference(descriptor):
            return descriptor
        nameable = self.members.type_accessible(descriptor)
        wanted = [
            each
            for each in dict.fromkeys(use.wanted for use in uses)
            if each and is_reference(each) and not (nameable and self._is_a(descriptor, each))
        ]
        best = next((each for each in wanted if all(self._is_a(each, other) for other in wanted)), None)
        if best is not None and self.members.type_accessible(best):
            return best
        return self.names.declared_type(descriptor)

    def _is_a(self, descriptor: str, other: str) -> bool:
        """True if a value of a reference type may be used as another one without a cast."""
        if other in (OBJECT, descriptor):
            return True
        if descriptor.startswith("[") or other.startswith("["):
            return False
        return self.members.classes.inherits(class_of(descriptor), class_of(other))

    def _word(self, made: Expression, descriptor: str) -> str:
        """The name of a variable: after the method that returned a plain value, else after the type."""
        plain = descriptor == STRING or not is_reference(descriptor) or class_of(descriptor) in _BOXES
        if isinstance(made, Invoke) and plain:
            name = _ACCESSOR.sub("", made.member.name)
            return name[:1].lower() + name[1:]
        if descriptor.startswith("["):
            return self.names.plural(descriptor.lstrip("["))
        return "this"
