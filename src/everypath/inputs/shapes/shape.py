"""The shape of a path's input: the decision for each input symbol, and how to build its object.

The exploration hands an `InputShape` to `suite`. A shape holds no values: they come from the path's witness
(`everypath.term.Model`). A test builds the input from both:

    for each in shape.statics:           # the static fields that the path read: assigned first of all
        assign(each, build(each.slot))
    for root in shape.roots:             # the receiver `this` first (if any), then the parameters in order
        build(root)

    def build(slot):
        if slot.is_primitive:            # value: an int, a float, or a term over input symbols
            return evaluate(slot.value, witness)
        node = shape.node(slot.name)     # a reference: its decision is recorded under the slot's own name
        match node.build: ...            # one case per class below

Names are *access paths*, and unique: ``this``, ``items``, ``items[0].next``, ``Counter.limit`` (a static field),
``this.new.mask`` (the argument ``mask`` of the creator that built ``this``), ``list.add#0.e`` (the argument ``e`` of
the first call made on ``list`` while it was set up), ``f.apply#0`` (what the first call on the stub ``f`` returned).

All values in a shape are the *initial* ones, from before the entry ran. Nodes build from the leaves: arguments before
the creator that takes them, the creator before the calls, in the order of the tuples. Names of classes are internal
names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from everypath.dataclass import dataclass, field
from everypath.inputs.places import Nullness, index_name
from everypath.inputs.shapes.builds import (
    Alias,
    Answer,
    Build,
    EnvironmentInput,
    FieldInput,
    FieldsInput,
    ListInput,
    MapInput,
    Null,
    PrimitiveArrayInput,
    ReferenceArrayInput,
    Slot,
    Stub,
    TextInput,
    Undecided,
    slots_of,
)
from everypath.term import Term


@dataclass(frozen=True, slots=True)
class Node:
    """One reference symbol: its place (``name``), the types of the place, and how the path builds the object."""

    name: str
    descriptor: str
    build: Build = Undecided()
    generic: str | None = None
    """The generic signature of the place (JVMS 4.7.9.1), such as ``Ljava/util/List<Ljava/lang/String;>;``."""
    non_null: bool = False
    """True for ``this``, and if an annotation says that the reference is never ``null``."""
    nullable: bool = False
    """True if an annotation says that the reference may be ``null``: callers may pass ``null``."""
    passed: bool = True
    """True if a test passes the reference: as a parameter, as an argument of a setup call, or as an element of an
    array or collection that it fills. False for fields of an object and for answers of a stub."""
    elements: tuple[Nullness, ...] = ()
    """The nullness of the elements of an array, then of the elements of these, and so on."""
    unused: bool = False
    """True if the path never used the object, which was chosen for the test: any other of its class would do."""
    tested: bool = False
    """True if the path asked for the class of an unused object."""
    variable: str = ""
    """The type variable that is the type of the place, if nothing binds it; else empty."""
    exact: str = ""
    """The class of all objects that are ever at the place, if that is known; else empty."""

    @property
    def is_sequence(self) -> bool:
        """True for a string where other sequences of chars may be: what it contains is ``s.toString()``."""
        return isinstance(self.build, TextInput) and self.descriptor == "Ljava/lang/CharSequence;"


@dataclass(frozen=True, slots=True)
class InputShape:
    """The input of one path: its roots in order, the static fields that the path read, and every reference symbol
    by name. The static fields hold their values before any other input is built.
    """

    roots: tuple[Slot, ...] = ()
    nodes: Mapping[str, Node] = field(default_factory=dict)
    statics: tuple[FieldInput, ...] = ()
    sources: tuple[Answer, ...] = ()
    """The values that sources of unknown values returned, in the order of the calls."""
    environment: tuple[EnvironmentInput, ...] = ()
    """The inputs that the program read from its environment."""
    _reached: tuple[Node, ...] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots that an input begins with: the static fields, the roots, the values that sources of unknown values
        returned, and the inputs from the environment.
        """
        answers = (each.slot for each in self.sources if each.slot is not None)
        around = (each.slot for each in self.environment)
        return (*(each.slot for each in self.statics), *self.roots, *answers, *around)

    def node(self, name: str) -> Node:
        """The node of a reference slot (`KeyError` for a primitive's name)."""
        return self.nodes[name]

    @property
    def lengths(self) -> frozenset[Term]:
        """The lengths of input strings and arrays: the symbols that are never negative."""
        sized = (TextInput, PrimitiveArrayInput, ReferenceArrayInput)
        found = (node.build.length for node in self.nodes.values() if isinstance(node.build, sized))
        sizes = (node.build.size for node in self.nodes.values() if isinstance(node.build, ListInput | MapInput))
        return frozenset(each for each in (*found, *sizes) if isinstance(each, Term))

    @property
    def indexes(self) -> dict[str, Term]:
        """The symbolic indexes of elements of arrays, by the names that access paths have for them."""
        arrays = (node.build for node in self.nodes.values() if isinstance(node.build, ReferenceArrayInput))
        found = (index for build in arrays for index, _ in build.elements if isinstance(index, Term))
        return {index_name(index): index for index in found}

    @property
    def maps(self) -> tuple[MapInput, ...]:
        """The maps and sets that are data."""
        return tuple(node.build for node in self.nodes.values() if isinstance(node.build, MapInput))

    @property
    def forced(self) -> bool:
        """True if some object or class needs a forced state, which no call produces."""
        if not all(each.accessible for each in self.statics):
            return True
        return any(isinstance(node.build, FieldsInput) and node.build.forced for node in self.reachable())

    @property
    def null_args(self) -> bool:
        """True if the test passes ``null`` and no annotation allows it: as a parameter, as an argument of a setup call,
        or inside an array or collection that the test fills.
        """
        return any(isinstance(n.build, Null) and n.passed and not n.nullable for n in self.reachable())

    @property
    def null_answers(self) -> bool:
        """True if a stub answers ``null``."""
        for node in self.reachable():
            if isinstance(node.build, Stub):
                for answer in node.build.answers:
                    if answer.slot is not None and not answer.slot.is_primitive:
                        answered = self.nodes.get(answer.slot.name)
                        if answered is not None and isinstance(answered.build, Null) and not answered.nullable:
                            return True
        return False

    def reachable(self) -> tuple[Node, ...]:
        """The nodes that a build of all `slots` visits, parents first, each once."""
        if self._reached is None:
            object.__setattr__(self, "_reached", tuple(self._reach()))
        assert self._reached is not None
        return self._reached

    def _reach(self) -> Iterator[Node]:
        seen: set[str] = set()
        stack = [slot.name for slot in reversed(self.slots) if not slot.is_primitive]
        while stack:
            name = stack.pop()
            if name in seen or name not in self.nodes:
                continue
            seen.add(name)
            node = self.nodes[name]
            yield node
            stack.extend(slot.name for slot in reversed(list(slots_of(node.build))) if not slot.is_primitive)
            if isinstance(node.build, Alias):
                stack.append(node.build.of)

    def with_node(self, node: Node) -> InputShape:
        """A copy of the shape in which ``node`` replaces the node of its name."""
        return self.with_nodes((node,))

    def with_nodes(self, nodes: Iterable[Node]) -> InputShape:
        """A copy of the shape in which each of ``nodes`` replaces the node of its name."""
        nodes_by_name = {**self.nodes, **{each.name: each for each in nodes}}
        return InputShape(self.roots, nodes_by_name, self.statics, self.sources, self.environment)

    def objects(self) -> int:
        """The number of objects of the input (a finding of unbounded growth may use at most 100)."""
        return sum(1 for n in self.reachable() if not isinstance(n.build, Null | Undecided | Alias))

    def has_objects(self, least: int) -> bool:
        """True if the input consists of at least ``least`` objects. A node is one object or none."""
        return len(self.nodes) >= least and self.objects() >= least
