"""The machine: executes bytecode on a state until the path ends, is cut by a bound, or must be decided elsewhere.

The main loop only calls handlers: ``code[index](state, stack, locals)`` returns the next index. In all other cases a
handler raises a signal (`everypath.vm.core.signals`), which is handled here.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.errors import EngineError, LinkageError, MissingClassError, UnsupportedError
from everypath.state import (
    INTERNED,
    BoundReached,
    Bounds,
    Control,
    Ending,
    Frame,
    Hooks,
    State,
    TextObject,
)
from everypath.state.text import Constant, units
from everypath.term import Term, Value, is_null, not_
from everypath.vm.compiled import Compiler
from everypath.vm.core import CoverageBounds, JavaThrow, Linked, Rethrow, Retry, coverage_bounds_of
from everypath.vm.interpreter.builtin_methods import builtin
from everypath.vm.interpreter.run_context import RunContext
from everypath.vm.interpreter.translator import translate
from everypath.vm.invocation import (
    begin_initialisation,
    carry_over_statics,
    finish_call,
    leave_call,
    monitor_of,
    push_java_call,
    throw_new,
    throw_object,
)
from everypath.vm.invokedynamic import call_abstract
from everypath.vm.observers import Stepper, Tracer, interpret
from everypath.vm.references import class_value_address, instance_creator, is_class_value

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from everypath.program import Class, Field, Method, Program
    from everypath.state import Fork
    from everypath.vm.core import Conversion, Inputs, Library, Model, Recorded

SLICE = 2_000
"""The calls and backward jumps of a slice: after each slice, the limits of time and memory are checked. The next slice
is twice as long if this one took less than `LEAST_SLICE_SECONDS` seconds, up to `LONGEST_SLICE`; else half as long,
down to `SLICE`.
"""
LONGEST_SLICE = 16_000
LEAST_SLICE_SECONDS = 0.003
"""The least seconds that a slice should take."""


def _never() -> bool:
    return False


class Machine:
    """Executes states of one program. There is one machine for each program, since the methods hold their translations.

    ``library`` has the models of methods, ``inputs`` materialises symbolic references. ``sink`` takes every `Fork`.
    ``control`` is shared by all states that the machine starts, and holds the bounds. ``blocks[n]`` is the method and
    the range of pcs (first, last) of the basic block with number ``n`` in ``State.covered``. ``expired`` is called at
    intervals: if it is true, the path is cut by the bound ``time`` and can be resumed.
    """

    def __init__(
        self,
        program: Program,
        library: Library,
        inputs: Inputs,
        bounds: Bounds | None = None,
        sink: Callable[[Fork], None] | None = None,
        control: Control | None = None,
    ) -> None:
        self.program = program
        self.library = library
        self.inputs = inputs
        self.control = (
            control if control is not None else Control(bounds=bounds, numbering=program.hierarchy, boot=library.boot)
        )
        if sink is not None:
            self.control.sink = sink
        self.blocks: list[tuple[Method, int, int]] = []
        self.step_limit = 0
        self.slice = SLICE
        self.looked = 0.0
        self.coverage_bounds: CoverageBounds | None = None
        self.tracer: Tracer | None = None
        """Follows the path of the entry's activation; None if that is not requested."""
        self.stepper: Stepper | None = None
        """Receives each instruction of target code; None if the steps of a path are not requested."""
        self.frame_limit = 0
        self.expired: Callable[[], bool] = _never
        self.recorded: Recorded | None = None
        self.merging = True
        """True if small pure diamonds of library code are merged (`everypath.vm.instructions.branch_merging`). False
        only in comparisons.
        """
        self.merges = 0
        """The number of nested diamonds that are being merged."""
        self._call_models: tuple[Model, Model] | None = None
        """The models of calls that lemmas answer, once they are given."""
        self.compiler: Compiler = Compiler(self)
        self.named_fields: dict[tuple[Class, str], Field] = {}
        """The instance fields that models have asked for, by runtime class and name."""
        self.conversions: dict[Hashable, tuple[Conversion, ...]] = {}
        """The conversions of arguments in calls of lambdas (`everypath.vm.invokedynamic.lambdas`)."""

    # -- starting and running -----------------------------------------------------------------------------------

    def new_state(self) -> State:
        """An empty state."""
        return State(self.control)

    def start(self, method: Method, args: Sequence[Value], state: State | None = None) -> State:
        """A state about to run ``method`` on ``args`` (receiver first). Its class is initialised by the first step."""
        state = state if state is not None else self.new_state()
        linked = self.link(method)
        self.translate(linked)
        if not linked.code:
            raise UnsupportedError(f"entry without code: {method.key}")
        frame = Frame(method, linked.locals_for(list(args)), Hooks(after=finish_call))
        if method.is_synchronized and (
            method.is_static or isinstance(args[0], int)
        ):  # no other thread can hold an input's lock
            frame.hooks = Hooks(after=finish_call, lock=monitor_of(self, state, method, args))
        state.frames.append(frame)
        if (method.is_static or method.is_constructor) and begin_initialisation(self, state, method.owner):
            frame.pc = -1
        return state

    def initialise(self, state: State, cls: Class) -> State:
        """Run a class's initialisation on a state without frames (before the entry's arguments are made)."""
        if state.frames:
            raise EngineError("initialise needs a state without frames")
        try:
            begun = begin_initialisation(self, state, cls)
        except JavaThrow as thrown:
            state.end(Ending.THREW, thrown.class_name)
            return state
        except Rethrow as thrown:
            state.thrown = thrown.address
            state.end(Ending.THREW, state.object(thrown.address).cls.name)
            return state
        if begun:
            self.run(state)
            if state.ending is Ending.RETURNED:
                state.reopen()
        return state

    @property
    def context(self) -> RunContext:
        """The present context of runs."""
        control = self.control
        return RunContext(
            self.inputs,
            control.sink,
            control.bounds,
            control.observer,
            control.explores_alias,
            control.has_memory_for,
            control.replay_conditions,
            control.bounds_loop_iterations,
            self.tracer,
            self.expired,
            self._call_models,
            self.recorded,
        )

    def use(self, context: RunContext) -> None:
        """Set the context of the following runs."""
        control = self.control
        self.inputs = context.inputs
        control.sink = context.sink
        control.bounds = context.bounds
        control.observer = context.observer
        control.explores_alias = context.explores_alias
        control.has_memory_for = context.has_memory_for
        control.replay_conditions = context.replay_conditions
        control.bounds_loop_iterations = context.bounds_loop_iterations
        self.tracer = context.tracer
        self.expired = context.expired
        self.recorded = context.recorded
        if context.call_models is not None:
            self._call_models = context.call_models
            self.library.answer_calls(*context.call_models)

    @contextmanager
    def using(self, context: RunContext) -> Iterator[None]:
        """Set the context of the runs inside the block. Afterwards, restore the present one."""
        present = self.context
        self.use(context)
        try:
            yield
        finally:
            self.use(present)

    def run(self, state: State) -> Ending:
        """Execute until the state has an ending. `Ending.BOUND`: `State.reopen` it under larger bounds and run on.

        A model may run another state while one is run: the limits of the outer run are kept.
        """
        outer = (self.slice, self.looked, self.step_limit, self.frame_limit, self.coverage_bounds, self.merges)
        try:
            return self._run(state)
        finally:
            self.slice, self.looked, self.step_limit, self.frame_limit, self.coverage_bounds, self.merges = outer

    def _run(self, state: State) -> Ending:
        bounds = state.control.bounds
        self.merges = 0
        self.slice = SLICE
        self.looked = time.monotonic()
        self.step_limit = min(bounds.steps, state.steps + SLICE)
        self.frame_limit = bounds.frames
        self.coverage_bounds = coverage_bounds_of(bounds)
        while state.ending is None:
            try:
                self._execute(state)
            except Retry:
                if state.control.observer is not None:
                    state.control.observer.again(state)
            except BoundReached as reached:
                state.end(Ending.BOUND, reached.bound, reached.place)
            except UnsupportedError as error:
                if not carry_over_statics(self, state):
                    state.note(error.code, error.construct)
                    state.end(Ending(error.code), error.construct)
            except MissingClassError as error:
                state.note("missing-class", error.name)
                state.end(Ending.UNSUPPORTED, f"missing class {dotted(error.name)}")
        return state.ending

    def check_steps(self, state: State) -> None:
        """Begin the next slice after `step_limit` was passed.

        Raises `BoundReached` if the path has too many ``steps``, or if no ``time`` or ``memory`` is left.
        """
        most = state.control.bounds.steps
        if state.steps > most or self.expired():
            state.steps -= 1
            raise BoundReached("steps" if state.steps >= most else "time", state.here())
        if not state.control.has_memory_for(0):
            state.steps -= 1
            raise BoundReached("memory", state.here())
        now = time.monotonic()
        self.slice = (
            min(2 * self.slice, LONGEST_SLICE)
            if now - self.looked < LEAST_SLICE_SECONDS
            else max(self.slice // 2, SLICE)
        )
        self.looked = now
        self.step_limit = min(most, state.steps + self.slice)

    def _execute(self, state: State) -> None:
        """Run until the path ends, or a signal is raised that is no exception of the Java code."""
        try:
            self._interpret(state)
        except JavaThrow as thrown:
            throw_new(self, state, thrown)
        except Rethrow as thrown:
            throw_object(self, state, thrown.address, outside=thrown.outside)
        except LinkageError as error:
            message = error.message if error.worded else None
            throw_new(self, state, JavaThrow(error.java_class, message, known=error.worded))

    def _interpret(self, state: State) -> None:
        if self.stepper is not None:
            interpret(self, state, self.stepper)
            return
        frames = state.frames
        while state.ending is None:
            frame = frames[-1]
            linked = frame.method.linked
            if linked is None:
                linked = self.link(frame.method)
            code = linked.code  # type: ignore[attr-defined]  # this machine's own `Linked`
            stack, locals_, index = frame.stack, frame.locals, frame.pc
            while index >= 0:
                index = code[index](state, stack, locals_)

    def push_call(
        self,
        state: State,
        method: Method,
        args: list[Value],
        returned: Callable[[State, Value | None], None],
        abrupt: Callable[[State, int], int],
    ) -> None:
        """Push a call of ``method`` above the current instruction, which is executed again afterwards.

        ``returned(state, result)`` is called when the method has returned and its frame is gone.
        ``abrupt(state, thrown)`` is called when an exception leaves the method: it returns the address of the throwable
        that propagates, or ends the path. The caller of `push_call` must raise `Retry` next.
        """
        state.require_frames()
        push_java_call(self, state, method, args, returned, abrupt)

    def leave(self, state: State, value: Value | None) -> int:
        """Return from the top frame, which has hooks."""
        return leave_call(self, state, value)

    def new_instance(self, state: State, cls: Class) -> int:
        """A new instance with default fields (a text for strings and builders); no constructor runs."""
        return instance_creator(cls)(state)

    # -- translation --------------------------------------------------------------------------------------------

    def link(self, method: Method) -> Linked:
        """The translation of a method, made on first use."""
        linked = method.linked
        if isinstance(linked, Linked) and linked.machine is self:
            return linked
        made = Linked(self, method, builtin(method) or self.library.find(method))
        if made.model is None and method.is_abstract:
            made.model = call_abstract
        if made.model is None and method.is_native:
            made.model = self.library.missing_native(method)
        if (made.model is None or made.is_transparent) and method.has_code:
            translate(self, made)
        method.linked = made  # only now: an alarm may ring while it is made
        return made

    def translate(self, linked: Linked) -> None:
        """Translate the bytecode of a method that has a model, too; once."""
        if not linked.code and linked.method.has_code:
            translate(self, linked)

    # -- references ---------------------------------------------------------------------------------------------

    def address(self, state: State, value: Value) -> int:
        """A reference as an address: an undecided input reference is decided (null by a fork) and materialised."""
        return self.decide_null(state, value, "null", None)

    def non_null(self, state: State, value: Value) -> int:
        """Like `address`; null makes the current instruction throw a NullPointerException."""
        address = self.decide_null(state, value, "null", None)
        if address == 0:
            raise JavaThrow("java/lang/NullPointerException", known=False, implicit=True)
        return address

    def decide_null(self, state: State, value: Value, kind: str, loop: tuple[bool, bool] | None) -> int:
        """The address behind a reference, 0 for null; ``kind`` and ``loop`` as for `State.decide`."""
        if not isinstance(value, Term):
            return int(value)
        address = state.decided.get(value)
        if address is not None:
            return address
        if is_class_value(value):
            return class_value_address(self, state, value)
        return 0 if self.is_null(state, value, kind, loop) else self.inputs.materialise(state, value)

    def is_null(self, state: State, value: Value, kind: str = "null", loop: tuple[bool, bool] | None = None) -> bool:
        """Decide whether a reference is null, without materialising it."""
        if not isinstance(value, Term):
            return value == 0
        address = state.decided.get(value)
        if address is not None:
            if kind == "branch" and state.control.observer is not None:
                self._observe_null(state, value, address)
            return address == 0
        condition = is_null(value)
        if condition is True or (condition is not False and state.decide(condition, kind, loop)):
            state.decided[value] = 0
            return True
        if condition is not False and not self.inputs.candidates(state, value):
            self.inputs.materialise(state, value)  # no candidate class is left
        return False

    @staticmethod
    def _observe_null(state: State, value: Term, address: int) -> None:
        """Report to the observer a branch on null that was decided before."""
        condition = not_(is_null(value)) if address == 0 else is_null(value)
        observer = state.control.observer
        if observer is not None and isinstance(condition, Term):
            observer.asked(state)
            observer.refuted(state, condition, "branch")

    def release_monitor(self, state: State, address: int) -> bool:
        """Leave a monitor; false if it is not held."""
        count = state.monitors.get(address, 0)
        if count == 0:
            return False
        if count == 1:
            del state.monitors[address]
        else:
            state.monitors[address] = count - 1
        return True

    # -- constants and classes ----------------------------------------------------------------------------------

    def intern(self, state: State, value: str) -> int:
        """The interned string with this content."""
        value = units(value)
        address = state.interned.get(value)
        if address is None:
            cls = self.program.klass("java/lang/String")
            address = state.allocate(TextObject(cls, Constant(value), state.token, extra=INTERNED))
            state.interned[value] = address
        return address

    def class_object(self, state: State, cls: Class) -> int:
        """The ``java.lang.Class`` object of a class."""
        if self.library.boot is not None:
            return self.library.boot.class_object(cls)
        address = state.class_objects.get(cls)
        if address is None:
            address = state.new_object(self.program.klass("java/lang/Class"), cls)
            state.class_objects[cls] = address
        return address

    def ensure_initialised(self, state: State, cls: Class) -> None:
        """Return if the class's initialisation has begun; otherwise begin it and raise `Retry` if code must run
        first.
        """
        if cls not in state.initialised and begin_initialisation(self, state, cls):
            raise Retry
