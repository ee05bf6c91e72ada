"""The parts that the inputs of one entry share: the program, its candidates, and the machine that runs recipes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.errors import EngineError
from everypath.inputs.candidates import (
    Candidates,
    reflectable_members,
)
from everypath.inputs.construction import Api, TriedPrefixes
from everypath.inputs.lazy.invocation_handlers import handled
from everypath.inputs.lazy.options import InputOptions
from everypath.inputs.places import (
    NO_BINDINGS,
    Bindings,
    InputPlace,
    bindings_in,
    creator_bindings,
    parameter_places,
    parse_generic,
    signature_text,
)
from everypath.inputs.shapes import (
    SHAPE,
    Alias,
    Node,
    Undecided,
    alias_of,
    as_condition,
    shape_of,
)
from everypath.inputs.sources import StaticInputs, is_main
from everypath.inputs.stubs import PROLOGUE, unmet
from everypath.state import State
from everypath.term import Term, Value, is_null, not_, primitive_symbol, ref_var
from everypath.vm.core import Retry

if TYPE_CHECKING:
    from everypath.inputs.conditions import Structures
    from everypath.program import Class, Field, Method, Program
    from everypath.vm.interpreter import Machine


class InputContext:
    """The shared parts of one `SymbolicInputs`; the machine is given by ``bind`` before the first state runs."""

    def __init__(self, program: Program, entry: Method | None, options: InputOptions) -> None:
        self.program = program
        self.entry = entry
        self.options = options
        self.api = Api(program, options.package, options.setup_calls, entry)
        self.known = Candidates(
            program,
            self.api,
            entry,
            forced_states=options.forced_states,
            only_first=options.declared_types,
            is_free=options.is_free,
            with_data=options.with_data,
        )
        self.statics = StaticInputs(
            program, self.api, enabled=options.symbolic_statics, forced_states=options.forced_states
        )
        self.tried_prefixes = TriedPrefixes()
        self.handled = handled(program, self.api, self.known, entry)
        self.structures: Structures | None = None
        """The properties of linked inputs that preconditions state."""
        self._machine: Machine | None = None

    @property
    def machine(self) -> Machine:
        """The machine that runs recipes."""
        if self._machine is None:
            raise EngineError("the inputs were not given a machine")
        return self._machine

    def bind(self, machine: Machine) -> None:
        """Set the machine that runs the recipes."""
        self._machine = machine

    def members_at(self, name: str, class_name: str) -> Sequence[Method | Field]:
        """The members that a ``Method``, ``Constructor`` or ``Field`` at a place may stand for."""
        if self.handled is not None and self.handled.method == name:
            return self.handled.methods
        return reflectable_members(self.program, self.api, class_name)

    def symbol(self, state: State, place: InputPlace) -> Value:
        """A fresh symbol for a place; a reference is entered in the shape."""
        if place.descriptor[0] not in "L[":
            return primitive_symbol(place.name, place.descriptor)
        target = alias_of(state, place.name)
        ref = ref_var(place.name if target is None else target)
        node = Node(
            place.name,
            place.effective,
            Undecided() if target is None else Alias(target),
            generic=signature_text(place.generic),
            non_null=place.non_null,
            nullable=place.nullable,
            passed=place.passed,
            elements=place.elements,
            variable=place.variable,
            exact=place.exact,
        )
        state.attachments[SHAPE] = shape_of(state).with_node(node)
        if target is not None and self.structures is not None:
            self._check_structures(state)
        if place.non_null:
            state.witness = state.witness.with_({_null_atom(ref): False})
            state.assume(as_condition(not_(is_null(ref))))
        return ref

    def _check_structures(self, state: State) -> None:
        """Called when two places hold one object: ends the path if a precondition excludes that."""
        assert self.structures is not None
        if self.structures.is_broken(state):
            unmet(state)
            if state.frames or PROLOGUE in state.attachments:
                raise Retry


def _null_atom(ref: Term) -> Term:
    atom = is_null(ref)
    assert isinstance(atom, Term)
    return atom


def root_places(method: Method, *, is_program: bool) -> list[InputPlace]:
    """The places of the receiver (if any) and of the parameters of an entry. ``is_program``: the JVM calls ``main``,
    which never passes null.
    """
    places = parameter_places(method)
    if is_program and is_main(method):
        places = [replace(place, non_null=True) for place in places]
    if not method.is_static and method.name != "<init>":
        places.insert(0, InputPlace("this", f"L{method.owner.name};", non_null=True))
    return places


def program_arguments(entry: Method | None) -> list[str]:
    """The names of the array that a program is started with; empty if the entry is not ``main``."""
    return [place.name for place in parameter_places(entry)] if entry is not None and is_main(entry) else []


def bindings_for(generic: str | None, cls: Class, method: Method) -> Bindings:
    """The types bound in a call that makes or sets up an object of a class for a place with this generic type."""
    if method.is_static:
        return creator_bindings(method, cls, generic)
    return bindings_in(cls, method.owner, parse_generic(generic)) if cls.is_subtype_of(method.owner) else NO_BINDINGS


def bindings_at(node: Node, cls: Class, owner: Class) -> Bindings:
    """The types bound to the type parameters of ``owner``, a supertype of ``cls``, in an object at a place."""
    return bindings_in(cls, owner, parse_generic(node.generic))
