"""Models of ``Object``, ``Class``, ``Throwable``, ``Enum`` and the index checks of ``Objects``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.library.registry import in_java_static, model
from everypath.library.support import boolean, method_name
from everypath.program import Class
from everypath.state import NULL, LazyArray, StackTrace, SymbolicArray
from everypath.state import text as texts
from everypath.state.text import Constant
from everypath.term import Value, conj, ge, le, lt, sub
from everypath.vm import exceptions
from everypath.vm.signals import JavaThrow

if TYPE_CHECKING:
    from everypath.vm.protocols import Call

OBJECT, CLASS, THROWABLE = "java/lang/Object", "java/lang/Class", "java/lang/Throwable"


def readable(name: str) -> str:
    """An internal class name with dots."""
    return name.replace("/", ".")


# -- Object -----------------------------------------------------------------------------------------------------------


@model(OBJECT, "<init>", "()V")
def new_object(call: Call, this: Value) -> None:
    """The empty constructor."""
    return


@model(OBJECT, "getClass", "()Ljava/lang/Class;")
def get_class(call: Call, this: Value) -> Value:
    """``getClass``."""
    return call.class_object(call.class_of(call.non_null(this)))


def identity_hash(call: Call, address: int) -> int:
    """A pinned identity hash: the same on every run, never the JVM's, so the path is marked."""
    call.state.note("boot", "identity hash codes")
    return (address * 0x9E3779B1 & 0x7FFFFFFF) or 1


@model(OBJECT, "hashCode", "()I")
def hash_code(call: Call, this: Value) -> Value:
    """``Object.hashCode``, pinned."""
    return identity_hash(call, call.non_null(this))


@model("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I")
def identity_hash_code(call: Call, value: Value) -> Value:
    """``System.identityHashCode``, pinned."""
    address = call.reference(value)
    return identity_hash(call, address) if address else 0


@model(OBJECT, "equals", "(Ljava/lang/Object;)Z")
def equals(call: Call, this: Value, other: Value) -> Value:
    """``Object.equals``: identity."""
    return boolean(call.decide(call.state.same(call.non_null(this), call.state.reference(other))))


@model(OBJECT, "clone", "()Ljava/lang/Object;")
def clone(call: Call, this: Value) -> Value:
    """``clone`` of arrays and of objects that are ``Cloneable``."""
    address = call.non_null(this)
    cls = call.class_of(address)
    if not cls.is_subtype_of(call.klass("java/lang/Cloneable")):
        return call.throw("java/lang/CloneNotSupportedException", readable(cls.name))
    obj = call.state.object(address)
    if address in call.state.open and not isinstance(obj, SymbolicArray):
        if isinstance(obj, LazyArray):
            return call.unsupported("clone of an input array of references")
        for field in cls.instance_fields:
            call.get_field(address, field.name)
        obj = call.state.object(address)
    return call.state.allocate(obj.copy(call.state.token))


@model(OBJECT, "notify", "()V")
@model(OBJECT, "notifyAll", "()V")
def notify(call: Call, this: Value) -> None:
    """Nobody waits: the analysed code runs in one thread."""
    return


# -- Class ------------------------------------------------------------------------------------------------------------


def class_behind(call: Call, value: Value) -> Class:
    """The linked class that a ``java.lang.Class`` object stands for."""
    cls = call.state.object(call.non_null(value)).extra
    if not isinstance(cls, Class):
        call.unsupported(f"{method_name(call)} of an unknown class")
        raise AssertionError
    return cls


@model(CLASS, "getName", "()Ljava/lang/String;")
@model(CLASS, "initClassName", "()Ljava/lang/String;")
def get_name(call: Call, this: Value) -> Value:
    """``getName``."""
    return call.intern(readable(class_behind(call, this).name))


@model(CLASS, "getSimpleName", "()Ljava/lang/String;")
def get_simple_name(call: Call, this: Value) -> Value:
    """``getSimpleName``: of a nested class its own name, of an anonymous one nothing."""
    cls, brackets = class_behind(call, this), ""
    while cls.element is not None:
        cls, brackets = cls.element, brackets + "[]"
    name = cls.name.rpartition("/")[2]
    if "$" in name:
        name = name.rpartition("$")[2].lstrip("0123456789")
    return call.intern(name + brackets)


@model(CLASS, "getCanonicalName", "()Ljava/lang/String;")
def get_canonical_name(call: Call, this: Value) -> Value:
    """``getCanonicalName`` of classes that are neither local nor anonymous."""
    cls, brackets = class_behind(call, this), ""
    while cls.element is not None:
        cls, brackets = cls.element, brackets + "[]"
    inner = cls.name.rpartition("$")[2]
    if "$" in cls.name and inner[:1].isdigit():
        return NULL
    return call.intern(readable(cls.name).replace("$", ".") + brackets)


@model(CLASS, "desiredAssertionStatus", "()Z")
def desired_assertion_status(call: Call, this: Value) -> Value:
    """Assertions are enabled in analysed code."""
    return int(class_behind(call, this).is_target)


@model(CLASS, "isInstance", "(Ljava/lang/Object;)Z")
def is_instance(call: Call, this: Value, value: Value) -> Value:
    """``isInstance``."""
    cls, address = class_behind(call, this), call.reference(value)
    return int(address != NULL and call.class_of(address).is_subtype_of(cls))


@model(CLASS, "isAssignableFrom", "(Ljava/lang/Class;)Z")
def is_assignable_from(call: Call, this: Value, other: Value) -> Value:
    """``isAssignableFrom``."""
    return int(class_behind(call, other).is_subtype_of(class_behind(call, this)))


@model(CLASS, "isArray", "()Z")
def is_array(call: Call, this: Value) -> Value:
    """``isArray``."""
    return int(class_behind(call, this).is_array)


@model(CLASS, "isPrimitive", "()Z")
def is_primitive(call: Call, this: Value) -> Value:
    """``isPrimitive``."""
    return int(class_behind(call, this).is_primitive)


@model(CLASS, "isInterface", "()Z")
def is_interface(call: Call, this: Value) -> Value:
    """``isInterface``."""
    return int(class_behind(call, this).is_interface)


@model(CLASS, "isRecord", "()Z")
def is_record(call: Call, this: Value) -> Value:
    """``isRecord``."""
    return int(class_behind(call, this).is_record)


@model(CLASS, "isHidden", "()Z")
def is_hidden(call: Call, this: Value) -> Value:
    """``isHidden``: the machine has no hidden classes."""
    return 0


@model(CLASS, "isEnum", "()Z")
def is_enum(call: Call, this: Value) -> Value:
    """``isEnum``: declared as enum, not the body of a constant."""
    cls = class_behind(call, this)
    parent = cls.superclass
    return int(cls.is_enum and parent is not None and parent.name == "java/lang/Enum")


@model(CLASS, "getModifiers", "()I")
def get_modifiers(call: Call, this: Value) -> Value:
    """``getModifiers`` of top-level classes; nested ones carry theirs elsewhere."""
    cls = class_behind(call, this)
    if "$" in cls.name:
        return call.unsupported("java.lang.Class.getModifiers of a nested class")
    return cls.access & 0x7FDF


@model(CLASS, "getSuperclass", "()Ljava/lang/Class;")
def get_superclass(call: Call, this: Value) -> Value:
    """``getSuperclass``: null for interfaces, ``Object`` and primitives."""
    cls = class_behind(call, this)
    return NULL if cls.is_interface or cls.superclass is None else call.class_object(cls.superclass)


@model(CLASS, "getComponentType", "()Ljava/lang/Class;")
@model(CLASS, "componentType", "()Ljava/lang/Class;")
def get_component_type(call: Call, this: Value) -> Value:
    """``getComponentType``."""
    element = class_behind(call, this).element
    return NULL if element is None else call.class_object(element)


@model(CLASS, "arrayType", "()Ljava/lang/Class;")
def array_type(call: Call, this: Value) -> Value:
    """``arrayType``."""
    return call.class_object(call.machine.program.array_of(class_behind(call, this)))


@model(CLASS, "getPrimitiveClass", "(Ljava/lang/String;)Ljava/lang/Class;")
def get_primitive_class(call: Call, name: Value) -> Value:
    """The class behind ``int.class`` and its like."""
    keyword = call.text(name).constant
    assert keyword is not None
    return call.class_object(call.klass(keyword))


@model(CLASS, "getClassLoader", "()Ljava/lang/ClassLoader;")
@model(CLASS, "getClassLoader0", "()Ljava/lang/ClassLoader;")
def get_class_loader(call: Call, this: Value) -> Value:
    """The boot loader for JDK classes; other loaders are not modelled."""
    if class_behind(call, this).is_target:
        return call.unsupported("java.lang.Class.getClassLoader")
    return NULL


@model(CLASS, "getEnumConstantsShared", "()[Ljava/lang/Object;")
def get_enum_constants(call: Call, this: Value) -> Value | None:
    """The constants of an enum by its ``values()``, null for other classes."""
    cls = class_behind(call, this)
    values = cls.declared_method("values", f"()[L{cls.name};")
    if not cls.is_enum or values is None:
        return NULL
    return call.invoke(values, [])


@model(CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;")
def for_name(call: Call, name: Value) -> Value:
    """``forName`` of a constant name; initialisation of the class is left to its first use."""
    constant = call.text(name).constant
    if constant is None:
        return call.unsupported("java.lang.Class.forName of a symbolic name")
    found = call.machine.program.find(constant.replace(".", "/"))
    if found is None:
        return call.throw("java/lang/ClassNotFoundException", constant)
    return call.class_object(found)


@model(CLASS, "registerNatives", "()V")
def register_natives(call: Call) -> None:
    """Nothing to register."""
    return


in_java_static(
    "java/lang/Enum",
    "everypath/library/Enums",
    "valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;",
)

# -- Throwable --------------------------------------------------------------------------------------------------------


@model(THROWABLE, "fillInStackTrace", "()Ljava/lang/Throwable;", "(I)Ljava/lang/Throwable;")
def fill_in_stack_trace(call: Call, this: Value, *unused: Value) -> Value:
    """``fillInStackTrace``."""
    address = call.non_null(this)
    exceptions.record_trace(call.state, address)
    return address


@model(THROWABLE, "getStackTrace", "()[Ljava/lang/StackTraceElement;")
@model(THROWABLE, "getOurStackTrace", "()[Ljava/lang/StackTraceElement;")
def get_stack_trace(call: Call, this: Value) -> Value:
    """``getStackTrace``: class, method and line of each frame; the path is marked, as real traces go deeper."""
    obj = call.state.object(call.non_null(this))
    places = obj.extra.places if isinstance(obj.extra, StackTrace) else ()
    call.state.note("boot", "stack traces")
    elements: list[Value] = []
    for place in places:
        element = call.new_object("java/lang/StackTraceElement")
        call.put_field(element, "declaringClass", call.intern(readable(place.class_name)))
        call.put_field(element, "methodName", call.intern(place.method))
        call.put_field(element, "lineNumber", place.line)
        elements.append(element)
    return call.state.new_array(call.klass("[Ljava/lang/StackTraceElement;"), elements)


@model(THROWABLE, "printStackTrace", "()V")
@model(THROWABLE, "printStackTrace", "(Ljava/io/PrintStream;)V")
@model(THROWABLE, "setStackTrace", "([Ljava/lang/StackTraceElement;)V")
def print_stack_trace(call: Call, this: Value, *unused: Value) -> None:
    """Swallowed."""
    return


# -- index checks -----------------------------------------------------------------------------------------------------

PRECONDITIONS, OBJECTS = "jdk/internal/util/Preconditions", "java/util/Objects"
OUT_OF_BOUNDS = "java/lang/IndexOutOfBoundsException"
FORMATTERS = {
    "SIOOBE_FORMATTER": "java/lang/StringIndexOutOfBoundsException",
    "AIOOBE_FORMATTER": "java/lang/ArrayIndexOutOfBoundsException",
    "IOOBE_FORMATTER": OUT_OF_BOUNDS,
}


def _exception_of(call: Call, formatter: Value) -> str:
    """The exception that a formatter of ``Preconditions`` makes."""
    address = call.reference(formatter)
    if address == NULL:
        return OUT_OF_BOUNDS
    for field, value in call.state.statics.items():
        if value == address and field.owner.name == PRECONDITIONS:
            return FORMATTERS.get(field.name, OUT_OF_BOUNDS)
    call.unsupported("an index check with a formatter of its own")
    raise AssertionError


def _fail(class_name: str, *parts: str | Value) -> None:
    message = texts.concat(*(Constant(p) if isinstance(p, str) else texts.decimal(p, 32) for p in parts))
    raise JavaThrow(class_name, message)


def _check(call: Call, index: Value, size: Value, class_name: str) -> Value:
    if not call.decide(conj(ge(index, 0), lt(index, size)), "bounds"):
        _fail(class_name, "Index ", index, " out of bounds for length ", size)
    return index


def _check_from_to(call: Call, start: Value, end: Value, size: Value, class_name: str) -> Value:
    if not call.decide(conj(ge(start, 0), le(start, end), le(end, size)), "bounds"):
        _fail(class_name, "Range [", start, ", ", end, ") out of bounds for length ", size)
    return start


def _check_from_size(call: Call, start: Value, count: Value, size: Value, class_name: str) -> Value:
    inside = conj(ge(start, 0), ge(count, 0), ge(size, 0), le(start, sub(size, count, 32)))
    if not call.decide(inside, "bounds"):
        _fail(class_name, "Range [", start, ", ", start, " + ", count, ") out of bounds for length ", size)
    return start


@model(OBJECTS, "checkIndex", "(II)I")
def check_index(call: Call, index: Value, size: Value) -> Value:
    """``Objects.checkIndex``."""
    return _check(call, index, size, OUT_OF_BOUNDS)


@model(PRECONDITIONS, "checkIndex", "(IILjava/util/function/BiFunction;)I")
def check_index_formatted(call: Call, index: Value, size: Value, formatter: Value) -> Value:
    """``Preconditions.checkIndex``."""
    return _check(call, index, size, _exception_of(call, formatter))


@model(OBJECTS, "checkFromToIndex", "(III)I")
def check_from_to(call: Call, start: Value, end: Value, size: Value) -> Value:
    """``Objects.checkFromToIndex``."""
    return _check_from_to(call, start, end, size, OUT_OF_BOUNDS)


@model(PRECONDITIONS, "checkFromToIndex", "(IIILjava/util/function/BiFunction;)I")
def check_from_to_formatted(call: Call, start: Value, end: Value, size: Value, formatter: Value) -> Value:
    """``Preconditions.checkFromToIndex``."""
    return _check_from_to(call, start, end, size, _exception_of(call, formatter))


@model(OBJECTS, "checkFromIndexSize", "(III)I")
def check_from_size(call: Call, start: Value, count: Value, size: Value) -> Value:
    """``Objects.checkFromIndexSize``."""
    return _check_from_size(call, start, count, size, OUT_OF_BOUNDS)


@model(PRECONDITIONS, "checkFromIndexSize", "(IIILjava/util/function/BiFunction;)I")
def check_from_size_formatted(call: Call, start: Value, count: Value, size: Value, formatter: Value) -> Value:
    """``Preconditions.checkFromIndexSize``."""
    return _check_from_size(call, start, count, size, _exception_of(call, formatter))
