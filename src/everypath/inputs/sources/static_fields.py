"""Static fields as inputs (``--symbolic-statics``): at the call of the entry they may hold any value.

A running program calls the entry. The classes whose static fields matter are initialised by then, and their fields may
have been assigned since. So a class's initialiser runs first and reads the values that it wrote itself. After it, each
field that is not final and that a test may assign becomes an input; its symbol is made when the path first reads it.
If the path itself initialises a class, the initialiser may depend on earlier steps of the path. When the path then
reads a field of this class, it restarts with the class initialised before the entry (`INITIALISED_BEFORE_ENTRY`). If
it reads none, nothing changes, and the test does not touch the class either.

A reference may also keep the object that initialisation left there: a test need not build an existing cache or table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from everypath.classfile import UNBOXED, access, canonical_name, dotted
from everypath.dataclass import dataclass, field, replace
from everypath.errors import UnsupportedError
from everypath.inputs.construction import Api
from everypath.inputs.places import field_place
from everypath.inputs.shapes import SHAPE, ConstantInput, FieldInput, InputShape, Node, Undecided, shape_of
from everypath.state import NULL, Ending, Obj, State, TextObject
from everypath.term import Term, Value, ref_var
from everypath.vm.core import Retry

if TYPE_CHECKING:
    from everypath.inputs.places import InputPlace
    from everypath.program import Class, Field, Program

STATICS = "inputs.statics"
"""The attachment that holds the facts about static fields (`StaticFieldFacts`)."""

INITIAL_STATICS = "inputs.left"
"""The attachment that maps each static field that may be written to its value when the entry began, or when the path
had initialised its class."""

INITIALISED_BEFORE_ENTRY = "inputs.beforehand"
"""The attachment of a state that has to restart: the class to be initialised before the entry."""


@dataclass(frozen=True)
class StaticFieldFacts:
    """The facts about static fields that a state has recorded.

    ``left`` maps each field that code could have written to its value after initialisation. ``inputs`` are the fields
    that may hold any value. ``early`` are the classes initialised before the entry. The fields of ``closed`` classes
    are no inputs. ``heap`` holds the objects that initialisation made, with their contents then. ``begun`` is true once
    the entry runs.
    """

    left: Mapping[Field, Value] = field(default_factory=dict)
    inputs: frozenset[Field] = frozenset()
    early: frozenset[Class] = frozenset()
    closed: frozenset[Class] = frozenset()
    heap: Mapping[int, Obj] = field(default_factory=dict)
    begun: bool = False


class StaticInputs:
    """The static fields of one entry. Without the option none is an input, and nothing is recorded."""

    def __init__(self, program: Program, api: Api, *, enabled: bool, forced_states: bool) -> None:
        self.program = program
        self.api = api
        self.enabled = enabled
        self.forced_states = forced_states
        self._own: dict[Class, bool] = {}

    def begin(self, state: State, closed: Iterable[Class] = ()) -> None:
        """Called before the entry starts: the fields of classes that are initialised by now become inputs."""
        done = [cls for cls, status in state.initialised.items() if status == "done"]
        state.attachments[INITIAL_STATICS] = {}
        for cls in done:
            self._remember(state, cls)
        if not self.enabled:
            return
        heap = state.fork().heap  # a fork copies objects before it writes them
        state.attachments[STATICS] = StaticFieldFacts(
            early=frozenset(done), closed=frozenset(closed), heap=heap, begun=True
        )
        for cls in done:
            self.initialised(state, cls)

    def initialised(self, state: State, cls: Class) -> None:
        """Called when a class was initialised: records its fields and removes the values of those that are inputs."""
        self._remember(state, cls)
        known = known_statics(state)
        if not known.begun or not self._is_own(cls):
            return
        fields = [each for each in cls.fields if _is_variable(each) and each in state.statics]
        left = {**known.left, **{each: state.statics[each] for each in fields}}
        inputs = [each for each in fields if cls not in known.closed and self.is_input(each)]
        state.attachments[STATICS] = replace(known, left=left, inputs=known.inputs | frozenset(inputs))
        for each in inputs:
            state.statics[each] = None  # type: ignore[assignment]  # None: not read yet

    def _remember(self, state: State, cls: Class) -> None:
        left = state.attachments.get(INITIAL_STATICS)
        if not isinstance(left, dict) or not self._is_own(cls):
            return
        found = {each: state.statics[each] for each in cls.fields if _is_variable(each) and each in state.statics}
        if found:
            state.attachments[INITIAL_STATICS] = {**left, **found}

    def _is_own(self, cls: Class) -> bool:
        """True if the class belongs to the analysed code and not to the JDK, whose state all replays share."""
        own = self._own.get(cls)
        if own is None:
            own = self._own[cls] = cls.is_target and self.program.jdk.find(cls.name) is None
        return own

    def is_input(self, of: Field) -> bool:
        """True if the static field may hold any value: code may assign it again, and so may a test."""
        can_assign = self.forced_states or self.accessible(of)
        return self.enabled and self._is_own(of.owner) and _is_variable(of) and can_assign

    def accessible(self, of: Field) -> bool:
        """True if a test may assign the field without reflection."""
        return self.api.accessibility.class_accessible(of.owner) and self.api.accessibility.field_accessible(of)

    def place(self, state: State, of: Field) -> InputPlace:
        """The place of an input field that is read for the first time.

        Raises `Retry` with the path ended if its class has to be initialised before the entry, and `UnsupportedError`
        if only the JVM has the value (`Library.jvm_statics`).
        """
        if not self._is_own(of.owner):
            raise UnsupportedError(f"{dotted(of.owner.name)}.{of.name}, which only the JVM has")
        if of.owner not in known_statics(state).early:
            state.attachments[INITIALISED_BEFORE_ENTRY] = of.owner
            state.end(Ending.INFEASIBLE, f"{of.owner.name} is initialised before the entry")
            raise Retry
        return field_place(of, _name(shape_of(state), of))

    def record(self, state: State, of: Field, entry: FieldInput, value: Value) -> None:
        """Enter an input field in the shape, and store its value."""
        shape = shape_of(state)
        state.attachments[SHAPE] = replace(shape, statics=(*shape.statics, entry))
        state.statics[of] = value

    def left(self, state: State, ref: Term, node: Node) -> tuple[ConstantInput, int] | None:
        """The object that initialisation left at a place, if the place is a static field and the object is more than a
        value; else None.
        """
        entry = next((each for each in shape_of(state).statics if each.slot.name == node.name), None)
        if entry is None or not isinstance(node.build, Undecided):
            return None
        cls = self.program.klass(entry.owner)
        of = cls.declared_field(entry.name, entry.slot.descriptor)
        address = known_statics(state).left.get(of, NULL) if of is not None else NULL
        if not isinstance(address, int) or address == NULL:
            return None
        obj = state.object(address)
        if (
            isinstance(obj, TextObject)
            or obj.cls.name in UNBOXED
            or obj.cls.is_enum
            or obj.cls.name == "java/lang/Class"
        ):
            return None
        bits = state.types.get(ref)
        if bits is not None and not bits >> obj.cls.number & 1:
            return None
        return ConstantInput(entry.owner, entry.name, entry.slot.descriptor), address


def known_statics(state: State) -> StaticFieldFacts:
    """Return the facts about static fields that a state has recorded."""
    known = state.attachments.get(STATICS)
    return known if isinstance(known, StaticFieldFacts) else StaticFieldFacts()


def written_statics(state: State) -> list[tuple[Field, Value]]:
    """The static fields of the analysed code whose values have changed since the entry was called, with their values.
    Empty without the option.
    """
    known = known_statics(state)
    looked_at = {(each.owner, each.name): each.slot for each in shape_of(state).statics}
    found: list[tuple[Field, Value]] = []
    for each, left in known.left.items():
        now: Value | None = state.statics.get(each)
        if now is None:
            continue
        slot = looked_at.get((each.owner.name, each.name))
        if slot is not None:
            before: Value | None = slot.value if slot.is_primitive else state.reference(ref_var(slot.name))
            now_or_address = state.reference(now)
        else:
            before, now_or_address = None if each in known.inputs else left, now
        if before is None or repr(now_or_address) != repr(before):
            found.append((each, now))
    return found


def changed_statics(state: State) -> list[tuple[Field, Value]]:
    """The static fields of the analysed code whose values have changed since the entry was called, with their values.
    If the path itself initialised the class, they have changed since its initialiser ended.
    """
    found = dict(written_statics(state))
    known = known_statics(state).left
    left = state.attachments.get(INITIAL_STATICS)
    for each, before in left.items() if isinstance(left, dict) else ():
        now = state.statics.get(each)
        if each in known or now is None:
            continue
        if is_any_object(state, now) or repr(state.reference(now)) != repr(before):
            found[each] = now
    return list(found.items())


def is_any_object(state: State, value: Value) -> bool:
    """True for an input reference to an object that only the test chose: another one may be in its place."""
    name = value.payload if isinstance(value, Term) and value.op == "var" else None
    node = shape_of(state).nodes.get(name) if isinstance(name, str) else None
    return node is not None and node.unused


def kept_statics(state: State) -> Iterator[tuple[FieldInput, int]]:
    """The static fields that keep the object of their initialisation on this path, with the object's address."""
    shape = shape_of(state)
    for each in shape.statics:
        if each.slot.name in shape.nodes:
            node = shape.node(each.slot.name)
            address = state.decided.get(ref_var(each.slot.name))
            if address and node.build == ConstantInput(each.owner, each.name, each.slot.descriptor):
                yield each, address


def _is_variable(of: Field) -> bool:
    """True if code may assign the field again."""
    return of.is_static and not of.access & (access.FINAL | access.SYNTHETIC)


def _name(shape: InputShape, of: Field) -> str:
    """``Counter.limit``; with the package if a parameter or another class is also called ``Counter``."""
    simple = f"{of.owner.simple_name}.{of.name}"
    heads = {slot.name for slot in shape.roots}
    taken = {each.slot.name for each in shape.statics}
    if of.owner.simple_name.partition(".")[0] in heads or simple in taken:
        return f"{canonical_name(of.owner.name)}.{of.name}"
    return simple
