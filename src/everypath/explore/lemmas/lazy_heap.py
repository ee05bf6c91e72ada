"""Lazy initialisation for lemmas: materialises objects while a lemma is computed, and again when it is applied.

A lemma materialises a reference as a path does (`everypath.inputs.lazy.symbolic_inputs`), if there is only one way to
make the object, with a symbol for each field. The lemma uses references of its own. When it is applied to a call, the
same places are materialised below the caller's reference (`HeapUnfolding`). So the symbols of the lemma correspond to
those that inlining would have made. If two inputs may be one object, the lemma only notes the pair (`noted_pairs`). The
call makes the alias query, between the conditions between which the code would make it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from everypath.dataclass import dataclass
from everypath.errors import UnsupportedError
from everypath.inputs import FieldsInput, SymbolicInputs, Undecided, shape_of
from everypath.inputs.candidates import Candidate, Kind, together
from everypath.inputs.shapes import aliases, distinct_pairs, name_of
from everypath.state import State
from everypath.term import REF, Term, is_null, ref_var, var, variables
from everypath.vm.references import set_slot

if TYPE_CHECKING:
    from everypath.inputs import Node
    from everypath.program import Class, Field
    from everypath.vm.interpreter import Machine

PAIRS = "explore.lemma.pairs"
"""The attachment of a path of a lemma: pairs of references that it takes as different objects, each with the number
of conditions before it."""

Materialisation: TypeAlias = dict[Term, tuple[str, str]]
"""Symbols of materialised objects: the name of the reference from the shape, and the access path from there."""


def below(name: str, base: str) -> bool:
    """True if a place is below another one."""
    return name.startswith(base) and name[len(base) : len(base) + 1] in (".", "[")


# -- which references a lemma materialises ------------------------------------------------------------------------


def inputs_of(machine: Machine) -> SymbolicInputs | None:
    """The inputs that make objects for the present path, also while a lemma is computed."""
    inputs = machine.inputs
    if isinstance(inputs, LazyLemmaHeap):
        return inputs.inputs
    return inputs if isinstance(inputs, SymbolicInputs) else None


def opening(machine: Machine, state: State, ref: Term) -> Node | None:
    """The node of a reference that a lemma may materialise; None if it may not."""
    inputs = inputs_of(machine)
    node = shape_of(state).nodes.get(name_of(ref))
    if inputs is None or node is None or inputs.structures is not None or inputs.aliasing.policy == "eager":
        return None
    if _is_shared(state, node):
        return None
    if isinstance(node.build, FieldsInput):
        return node
    if not isinstance(node.build, Undecided):
        return None
    bits = state.types.get(ref, -1)
    plain = [each for each in inputs.known.of(node.descriptor, node.generic) if each.bit & bits and not each.rooted]
    alive = [each for each in inputs.candidates_at(node) if each.bit & bits]
    return node if alive == plain and _takes_no_choice(inputs, alive) else None


def _is_shared(state: State, node: Node) -> bool:
    """True if a static field holds the reference, or it, or one below it, is an alias of another input."""
    held = any(each.slot.name == node.name for each in shape_of(state).statics)
    known = {name for pair in aliases(state).items() for name in pair}
    return held or any(name == node.name or below(name, node.name) for name in known)


def _takes_no_choice(inputs: SymbolicInputs, alive: Sequence[Candidate]) -> bool:
    """True if there is one way to make an object of these candidates, and it runs no code."""
    if not alive or alive[0].kind is not Kind.FIELDS:
        return False
    return (inputs.options.forced_states or not alive[0].forced) and len(together(alive)) == len(alive)


class LazyLemmaHeap:
    """The machine's `Inputs` while a lemma is computed."""

    def __init__(self, inputs: SymbolicInputs | None, machine: Machine) -> None:
        self.inputs = inputs
        self._machine = machine

    def _open(self, state: State, ref: Term) -> SymbolicInputs:
        if self.inputs is None or opening(self._machine, state, ref) is None:
            self._closed()
        return self.inputs

    def _closed(self, *args: object, **named: object) -> NoReturn:
        raise UnsupportedError("what the call had not looked at")

    element = is_element = narrowed = key = has_entry = next_entry = _closed
    static = stub_call = unknown = environment_value = _closed

    def materialise(self, state: State, ref: Term) -> int:
        """The object behind a reference that lemmas may materialise."""
        return self._open(state, ref).materialise(state, ref)

    def field(self, state: State, address: int, field: Field) -> int | float | Term:
        """The symbol of a field; fields that are known not to be null are unsupported."""
        value = self._open(state, state.refs[address]).field(state, address, field)
        if isinstance(value, Term) and value.sort is REF and shape_of(state).node(name_of(value)).non_null:
            self._closed()
        return value

    def candidates(self, state: State, ref: Term) -> int:
        """All classes, if the lemma may not materialise the reference: its class is decided when it is materialised."""
        if self.inputs is None or opening(self._machine, state, ref) is None:
            return -1
        return self.inputs.candidates(state, ref)

    def defer_candidates(self, state: State, ref: Term) -> int:
        """The candidates to try late, as for `SymbolicInputs`."""
        return self._open(state, ref).defer_candidates(state, ref)

    def non_exact(self, state: State, ref: Term) -> int:
        """As on any path."""
        return self._open(state, ref).non_exact(state, ref)

    def declared(self, state: State, ref: Term) -> int:
        """As on any path."""
        return self._open(state, ref).declared(state, ref)

    def initialised(self, state: State, cls: Class) -> None:
        """No static field is an input."""


# -- what a path of a lemma has seen ------------------------------------------------------------------------------


def opened(start: State, end: State) -> Materialisation:
    """The symbols of objects that a path of a lemma materialised: of fields that it read, and of conditions that it
    assumed when another lemma answered a call.
    """
    bases = list(shape_of(start).nodes)
    met: dict[Term, None] = {}
    for node in shape_of(end).nodes.values():
        for each in node.build.fields if isinstance(node.build, FieldsInput) else ():
            value = each.slot.value
            met |= dict.fromkeys(variables(value) if isinstance(value, Term) else {ref_var(each.slot.name)})
    for condition in end.path:
        for symbol in variables(condition):
            met |= dict.fromkeys(each for each in (symbol, *symbol.args) if isinstance(each, Term) and each.op == "var")
    found: Materialisation = {}
    for symbol in met:
        name = str(symbol.payload)
        base = next((each for each in bases if below(name, each)), None)
        if base is not None:
            found[symbol] = (base, name[len(base) :])
    return found


def atoms(symbols: Materialisation) -> frozenset[Term]:
    """The symbols, and the conditions that references among them are null."""
    nulls = (is_null(each) for each in symbols if each.sort is REF)
    return frozenset((*symbols, *(each for each in nulls if isinstance(each, Term))))


def renamed(symbols: Materialisation, names: dict[str, str]) -> dict[Term, int | float | Term]:
    """The symbols at a call for symbols of a lemma; ``names`` maps the references of the shape to those at the call."""
    return {
        symbol: var(names[base] + suffix, symbol.sort) for symbol, (base, suffix) in symbols.items() if base in names
    }


def note_pair(state: State, left: Term, right: Term, time: int) -> None:
    """Note that a path of a lemma assumes two references to differ. The call makes the alias query."""
    pairs = noted_pairs(state)
    if all({left, right} != {one, other} for _, one, other in pairs):
        state.attach(PAIRS, (*pairs, (time, left, right)))


def noted_pairs(state: State) -> tuple[tuple[int, Term, Term], ...]:
    """The pairs of references that a path of a lemma assumes to differ."""
    found = state.attachments.get(PAIRS)
    return found if isinstance(found, tuple) else ()


@dataclass(frozen=True)
class Access:
    """An access that matters if two inputs are one object. ``time`` is the number of conditions before it.

    Either a field or element (``key``) of an object is read or written, or two references are assumed to differ.
    """

    time: int
    kind: str
    refs: tuple[Term, ...]
    key: Hashable = None


def touches(end: State, domain: int) -> tuple[Access, ...]:
    """The accesses of a path of a lemma, in the order of execution."""
    found = [Access(time - domain, "pair", (left, right)) for time, left, right in noted_pairs(end)]
    for kind, log in (("read", end.reads), ("write", end.writes)):
        for key, addresses in log.items():
            found += [Access(time - domain, kind, (end.refs[known],), key) for known, time in addresses.items()]
    return tuple(sorted(found, key=lambda each: each.time))


# -- at a call ----------------------------------------------------------------------------------------------------


class HeapUnfolding:
    """Materialises at a call the places that a path of a lemma materialised.

    ``end`` is the last state of that path. ``bindings`` maps its symbols to values at the call, ``tokens`` the
    references of the shape, and ``addresses`` its objects.
    """

    def __init__(
        self,
        machine: Machine,
        state: State,
        end: State,
        tokens: dict[Term, Term],
        bindings: dict[Term, int | float | Term],
        addresses: dict[int, int],
    ) -> None:
        self.machine = machine
        self.state = state
        self.end = end
        self.tokens = tokens
        self.bindings = bindings
        self.addresses = addresses
        self._fields = {
            each.slot.name: (node.name, each.owner, each.name)
            for node in shape_of(end).nodes.values()
            if isinstance(node.build, FieldsInput)
            for each in node.build.fields
        }

    def reference(self, ref: Term) -> Term | None:
        """The reference at the call for one of the lemma; None if it is not of an input."""
        held = self.tokens.get(ref, self.bindings.get(ref))
        if held is None or not isinstance(held, Term):
            return None
        if name_of(ref) in self._fields:
            self._read(name_of(ref))
        return held

    def address(self, ref: Term) -> int:
        """The address at the call of the object for a reference of the lemma, which is materialised if need be."""
        known = self.end.decided[ref]
        address = self.addresses.get(known)
        if address is None:
            held = self.reference(ref)
            assert held is not None
            address = self.addresses[known] = self.machine.inputs.materialise(self.state, held)
        return address

    def _read(self, name: str) -> None:
        """Materialise the field at a place of the lemma. The access is not logged here."""
        holder, owner, field_name = self._fields[name]
        address = self.address(ref_var(holder))
        obj = self.state.object(address)
        field = next(each for each in obj.cls.instance_fields if (each.owner.name, each.name) == (owner, field_name))
        held: list[int | float | Term | None] = list(obj.fields)
        if field.slot >= len(held) or held[field.slot] is None:
            set_slot(self.state.writable(address), field.slot, self.machine.inputs.field(self.state, address, field))

    def everything(self) -> None:
        """Materialise everything that the path materialised."""
        for name in self._fields:
            self._read(name)
        for ref, known in self.end.decided.items():
            if known and known not in self.addresses and known in self.end.refs:
                self.address(ref)
            elif not known and isinstance(held := self.reference(ref), Term):
                self.state.decided.setdefault(held, known)
        for ref in self.end.types:
            held = self.reference(ref)
            if held is not None and held not in self.state.types:
                self.machine.inputs.candidates(self.state, held)


def asks(state: State, touch: Access, places: Sequence[str]) -> bool:
    """True if an access needs an alias query; ``places`` are the places of its references."""
    known = distinct_pairs(state)
    if touch.kind == "pair":
        return frozenset(places) not in known
    logs = (state.writes,) if touch.kind == "read" else (state.reads, state.writes)
    others = {name_of(state.refs[other]) for log in logs for other in log.get(touch.key, ()) if other in state.refs}
    return any(frozenset((places[0], other)) not in known for other in others if other != places[0])


__all__ = [
    "Access",
    "HeapUnfolding",
    "LazyLemmaHeap",
    "Materialisation",
    "asks",
    "atoms",
    "below",
    "inputs_of",
    "note_pair",
    "opened",
    "opening",
    "renamed",
    "touches",
]
