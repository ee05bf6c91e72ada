"""Inputs of classes of the JDK that a few numbers or a text give: they hold symbols, within the domain of the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.inputs.candidates import Candidate, Kind
from everypath.inputs.construction import JDK_VALUES, JdkValue, field_named, note_as_built
from everypath.inputs.lazy import values
from everypath.inputs.places import InputPlace
from everypath.inputs.shapes import CallInput, Node, RecipeInput, Slot, Undecided, as_condition, record
from everypath.inputs.stubs import promise
from everypath.library.text import INITIAL_CAPACITY, Capacity
from everypath.state import Obj, SharedValue, State, TextObject
from everypath.term import Model, Term, Value, add, evaluate, i2l, is_null, not_, primitive_symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from everypath.inputs.construction import Layout, RecipePlan
    from everypath.inputs.lazy.context import InputContext
    from everypath.program import Class


def is_value(cls: Class, plan: RecipePlan, context: InputContext) -> bool:
    """True if an object that the plan makes can be made with symbols in its fields."""
    value = JDK_VALUES.get(cls.name)
    return value is not None and not plan.calls and _fits(context, cls, value.layout)


def value_of_build(build: object) -> JdkValue | None:
    """How the object of an input holds its numbers, if its fields hold symbols; None for other inputs."""
    if not isinstance(build, RecipeInput) or build.calls or build.class_name not in JDK_VALUES:
        return None
    is_named = all(slot.name.endswith("()") for slot in build.creator.arguments)
    return JDK_VALUES[build.class_name] if is_named else None


def make_value(context: InputContext, state: State, ref: Term, node: Node, cls: Class, plan: RecipePlan) -> int:
    """The address of a new object whose fields hold symbols."""
    value, creator = JDK_VALUES[cls.name], plan.creator
    if value.is_text:
        return _make_builder(context, state, ref, node, cls, plan)
    places = value.places(node.name)
    numbers = [primitive_symbol(*place) for place in places]
    domain = [each for each in value.domain(numbers) if isinstance(each, Term)]
    if domain:
        state.witness = _within(domain, numbers, value, state.witness)
    for each in domain:
        state.assume(as_condition(each))
    promise(state, *domain)
    slots = tuple(
        Slot(place, wanted, i2l(number) if (wanted, kind) == ("J", "I") else number)
        for (place, kind), wanted, number in zip(places, creator.parameters, numbers, strict=True)
    )
    made = CallInput(creator.owner.name, creator.name, creator.descriptor, slots, creator.is_static)
    record(state, replace(node, build=RecipeInput(cls.name, made)))
    address = state.add_input(ref, _object(context, state, cls, value.layout, numbers))
    note_as_built(state, ref, address)
    return address


def _make_builder(context: InputContext, state: State, ref: Term, node: Node, cls: Class, plan: RecipePlan) -> int:
    """The address of a new string builder with any text."""
    ((place, descriptor),) = JDK_VALUES[cls.name].places(node.name)
    given = context.symbol(state, InputPlace(place, descriptor, non_null=True))
    assert isinstance(given, Term)
    promise(state, not_(is_null(given)))
    inside = Node(place, descriptor, Undecided())
    string = values.make(context, state, given, inside, Candidate(context.program.klass(descriptor[1:-1]), Kind.TEXT))
    text = state.object(string)
    assert isinstance(text, TextObject)
    creator = plan.creator
    made = CallInput(creator.owner.name, creator.name, creator.descriptor, (Slot(place, descriptor, None),))
    record(state, replace(node, build=RecipeInput(cls.name, made)))
    capacity = Capacity(add(text.text.length, INITIAL_CAPACITY, 32))
    address = state.add_input(ref, TextObject(cls, text.text, state.token, extra=capacity))
    note_as_built(state, ref, address)
    return address


def _within(domain: Sequence[Term], numbers: Sequence[Value], value: JdkValue, witness: Model) -> Model:
    """The witness with numbers of the domain: as many of its own as are possible, from the first, and plain ones."""
    own = {each: evaluate(each, witness) for each in numbers if isinstance(each, Term)}
    plain = value.plain or (0,) * len(numbers)
    found = witness.with_({each: number for each, number in zip(numbers, plain, strict=True) if each in own})
    for each, number in own.items():
        tried = found.with_({each: number})
        if all(evaluate(condition, tried) for condition in domain):
            found = tried
    return found


def _fits(context: InputContext, cls: Class, layout: Layout) -> bool:
    """True if the class has these fields: another JDK may have others."""
    for name, held in layout.items():
        field = field_named(cls, name)
        if field is None or (field.descriptor[0] == "L") is isinstance(held, int):
            return False
        if not isinstance(held, int) and not _fits(context, context.program.klass(held[0]), held[1]):
            return False
    return True


def _object(context: InputContext, state: State, cls: Class, layout: Layout, numbers: Sequence[Value]) -> Obj:
    """A new object with numbers in its fields."""
    fields: list[Value] = [0] * len(cls.instance_fields)
    own = [numbers[held] for held in layout.values() if isinstance(held, int)]
    shared = JDK_VALUES[cls.name].shared(own)
    for name, held in layout.items():
        field = field_named(cls, name)
        assert field is not None
        if isinstance(held, int):
            fields[field.slot] = numbers[held]
        else:
            inside = _object(context, state, context.program.klass(held[0]), held[1], numbers)
            fields[field.slot] = state.allocate(inside)
    return Obj(cls, fields, state.token, SharedValue(shared) if shared is not False else None)
