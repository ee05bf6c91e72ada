"""Properties of linked inputs: ``noshare acyclic tree``, and ``sorted distinct`` of linked lists.

They concern objects that a path has not materialised yet, so no condition can express them at the start. They are
checked step by step. When a place becomes an alias of another place, the shape of the input is searched for a
violation. When a list node is materialised, its number is compared with the numbers of the nodes before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.inputs.conditions.linked_structures import Chain, nodes_and_numbers
from everypath.inputs.conditions.type_checker import Condition
from everypath.inputs.conditions.typed_tree import FieldOf, Input, Property, Typed
from everypath.inputs.shapes import (
    Alias,
    BoxInput,
    ClassLiteral,
    ConstantInput,
    EnumInput,
    FieldsInput,
    InputShape,
    MemberInput,
    Null,
    RecipeInput,
    TextInput,
    shape_of,
    slots_of,
)
from everypath.state import State
from everypath.term import Term, Value, conj, feq, fle, le, ne, not_, ref_var

if TYPE_CHECKING:
    from everypath.program import Field, Program
    from everypath.vm.interpreter import Machine

_VALUES = (TextInput, BoxInput, EnumInput, ConstantInput, ClassLiteral, MemberInput, Null)
"""Builds that may be shared: values, and objects that the program shares anyway."""


@dataclass(frozen=True)
class Rule:
    """A property of the places ``roots``. ``chain`` describes the linked list for ``sorted`` and ``distinct``."""

    name: str
    roots: tuple[str, ...]
    chain: Chain | None = None


class Structures:
    """The properties that the preconditions of one entry require of its inputs."""

    def __init__(self, program: Program, conditions: Sequence[Condition]) -> None:
        self.rules = tuple(_rule(program, each) for condition in conditions for each in condition.properties)

    def is_broken(self, state: State) -> bool:
        """True if the aliases decided so far violate a property."""
        shape = shape_of(state)
        return any(_breaks(rule, shape) for rule in self.rules)

    def order(self, machine: Machine, state: State) -> Value:
        """Return the condition that the numbers in the list nodes materialised so far are ordered or distinct, without
        the parts that the path condition implies.
        """
        found = [each for rule in self.rules if rule.chain for each in _ordered(rule, machine, state)]
        return conj(*(each for each in found if not (isinstance(each, Term) and each in state.known)))

    def is_beyond(self, state: State) -> bool:
        """True if a property concerns an object that a recipe built: its inner objects are not checked."""
        shape = shape_of(state)
        return any(
            isinstance(shape.nodes[name].build, RecipeInput)
            for rule in self.rules
            for root in rule.roots
            for name in _reach(shape, root)
        )


def root_name(node: Typed) -> str | None:
    """The access path of a parameter or of a field below one; None for any other expression."""
    match node:
        case Input(name=name):
            return name
        case FieldOf(target=target, field=field):
            below = root_name(target)
            return None if below is None else f"{below}.{field.name}"
    return None


def _rule(program: Program, node: Property) -> Rule:
    roots = tuple(name for each in node.arguments if (name := root_name(each)) is not None)
    chain = None
    if node.name in ("sorted", "distinct"):
        found = nodes_and_numbers(program, program.class_of_descriptor(node.arguments[0].type))
        assert isinstance(found, Chain)
        chain = found
    return Rule(node.name, roots, chain)


# -- shapes -----------------------------------------------------------------------------------------------------


def _origin(shape: InputShape, name: str) -> str:
    """Follow aliases from a place to the place under whose name its object is recorded."""
    seen = {name}
    while name in shape.nodes and isinstance(build := shape.nodes[name].build, Alias) and build.of not in seen:
        name = build.of
        seen.add(name)
    return name


def _edges(shape: InputShape, name: str) -> Iterator[str]:
    """Yield the objects that an object refers to, each by the place under which it is recorded; no `_VALUES`."""
    build = shape.nodes[name].build
    slots = (each.slot for each in build.fields) if isinstance(build, FieldsInput) else slots_of(build)
    for slot in slots:
        if not slot.is_primitive and slot.name in shape.nodes:
            held = _origin(shape, slot.name)
            if held in shape.nodes and not isinstance(shape.nodes[held].build, _VALUES):
                yield held


def _reach(shape: InputShape, root: str) -> dict[str, int]:
    """Map each object reachable from a place to the number of references to it from these objects."""
    start = _origin(shape, root)
    if start not in shape.nodes or isinstance(shape.nodes[start].build, _VALUES):
        return {}
    found, todo = {start: 0}, [start]
    while todo:
        for held in _edges(shape, todo.pop()):
            if held not in found:
                found[held] = 0
                todo.append(held)
            found[held] += 1
    return found


def _has_cycle(shape: InputShape, root: str) -> bool:
    open_: dict[str, Iterator[str]] = {}
    done: set[str] = set()
    start = _origin(shape, root)
    if start not in shape.nodes:
        return False
    open_[start] = _edges(shape, start)
    while open_:
        name = next(reversed(open_))
        held = next(open_[name], None)
        if held is None:
            done.add(name)
            del open_[name]
        elif held in open_:
            return True
        elif held not in done:
            open_[held] = _edges(shape, held)
    return False


def _breaks(rule: Rule, shape: InputShape) -> bool:
    if rule.name == "noshare":
        return not _reach(shape, rule.roots[0]).keys().isdisjoint(_reach(shape, rule.roots[1]))
    if rule.name == "tree":
        reached = _reach(shape, rule.roots[0])
        start = _origin(shape, rule.roots[0])
        return any(count > (0 if name == start else 1) for name, count in reached.items())
    return _has_cycle(shape, rule.roots[0])


# -- lists ------------------------------------------------------------------------------------------------------


def _ordered(rule: Rule, machine: Machine, state: State) -> Iterator[Value]:
    chain = rule.chain
    assert chain is not None
    numbers = list(_numbers(chain, rule.roots[0], machine, state))
    real = chain.number.descriptor in "FD"
    for at, number in enumerate(numbers[1:], 1):
        if rule.name == "sorted":
            yield fle(numbers[at - 1], number) if real else le(numbers[at - 1], number)
        else:
            for other in numbers[:at]:
                yield not_(feq(other, number)) if real else ne(other, number)


def _numbers(chain: Chain, root: str, machine: Machine, state: State) -> Iterator[Value]:
    """Yield the initial numbers of the list nodes that are materialised, in the order of the list."""
    shape = shape_of(state)
    name = _origin(shape, root)
    if chain.head is not None:
        name = _next(shape, name, chain.head)
    seen: set[str] = set()
    while name in shape.nodes and name not in seen and isinstance(shape.nodes[name].build, FieldsInput):
        seen.add(name)
        yield _number(machine, state, name, chain.number)
        name = _next(shape, name, chain.next)


def _next(shape: InputShape, name: str, field: Field) -> str:
    build = shape.nodes[name].build if name in shape.nodes else None
    if isinstance(build, FieldsInput):
        for each in build.fields:
            if (each.owner, each.name) == (field.owner.name, field.name):
                return _origin(shape, each.slot.name)
    return ""


def _number(machine: Machine, state: State, name: str, field: Field) -> Value:
    build = shape_of(state).nodes[name].build
    assert isinstance(build, FieldsInput)
    for each in build.fields:
        if (each.owner, each.name) == (field.owner.name, field.name):
            assert each.slot.value is not None
            return each.slot.value
    address = state.decided[ref_var(name)]
    value = machine.inputs.field(state, address, field)
    state.writable(address).fields[field.slot] = value
    return value
