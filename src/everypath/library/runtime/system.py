"""Models of ``System``, ``Runtime``, ``Thread`` and the JDK's own small natives.

Values that depend on the machine (clock, memory, threads) are fresh symbols or pinned. ``everypath.library.Console``
discards output.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.bridge import always_refused
from everypath.classfile import dotted, is_reference
from everypath.library.models import add_model, method_name, model
from everypath.state import NULL, LazyArray, Obj, SymbolicArray
from everypath.term import (
    OPERAND_SORTS,
    Term,
    Value,
    add,
    conj,
    eq,
    fle,
    flt,
    ge,
    ite,
    le,
    lt,
    sub,
    ushr,
    xor,
)
from everypath.vm.core import JavaThrow
from everypath.vm.references import (
    array_contents,
    check_element,
    concrete_index,
    read_element,
    set_array_contents,
    write_element,
)

if TYPE_CHECKING:
    from everypath.vm.core import Call

SYSTEM, RUNTIME, THREAD = "java/lang/System", "java/lang/Runtime", "java/lang/Thread"

# -- System -----------------------------------------------------------------------------------------------------------


@model(SYSTEM, "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V")
def arraycopy(call: Call, source: Value, start: Value, target: Value, at: Value, count: Value) -> None:
    """``System.arraycopy``: checks null, types and bounds, then copies. The length bound limits a symbolic count."""
    first, second = call.non_null(source), call.non_null(target)
    left, right = call.state.object(first), call.state.object(second)
    _check_types(left, right)
    inside = conj(
        ge(start, 0),
        ge(at, 0),
        ge(count, 0),
        le(start, sub(left.array_length, count, 32)),
        le(at, sub(right.array_length, count, 32)),
    )
    if not call.decide(inside, "bounds"):
        call.throw("java/lang/ArrayIndexOutOfBoundsException", _message(left, right, start, at, count))
    copy_elements(call, first, start, second, at, count)


def _check_types(left: Obj, right: Obj) -> None:
    for obj, role in ((left, "source"), (right, "destination")):
        if not obj.cls.is_array:
            name = dotted(obj.cls.name)
            raise JavaThrow("java/lang/ArrayStoreException", f"arraycopy: {role} type {name} is not an array")
    a, b = left.cls.name, right.cls.name
    if a != b and not (is_reference(a[1:]) and is_reference(b[1:])):
        message = f"arraycopy: type mismatch: can not copy {_kind_of_array(left)}[] into {_kind_of_array(right)}[]"
        raise JavaThrow("java/lang/ArrayStoreException", message)


def _kind_of_array(array: Obj) -> str:
    element = array.cls.element
    return "object array" if element is None or not element.is_primitive else element.name


def _message(left: Obj, right: Obj, start: Value, at: Value, count: Value) -> str | None:
    """The JVM's message. None if a number in it is symbolic."""
    sizes = left.array_length, right.array_length
    if any(isinstance(v, Term) for v in (*sizes, start, at, count)):
        return None
    kind = _kind_of_array(left)
    if start < 0 or at < 0 or count < 0:
        if start < 0:
            return f"arraycopy: source index {start} out of bounds for {kind}[{sizes[0]}]"
        if at < 0:
            return f"arraycopy: destination index {at} out of bounds for {kind}[{sizes[1]}]"
        return f"arraycopy: length {count} is negative"
    assert isinstance(start, int)
    assert isinstance(at, int)
    assert isinstance(count, int)
    if start + count > sizes[0]:
        return f"arraycopy: last source index {_unsigned(start + count)} out of bounds for {kind}[{sizes[0]}]"
    return f"arraycopy: last destination index {_unsigned(at + count)} out of bounds for {kind}[{sizes[1]}]"


def _unsigned(number: int) -> int:
    return number & 0xFFFFFFFF


def copy_elements(call: Call, source: int, start: Value, target: int, at: Value, count: Value) -> None:
    """Copy elements between arrays, which may be one. All indices must be within the arrays."""
    state = call.state
    left, right = state.object(source), state.object(target)
    plain = not isinstance(left, SymbolicArray | LazyArray) and not isinstance(right, SymbolicArray | LazyArray)
    references = is_reference(left.cls.name[1:])
    if isinstance(count, Term) and (references or not isinstance(right, SymbolicArray)):
        call.limit(le(count, state.control.bounds.length))
        count = concrete_index(state, count)
    if references or (plain and not (isinstance(start, Term) or isinstance(at, Term))):
        start, at = concrete_index(state, start), concrete_index(state, at)
    if isinstance(count, Term):
        _copy_guarded(call, source, start, target, at, count)
    elif plain and not isinstance(start, Term) and not isinstance(at, Term):
        _copy_fields(call, source, int(start), target, int(at), int(count))
    else:
        _copy_one_by_one(call, source, start, target, at, int(count))


def _copy_fields(call: Call, source: int, start: int, target: int, at: int, count: int) -> None:
    """Copy ``count`` elements between arrays that list their elements, at concrete indices."""
    state = call.state
    left, right = state.object(source), state.object(target)
    moved = left.fields[start : start + count]
    if is_reference(left.cls.name[1:]) and left.cls is not right.cls and not _always_fits(left, right):
        for number, value in enumerate(moved):
            try:
                check_element(call.machine, state, target, value)
            except JavaThrow:
                state.writable(target).fields[at : at + number] = moved[:number]
                raise JavaThrow("java/lang/ArrayStoreException", _element_message(left, right)) from None
    state.writable(target).fields[at : at + count] = moved


def _copy_one_by_one(call: Call, source: int, start: Value, target: int, at: Value, count: int) -> None:
    """Copy ``count`` elements through reads and writes that take symbolic indices and arrays."""
    state, machine = call.state, call.machine
    left, right = state.object(source), state.object(target)
    references = is_reference(left.cls.name[1:])
    with state.atomic():
        values = [read_element(machine, state, source, add(start, i, 32)) for i in range(count)]
        for i, value in enumerate(values):
            if references:
                try:
                    check_element(machine, state, target, value)
                except JavaThrow:
                    raise JavaThrow("java/lang/ArrayStoreException", _element_message(left, right)) from None
            write_element(state, target, add(at, i, 32), value)


def _element_message(left: Obj, right: Obj) -> str:
    source, target = (dotted(array.cls.element.name) for array in (left, right) if array.cls.element is not None)
    return (
        f"arraycopy: element type mismatch: can not cast one of the elements of {source}[] "
        f"to the type of the destination array, {target}"
    )


def _always_fits(left: Obj, right: Obj) -> bool:
    a, b = left.cls.element, right.cls.element
    return a is not None and b is not None and a.is_subtype_of(b)


def _copy_guarded(call: Call, source: int, start: Value, target: int, at: Value, count: Term) -> None:
    """Copy ``count`` primitives, symbolic: whole arrays as one term, else element by element within the bound."""
    state = call.state
    left, right = state.object(source), state.object(target)
    if (
        isinstance(left, SymbolicArray)
        and isinstance(right, SymbolicArray)
        and isinstance(start, int)
        and start == 0
        and isinstance(at, int)
        and at == 0
        and call.decide(eq(count, right.length))
    ):
        set_array_contents(state, target, array_contents(state, source))
        return
    known = [int(n) for n in (left.array_length, right.array_length) if isinstance(n, int)]
    cap = min([state.control.bounds.length, *known])
    call.limit(le(count, cap))
    sort = OPERAND_SORTS[right.cls.name[1]]
    with state.atomic():
        values = [_read_or_zero(call, source, add(start, i, 32)) for i in range(cap)]
        for i, value in enumerate(values):
            place = add(at, i, 32)
            if isinstance(place, int) and isinstance(right.array_length, int) and place >= right.array_length:
                break
            old = read_element(call.machine, state, target, place)
            write_element(state, target, place, ite(lt(i, count), value, old, sort))


def _read_or_zero(call: Call, source: int, index: Value) -> Value:
    """An element of an array; 0 beyond its end, where the guarded copy ignores the value."""
    length = call.state.object(source).array_length
    if isinstance(index, int) and isinstance(length, int) and index >= length:
        return 0
    return read_element(call.machine, call.state, source, index)


@model(SYSTEM, "nanoTime", "()J")
@model(SYSTEM, "currentTimeMillis", "()J")
@model("jdk/internal/misc/VM", "getNanoTimeAdjustment", "(J)J")
@model(RUNTIME, "freeMemory", "()J")
@model(RUNTIME, "totalMemory", "()J")
@model(RUNTIME, "maxMemory", "()J")
def clock(call: Call, *args: Value) -> Value:
    """A clock or an amount of memory: a fresh symbol."""
    return call.havoc("J", method_name(call))


@model("java/util/Locale", "initDefault", "(Ljava/util/Locale$Category;)Ljava/util/Locale;")
def default_locale(call: Call, category: Value) -> Value:
    """The default locale of a category: the general default, as no property sets another."""
    (default,) = (field for field in call.klass("java/util/Locale").fields if field.name == "defaultLocale")
    return call.state.statics[default]


@model(SYSTEM, "lineSeparator", "()Ljava/lang/String;")
def line_separator(call: Call) -> Value:
    """The line feed."""
    return call.intern("\n")


@model(SYSTEM, "exit", "(I)V")
@model(RUNTIME, "exit", "(I)V")
@model(RUNTIME, "halt", "(I)V")
def exit_(call: Call, *args: Value) -> None:
    """Contained: the JVM refuses it."""
    call.contained(always_refused(call.method.owner.name, call.method.name, call.method.descriptor) or "")


@model(SYSTEM, "getSecurityManager", "()Ljava/lang/SecurityManager;")
def get_security_manager(call: Call) -> Value:
    """Null: there is no security manager."""
    return NULL


@model(RUNTIME, "availableProcessors", "()I")
def available_processors(call: Call, this: Value) -> Value:
    """A fresh symbol for analysed code. 4 for the JDK's, whose results do not depend on it."""
    if not call.state.frames[-1].method.owner.is_target:
        return 4
    return call.havoc("I", "java.lang.Runtime.availableProcessors")


@model(
    "jdk/internal/util/ArraysSupport",
    "vectorizedMismatch",
    "(Ljava/lang/Object;JLjava/lang/Object;JII)I",
)
def vectorized_mismatch(call: Call, a: Value, at_a: Value, b: Value, at_b: Value, length: Value, scale: Value) -> Value:
    """The complement of ``length``: nothing was compared, and the calling code compares all elements."""
    return xor(length, -1, 32)


# -- threads ----------------------------------------------------------------------------------------------------------


UNKNOWN_OF_THREADS = frozenset(
    {
        *("contextClassLoader", "daemon", "group", "holder", "inheritedAccessControlContext", "name", "priority"),
        *("stackSize", "target", "threadStatus", "tid"),
    }
)
"""Fields of `java.lang.Thread` that the code which started the thread sets. They cannot be read."""


@model(THREAD, "currentThread", "()Ljava/lang/Thread;")
def current_thread(call: Call) -> Value:
    """The only thread: one object per path. Only fields that the path assigns are known."""
    return _from_outside(call, "library.thread", THREAD, UNKNOWN_OF_THREADS)


def _from_outside(call: Call, key: str, name: str, unknown: frozenset[str] | None = None) -> int:
    """The object of a class that exists before the program starts, one per path. Its ``unknown`` fields (None: all its
    fields) cannot be read.
    """
    address = call.state.attachments.get(key)
    if not isinstance(address, int):
        cls = call.klass(name)
        address = call.state.new_object(cls)
        fields: list[Value | None] = call.state.heap[address].fields  # type: ignore[assignment]  # None: not there
        for field in cls.instance_fields:
            if unknown is None or field.name in unknown:
                fields[field.slot] = None
        call.state.attachments[key] = address
    return address


GROUP = "library.thread-group"


@model(THREAD, "getThreadGroup", "()Ljava/lang/ThreadGroup;")
def thread_group(call: Call, this: Value) -> Value | None:
    """The group of the only thread: one object per path, without known content."""
    if call.non_null(this) != call.state.attachments.get("library.thread"):
        return call.run_code([this])
    return _from_outside(call, GROUP, "java/lang/ThreadGroup")


@model(THREAD, "getId", "()J")
@model(THREAD, "threadId", "()J")
def thread_id(call: Call, this: Value) -> Value:
    """The number of the thread: a fresh symbol."""
    call.non_null(this)
    return call.havoc("J", "java.lang.Thread.getId")


@model("java/lang/Math", "random", "()D")
@model("java/lang/StrictMath", "random", "()D")
def random(call: Call) -> Value:
    """A fresh symbol from 0 (inclusive) to 1 (exclusive)."""
    value = call.havoc("D", "java.lang.Math.random")
    call.state.assume(conj(fle(0.0, value), flt(value, 1.0)))
    return value


def _ignore(call: Call, *args: Value) -> None:
    return None


def _zero(call: Call, *args: Value) -> Value:
    return 0


def _one(call: Call, *args: Value) -> Value:
    return 1


NOTHING = (
    (THREAD, "yield", "()V"),
    (THREAD, "onSpinWait", "()V"),
    (THREAD, "sleep", "(J)V"),
    (THREAD, "sleep0", "(J)V"),
    (SYSTEM, "gc", "()V"),
    (RUNTIME, "gc", "()V"),
    ("jdk/internal/misc/VM", "initialize", "()V"),
    ("java/util/concurrent/locks/LockSupport", "unpark", "(Ljava/lang/Thread;)V"),
    ("jdk/internal/misc/CDS", "initializeFromArchive", "(Ljava/lang/Class;)V"),
    ("java/lang/ref/Reference", "reachabilityFence", "(Ljava/lang/Object;)V"),
    ("java/security/AccessController", "ensureMaterializedForStackWalk", "(Ljava/lang/Object;)V"),
)
ZERO = (
    (THREAD, "isInterrupted", "()Z"),
    (THREAD, "interrupted", "()Z"),
    ("jdk/internal/misc/CDS", "isDumpingClassList0", "()Z"),
    ("jdk/internal/misc/CDS", "isDumpingArchive0", "()Z"),
    ("jdk/internal/misc/CDS", "isSharingEnabled0", "()Z"),
    ("jdk/internal/misc/CDS", "getRandomSeedForDumping", "()J"),
    ("jdk/internal/misc/CDS", "getCDSConfigStatus", "()I"),
    (
        "java/security/AccessController",
        "getStackAccessControlContext",
        "()Ljava/security/AccessControlContext;",
    ),
)
ONE = (
    ("jdk/internal/misc/VM", "isBooted", "()Z"),
    ("jdk/internal/misc/VM", "isModuleSystemInited", "()Z"),
    ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "()Z"),
)
for _keys, _function in ((NOTHING, _ignore), (ZERO, _zero), (ONE, _one)):
    for _key in _keys:
        add_model(_key, _function)


@model("jdk/internal/reflect/Reflection", "getCallerClass", "()Ljava/lang/Class;")
def get_caller_class(call: Call) -> Value:
    """The class of the method that called the caller."""
    frames = call.state.frames
    return call.class_object(frames[-2 if len(frames) > 1 else -1].method.owner)


CONTEXT = "library.access"


@model("java/security/AccessController", "getContext", "()Ljava/security/AccessControlContext;")
def access_context(call: Call) -> Value | None:
    """The access control context of the only thread: one object without known content. Runs as code on newer JDKs."""
    native = call.method.owner.declared_method("getStackAccessControlContext", "()Ljava/security/AccessControlContext;")
    if native is None:
        return call.run_code([])
    known = call.state.attachments.get(CONTEXT)
    if not isinstance(known, int):
        known = call.new_object("java/security/AccessControlContext")
        call.state.attach(CONTEXT, known)
    return known


SECURE = "java/security/SecureRandom"


@model(SECURE, "<init>", "()V")
def secure_random(call: Call, this: Value) -> None:
    """Nothing: the provider depends on the machine, and its numbers are fresh symbols."""
    return


@model(SECURE, "next", "(I)I")
def secure_bits(call: Call, this: Value, count: Value) -> Value:
    """A fresh symbol of ``count`` bits."""
    return ushr(call.havoc("I", "java.security.SecureRandom"), sub(32, count, 32), 32)


@model(SECURE, "nextBytes", "([B)V")
def secure_bytes(call: Call, this: Value, into: Value) -> None:
    """A fresh symbol for each byte."""
    address = call.non_null(into)
    array = call.state.object(address)
    what = "java.security.SecureRandom"
    if isinstance(array, SymbolicArray):
        call.unsupported(f"{what}.nextBytes of an unknown number of bytes")
    for at in range(len(array.fields)):
        write_element(call.state, address, at, call.havoc("B", what))
