"""Plans in our machine: the steps run one after the other on one state, and what they leave is written as the bridge
writes what they left in the JVM.
"""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tests.programs.trampolines import Trampolines

from everypath.bridge import (
    NULL,
    ArrayNode,
    BoxNode,
    Bridge,
    Call,
    ClassNode,
    EnumNode,
    GetStatic,
    Literal,
    New,
    NewArray,
    Node,
    ObjectNode,
    Omitted,
    OpaqueNode,
    Plan,
    Primitive,
    Ref,
    Step,
    Text,
    double_bits,
    float_bits,
    messages,
)
from everypath.classfile import ClassPath, descriptor_of_class
from everypath.errors import EngineError
from everypath.library import JdkLibrary
from everypath.program import Class, Program
from everypath.state import Bounds, CachedBox, Ending, Obj, State, SymbolicArray, TextObject
from everypath.state.text import units
from everypath.term import Term
from everypath.vm import Machine
from everypath.vm.references import Lambda

SECONDS = 10.0
"""Processor time of one execution; an alarm rings after twice as long, should nobody have looked at the clock."""
STEPS = 3_000_000
"""Calls and backward jumps of one execution."""
MOST_ELEMENTS = 2048
MOST_OBJECTS = 8192
UNKNOWN = Omitted()
BOXES = {
    "java/lang/Integer": "I",
    "java/lang/Long": "J",
    "java/lang/Short": "S",
    "java/lang/Byte": "B",
    "java/lang/Character": "C",
    "java/lang/Boolean": "Z",
    "java/lang/Double": "D",
    "java/lang/Float": "F",
}
CLOSED = (
    *("java/lang/ref/", "java/lang/invoke/", "java/lang/reflect/", "java/lang/Thread", "java/lang/ClassLoader"),
    *("java/lang/Module", "java/security/", "java/util/concurrent/locks/", "sun/", "jdk/", "com/sun/"),
)
"""As in ``SnapshotWriter.java``: shown by their class alone."""
SHOWN_AS_TEXT = ("java/lang/StringBuilder", "java/lang/StringBuffer", "java/util/Locale", "java/nio/charset/")
STACK = frozenset({"backtrace", "depth", "stackTrace"})


ASKS_THE_MACHINE = frozenset({"java.lang.System.currentTimeMillis", "java.lang.System.nanoTime"})
"""Natives whose result nobody can predict: what depends on it depends on the machine, and is not compared."""


class Overtime(Exception):
    """The alarm rang."""


class NoInputs:
    """Everything is concrete."""

    def materialise(self, state, ref):
        raise EngineError("no inputs")

    field = element = candidates = stub_call = static = materialise

    def environment_value(self, state, name):
        """Nothing around the program is an input."""

    def initialised(self, state, cls):
        return


@dataclass(frozen=True, slots=True)
class Execution:
    """How a plan ran in our machine.

    ``status`` is ``ok`` or ``throw`` as in the bridge, with ``step``, ``returned``, ``observed`` and ``objects`` (and
    ``exception`` and ``message``, None where there is none and `UNKNOWN` where it is not modelled) as there; or it is
    ``unsupported``, ``limit``, ``failed`` or ``machine`` (it asked the clock) with a ``detail``. ``machine`` are the
    pinned answers that the program was given where the JVM asks the machine.
    """

    status: str
    detail: str = ""
    step: int = -1
    returned: messages.Value | None = None
    observed: tuple[messages.Value, ...] = ()
    objects: tuple[Node, ...] = ()
    exception: str = ""
    message: str | Omitted | None = None
    machine: tuple[str, ...] = ()
    steps: int = 0
    seconds: float = 0.0


class _Stopped(Exception):
    def __init__(self, status: str, detail: str) -> None:
        super().__init__(status, detail)
        self.status, self.detail = status, detail


class LocalMachine:
    """A machine over a JDK and some jars."""

    def __init__(self, bridge: Bridge, classpath: Sequence[Path]) -> None:
        self.program = Program(ClassPath(list(classpath)), bridge.jdk.image())
        self.machine = Machine(self.program, JdkLibrary(self.program, bridge), NoInputs(), Bounds(steps=STEPS))
        self.trampolines = Trampolines(self.program)
        self.deadline = 0.0
        self.machine.expired = lambda: time.process_time() > self.deadline

    def run(self, plan: Plan) -> Execution:
        """Run a plan. What goes wrong in our machine itself is ``failed``, with its kind."""
        began = time.process_time()
        self.deadline = began + SECONDS
        state = self.machine.new_state()
        signal.signal(signal.SIGPROF, _ring)
        signal.setitimer(signal.ITIMER_PROF, 2 * SECONDS)
        try:
            execution = self._run(state, plan)
        except _Stopped as stopped:
            execution = Execution(stopped.status, stopped.detail)
        except Overtime:
            execution = Execution("limit", "time")
        except (MemoryError, RecursionError) as error:
            execution = Execution("limit", type(error).__name__)
        except Exception as error:  # noqa: BLE001 - the engine's own errors are what is looked for here
            execution = Execution("failed", f"{type(error).__name__}: {error}"[:300])
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        machine = tuple(
            reason.detail
            for reason in state.reasons
            if reason.code == "boot" or (reason.code == "havoc" and reason.detail in ASKS_THE_MACHINE)
        )
        used = round(time.process_time() - began, 3)
        return _replace(execution, machine=machine, steps=state.steps, seconds=used)

    def _run(self, state: State, plan: Plan) -> Execution:
        values: list[object] = []
        kinds: list[str] = []
        for number, step in enumerate(plan.steps):
            value, kind = self._take(state, step, values)
            if state.ending is Ending.THREW:
                return self._threw(state, plan, number, values, kinds)
            values.append(value)
            kinds.append(kind)
        writer = Writer(self, state)
        returned = writer.value(kinds[plan.call], values[plan.call])
        if isinstance(returned, Omitted):
            raise _Stopped("machine", "the result depends on what the machine said")
        observed = tuple(writer.value(kinds[each], values[each]) for each in plan.observe)
        return Execution("ok", returned=returned, observed=observed, objects=writer.objects(), step=plan.call)

    def _threw(self, state: State, plan: Plan, number: int, values: list[object], kinds: list[str]) -> Execution:
        thrown = state.thrown
        name = state.object(thrown).cls.name
        if number != plan.call:
            return Execution("setup-throw", step=number, exception=name)
        state.reopen()
        message = self._message(state, thrown)
        writer = Writer(self, state)
        observed = tuple(writer.value(kinds[each], values[each]) for each in plan.observe)
        return Execution("throw", "", number, None, observed, writer.objects(), name, message)

    def hashes_by_identity(self, class_name: str) -> bool:
        """Whether objects of this class have the hash code of ``Object``."""
        cls = self.program.find(class_name)
        if cls is None:
            return False
        found = self.program.resolve_method(cls, "hashCode", "()I")
        return found.owner.name in ("java/lang/Object", "java/lang/Enum")

    def _message(self, state: State, thrown: int) -> str | Omitted | None:
        """What ``getMessage`` says, on a copy of the state."""
        copy = state.fork()
        ask = Call("java/lang/Throwable", "getMessage", "()Ljava/lang/String;", 0)
        if self._call(copy, ask, [thrown]) is not Ending.RETURNED:
            return UNKNOWN
        return text_of(copy, copy.result) if copy.result else None

    def shown(self, state: State, address: int) -> str | None:
        """What ``toString`` says, on a copy of the state."""
        obj = state.object(address)
        if isinstance(obj, TextObject):
            return code_points(obj.text.evaluate(state.witness))
        copy = state.fork()
        ask = Call("java/lang/Object", "toString", "()Ljava/lang/String;", 0)
        if self._call(copy, ask, [address]) is not Ending.RETURNED:
            return None
        return text_of(copy, copy.result) if copy.result else None

    def _call(self, state: State, step: Call | New | GetStatic, arguments: list[object]) -> Ending:
        method = self.trampolines.of(step)
        self.machine.start(method, arguments, state)
        return self.machine.run(state)

    def _take(self, state: State, step: Step, values: list[object]) -> tuple[object, str]:
        """One step: its value and its descriptor. Where it threw, the state says so."""
        match step:
            case Literal():
                return self._literal(state, step)
            case NewArray(element=element, length=length, elements=elements):
                cls = self.program.klass("[" + element)
                fields: list = [0.0 if element in "FD" else 0] * length
                for index, each in elements:
                    fields[index] = values[each]
                return state.new_array(cls, fields), cls.name
        if isinstance(step, GetStatic):
            arguments: list[object] = []
        elif isinstance(step, Call) and step.receiver is not None:
            arguments = [values[step.receiver], *(values[each] for each in step.arguments)]
        else:
            arguments = [values[each] for each in step.arguments]
        ending = self._call(state, step, arguments)
        havocked = [reason.detail for reason in state.reasons if reason.code not in ("boot", "unsupported")]
        asked = [each for each in havocked if each in ASKS_THE_MACHINE]
        if asked and (ending not in (Ending.RETURNED, Ending.THREW) or state.path):
            raise _Stopped("machine", f"havoc {asked[0]}")
        if ending is Ending.BOUND:
            raise _Stopped("limit", state.detail)
        if ending not in (Ending.RETURNED, Ending.THREW):
            raise _Stopped("unsupported", state.detail)
        if len(havocked) > len(asked):
            raise _Stopped("unsupported", f"havoc {next(each for each in havocked if each not in asked)}")
        kind = self.trampolines.of(step).returns
        if ending is Ending.RETURNED:
            state.reopen()
        return state.result, kind

    def _literal(self, state: State, step: Literal) -> tuple[object, str]:
        match step.type:
            case "N":
                return 0, "Ljava/lang/Object;"
            case "T":
                return self.machine.intern(state, units(str(step.payload))), "Ljava/lang/String;"
            case "L":
                cls = self.program.class_of_descriptor(str(step.payload))
                return self.machine.class_object(state, cls), "Ljava/lang/Class;"
            case "F" | "D":
                return Primitive(step.type, int(step.payload or 0)).value, step.type
        return int(step.payload or 0), step.type


def _ring(number: int, frame: FrameType | None) -> None:
    raise Overtime


def _replace(execution: Execution, **changes) -> Execution:
    from dataclasses import replace

    return replace(execution, **changes)


def code_points(value: str) -> str:
    """A text of UTF-16 units as the bridge writes texts: pairs of surrogates are single characters."""
    return value.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")


def text_of(state: State, address: object) -> str | Omitted:
    """The content of a string."""
    obj = state.object(int(address))
    if not isinstance(obj, TextObject) or obj.text.constant is None:
        return UNKNOWN
    return code_points(obj.text.constant)


class Writer:
    """Writes values of a state as the bridge writes those of the JVM (``SnapshotWriter``, whole graphs)."""

    def __init__(self, machine: LocalMachine, state: State) -> None:
        self.machine = machine
        self.state = state
        self.ids: dict[object, int] = {}
        self.pending: deque[int] = deque()

    def value(self, kind: str, value: object) -> messages.Value:
        """A value of this descriptor."""
        if kind == "V":
            return NULL
        if value is None or isinstance(value, Term):
            return UNKNOWN
        if kind[0] not in "L[":
            return primitive(kind, value)
        address = int(value)
        if address == 0:
            return NULL
        obj = self.state.object(address)
        if isinstance(obj, TextObject) and obj.cls.name == "java/lang/String":
            text = text_of(self.state, address)
            return text if isinstance(text, Omitted) else Text(text)
        identity = identity_of(address, obj)
        known = self.ids.get(identity)
        if known is None:
            if len(self.ids) >= MOST_OBJECTS:
                return UNKNOWN
            known = self.ids[identity] = len(self.ids)
            self.pending.append(address)
        return Ref(known)

    def objects(self) -> tuple[Node, ...]:
        """The table of all objects that the values written so far reach."""
        nodes = []
        while self.pending:
            address = self.pending.popleft()
            nodes.append(self._node(address, self.state.object(address)))
        return tuple(nodes)

    def _node(self, address: int, obj: Obj) -> Node:
        name = obj.cls.name
        if name[0] == "[":
            return self._array(obj)
        if name == "java/lang/Class" and isinstance(obj.extra, Class):
            return ClassNode(obj.extra.descriptor)
        if name in BOXES:
            return BoxNode(primitive(BOXES[name], obj.fields[0]))
        above = {each.name for each in obj.cls.supertypes}
        if "java/lang/Enum" in above:
            return self._enum(obj)
        if isinstance(obj.extra, Lambda) or "$$Lambda" in name:
            return OpaqueNode("hidden", None)
        if name.startswith(SHOWN_AS_TEXT):
            return OpaqueNode(name, self.machine.shown(self.state, address))
        if name.startswith(CLOSED):
            return OpaqueNode(name, None)
        fields = [
            (field.owner.name, field.name, self.value(field.descriptor, self.state.reference(obj.fields[field.slot])))
            for field in obj.cls.instance_fields
            if field.owner.name != "java/lang/Throwable" or field.name not in STACK
        ]
        return ObjectNode(name, tuple(fields))

    def _array(self, obj: Obj) -> Node:
        element = obj.cls.name[1:]
        if isinstance(obj, SymbolicArray):
            return ArrayNode(obj.cls.name, int(obj.length), ())
        elements = tuple(self.value(element, each) for each in obj.fields[:MOST_ELEMENTS])
        return ArrayNode(obj.cls.name, len(obj.fields), elements)

    def _enum(self, obj: Obj) -> Node:
        cls = obj.cls
        if cls.superclass is not None and cls.superclass.name != "java/lang/Enum":
            cls = cls.superclass
        field = next(
            each for each in cls.instance_fields if each.name == "name" and each.owner.name == "java/lang/Enum"
        )
        name = text_of(self.state, obj.fields[field.slot])
        return EnumNode(cls.name, str(name))


def identity_of(address: int, obj: Obj) -> object:
    """The identity of an object: boxes that ``valueOf`` keeps are identified by their value (JLS 5.1.7)."""
    if isinstance(obj.extra, CachedBox) and obj.extra.low <= obj.fields[0] <= obj.extra.high:
        return obj.cls, obj.fields[0]
    return address


def primitive(kind: str, value: object) -> Primitive:
    """A primitive value."""
    if kind == "F":
        return Primitive("F", float_bits(float(value)))
    if kind == "D":
        return Primitive("D", double_bits(float(value)))
    return Primitive(kind, int(value))


__all__ = ["UNKNOWN", "Execution", "LocalMachine", "descriptor_of_class"]
