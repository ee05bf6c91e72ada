"""Draws random concrete inputs of an entry from small values, boundary values and the constants in its code.

A `Sample` is a shape with a model of its symbols. They have the names that the symbols of a path have: `suite` builds
the JVM's input from a sample, and an exploration takes its model as the values of its own symbols. Among several
candidate classes the simplest is drawn, and among several recipes one of the simplest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from everypath.classfile import UNBOXED
from everypath.dataclass import dataclass, field, replace
from everypath.inputs.candidates import Candidate, Kind
from everypath.inputs.code_facts import Constants
from everypath.inputs.construction import named_steps
from everypath.inputs.lazy import invocation_handlers as handlers
from everypath.inputs.lazy.context import bindings_for, program_arguments
from everypath.inputs.places import (
    NO_BINDINGS,
    InputPlace,
    element_place,
    field_place,
    made_by,
    parameter_places,
    signature_text,
)
from everypath.inputs.shapes import (
    BoxInput,
    Build,
    CallInput,
    EnumInput,
    EnvironmentInput,
    FieldInput,
    FieldsInput,
    InputShape,
    MemberInput,
    Node,
    Null,
    PrimitiveArrayInput,
    RecipeInput,
    ReferenceArrayInput,
    Slot,
    Stub,
    TextInput,
    Undecided,
    slot_of,
)
from everypath.inputs.sources import standard_input
from everypath.term import (
    BV16,
    BV32,
    ELEMENT_SORTS,
    Concrete,
    Model,
    Term,
    array_sort,
    is_null,
    primitive_symbol,
    ref_var,
    var,
    variables,
)

if TYPE_CHECKING:
    from everypath.inputs.lazy.symbolic_inputs import SymbolicInputs
    from everypath.program import Method

DEEPEST_OBJECT = 3
"""The greatest depth of objects inside objects; references below it are null."""
DEEPEST_NON_NULL = 3 * DEEPEST_OBJECT
"""The depth below which not even a place that is never null holds an object."""

KEPT_PROBABILITY = 0.7
"""The probability that a mutated sample keeps a value."""

OUTSIDE_POOL_PROBABILITY = 0.3
"""The probability that a new value is not taken from the pool."""

NULL_PROBABILITY = 0.15
"""The probability that a reference is null."""

MOST_CALLS = 3
"""The number of recipes for an object, the simplest first, of which one is drawn."""

Genes = Mapping[str, object]
"""The drawn values by the names of the choices."""


@dataclass(frozen=True)
class Sample:
    """One concrete input: ``model`` gives the symbols of ``shape`` their values; ``genes`` are the drawn values."""

    shape: InputShape
    model: Model
    genes: Genes

    def choices(self) -> dict[str, int]:
        """The numbers of the chosen plans, by the names that these choices have on a path."""
        return {key[:-1]: each for key, each in self.genes.items() if key.endswith("!") and isinstance(each, int)}


class Sampler:
    """Draws the inputs of one entry, the same in every run."""

    def __init__(self, inputs: SymbolicInputs, entry: Method) -> None:
        self.inputs = inputs
        self.entry = entry
        self.constants = Constants(inputs.program, entry)
        self.random = Random(entry.key)

    def plainest(self) -> Sample:
        """The input of the first path of an exploration, except that no reference is null."""
        return _Draw(self, {}, plain=True).sample()

    def draw(self, parent: Sample | None = None) -> Sample:
        """Draw a new input. With a ``parent`` it shares most values with it."""
        return _Draw(self, {} if parent is None else parent.genes).sample()


@dataclass
class _Draw:
    """Draws one sample."""

    sampler: Sampler
    parent: Genes
    plain: bool = False
    genes: dict[str, object] = field(default_factory=dict)
    values: dict[Term, Concrete] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)

    def sample(self) -> Sample:
        entry = self.sampler.entry
        places = parameter_places(entry)
        roots = []
        if not entry.is_static and not entry.is_constructor:
            this = InputPlace("this", f"L{entry.owner.name};", non_null=True)
            receivers = self.sampler.inputs.known.receivers(entry)
            roots.append(self.slot(this, 0, receivers))
        for place in places:
            started_with = self._is_of_program(place.name)
            roots.append(self.slot(replace(place, non_null=True) if started_with else place, 0))
        around: tuple[EnvironmentInput, ...] = ()
        if self.sampler.inputs.options.program:
            around = (self._standard_input(standard_input(slot.name for slot in roots)),)
        return Sample(InputShape(tuple(roots), self.nodes, environment=around), Model(self.values), self.genes)

    def _is_of_program(self, name: str) -> bool:
        """True if this is the argument array of a ``main`` method."""
        inputs = self.sampler.inputs
        return inputs.options.program and name in program_arguments(inputs.entry)

    def _standard_input(self, place: InputPlace) -> EnvironmentInput:
        """Draw the standard input: numbers and texts, each followed by a newline or a space."""
        constants = self.sampler.constants
        written = [str(each) for each in constants.of("I")]
        count = self.pick(place.name, _SIZES)
        assert isinstance(count, int)
        text = ""
        for at in range(count):
            number = self.pick(f"{place.name}#{at}?", (True, False))
            text += str(self.pick(f"{place.name}#{at}", written if number else constants.texts))
            text += str(self.pick(f"{place.name}#{at}-", ("\n", " ")))
        content = text.encode("ascii", "ignore")
        length, elements = var(f"{place.name}.length", BV32), var(place.name, array_sort(ELEMENT_SORTS["B"]))
        self.values[length], self.values[elements] = len(content), dict(enumerate(content))
        build = PrimitiveArrayInput("[B", length, elements)
        self.nodes[place.name] = Node(place.name, place.effective, build, non_null=True, passed=False)
        return EnvironmentInput(slot_of(place, 0))

    def pick(self, key: str, pool: Sequence[object], other: Callable[[], object] | None = None) -> object:
        """Draw a value: of the parent, of ``other`` or of ``pool``. With ``plain``, the first of ``pool``."""
        random = self.sampler.random
        if self.plain:
            value = pool[0]
        elif key in self.parent and random.random() < KEPT_PROBABILITY:
            value = self.parent[key]
        elif other is not None and random.random() < OUTSIDE_POOL_PROBABILITY:
            value = other()
        else:
            value = random.choice(pool)
        self.genes[key] = value
        return value

    def number(self, key: str, descriptor: str) -> int | float | bool:
        """Draw a primitive value."""
        constants, random = self.sampler.constants, self.sampler.random
        gene = f"{key}:{descriptor}"  # another plan may have an argument of this name and of another type
        value = self.pick(gene, constants.of(descriptor), lambda: constants.any_number(descriptor, random))
        assert isinstance(value, int | float)
        return value

    # ---- places

    def slot(self, place: InputPlace, depth: int, candidates: Sequence[Candidate] | None = None) -> Slot:
        """Draw the value or the build of a place and return its slot."""
        if place.descriptor[0] not in "L[":
            return self._primitive(place.name, place.descriptor)
        build = self._reference(place, depth, candidates)
        self.values[_null_atom(place.name)] = isinstance(build, Null)
        self.nodes[place.name] = Node(
            place.name,
            place.effective,
            build,
            generic=signature_text(place.generic),
            non_null=place.non_null,
            nullable=place.nullable,
            passed=place.passed,
            elements=place.elements,
        )
        return slot_of(place, 0)

    def _primitive(self, name: str, descriptor: str) -> Slot:
        symbol = primitive_symbol(name, descriptor)
        assert isinstance(symbol, Term)
        (variable,) = variables(symbol)
        self.values[variable] = self.number(name, descriptor)
        return Slot(name, descriptor, symbol)

    def _reference(self, place: InputPlace, depth: int, candidates: Sequence[Candidate] | None) -> Build:
        if candidates is None:
            node = Node(place.name, place.effective, generic=signature_text(place.generic))
            candidates = self.sampler.inputs.candidates_at(node)
        chosen = next((each for each in candidates if not each.late), None)
        absent = chosen is None or depth > DEEPEST_OBJECT
        if not place.non_null and (absent or self.pick(f"{place.name}?", _NULL_OR_NOT)):
            return Null()
        is_too_deep = depth > DEEPEST_NON_NULL  # a sample with null there contradicts its place, and is not run
        return Null() if chosen is None or is_too_deep else self._object(place, chosen, depth)

    def _object(self, place: InputPlace, candidate: Candidate, depth: int) -> Build:
        cls = candidate.cls
        match candidate.kind:
            case Kind.TEXT:
                return self._text(place.name)
            case Kind.ARRAY if cls.name[1] in "L[":
                return self._references(place, cls.name, depth)
            case Kind.ARRAY:
                return self._array(place.name, cls.name)
            case Kind.BOX:
                return BoxInput(cls.name, self._primitive(f"{place.name}.value", UNBOXED[cls.name]))
            case Kind.ENUM:
                constants = [each.name for each in cls.fields if each.is_static and each.access & 0x4000]
                return EnumInput(cls.name, str(self.pick(place.name, constants))) if constants else Null()
            case Kind.FIELDS:
                return self._fields(place, candidate, depth)
            case Kind.RECIPE:
                return self._recipe(place, candidate, depth)
            case Kind.MEMBER:
                return self._member(place, cls.name)
            case Kind.PROXY:
                build, nodes = handlers.parts(place.name, cls)
                self.nodes.update({each.name: each for each in nodes})
                return build
            case Kind.STUB if cls.is_interface:
                return Stub(cls.name)
        return Null()

    def _member(self, place: InputPlace, class_name: str) -> MemberInput:
        members = self.sampler.inputs.members_at(place.name, class_name)
        at = self.pick(f"{place.name}!", range(len(members)))
        assert isinstance(at, int)
        chosen = members[at]
        return MemberInput(class_name, chosen.owner.name, chosen.name, chosen.descriptor)

    def _text(self, name: str) -> TextInput:
        constants, random = self.sampler.constants, self.sampler.random
        text = str(self.pick(f"{name}:text", constants.texts, lambda: constants.any_text(random)))
        length, chars = var(f"{name}.length", BV32), var(f"{name}.chars", array_sort(BV16))
        self.values[length] = len(text)
        self.values[chars] = {at: ord(each) for at, each in enumerate(text)}
        return TextInput(length, chars, var(f"{name}.identity", BV32))

    def _array(self, name: str, class_name: str) -> PrimitiveArrayInput:
        length, elements = var(f"{name}.length", BV32), var(name, array_sort(ELEMENT_SORTS[class_name[1]]))
        size = self._size(name)
        self.values[length] = size
        self.values[elements] = {at: self.number(f"{name}[{at}]", class_name[1]) for at in range(size)}
        return PrimitiveArrayInput(class_name, length, elements)

    def _references(self, place: InputPlace, class_name: str, depth: int) -> ReferenceArrayInput:
        length = var(f"{place.name}.length", BV32)
        size = self._size(place.name)
        self.values[length] = size
        array = place if place.effective == class_name else InputPlace(place.name, class_name)
        places = [element_place(array, at) for at in range(size)]
        if self._is_of_program(place.name):
            places = [replace(each, non_null=True) for each in places]
        slots = tuple((at, self.slot(each, depth + 1)) for at, each in enumerate(places))
        return ReferenceArrayInput(class_name, length, slots)

    def _size(self, name: str) -> int:
        size = self.pick(f"{name}.length", _SIZES)
        assert isinstance(size, int)
        return size

    def _fields(self, place: InputPlace, candidate: Candidate, depth: int) -> Build:
        cls = candidate.cls
        api = self.sampler.inputs.api
        constructor = next(iter(api.creators.constructors(cls)), None)
        creator = None
        if constructor is not None and not (candidate.forced and constructor.parameters):
            slots = []
            for each in parameter_places(constructor, NO_BINDINGS, f"{place.name}.new."):
                if each.descriptor[0] in "L[":
                    self.nodes[each.name] = Node(each.name, each.effective, Undecided(), nullable=True)
                    slots.append(Slot(each.name, each.descriptor))
                else:
                    slots.append(Slot(each.name, each.descriptor, 0.0 if each.descriptor in "FD" else 0))
            creator = CallInput(cls.name, "<init>", constructor.descriptor, tuple(slots))
        entries = []
        for of in cls.instance_fields:
            hidden = sum(other.name == of.name for other in cls.instance_fields) > 1
            name = f"{place.name}.{of.owner.simple_name}.{of.name}" if hidden else f"{place.name}.{of.name}"
            slot = self.slot(field_place(of, name), depth + 1)
            entries.append(FieldInput(of.owner.name, of.name, slot, api.accessibility.field_accessible(of)))
        return FieldsInput(cls.name, tuple(entries), candidate.forced, creator)

    def _recipe(self, place: InputPlace, candidate: Candidate, depth: int) -> Build:
        cls = candidate.cls
        generic = signature_text(place.generic)
        plans = self.sampler.inputs.api.plans.of(cls)[:MOST_CALLS]
        program = self.sampler.inputs.program
        fitting = [at for at, each in enumerate(plans) if made_by(each.creator, cls, generic, program)]
        number = self.pick(f"{place.name}!", fitting or range(len(plans)))
        assert isinstance(number, int)
        plan = plans[number]
        calls = []
        for prefix, call in named_steps(place.name, plan):
            method = call.method
            bindings = bindings_for(generic, cls, method)
            arguments = [self.slot(each, depth + 1) for each in parameter_places(method, bindings, prefix)]
            calls.append(
                CallInput(
                    method.owner.name,
                    method.name,
                    method.descriptor,
                    tuple(arguments),
                    method.is_static,
                    method.owner.is_interface,
                    call.follows,
                )
            )
        return RecipeInput(cls.name, calls[0], tuple(calls[1:]))


_NULL_OR_NOT = (False,) * round(1 / NULL_PROBABILITY - 1) + (True,)
_SIZES = (0, 1, 2, 3, 4, 5)


def _null_atom(name: str) -> Term:
    atom = is_null(ref_var(name))
    assert isinstance(atom, Term)
    return atom
