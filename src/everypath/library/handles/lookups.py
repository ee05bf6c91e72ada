"""Models of ``MethodHandles.Lookup``: finds methods, constructors and fields that the lookup class may access."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from everypath.classfile import (
    REF_GET_FIELD,
    REF_GET_STATIC,
    REF_INVOKE_INTERFACE,
    REF_INVOKE_SPECIAL,
    REF_INVOKE_STATIC,
    REF_INVOKE_VIRTUAL,
    REF_NEW_INVOKE_SPECIAL,
    REF_PUT_FIELD,
    REF_PUT_STATIC,
    dotted,
    internal_name,
)
from everypath.errors import LinkageError
from everypath.library.classes import represented_class, simple_name
from everypath.library.handles.method_handles import HANDLE, HANDLES, LOOKUPS, TYPE, direct_handle, represented_types
from everypath.library.models import method_name, model
from everypath.program import Method, is_member_accessible

if TYPE_CHECKING:
    from everypath.program import Class, Field
    from everypath.term import Value
    from everypath.vm.core import Call

LOOKUP = "java/lang/invoke/MethodHandles$Lookup"
PUBLIC, PRIVATE, PACKAGE, UNCONDITIONAL = 1, 2, 8, 32
FULL = 1 | 2 | 4 | 8 | 16 | 64
ORIGINAL = 64
_C, _S = "Ljava/lang/Class;", "Ljava/lang/String;"
_H, _T = f"L{HANDLE};", f"L{TYPE};"

_KINDS = {
    REF_GET_FIELD: "getField",
    REF_GET_STATIC: "getStatic",
    REF_PUT_FIELD: "putField",
    REF_PUT_STATIC: "putStatic",
    REF_INVOKE_VIRTUAL: "invokeVirtual",
    REF_INVOKE_STATIC: "invokeStatic",
    REF_INVOKE_SPECIAL: "invokeSpecial",
    REF_NEW_INVOKE_SPECIAL: "newInvokeSpecial",
    REF_INVOKE_INTERFACE: "invokeInterface",
}


def new_lookup(call: Call, cls: Class, modes: int = FULL) -> int:
    """A lookup with the access of a class."""
    address = call.state.new_object(call.klass(LOOKUP))
    call.put_field(address, "lookupClass", call.class_object(cls))
    call.put_field(address, "allowedModes", modes)
    return address


def _lookup_class(call: Call, lookup: Value) -> tuple[Class, int]:
    """The lookup class of a ``Lookup`` object, and its modes."""
    address = call.non_null(lookup)
    modes = call.get_field(address, "allowedModes")
    assert isinstance(modes, int)
    return represented_class(call, call.get_field(address, "lookupClass")), modes


def check_access(call: Call, lookup: Value, member: Method | Field) -> None:
    """Throw an ``IllegalAccessException`` if a lookup may not access a member."""
    cls, modes = _lookup_class(call, lookup)
    allowed = bool(member.access & PUBLIC)
    if modes & PRIVATE:
        allowed = is_member_accessible(member, cls)
    elif modes & PACKAGE:
        allowed = allowed or (not member.is_private and member.owner.package == cls.package)
    if not allowed:
        call.throw("java/lang/IllegalAccessException", known=False)


@model(LOOKUPS, "lookup", f"()L{LOOKUP};")
def lookup_here(call: Call) -> Value:
    """``MethodHandles.lookup``: the lookup class is that of the top frame, as models have no frame of their own."""
    return new_lookup(call, call.state.frames[-1].method.owner)


@model(LOOKUPS, "publicLookup", f"()L{LOOKUP};")
def public_lookup(call: Call) -> Value:
    """``MethodHandles.publicLookup``."""
    return new_lookup(call, call.klass("java/lang/Object"), UNCONDITIONAL)


@model(LOOKUPS, "privateLookupIn", f"({_C}L{LOOKUP};)L{LOOKUP};")
def private_lookup(call: Call, target: Value, caller: Value) -> Value:
    """``MethodHandles.privateLookupIn``, within analysed code."""
    cls = represented_class(call, target)
    own_class, modes = _lookup_class(call, caller)
    if cls.is_primitive or cls.is_array:
        call.throw("java/lang/IllegalArgumentException", known=False)
    if cls.is_target != own_class.is_target:
        call.unsupported("java.lang.invoke.MethodHandles.privateLookupIn of another module")
    return new_lookup(call, cls, modes & ~ORIGINAL)


@model(LOOKUP, "lookupClass", f"(){_C}")
def lookup_class(call: Call, this: Value) -> Value:
    """``lookupClass``."""
    return call.get_field(call.non_null(this), "lookupClass")


@model(LOOKUP, "lookupModes", "()I")
def lookup_modes(call: Call, this: Value) -> Value:
    """``lookupModes``."""
    return call.get_field(call.non_null(this), "allowedModes")


@model(LOOKUP, "in", f"({_C})L{LOOKUP};")
def look_in(call: Call, this: Value, target: Value) -> Value:
    """``in``: a class of the same nest keeps private access, a class of the same package keeps package access."""
    cls, modes = _lookup_class(call, this)
    wanted = represented_class(call, target)
    if wanted is cls:
        return call.non_null(this)
    modes &= ~(ORIGINAL | 4)
    if cls.package != wanted.package:
        modes &= ~(PACKAGE | PRIVATE)
    if call.machine.program.nest_host(cls) is not call.machine.program.nest_host(wanted):
        modes &= ~PRIVATE
    return new_lookup(call, wanted, modes)


@model(LOOKUP, "accessClass", f"({_C}){_C}")
def access_class(call: Call, this: Value, target: Value) -> Value:
    """``accessClass``."""
    cls, wanted = _lookup_class(call, this)[0], represented_class(call, target)
    if not (wanted.access & PUBLIC or wanted.package == cls.package or wanted.is_array or wanted.is_primitive):
        call.throw("java/lang/IllegalAccessException", known=False)
    return target


@model(LOOKUP, "ensureInitialized", f"({_C}){_C}")
def ensure_initialized(call: Call, this: Value, target: Value) -> Value:
    """``ensureInitialized``."""
    call.machine.ensure_initialised(call.state, represented_class(call, target))
    return target


@model(LOOKUP, "findClass", f"({_S}){_C}")
def find_class(call: Call, this: Value, name: Value) -> Value | None:
    """``findClass``: as ``Class.forName`` without initialisation."""
    constant = call.text(name).constant
    found = call.machine.program.find(internal_name(constant)) if constant is not None else None
    if constant is None:
        return call.unsupported(f"{method_name(call)} of a symbolic name")
    return call.throw("java/lang/ClassNotFoundException", constant) if found is None else call.class_object(found)


# -- methods ----------------------------------------------------------------------------------------------------------


def _name(call: Call, value: Value) -> str:
    constant = call.text(value).constant
    if constant is None:
        call.unsupported(f"{method_name(call)} of a symbolic name")
        raise AssertionError
    return constant


def _no_such_method(call: Call, cls: Class, name: str, type_: Value, kind: int) -> NoReturn:
    parameters, returns = represented_types(call, type_)
    shown = ",".join(simple_name(each) for each in parameters)
    what = "constructor" if kind == REF_NEW_INVOKE_SPECIAL else "method"
    message = f"no such {what}: {dotted(cls.name)}.{name}({shown}){simple_name(returns)}/{_KINDS[kind]}"
    call.throw("java/lang/NoSuchMethodException", message)


def _find(call: Call, lookup: Value, cls: Class, name: str, type_: Value, kind: int) -> Method:
    """The method that a lookup finds. Throws if it has another kind or is not accessible."""
    parameters, returns = represented_types(call, type_)
    descriptor = f"({''.join(each.descriptor for each in parameters)}){returns.descriptor}"
    program = call.machine.program
    try:
        resolve = program.resolve_interface_method if cls.is_interface else program.resolve_method
        method = resolve(cls, name, descriptor)
    except LinkageError:
        _no_such_method(call, cls, name, type_, kind)
    if name == "<clinit>" or (name == "<init>") is not (kind == REF_NEW_INVOKE_SPECIAL):
        _no_such_method(call, cls, name, type_, kind)
    if kind == REF_NEW_INVOKE_SPECIAL and method.owner is not cls:
        _no_such_method(call, cls, name, type_, kind)
    if method.is_static is not (kind == REF_INVOKE_STATIC):
        call.throw("java/lang/IllegalAccessException", known=False)
    check_access(call, lookup, method)
    return method


@model(LOOKUP, "findStatic", f"({_C}{_S}{_T}){_H}")
def find_static(call: Call, this: Value, owner: Value, name: Value, type_: Value) -> Value:
    """``findStatic``."""
    method = _find(call, this, represented_class(call, owner), _name(call, name), type_, REF_INVOKE_STATIC)
    parameters, returns = represented_types(call, type_)
    return direct_handle(call, REF_INVOKE_STATIC, method, parameters, returns)


@model(LOOKUP, "findVirtual", f"({_C}{_S}{_T}){_H}")
def find_virtual(call: Call, this: Value, owner: Value, name: Value, type_: Value) -> Value | None:
    """``findVirtual``: the receiver comes first. An invoker for ``MethodHandle.invoke`` and ``invokeExact``."""
    cls, wanted = represented_class(call, owner), _name(call, name)
    if cls.name == HANDLE and wanted in ("invokeExact", "invoke"):
        helper = "exactInvoker" if wanted == "invokeExact" else "invoker"
        method = call.klass(HANDLES).declared_method(helper, f"({_T}){_H}")
        assert method is not None
        return call.invoke(method, [type_])
    kind = REF_INVOKE_INTERFACE if cls.is_interface else REF_INVOKE_VIRTUAL
    found = _find(call, this, cls, wanted, type_, kind)
    parameters, returns = represented_types(call, type_)
    return direct_handle(call, kind, found, [cls, *parameters], returns)


@model(LOOKUP, "findConstructor", f"({_C}{_T}){_H}")
def find_constructor(call: Call, this: Value, owner: Value, type_: Value) -> Value:
    """``findConstructor``."""
    cls = represented_class(call, owner)
    if cls.is_array:
        call.throw("java/lang/NoSuchMethodException", f"no constructor for array class: {dotted(cls.name)}")
    parameters, returns = represented_types(call, type_)
    if returns.name != "void":
        _no_such_method(call, cls, "<init>", type_, REF_NEW_INVOKE_SPECIAL)
    method = _find(call, this, cls, "<init>", type_, REF_NEW_INVOKE_SPECIAL)
    if cls.is_abstract:
        return call.throw("java/lang/InstantiationException", known=False)
    return direct_handle(call, REF_NEW_INVOKE_SPECIAL, method, parameters, cls)


@model(LOOKUP, "findSpecial", f"({_C}{_S}{_T}{_C}){_H}")
def find_special(call: Call, this: Value, owner: Value, name: Value, type_: Value, caller: Value) -> Value:
    """``findSpecial``: the method that ``super.name(…)`` calls in the calling class."""
    special, (own_class, modes) = represented_class(call, caller), _lookup_class(call, this)
    if special is not own_class or not modes & PRIVATE:
        call.throw("java/lang/IllegalAccessException", known=False)
    cls = represented_class(call, owner)
    method = _find(call, this, cls, _name(call, name), type_, REF_INVOKE_SPECIAL)
    selected = call.machine.program.select_special(special, cls, method)
    parameters, returns = represented_types(call, type_)
    return direct_handle(call, REF_INVOKE_SPECIAL, selected, [special, *parameters], returns)


@model(LOOKUP, "bind", f"(Ljava/lang/Object;{_S}{_T}){_H}")
def bind(call: Call, this: Value, receiver: Value, name: Value, type_: Value) -> Value | None:
    """``bind``: a virtual method of the receiver's class, with the receiver bound."""
    address = call.non_null(receiver)
    cls = call.class_of(address)
    method = _find(call, this, cls, _name(call, name), type_, REF_INVOKE_VIRTUAL)
    parameters, returns = represented_types(call, type_)
    handle = direct_handle(call, REF_INVOKE_VIRTUAL, method, [cls, *parameters], returns)
    helper = call.klass(HANDLES).declared_method("bindTo", f"({_H}Ljava/lang/Object;){_H}")
    assert helper is not None
    return call.invoke(helper, [handle, address])


# -- fields -----------------------------------------------------------------------------------------------------------


def find_field(call: Call, lookup: Value, owner: Value, name: Value, type_: Value, kind: int) -> tuple[Field, Class]:
    """The field that a lookup finds, and its type. Throws if it has another kind or is not accessible."""
    cls, value_type, wanted = represented_class(call, owner), represented_class(call, type_), _name(call, name)
    try:
        field = call.machine.program.resolve_field(cls, wanted, value_type.descriptor)
    except LinkageError:
        message = f"no such field: {dotted(cls.name)}.{wanted}/{dotted(value_type.name)}/{_KINDS[kind]}"
        call.throw("java/lang/NoSuchFieldException", message)
    if field.is_static is not (kind in (REF_GET_STATIC, REF_PUT_STATIC)):
        call.throw("java/lang/IllegalAccessException", known=False)
    check_access(call, lookup, field)
    if field.is_final and kind in (REF_PUT_FIELD, REF_PUT_STATIC):
        call.throw("java/lang/IllegalAccessException", known=False)
    return field, value_type


def field_handle(call: Call, field: Field, kind: int, receiver: Class, value_type: Class) -> int:
    """A handle that reads or writes a field."""
    before = [] if field.is_static else [receiver]
    if kind in (REF_GET_FIELD, REF_GET_STATIC):
        return direct_handle(call, kind, field, before, value_type)
    return direct_handle(call, kind, field, [*before, value_type], call.klass("void"))


def _accessor(call: Call, this: Value, owner: Value, name: Value, type_: Value) -> Value:
    kind = {
        "findGetter": REF_GET_FIELD,
        "findSetter": REF_PUT_FIELD,
        "findStaticGetter": REF_GET_STATIC,
        "findStaticSetter": REF_PUT_STATIC,
    }[call.method.name]
    field, value_type = find_field(call, this, owner, name, type_, kind)
    return field_handle(call, field, kind, represented_class(call, owner), value_type)


for _kind in ("findGetter", "findSetter", "findStaticGetter", "findStaticSetter"):
    model(LOOKUP, _kind, f"({_C}{_S}{_C}){_H}")(_accessor)
