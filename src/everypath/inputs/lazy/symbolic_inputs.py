"""Lazy initialisation: inputs are made when the machine first reads them (Khurshid, Pasareanu and Visser, TACAS 2003).

A reference is a term until it is used. Then the machine decides if it is null. If it is not, it is *materialised* here:
forks choose a class among its candidates, and an object of this class is made. Objects of the analysed code whose
fields a test may assign, and objects that no API builds, get symbolic fields. A recipe builds all others: a constructor
or factory and further calls, which the machine first runs on symbolic arguments
(`everypath.inputs.construction.recipes`). The decisions are recorded in an `InputShape` attached to the state; forks
copy it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.classfile import ClassFile, package_of
from everypath.errors import ClassFormatError, LinkageError, UnsupportedError
from everypath.inputs.candidates import (
    Candidate,
)
from everypath.inputs.lazy.candidate_choice import CandidateChoice
from everypath.inputs.lazy.contents import InputContents
from everypath.inputs.lazy.context import InputContext
from everypath.inputs.lazy.jdk_maps import entry_of_map, has_entry, key_of_map
from everypath.inputs.lazy.materialiser import Materialiser
from everypath.inputs.lazy.options import InputOptions
from everypath.inputs.lazy.roots import InputRoots
from everypath.inputs.places import (
    InputPlace,
    Overriding,
)
from everypath.inputs.shapes import (
    Aliasing,
    FieldsInput,
    Node,
)
from everypath.inputs.sources import environment_value, unknown
from everypath.inputs.stubs import StubCall
from everypath.state import BoundReached, Ending, State
from everypath.term import Term, Value, ref_var
from everypath.vm.core import Rethrow, Retry

if TYPE_CHECKING:
    from everypath.inputs.conditions import Structures
    from everypath.program import Class, Field, Method, Program
    from everypath.vm.core import Call
    from everypath.vm.interpreter import Machine


class SymbolicInputs:
    """The machine's `Inputs`: one object per entry, given the machine by `bind` before the first state runs."""

    def __init__(self, program: Program, entry: Method | None = None, options: InputOptions | None = None) -> None:
        if options is None:
            options = InputOptions(package_of(entry.owner.name) if entry is not None else "")
        self.program = program
        self.entry = entry
        self.options = options
        self._context = InputContext(program, entry, options)
        self.api = self._context.api
        self.known = self._context.known
        self.statics = self._context.statics
        self.tried_prefixes = self._context.tried_prefixes
        self.handled = self._context.handled
        self.overriding = Overriding(self._file)
        self._choice = CandidateChoice(self._context)
        self.aliasing = Aliasing(options.aliasing, self._choice.candidates, self._choice.possible)
        self._roots = InputRoots(self._context, self._choice)
        self._materialiser = Materialiser(self._context, self._choice, self.aliasing)
        self._contents = InputContents(self._context)

    @property
    def machine(self) -> Machine:
        """The machine that runs recipes."""
        return self._context.machine

    def bind(self, machine: Machine) -> None:
        """Set the machine that runs the recipes."""
        self._context.bind(machine)

    @property
    def structures(self) -> Structures | None:
        """The properties of linked inputs that preconditions state."""
        return self._context.structures

    @structures.setter
    def structures(self, structures: Structures | None) -> None:
        self._context.structures = structures

    def _file(self, name: str) -> ClassFile | None:
        try:
            cls = self.program.find(name)
        except (ClassFormatError, LinkageError):
            return None
        return None if cls is None else cls.file

    # -- roots ---------------------------------------------------------------------------

    def arguments(self, state: State, method: Method) -> list[Value]:
        """Symbols for the receiver (if any) and the parameters of an entry, which become the roots of the shape."""
        return self._roots.arguments(state, method)

    def has_receiver(self, method: Method) -> bool:
        """True if the method is static, or an object can be made on which a call runs the method.

        The constructor of an abstract class runs on an object of an anonymous subclass.
        """
        return self._roots.has_receiver(method)

    def why_no_receiver(self, method: Method) -> str:
        """Why `has_receiver` is false, for people."""
        return self._roots.why_no_receiver(method)

    def alias_pairs(self, method: Method) -> list[tuple[str, str]]:
        """Pairs of arguments of an entry, the later one first, that may be one object although no path makes an alias
        query. Calls build these arguments, and their writes are not compared with the reads of the path.
        """
        return self._roots.alias_pairs(method)

    def symbol(self, state: State, place: InputPlace) -> Value:
        """A fresh symbol for a place; a reference is entered in the shape."""
        return self._context.symbol(state, place)

    def new_receiver(self, state: State, cls: Class) -> int:
        """Make the object on which the entry, a constructor, is about to run. `RECEIVER` then holds its address.

        If the class is abstract, the object is a stub and the first root of the shape.
        """
        return self._roots.new_receiver(state, cls)

    def prepare(self, state: State) -> None:
        """Build the receiver before the entry's first instruction, as a caller does."""
        frames = state.frames
        if self.entry is None or len(frames) != 1 or frames[0].pc != 0 or frames[0].stack or not self._choice.receivers:
            return
        ref = ref_var("this")
        if ref in state.decided or state.ending is not None:
            return
        try:
            self.materialise(state, ref)
        except Retry:
            return
        except Rethrow:
            state.end(Ending.INFEASIBLE, "a call that builds the receiver threw")
        except UnsupportedError as error:
            state.note(error.code, error.construct)
            state.end(Ending(error.code), error.construct)
        except BoundReached as reached:
            state.end(Ending.BOUND, reached.bound, reached.place)

    # -- classes ---------------------------------------------------------------------------

    def candidates(self, state: State, ref: Term) -> int:
        """The candidate classes of a reference as a bit set."""
        return self._choice.candidates(state, ref)

    def defer_candidates(self, state: State, ref: Term) -> int:
        """Park the late candidates of a reference if there are others. Return the bit of the first that remains."""
        return self._choice.defer_candidates(state, ref)

    def non_exact(self, state: State, ref: Term) -> int:
        """The candidates of a reference whose objects may be of a subclass, as a bit set."""
        return self._choice.non_exact(state, ref)

    def declared(self, state: State, ref: Term) -> int:
        """The candidate classes of a reference before the path has restricted its class."""
        return self._choice.declared(state, ref)

    def candidates_at(self, node: Node) -> tuple[Candidate, ...]:
        """The candidates for a place, in the order in which they are tried."""
        return self._choice.candidates_at(node)

    # -- objects ---------------------------------------------------------------------------

    def materialise(self, state: State, ref: Term) -> int:
        """The address of the object behind a reference that was decided not null.

        Raises `Retry` if a class has to be initialised or a recipe has to run first, and `BoundReached` if the input
        has grown too large.
        """
        return self._materialiser.materialise(state, ref)

    def created(self, state: State, node: Node, candidate: Candidate) -> FieldsInput:
        """The build of an object of which no field was read yet."""
        return self._materialiser.created(state, node, candidate)

    # -- fields, elements, answers ---------------------------------------------------------------------------

    def field(self, state: State, address: int, field: Field) -> Value:
        """The initial value of a field of an object with symbolic fields."""
        return self._contents.field(state, address, field)

    def initialised(self, state: State, cls: Class) -> None:
        """Called when the code of a class has initialised it: its static fields may become inputs."""
        self.statics.initialised(state, cls)

    def static(self, state: State, field: Field) -> Value:
        """The value at entry of a static field that is an input and is read for the first time."""
        return self._contents.static(state, field)

    def element(self, state: State, address: int, index: Value) -> Value:
        """The initial value of an element of an input array of references, which a clone may have read before."""
        return self._contents.element(state, address, index)

    def is_element(self, state: State, address: int, value: Value) -> bool:
        """True if a reference is the initial value of an element of an input array of references."""
        return self._contents.is_element(state, address, value)

    def narrowed(self, state: State, address: int, cls: Class) -> None:
        """The class of an input array of references was decided: its elements are of its element class."""
        self._contents.narrowed(state, address, cls)

    def key(self, state: State, name: str, address: int) -> tuple[bool, Value] | None:
        """Whether a map that is an input, or a set, has a key that it was not asked for before, and the value then.
        None if it refuses the key.
        """
        return key_of_map(self._context, state, name, address)

    def has_entry(self, state: State, name: str, position: int) -> Value:
        """The condition that a map that is an input, or a set, has an entry at a position of its order."""
        return has_entry(state, name, position)

    def next_entry(self, state: State, name: str) -> tuple[Value, Value]:
        """The key and the value of the next entry of a map that is an input, or of a set."""
        return entry_of_map(self._context, state, name)

    def stub_call(self, call: Call, receiver: int, args: Sequence[Value]) -> Value | None:
        """The answer of a stub: a fresh symbol for each call, remembered in the order of the calls."""
        return StubCall(call, receiver, tuple(args), self.overriding).play(self.symbol)

    def unknown(self, call: Call, kind: str) -> Value:
        """The unknown result of a call (`everypath.inputs.sources.havoc`)."""
        return unknown(call, kind, self.symbol)

    def environment_value(self, state: State, name: str | None, *, variable: bool = False) -> Value | None:
        """A value from the environment of a program (`everypath.inputs.sources.environment`); None without one."""
        return environment_value(state, name, self.symbol, variable=variable) if self.options.program else None
