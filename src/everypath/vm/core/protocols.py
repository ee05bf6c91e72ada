"""The protocols of the machine: what it gets from other packages, and what its own parts call.

`Library` and `Inputs` are given to the machine by the packages above. A model sees a `Call`. Opcodes, calls, class
initialisation and observers see the machine as `MachineServices`, which `everypath.vm.interpreter.Machine` implements.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeAlias

from everypath.term import Term, Value

if TYPE_CHECKING:
    from everypath.bridge import Bridge
    from everypath.classfile import InvokeDynamic, Loadable
    from everypath.program import Class, Field, Method, Program
    from everypath.state import BootImage, Control, Ending, State
    from everypath.state.text import Text
    from everypath.vm.core.conversion import Conversion
    from everypath.vm.core.coverage_bounds import CoverageBounds
    from everypath.vm.core.translated_method import Linked, Model


class Call(Protocol):
    """The call that a model executes, as the model sees it: its state, and all operations that a model may use.

    A model makes its decisions before its side effects, or runs inside ``with call.state.atomic():``. Its
    arguments are the operands with the receiver first. An undecided input reference is a `Term` of sort ``REF``;
    `reference` decides it.
    """

    state: State
    machine: MachineServices
    method: Method

    def decide(self, condition: Value, kind: str = "library") -> bool:
        """Decide a condition (`State.decide`)."""

    def limit(self, condition: Value, bound: str = "length") -> None:
        """Continue under a condition and park the other side (`State.decide_limit`)."""

    def reference(self, value: Value) -> int:
        """Decide a reference (null by a fork) and materialise it: an address, 0 for null."""

    def non_null(self, value: Value) -> int:
        """Like `reference`, but null throws a NullPointerException."""

    def klass(self, name: str) -> Class:
        """The linked class of an internal name."""

    def select(self, owner: str, name: str, descriptor: str, receiver: Value) -> tuple[Method, int]:
        """The method that a virtual or interface call runs, and the receiver decided; null throws."""

    def throw(self, class_name: str, message: str | Text | None = None, *, known: bool = True) -> NoReturn:
        """Leave the model by throwing a new exception (``return call.throw(…)`` reads well; it does not return).

        A message that is not ``known`` cannot be read.
        """

    def throw_object(self, address: int) -> NoReturn:
        """Leave the model by throwing an existing throwable."""

    def text(self, value: Value) -> Text:
        """The text of a string or builder; the reference must not be null (it is decided, null throws)."""

    def new_text(self, text: Text | str, class_name: str = "java/lang/String") -> int:
        """A new string (or builder) with this content."""

    def intern(self, value: str) -> int:
        """The interned string of a constant."""

    def new_object(self, class_name: str) -> int:
        """A new instance with default fields; no constructor runs. The class is initialised first."""

    def class_object(self, cls: Class) -> int:
        """The ``java.lang.Class`` object of a class."""

    def class_of(self, address: int) -> Class:
        """The runtime class of an object; one candidate is chosen by forks where an input's class is open."""

    def get_field(self, address: int, name: str) -> Value:
        """An instance field by name, searched from the runtime class upwards."""

    def put_field(self, address: int, name: str, value: Value) -> None:
        """Write an instance field by name."""

    def invoke(self, method: Method, args: Sequence[Value]) -> NoReturn:
        """Leave the model: its result is what a Java call of ``method`` (selected already) returns. Does not return."""

    def run_code(self, args: Sequence[Value]) -> NoReturn:
        """Leave the model: the method's own bytecode runs on these arguments. Does not return."""

    def invoke_virtual(self, owner: str, name: str, descriptor: str, args: Sequence[Value]) -> NoReturn:
        """Leave the model by a virtual or interface call; ``args[0]`` is the receiver. Does not return."""

    def then(
        self, method: Method, args: Sequence[Value], after: Callable[[Call, Value | None], Value | None]
    ) -> NoReturn:
        """Leave the model by a Java call. The result of the model is what ``after`` (module level, picklable) returns
        for the result of the call.
        """

    def havoc(self, descriptor: str, reason: str) -> Value:
        """A fresh symbol of a type for an unknown result; the path becomes partial."""

    def contained(self, name: str) -> NoReturn:
        """See `everypath.vm.invocation.model_calls.ModelCall.contained`."""

    def unanswered(self, name: str, args: Sequence[Value]) -> Value | None:
        """The result of a call that the machine does not support, where a run on the JVM saw it. Else the path ends."""

    def unsupported(self, name: str) -> NoReturn:
        """End the path as unsupported. Does not return."""


Recorded: TypeAlias = "Callable[[Call, str, Sequence[Value]], Value | None]"
"""Gives the result of a call that the machine does not support, whose name is for the reason; or ends the path."""


class Library(Protocol):
    """Models of natives and hot methods of the JDK, and its boot image."""

    @property
    def bridge(self) -> Bridge | None:
        """The JVM that answers calls of pure methods. None: no model can ask one."""

    def jdk_object(self, *key: str) -> int | None:
        """The address of an object that the JDK makes (`Bridge.jdk_object`), None if it cannot be had."""

    def find(self, method: Method) -> Model | None:
        """The model of a method, asked once per method before it is entered, with or without code."""

    def answer_calls(self, lemma: Model, auto: Model) -> None:
        """Set the models of two kinds of calls: ``lemma`` for calls that lemmas answer, ``auto`` for calls that a lemma
        answers if that saves work.
        """

    def missing_native(self, method: Method) -> Model | None:
        """The model of a native without one of its own (havoc), or None: the path ends unsupported."""

    def polymorphic(self, method: Method) -> Model | None:
        """The model of a call of a signature polymorphic method, under the descriptor of the call site."""

    def constant(self, cls: Class, constant: Loadable) -> Model:
        """The model of loading a method handle, method type or dynamic constant in code of ``cls``; no operands."""

    def call_site(self, cls: Class, constant: InvokeDynamic, place: str) -> Model:
        """The model of an invokedynamic whose bootstrap method is not the JDK's own; ``place`` names the
        instruction.
        """

    def statics(self, cls: Class) -> dict[Field, Value] | None:
        """The initialised static fields of a JDK class from the boot image, or None: its ``<clinit>`` is run here."""

    def jvm_statics(self, cls: Class) -> dict[Field, Value | None] | None:
        """The static fields of a JDK class after the JVM has run its ``<clinit>``, which cannot be run here.

        A field is None if its value cannot be carried over. The result is None if nothing is known about the class.
        """

    @property
    def boot(self) -> BootImage | None:
        """Objects with negative addresses."""

    def to_text(self, call: Call, value: Value, descriptor: str) -> Text | None:
        """The text of a value as ``String.valueOf`` gives it, for string concatenation; None for objects whose
        ``toString`` must be called first.
        """

    def concat(self, parts: Sequence[Text | str]) -> Text:
        """The concatenation of texts."""


class Inputs(Protocol):
    """Symbolic inputs: objects of the entry's arguments appear when they are used."""

    def materialise(self, state: State, ref: Term) -> int:
        """The address of an input reference that was decided not null; calls `State.add_input`. Decides nothing
        else twice.
        """

    def field(self, state: State, address: int, field: Field) -> Value:
        """The initial value of a field of an input object that is read for the first time (the caller stores
        it).
        """

    def initialised(self, state: State, cls: Class) -> None:
        """A class was initialised by its own code: its static fields that are inputs are set to None in
        ``state.statics``.
        """

    def static(self, state: State, field: Field) -> Value:
        """The value at entry of a static field that `initialised` set to None and that is read for the first time;
        stores it.
        """

    def element(self, state: State, address: int, index: Value) -> Value:
        """The initial value of an element of an input array of references (the caller stores it). The path decides
        which of the elements that were read it is, if any.
        """

    def is_element(self, state: State, address: int, value: Value) -> bool:
        """True if a reference is the initial value of an element of an input array of references."""

    def narrowed(self, state: State, address: int, cls: Class) -> None:
        """The class of an input array of references was decided: its elements are of its element class."""

    def key(self, state: State, name: str, address: int) -> tuple[bool, Value] | None:
        """Whether a map that is an input, or a set, has a key that it was not asked for before, and the value then.
        None if it refuses the key.

        Raises `BoundReached` if this depends on more than the key, and `Retry` if the path ends.
        """

    def has_entry(self, state: State, name: str, position: int) -> Value:
        """The condition that a map that is an input, or a set, has an entry at a position of its order."""

    def next_entry(self, state: State, name: str) -> tuple[Value, Value]:
        """The key and the value of the next entry of a map that is an input, or of a set.

        Raises `BoundReached` if there is no order, and `Retry` if the path ends.
        """

    def candidates(self, state: State, ref: Term) -> int:
        """The candidate classes of an input reference, as a bit set (also in ``state.types``)."""

    def defer_candidates(self, state: State, ref: Term) -> int:
        """Called before a decision on the class of an undecided input: postpone the classes that are tried late, if
        others remain. Returns the bit of the plainest class.
        """

    def non_exact(self, state: State, ref: Term) -> int:
        """The candidate classes of an input that also stand for their subclasses."""

    def declared(self, state: State, ref: Term) -> int:
        """The candidate classes of an input reference by its declared type, before any decision of the path."""

    def stub_call(self, call: Call, receiver: int, args: Sequence[Value]) -> Value | None:
        """The answer of a stub: an input object whose class is *some other class* and that has no code for this
        method.
        """

    def environment_value(self, state: State, name: str | None, *, variable: bool = False) -> Value | None:
        """The bytes of the standard input (``name`` is None: an array), or the system property or environment
        ``variable`` ``name`` (a string or null) as an input of the path; None if it is no input.
        """

    def unknown(self, call: Call, kind: str) -> Value:
        """A fresh symbol for the result of a call that is not followed: ``source`` makes it an input of the path."""


class CompilerServices(Protocol):
    """The compiler of hot code (tier 1), as tier 0 and the templates see it."""

    hot: int
    """Calls of a method, or iterations of a loop, in tier 0 before it is compiled."""

    @property
    def storable(self) -> object:
        """A mapping from two array classes: whether the first takes objects of the second."""

    def use(self, method: Method, namespace: dict[str, Any], name: str) -> None:
        """Store the function of a method under ``name`` in ``namespace``, now and whenever it is replaced."""

    def targets(self, known: dict[Class, Method]) -> object:
        """The functions of a call whose target depends on the receiver."""

    def called(self, linked: Linked) -> None:
        """Tier 0 has called a method often."""

    def jumped(self, linked: Linked, index: int) -> None:
        """Tier 0 has often jumped back to this slot."""


class PathTracer(Protocol):
    """Follows the path of the entry's activation (`everypath.vm.observers.Tracer`)."""

    @property
    def method(self) -> Method:
        """The entry."""

    def enter(self, state: State, index: int, block: int) -> None:
        """The entry is about to enter a basic block."""

    def throws(self, state: State) -> None:
        """An ``athrow`` is about to be executed."""

    def threw(self, state: State, address: Value) -> None:
        """An ``athrow`` has thrown this object."""

    def leaves(self, state: State, address: int, depth: int) -> None:
        """An exception leaves the activation at this depth."""


class StepListener(Protocol):
    """Receives the executed instructions (`everypath.vm.observers.Stepper`)."""

    thrown: str
    """The class of the exception thrown last."""


class MachineServices(Protocol):
    """The machine as opcodes, calls, class initialisation and observers see it."""

    program: Program
    library: Library
    inputs: Inputs
    control: Control
    blocks: list[tuple[Method, int, int]]
    step_limit: int
    frame_limit: int
    coverage_bounds: CoverageBounds | None
    merging: bool
    merges: int
    named_fields: dict[tuple[Class, str], Field]
    conversions: dict[Hashable, tuple[Conversion, ...]]
    expired: Callable[[], bool]
    recorded: Recorded | None

    @property
    def compiler(self) -> CompilerServices:
        """Compiles hot methods and loops."""

    @property
    def tracer(self) -> PathTracer | None:
        """Follows the path of the entry, if requested."""

    @property
    def stepper(self) -> StepListener | None:
        """Receives each instruction of target code, if requested."""

    def run(self, state: State) -> Ending:
        """Execute until the state has an ending."""

    def check_steps(self, state: State) -> None:
        """The step limit is passed: raise `BoundReached`, or extend it."""

    def initialise(self, state: State, cls: Class) -> State:
        """Run a class's initialisation on a state without frames."""

    def push_call(
        self,
        state: State,
        method: Method,
        args: list[Value],
        returned: Callable[[State, Value | None], None],
        abrupt: Callable[[State, int], int],
    ) -> None:
        """Push a call above the current instruction, which is executed again afterwards."""

    def start(self, method: Method, args: Sequence[Value], state: State | None = None) -> State:
        """A state about to run ``method`` on ``args`` (receiver first)."""

    def new_state(self) -> State:
        """An empty state."""

    def leave(self, state: State, value: Value | None) -> int:
        """Return from the top frame, which has hooks."""

    def new_instance(self, state: State, cls: Class) -> int:
        """A new instance with default fields; no constructor runs."""

    def link(self, method: Method) -> Linked:
        """The translation of a method, made on first use."""

    def translate(self, linked: Linked) -> None:
        """Translate the bytecode of a method that has a model, too; once."""

    def address(self, state: State, value: Value) -> int:
        """A reference as an address; an undecided input reference is decided and materialised."""

    def non_null(self, state: State, value: Value) -> int:
        """Like `address`; null throws a NullPointerException."""

    def decide_null(self, state: State, value: Value, kind: str, loop: tuple[bool, bool] | None) -> int:
        """The address of a reference, 0 for null."""

    def is_null(self, state: State, value: Value, kind: str = "null", loop: tuple[bool, bool] | None = None) -> bool:
        """Decide whether a reference is null, without materialising it."""

    def release_monitor(self, state: State, address: int) -> bool:
        """Leave a monitor; False if it is not held."""

    def intern(self, state: State, value: str) -> int:
        """The interned string with this content."""

    def class_object(self, state: State, cls: Class) -> int:
        """The ``java.lang.Class`` object of a class."""

    def ensure_initialised(self, state: State, cls: Class) -> None:
        """Return if the class's initialisation has begun; else begin it, and raise `Retry` if code must run first."""
