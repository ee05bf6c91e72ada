"""Models of method handles, method types and call sites.

A handle is a ``MethodHandle`` object. Its field ``form`` holds a ``Form`` of the library (``everypath.library.Forms``,
in Java), its field ``type`` a real ``MethodType``. No code of ``java.lang.invoke``'s implementation runs. Arguments are
passed boxed in an array. A ``Forms.Direct`` calls a method or constructor or accesses a field; this `Member` is its
``extra`` value.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.classfile import (
    BOX_CLASSES,
    REF_GET_FIELD,
    REF_GET_STATIC,
    REF_INVOKE_INTERFACE,
    REF_INVOKE_VIRTUAL,
    REF_NEW_INVOKE_SPECIAL,
    REF_PUT_FIELD,
    REF_PUT_STATIC,
    UNBOXED,
    parse_method_descriptor,
)
from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError, EngineError
from everypath.library.classes import represented_class
from everypath.library.models import cache_of, in_java, in_java_static, method_name, model
from everypath.program import Class, Field, Method
from everypath.state import NULL
from everypath.vm.invokedynamic import convertible
from everypath.vm.references import dispatch, read_field, write_field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from everypath.term import Value
    from everypath.vm.core import Call, Model

HANDLE, TYPE, LOOKUPS = "java/lang/invoke/MethodHandle", "java/lang/invoke/MethodType", "java/lang/invoke/MethodHandles"
HANDLES, FORM, DIRECT = "everypath/library/Handles", "everypath/library/Form", "everypath/library/Forms$Direct"
OBJECTS = "[Ljava/lang/Object;"


@dataclass(frozen=True, slots=True)
class Member:
    """The member that a direct handle calls or accesses; ``kind`` as in a class file's method handles (JVMS 4.4.8)."""

    kind: int
    member: Method | Field


# -- boxes ------------------------------------------------------------------------------------------------------------


def boxed(call: Call, value: Value, kind: str) -> Value:
    """A value of the type ``kind`` as an object: primitives in a new box."""
    if kind[0] in "L[":
        return value
    owner = BOX_CLASSES[kind]
    address = call.state.new_object(call.klass(owner), cache_of(owner))
    call.put_field(address, "value", value)
    return address


def unboxed(call: Call, value: Value, kind: str) -> Value:
    """The inverse of `boxed`: the box must be the one for this type."""
    return value if kind[0] in "L[" else call.get_field(call.non_null(value), "value")


def elements(call: Call, array: Value) -> list[Value]:
    """The elements of an array that lists them, such as one that the library made."""
    return list(call.state.object(call.non_null(array)).fields)


# -- method types -----------------------------------------------------------------------------------------------------


def method_type(call: Call, parameters: Sequence[Class], returns: Class) -> int:
    """The ``MethodType`` of these types; the state has one object for each."""
    descriptor = f"({''.join(cls.descriptor for cls in parameters)}){returns.descriptor}"
    key = f"\0type {descriptor}"
    address = call.state.interned.get(key)
    if address is None:
        cls = call.klass(TYPE)
        array = call.state.new_array(call.klass("[Ljava/lang/Class;"), [call.class_object(each) for each in parameters])
        address = call.state.interned[key] = call.state.new_object(cls)
        call.put_field(address, "rtype", call.class_object(returns))
        call.put_field(address, "ptypes", array)
    return address


def type_of_descriptor(call: Call, descriptor: str) -> int:
    """The ``MethodType`` of a method descriptor."""
    parameters, returns = parse_method_descriptor(descriptor)
    program = call.machine.program
    return method_type(
        call, [program.class_of_descriptor(each) for each in parameters], program.class_of_descriptor(returns)
    )


def represented_types(call: Call, value: Value) -> tuple[list[Class], Class]:
    """The classes of the parameters and of the result of a ``MethodType`` object."""
    address = call.non_null(value)
    parameters = [represented_class(call, each) for each in elements(call, call.get_field(address, "ptypes"))]
    return parameters, represented_class(call, call.get_field(address, "rtype"))


@model(TYPE, "makeImpl", "(Ljava/lang/Class;[Ljava/lang/Class;Z)Ljava/lang/invoke/MethodType;")
def make_type(call: Call, returns: Value, parameters: Value, trusted: Value) -> Value:
    """The ``MethodType`` of these types; null and void parameters throw."""
    result = represented_class(call, returns)
    given = elements(call, parameters) if call.reference(parameters) else []
    classes = [represented_class(call, each) for each in given]
    if any(cls.name == "void" for cls in classes):
        call.throw("java/lang/IllegalArgumentException", "parameter type cannot be void")
    return method_type(call, classes, result)


@model(TYPE, "genericMethodType", "(IZ)Ljava/lang/invoke/MethodType;")
def generic_type(call: Call, count: Value, varargs: Value) -> Value:
    """``genericMethodType``."""
    if not isinstance(count, int) or not 0 <= count <= 255:
        return call.throw("java/lang/IllegalArgumentException", f"bad parameter count {count}")
    everything = call.klass("java/lang/Object")
    more = [call.klass(OBJECTS)] if varargs else []
    return method_type(call, [everything] * count + more, everything)


@model(TYPE, "listToArray", "(Ljava/util/List;)[Ljava/lang/Class;")
def list_to_array(call: Call, types: Value) -> Value | None:
    """The elements of a list of classes."""
    empty = call.state.new_array(call.klass("[Ljava/lang/Class;"), [])
    return call.invoke_virtual("java/util/List", "toArray", f"({OBJECTS}){OBJECTS}", [types, empty])


@model(TYPE, "fromMethodDescriptorString", "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljava/lang/invoke/MethodType;")
def from_descriptor(call: Call, text: Value, loader: Value) -> Value:
    """``fromMethodDescriptorString``."""
    descriptor = call.text(text).constant
    if descriptor is None:
        return call.unsupported(f"{method_name(call)} of a symbolic text")
    try:
        parse_method_descriptor(descriptor)
    except ClassFormatError:
        return call.throw("java/lang/IllegalArgumentException", known=False)
    return type_of_descriptor(call, descriptor)


def _kinds(call: Call, this: Value) -> list[Class]:
    parameters, returns = represented_types(call, this)
    return [*parameters, returns]


@model(TYPE, "hasPrimitives", "()Z")
def has_primitives(call: Call, this: Value) -> Value:
    """``hasPrimitives``: void counts."""
    return int(any(cls.is_primitive for cls in _kinds(call, this)))


@model(TYPE, "parameterSlotCount", "()I")
def parameter_slots(call: Call, this: Value) -> Value:
    """``parameterSlotCount``: long and double count twice."""
    return sum(2 if cls.name in ("long", "double") else 1 for cls in represented_types(call, this)[0])


@model(TYPE, "hasWrappers", "()Z")
def has_wrappers(call: Call, this: Value) -> Value:
    """``hasWrappers``."""
    return int(any(cls.name in {*BOX_CLASSES.values(), "java/lang/Void"} for cls in _kinds(call, this)))


@model(TYPE, "erase", "()Ljava/lang/invoke/MethodType;")
def erase(call: Call, this: Value) -> Value:
    """``erase``: references become ``Object``."""
    parameters, returns = represented_types(call, this)
    everything = call.klass("java/lang/Object")
    plain = [cls if cls.is_primitive else everything for cls in parameters]
    return method_type(call, plain, returns if returns.is_primitive else everything)


@model(TYPE, "wrap", "()Ljava/lang/invoke/MethodType;")
def wrap(call: Call, this: Value) -> Value:
    """``wrap``: primitives become their boxes."""
    parameters, returns = represented_types(call, this)
    boxes = {**BOX_CLASSES, "V": "java/lang/Void"}
    wrapped = [call.klass(boxes[cls.descriptor]) if cls.is_primitive else cls for cls in (*parameters, returns)]
    return method_type(call, wrapped[:-1], wrapped[-1])


@model(TYPE, "unwrap", "()Ljava/lang/invoke/MethodType;")
def unwrap(call: Call, this: Value) -> Value:
    """``unwrap``: boxes become primitives."""
    parameters, returns = represented_types(call, this)
    kinds = {**UNBOXED, "java/lang/Void": "V"}
    class_of = call.machine.program.class_of_descriptor
    converted = [class_of(kinds[cls.name]) if cls.name in kinds else cls for cls in (*parameters, returns)]
    return method_type(call, converted[:-1], converted[-1])


# -- handles ----------------------------------------------------------------------------------------------------------


def make_handle(call: Call, type_: int, form: int) -> int:
    """A new method handle. Its class is ``DirectMethodHandle``, of which no code runs."""
    cls = call.klass("java/lang/invoke/DirectMethodHandle")
    handle = call.state.new_object(cls)
    call.put_field(handle, "type", type_)
    write_field(call.state, handle, _form_field(cls), form)
    return handle


def _form_field(cls: Class) -> Field:
    return next(field for field in cls.instance_fields if field.name == "form" and field.owner.name == HANDLE)


def direct_handle(call: Call, kind: int, member: Method | Field, parameters: Sequence[Class], returns: Class) -> int:
    """A handle of a method, constructor or field."""
    form = call.state.new_object(call.klass(DIRECT), Member(kind, member))
    if isinstance(member, Method) and member.is_varargs:
        around = call.state.new_object(call.klass("everypath/library/Forms$Varargs"))
        call.put_field(around, "form", form)
        form = around
    return make_handle(call, method_type(call, parameters, returns), form)


@model(HANDLES, "make", "(Ljava/lang/invoke/MethodType;Leverypath/library/Form;)Ljava/lang/invoke/MethodHandle;")
def make(call: Call, type_: Value, form: Value) -> Value:
    """A handle from its type and form."""
    return make_handle(call, call.non_null(type_), call.non_null(form))


@model(HANDLES, "form", "(Ljava/lang/invoke/MethodHandle;)Leverypath/library/Form;")
def form_of(call: Call, handle: Value) -> Value:
    """The form of a handle."""
    address = call.non_null(handle)
    form = read_field(call.machine, call.state, address, _form_field(call.class_of(address)))
    return form if form != NULL else call.unsupported("a method handle of the JDK's own")


@model(HANDLE, "type", f"()L{TYPE};")
def type_of(call: Call, handle: Value) -> Value:
    """The type of a handle."""
    return call.get_field(call.non_null(handle), "type")


@model(HANDLES, "feature", "()I")
def feature(call: Call) -> Value:
    """The feature version of the JDK."""
    bridge = call.machine.library.bridge
    return bridge.jdk.feature if bridge is not None else 17


@model(HANDLES, "unworded", "(Ljava/lang/String;)Ljava/lang/RuntimeException;")
def unworded(call: Call, class_name: Value) -> Value:
    """Throw an exception with a message that is not modelled: a path that reads it ends as unsupported."""
    name = call.text(class_name).constant
    assert name is not None
    return call.throw(name, known=False)


@model(HANDLES, "canConvert", "(Ljava/lang/Class;Ljava/lang/Class;)Z")
def can_convert(call: Call, source: Value, wanted: Value) -> Value | None:
    """True if ``asType`` converts one type to another."""
    return int(convertible(call, represented_class(call, source), represented_class(call, wanted)))


# -- calls ------------------------------------------------------------------------------------------------------------


@model(DIRECT, "apply", "([Ljava/lang/Object;)Ljava/lang/Object;")
def apply_direct(call: Call, form: Value, arguments: Value) -> Value | None:
    """Call or access the member of a direct handle."""
    hidden = call.state.object(call.non_null(form)).extra
    if not isinstance(hidden, Member):
        raise EngineError("a direct form without a member")
    return apply_member(call, hidden, elements(call, arguments))


def apply_member(call: Call, hidden: Member, values: list[Value]) -> Value | None:
    """The result, boxed, of calling or accessing a member on boxed arguments, the receiver first."""
    kind, member = hidden.kind, hidden.member
    if isinstance(member, Field):
        return _access(call, kind, member, values)
    takes_receiver = not (member.is_static or kind == REF_NEW_INVOKE_SPECIAL)
    receiver = [call.non_null(values[0])] if takes_receiver else []
    parameters = zip(values[len(receiver) :], member.parameters, strict=True)
    given = [*receiver, *(unboxed(call, value, each) for value, each in parameters)]
    machine, state = call.machine, call.state
    if kind in (REF_INVOKE_VIRTUAL, REF_INVOKE_INTERFACE):
        member = dispatch(machine, state, receiver[0], member)
    elif not takes_receiver:
        machine.ensure_initialised(state, member.owner)
    if kind == REF_NEW_INVOKE_SPECIAL:
        new = machine.new_instance(state, member.owner)
        return call.then(member, [new, *given], partial(_new_object, new))
    return call.then(member, given, partial(_result, member.returns))


def _new_object(new: int, call: Call, value: Value | None) -> Value | None:
    return new


def _result(returns: str, call: Call, value: Value | None) -> Value | None:
    return NULL if value is None else boxed(call, value, returns)


def _access(call: Call, kind: int, field: Field, values: list[Value]) -> Value:
    state = call.state
    if kind in (REF_GET_STATIC, REF_PUT_STATIC):
        call.machine.ensure_initialised(state, field.owner)
        if kind == REF_GET_STATIC:
            return boxed(call, read_static(call, field), field.descriptor)
        state.statics[field] = unboxed(call, values[0], field.descriptor)
        return NULL
    address = call.non_null(values[0])
    if kind == REF_GET_FIELD:
        return boxed(call, read_field(call.machine, state, address, field), field.descriptor)
    if kind != REF_PUT_FIELD:
        raise EngineError(f"a field behind a handle of kind {kind}")
    write_field(state, address, field, unboxed(call, values[1], field.descriptor))
    return NULL


def read_static(call: Call, field: Field) -> Value:
    """The value of a static field of an initialised class."""
    value = call.state.statics.get(field)
    return call.machine.inputs.static(call.state, field) if value is None else value


def polymorphic_call(method: Method) -> Model | None:
    """The model of a call of ``invokeExact`` or ``invoke``; ``method`` has the descriptor of the call site."""
    if method.owner.name != HANDLE or method.name not in ("invokeExact", "invoke"):
        return None
    return partial(_invoke, method.descriptor, method.name)


def _invoke(descriptor: str, name: str, call: Call, handle: Value, *args: Value) -> Value | None:
    address = call.non_null(handle)
    wanted = type_of_descriptor(call, descriptor)
    array = boxed_array(call, args, call.method.parameters)
    if call.get_field(address, "type") == wanted:
        return apply_form(call, int(form_of(call, address)), array, call.method.returns)
    helper = f"({_object(HANDLE)}{_object(TYPE)}{OBJECTS})Ljava/lang/Object;"
    method = call.klass(HANDLES).declared_method(name, helper)
    assert method is not None
    return call.then(method, [address, wanted, array], partial(_unboxed_result, call.method.returns))


def _object(name: str) -> str:
    return f"L{name};"


def boxed_array(call: Call, values: Sequence[Value], kinds: Sequence[str]) -> int:
    """Values in an array of objects."""
    return call.state.new_array(
        call.klass(OBJECTS), [boxed(call, value, kind) for value, kind in zip(values, kinds, strict=True)]
    )


def apply_form(call: Call, form: int, array: int, returns: str) -> Value | None:
    """Leave the model by applying a form to an array of boxed arguments; the result is unboxed."""
    method, receiver = call.select(FORM, "apply", f"({OBJECTS})Ljava/lang/Object;", form)
    return call.then(method, [receiver, array], partial(_unboxed_result, returns))


def _unboxed_result(returns: str, call: Call, value: Value | None) -> Value | None:
    return None if returns == "V" or value is None else unboxed(call, value, returns)


in_java(
    HANDLE,
    HANDLES,
    "toString()Ljava/lang/String;",
    f"invokeWithArguments({OBJECTS})Ljava/lang/Object;",
    "invokeWithArguments(Ljava/util/List;)Ljava/lang/Object;",
    "isVarargsCollector()Z",
    f"asFixedArity(){_object(HANDLE)}",
    f"withVarargs(Z){_object(HANDLE)}",
    f"asVarargsCollector(Ljava/lang/Class;){_object(HANDLE)}",
    f"asType({_object(TYPE)}){_object(HANDLE)}",
    f"asSpreader(Ljava/lang/Class;I){_object(HANDLE)}",
    f"asSpreader(ILjava/lang/Class;I){_object(HANDLE)}",
    f"asCollector(Ljava/lang/Class;I){_object(HANDLE)}",
    f"asCollector(ILjava/lang/Class;I){_object(HANDLE)}",
    f"bindTo(Ljava/lang/Object;){_object(HANDLE)}",
)
_M, _T, _C = _object(HANDLE), _object(TYPE), "Ljava/lang/Class;"
in_java_static(
    LOOKUPS,
    HANDLES,
    *(
        f"{method}{_M}"
        for method in (
            f"constant({_C}Ljava/lang/Object;)",
            f"identity({_C})",
            f"zero({_C})",
            f"empty({_T})",
            f"throwException({_C}{_C})",
            f"insertArguments({_M}I{OBJECTS})",
            f"dropArguments({_M}ILjava/util/List;)",
            f"dropArguments({_M}I[{_C})",
            f"dropArgumentsToMatch({_M}ILjava/util/List;I)",
            f"dropReturn({_M})",
            f"permuteArguments({_M}{_T}[I)",
            f"filterArguments({_M}I[{_M})",
            f"filterReturnValue({_M}{_M})",
            f"collectArguments({_M}I{_M})",
            f"foldArguments({_M}{_M})",
            f"foldArguments({_M}I{_M})",
            f"guardWithTest({_M}{_M}{_M})",
            f"catchException({_M}{_C}{_M})",
            f"tryFinally({_M}{_M})",
            f"explicitCastArguments({_M}{_T})",
            f"arrayElementGetter({_C})",
            f"arrayElementSetter({_C})",
            f"arrayLength({_C})",
            f"arrayConstructor({_C})",
            f"exactInvoker({_T})",
            f"invoker({_T})",
            f"spreadInvoker({_T}I)",
            f"tableSwitch({_M}[{_M})",
        )
    ),
)
in_java_static(
    LOOKUPS,
    "everypath/library/Loops",
    f"loop([[{_M}){_M}",
    f"whileLoop({_M}{_M}{_M}){_M}",
    f"doWhileLoop({_M}{_M}{_M}){_M}",
    f"countedLoop({_M}{_M}{_M}){_M}",
    f"countedLoop({_M}{_M}{_M}{_M}){_M}",
    f"iteratedLoop({_M}{_M}{_M}){_M}",
)

# -- call sites -------------------------------------------------------------------------------------------------------

SITE = "java/lang/invoke/CallSite"


@model(SITE, "<init>", f"({_M})V")
def new_site(call: Call, this: Value, target: Value) -> None:
    """A call site with a target."""
    call.put_field(call.non_null(this), "target", call.non_null(target))


@model(SITE, "<init>", f"({_T})V")
def new_site_of_type(call: Call, this: Value, type_: Value) -> Value | None:
    """A call site without a target."""
    method = call.klass(HANDLES).declared_method("uninitialised", f"({_T}){_M}")
    assert method is not None
    return call.then(method, [call.non_null(type_)], partial(_assign_target, call.non_null(this)))


def _assign_target(site: int, call: Call, target: Value | None) -> None:
    assert target is not None
    call.put_field(site, "target", target)


@model(SITE, "setTargetNormal", f"({_M})V")
@model(SITE, "setTargetVolatile", f"({_M})V")
def set_target(call: Call, this: Value, target: Value) -> None:
    """Assign the target."""
    call.put_field(call.non_null(this), "target", target)


@model(SITE, "getTargetVolatile", f"(){_M}")
def get_target(call: Call, this: Value) -> Value:
    """The target."""
    return call.get_field(call.non_null(this), "target")


@model(SITE, "makeDynamicInvoker", f"(){_M}")
def dynamic_invoker(call: Call, this: Value) -> Value | None:
    """A handle that calls the current target of the site each time."""
    method = call.klass(HANDLES).declared_method("ofSite", f"({_object(SITE)}){_M}")
    assert method is not None
    return call.invoke(method, [call.non_null(this)])
