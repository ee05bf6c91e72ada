"""Builds the recipe of an input from its shape and a witness.

Objects are built through accessible constructors, calls, fields and setters. If these cannot produce the state, it is a
forced state, written by reflection.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from everypath import inputs
from everypath.classfile import dotted
from everypath.dataclass import dataclass, replace
from everypath.inputs import InputShape, Slot
from everypath.suite.recipes.accessibility import Members
from everypath.suite.recipes.collection_builder import CollectionBuilder, keys_of
from everypath.suite.recipes.environment import environment_statements
from everypath.suite.recipes.simple_objects import NotBuildable, reflective_member, simplest_object, static_field
from everypath.suite.recipes.stub_builder import StubBuilder
from everypath.suite.recipes.variable_names import VariableNames
from everypath.suite.stubs import FEED
from everypath.suite.testcase import (
    Allocate,
    ArrayOf,
    AssignElement,
    AssignField,
    Boxed,
    Call,
    ClassObject,
    Declare,
    Expression,
    Invoke,
    Literal,
    Member,
    New,
    Null,
    Outcome,
    Perform,
    Recipe,
    Statement,
    StaticField,
    Stub,
    Text,
    Variable,
    children,
    class_descriptor,
    is_simple,
    static_type,
)
from everypath.term import Model, evaluate, is_null, ref_var

__all__ = ["Built", "build_input"]

_COPY = ("java/lang/String", "<init>", "(Ljava/lang/String;)V")

_DEEPEST_NESTED = 5
"""The number of nested constructor calls from which on an object gets a variable of its own."""

_LONGEST_LISTED = 64
"""Longer arrays are written as their length and the elements that are not zero."""


@dataclass(frozen=True, slots=True)
class Built:
    """A recipe, and by name the variables in which its nodes are."""

    recipe: Recipe
    objects: dict[str, Expression]


def build_input(
    shape: InputShape,
    witness: Model,
    members: Members,
    entry: Member,
    *,
    bound: Iterable[str] = (),
    fillers: Mapping[str, str] | None = None,
) -> Built:
    """The recipe for a call of ``entry`` on the input. Nodes named in ``bound`` are put into variables.

    ``fillers`` are strings for nodes that the path never read, in place of ``null``. Raises `NotBuildable`.
    """
    return _InputBuilder(shape, witness, members, frozenset(bound), fillers or {}).build(entry)


class _InputBuilder:
    def __init__(
        self,
        shape: InputShape,
        witness: Model,
        members: Members,
        bound: frozenset[str],
        fillers: Mapping[str, str],
    ) -> None:
        self.fillers = fillers
        self.shape = shape
        self.witness = witness
        self.members = members
        self.alias_of = _aliases(shape, witness)
        self.aliased = {self._target(node.name) for node in shape.reachable() if isinstance(node.build, inputs.Alias)}
        self.aliased |= set(self.alias_of.values()) | {self._target(name) for name in keys_of(shape)}
        self.bound = bound | self.aliased
        self.setup: list[Statement] = []
        self.done: dict[str, Expression] = {}
        self.running: set[str] = set()
        self.awaited: dict[str, list[tuple[str, Variable, inputs.FieldInput]]] = {}
        """By the name of an object that is not made yet, the assignments that need it."""
        self.names = VariableNames((slot.name for slot in shape.roots), members)
        self.stubs = StubBuilder(members, self.expression, self._stands_at)
        self.collections = CollectionBuilder(
            shape, witness, members, self.expression, self._declare, self._plain_stub, self.setup
        )

    def build(self, entry: Member) -> Built:
        for each in sorted(self.shape.statics, key=lambda entry: not entry.slot.is_primitive):
            self._assign_static(each)
        self.setup += environment_statements(self.shape, self.witness, self.members, self.expression)
        self._feed()
        slots = list(self.shape.roots)
        if entry.name == "<init>" and self.members.classes.is_abstract(entry.owner):
            return self._built(self._extended(entry, slots))
        receiver: Expression | None = None
        if not entry.static and entry.name != "<init>" and slots and slots[0].name == "this":
            receiver = self.expression(slots.pop(0))
        arguments = tuple(self.expression(slot) for slot in slots)
        return self._built(New(entry, arguments) if entry.name == "<init>" else Invoke(entry, receiver, arguments))

    def _feed(self) -> None:
        """Set the answers of the sources of unknown values, before any other statement."""
        slots = [each.slot for each in self.shape.sources if each.slot is not None]
        if slots:
            given = tuple(_boxed(self.expression(each)) for each in slots)
            feed = Member(*FEED, static=True)
            self.setup.append(Perform(Invoke(feed, None, (ArrayOf("[Ljava/lang/Object;", given),))))

    def _built(self, call: Call) -> Built:
        objects = {name: made for name, made in self.done.items() if isinstance(made, Variable)}
        return Built(Recipe(tuple(self.setup), call, self._saved()), dict(objects))

    def _extended(self, constructor: Member, slots: list[Slot]) -> Stub:
        """An object of an anonymous subclass, whose creation calls the constructor under test."""
        this = slots.pop(0) if slots and slots[0].name == "this" else None
        found = self.shape.node(this.name).build if this is not None else None
        stub = found if isinstance(found, inputs.Stub) else inputs.Stub(constructor.owner)
        creator = inputs.CallInput(constructor.owner, "<init>", constructor.descriptor, tuple(slots))
        return self.stubs.build(replace(stub, creator=creator), "this")

    def _saved(self) -> tuple[StaticField, ...]:
        """The static fields that the setup assigns."""
        return tuple(
            StaticField(
                each.owner,
                each.name,
                each.descriptor,
                each.forced or not self.members.type_accessible(each.descriptor),
            )
            for each in self.setup
            if isinstance(each, AssignField) and each.receiver is None
        )

    def _assign_static(self, entry: inputs.FieldInput) -> None:
        """Assign a static field, unless it keeps its initialised value."""
        descriptor = entry.slot.descriptor
        value = self.expression(entry.slot)
        place = static_field(self.members, entry.owner, entry.name, descriptor)
        if value != place:
            self.setup.append(AssignField(None, entry.owner, entry.name, descriptor, value, forced=place.hidden))

    # ---- slots and nodes

    def _target(self, name: str) -> str:
        seen: set[str] = set()
        while name not in seen and isinstance(build := self.shape.node(name).build, inputs.Alias):
            seen.add(name)
            name = build.of
        return self.alias_of.get(name, name)

    def expression(self, slot: Slot) -> Expression:
        """The expression of the value at a slot. An object is built the first time."""
        if slot.is_primitive:
            return self._literal(slot)
        if slot.name not in self.shape.nodes:
            return Null(slot.descriptor)
        name = self._target(slot.name)
        known = self.done.get(name)
        if known is not None:
            return known
        if name in self.running:
            raise NotBuildable(Outcome.NO_TEST, f"{name} is needed to build itself")
        self.running.add(name)
        node = self.shape.node(name)
        made = self._node(node, slot.descriptor)
        self.running.discard(name)
        if name in self.bound and not is_simple(made) and not isinstance(made, Null):
            made = self._declare(name, made, _type_of(self.members, node, slot.descriptor, made))
        if name in self.bound or isinstance(made, Variable):
            self.done[name] = made
        return made

    def _literal(self, slot: Slot) -> Literal:
        return Literal(slot.descriptor, slot.concrete(self.witness))

    def _declare(self, name: str, value: Expression, descriptor: str) -> Variable:
        variable = Variable(self.names.new(name, descriptor), self.names.declared_type(descriptor))
        self.setup.append(Declare(variable, value))
        self.done[name] = variable
        for class_name, holder, entry in self.awaited.pop(name, ()):
            self.setup.append(self._assign(class_name, holder, entry))
        return variable

    def _node(self, node: inputs.Node, descriptor: str) -> Expression:
        match node.build:
            case inputs.Undecided():
                return self._undecided(node, descriptor)
            case inputs.NotConstructible(classes=names):
                classes = " or ".join(dotted(name) for name in names)
                raise NotBuildable(Outcome.NO_TEST, f"no object of {classes} could be made")
            case inputs.Null():
                return Null(descriptor)
            case inputs.TextInput() as text:
                literal = Text(text.concrete(self.witness))
                return New(self.members.method(*_COPY), (literal,)) if text.number(self.witness) else literal
            case inputs.PrimitiveArrayInput() as array:
                return self._primitive_array(node.name, array)
            case inputs.ReferenceArrayInput() as array:
                return self._reference_array(node.name, array)
            case inputs.ListInput() | inputs.MapInput() as collection:
                return self.collections.build(node.name, collection, aliased=node.name in self.aliased)
            case inputs.OptionalInput(class_name=name, value=slot):
                return _optional(self.members, name, self.expression(slot))
            case inputs.BoxInput(value=value):
                return Boxed(self._literal(value))
            case inputs.EnumInput(class_name=name, constant=constant):
                return static_field(self.members, name, constant, class_descriptor(name))
            case inputs.ConstantInput(owner=owner, name=name, descriptor=type_):
                return static_field(self.members, owner, name, type_)
            case inputs.ClassLiteral(class_name=name):
                return ClassObject(class_descriptor(name))
            case inputs.MemberInput() as member:
                return reflective_member(self.members, member)
            case inputs.FieldsInput() as fields:
                return self._fields(node.name, fields)
            case inputs.RecipeInput() as recipe:
                return self._recipe(node.name, recipe)
            case inputs.Stub() as stub:
                return self.stubs.build(stub, node.name)
            case inputs.Alias():
                raise NotBuildable(Outcome.NO_TEST, f"{node.name} is an alias of itself")

    def _undecided(self, node: inputs.Node, descriptor: str) -> Expression:
        if node.name in self.fillers:
            return Text(self.fillers[node.name])
        if node.non_null or not evaluate(is_null(ref_var(node.name)), self.witness):
            return simplest_object(self.members, descriptor, self._plain_stub)
        return Null(descriptor)

    # ---- arrays

    def _primitive_array(self, name: str, array: inputs.PrimitiveArrayInput) -> Expression:
        element = array.class_name[1]
        values = array.concrete(self.witness)
        if len(values) <= _LONGEST_LISTED:
            return ArrayOf(array.class_name, tuple(Literal(element, value) for value in values))
        made = ArrayOf(array.class_name, length=len(values))
        filled = [(at, value) for at, value in enumerate(values) if value != 0 or str(value) == "-0.0"]
        if not filled:
            return made
        variable = self._declare(name, made, array.class_name)
        self.setup.extend(AssignElement(variable, at, Literal(element, value)) for at, value in filled)
        return variable

    def _reference_array(self, name: str, array: inputs.ReferenceArrayInput) -> Expression:
        length = array.concrete_length(self.witness)
        element = array.class_name[1:]
        slots = [(at, slot) for at, slot in array.concrete(self.witness) if 0 <= at < length]
        if length <= _LONGEST_LISTED and name not in self.aliased:
            items: list[Expression] = [Null(element)] * length
            for at, slot in slots:
                items[at] = self.expression(slot)
            return ArrayOf(array.class_name, tuple(items))
        variable = self._declare(name, ArrayOf(array.class_name, length=length), array.class_name)
        for at, slot in slots:
            value = self.expression(slot)
            if not isinstance(value, Null):
                self.setup.append(AssignElement(variable, at, value))
        return variable

    # ---- objects

    def _call(self, call: inputs.CallInput, receiver: Expression | None) -> Invoke | New:
        member = self.members.method(call.owner, call.name, call.descriptor)
        arguments = tuple(self.expression(slot) for slot in call.arguments)
        new = call.name == "<init>"
        return New(member, arguments) if new else Invoke(member, None if call.is_static else receiver, arguments)

    def _recipe(self, name: str, recipe: inputs.RecipeInput) -> Expression:
        """The creator's call with the following calls chained to it. A call whose result is dropped is a statement."""
        made: Expression = self._call(recipe.creator, None)
        pending = list(recipe.calls)
        while pending:
            call = pending.pop(0)
            if call.follows:
                made = self._call(call, made)
                continue
            if not isinstance(made, Variable):
                made = self._stage(name, made, recipe, left=[call, *pending])
            performed = self._call(call, made)
            assert isinstance(performed, Invoke)
            self.setup.append(Perform(performed, tuple(slot.name for slot in call.arguments)))
        return made

    def _stage(self, name: str, made: Expression, recipe: inputs.RecipeInput, left: list[inputs.CallInput]) -> Variable:
        """A variable for the receiver of the calls ``left``: the object itself, or its builder."""
        if not any(call.follows for call in left):
            return self._declare(name, made, class_descriptor(recipe.class_name))
        type_ = static_type(made)
        variable = Variable(self.names.new(f"{name}.new", type_), self.names.declared_type(type_))
        self.setup.append(Declare(variable, made))
        return variable

    def _fields(self, name: str, build: inputs.FieldsInput) -> Expression:
        made: Expression
        zero = True
        late: list[inputs.FieldInput] = []
        if build.creator is not None:
            late = [entry for entry in build.fields if entry.assignable and self._needs_this(entry)]
            call = self._call(_filled(build, build.creator, late), None)
            zero = isinstance(call, New) and self.members.accessors.leaves_zeros(call.constructor)
            made = call
        else:
            made = Allocate(build.class_name)
        pending = [
            entry
            for entry in build.fields
            if (entry in late or build.argument(entry) is None)
            and not ((zero or _is_left(build, entry)) and self._is_zero(entry.slot))
        ]
        if not pending and name not in self.awaited and _nesting(made) < _DEEPEST_NESTED:
            return made
        variable = self._declare(name, made, class_descriptor(build.class_name))
        for entry in pending:
            if self._needs_this(entry):
                target = self._target(entry.slot.name)
                self.awaited.setdefault(target, []).append((build.class_name, variable, entry))
            else:
                self.setup.append(self._assign(build.class_name, variable, entry))
        return variable

    def _needs_this(self, entry: inputs.FieldInput) -> bool:
        """True if the value of a field is being built itself, and needs the object with the field."""
        target = self._target(entry.slot.name) if entry.slot.name in self.shape.nodes else ""
        return target in self.running and target not in self.done

    def _is_zero(self, slot: Slot) -> bool:
        if slot.is_primitive:
            value = slot.concrete(self.witness)
            return value == 0 and str(value) != "-0.0"
        node = self.shape.nodes.get(self._target(slot.name)) if slot.name in self.shape.nodes else None
        return node is None or isinstance(node.build, inputs.Null | inputs.Undecided)

    def _assign(self, class_name: str, variable: Variable, entry: inputs.FieldInput) -> Statement:
        descriptor = entry.slot.descriptor
        value = self.expression(entry.slot)
        writer = self.members.accessors.writer(class_name, entry.owner, entry.name, descriptor)
        if writer.method is not None:
            return Perform(Invoke(writer.method, variable, (value,)))
        return AssignField(variable, entry.owner, entry.name, descriptor, value, forced=not writer.direct)

    def _stands_at(self, slot: Slot, name: str) -> bool:
        """True if the object of the named node is at a slot."""
        return not slot.is_primitive and slot.name in self.shape.nodes and self._target(slot.name) == name

    def _plain_stub(self, name: str) -> Stub:
        return self.stubs.build(inputs.Stub(name), "")


def _nesting(expression: Expression) -> int:
    """The depth of nested constructor calls."""
    inner = max((_nesting(each) for each in children(expression)), default=0)
    return inner + isinstance(expression, New)


def _filled(
    build: inputs.FieldsInput, creator: inputs.CallInput, late: Collection[inputs.FieldInput]
) -> inputs.CallInput:
    """The creator's call with the decided fields as arguments, except the ``late`` ones."""
    arguments = list(creator.arguments)
    for entry in build.fields:
        at = build.argument(entry)
        if at is not None and entry not in late:
            arguments[at] = entry.slot
    return replace(creator, arguments=tuple(arguments))


def _optional(members: Members, name: str, value: Expression) -> Expression:
    made = f"L{name};"
    if isinstance(value, Null):
        return Invoke(members.method(name, "empty", f"(){made}"), None, ())
    return Invoke(members.method(name, "of", f"(Ljava/lang/Object;){made}"), None, (value,))


def _boxed(value: Expression) -> Expression:
    return Boxed(value) if isinstance(value, Literal) else value


def _is_left(build: inputs.FieldsInput, entry: inputs.FieldInput) -> bool:
    """True if the creator is known to leave the field zero."""
    return build.preset is not None and (entry.owner, entry.name) not in build.preset


def _aliases(shape: InputShape, witness: Model) -> dict[str, str]:
    """Maps names of strings and boxes to the name of an earlier one that is the same object (not a literal)."""
    first: dict[tuple[object, ...], str] = {}
    found: dict[str, str] = {}
    for node in shape.reachable():
        match node.build:
            case inputs.TextInput() as text if text.number(witness):
                key: tuple[object, ...] = ("", text.number(witness), text.concrete(witness))
            case inputs.BoxInput(class_name=name, value=value) as box if box.number(witness):
                key = (name, box.number(witness), repr(value.concrete(witness)))
            case _:
                continue
        if key in first:
            found[node.name] = first[key]
        else:
            first[key] = node.name
    return found


def _type_of(members: Members, node: inputs.Node, descriptor: str, made: Expression) -> str:
    """The type of the variable that holds the object of a node."""
    match node.build:
        case inputs.RecipeInput(class_name=name) if not members.accessible(name):
            return static_type(made)
        case inputs.FieldsInput() | inputs.RecipeInput() | inputs.ListInput() | inputs.MapInput() as build:
            return class_descriptor(build.class_name)
        case inputs.PrimitiveArrayInput(class_name=name) | inputs.ReferenceArrayInput(class_name=name):
            return name
        case inputs.ConstantInput(descriptor=type_):
            return type_
        case inputs.TextInput():
            return "Ljava/lang/String;"
        case inputs.BoxInput(class_name=name):
            return class_descriptor(name)
    return descriptor
