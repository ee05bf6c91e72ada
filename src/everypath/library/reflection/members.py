"""Models of reflection on members: the natives of ``Class.getDeclaredMethods`` and others, calls and field accesses.

``Method``, ``Constructor`` and ``Field`` objects have the JDK's classes and the fields that the JVM sets. Their
``slot`` is the index of the member in its class. The JDK's code searches and copies these objects.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.classfile import (
    REF_GET_FIELD,
    REF_GET_STATIC,
    REF_INVOKE_SPECIAL,
    REF_INVOKE_STATIC,
    REF_INVOKE_VIRTUAL,
    REF_PUT_FIELD,
    REF_PUT_STATIC,
    JImage,
)
from everypath.classfile import REF_NEW_INVOKE_SPECIAL as NEW
from everypath.library.classes import CLASS, class_array, declared_interfaces, represented_class
from everypath.library.handles import (
    LOOKUP,
    Member,
    Variable,
    apply_member,
    boxed,
    check_access,
    direct_handle,
    elements,
    field_handle,
    new_variable,
    read_static,
    unboxed,
)
from everypath.library.models import in_java, model
from everypath.library.runtime import HELPERS
from everypath.program import is_class_accessible, is_member_accessible
from everypath.state import NULL
from everypath.unrolled import Unrolled, unrolled
from everypath.vm.references import read_field, write_field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from everypath.program import Class, Field, Method
    from everypath.term import Value
    from everypath.vm.core import Call

REFLECT = "java/lang/reflect/"
METHOD, CONSTRUCTOR, FIELD = (f"{REFLECT}{name}" for name in ("Method", "Constructor", "Field"))
HELPER = "everypath/library/Reflected"
_PUBLIC = 1
_METHOD_FLAGS = 0x1FFF | 0x1000
_EXECUTABLE, _OBJECTS = f"L{REFLECT}Executable;", "[Ljava/lang/Object;"

# -- making the objects -----------------------------------------------------------------------------------------------


def _classes(call: Call, descriptors: tuple[str, ...]) -> Value:
    return class_array(call, [call.machine.program.class_of_descriptor(each) for each in descriptors])


def executable(call: Call, cls: Class, slot: int, class_name: str) -> int:
    """A new ``Method`` or ``Constructor`` object for the member at a position of its class."""
    method = cls.methods[slot]
    address = call.state.new_object(call.klass(class_name))
    call.put_field(address, "clazz", call.class_object(cls))
    call.put_field(address, "slot", slot)
    call.put_field(address, "parameterTypes", _classes(call, method.parameters))
    call.put_field(address, "exceptionTypes", class_array(call, [call.klass(name) for name in method.info.exceptions]))
    call.put_field(address, "modifiers", method.access & _METHOD_FLAGS)
    call.put_field(address, "signature", NULL if method.signature is None else call.intern(method.signature))
    if class_name == METHOD:
        call.put_field(address, "name", call.intern(method.name))
        returns = call.machine.program.class_of_descriptor(method.returns)
        call.put_field(address, "returnType", call.class_object(returns))
    return address


def field_object(call: Call, cls: Class, slot: int) -> int:
    """A new ``Field`` object for the field at a position of its class."""
    field = cls.fields[slot]
    address = call.state.new_object(call.klass(FIELD))
    call.put_field(address, "clazz", call.class_object(cls))
    call.put_field(address, "slot", slot)
    call.put_field(address, "name", call.intern(field.name))
    call.put_field(address, "type", call.class_object(call.machine.program.class_of_descriptor(field.descriptor)))
    call.put_field(address, "modifiers", field.access)
    call.put_field(address, "trustedFinal", int(field.is_final and (field.is_static or cls.is_record)))
    call.put_field(address, "signature", NULL if field.signature is None else call.intern(field.signature))
    return address


def _slots(members: Sequence[Method | Field], public: Value) -> list[int]:
    return [slot for slot, member in enumerate(members) if not public or member.access & _PUBLIC]


@model(CLASS, "privateGetDeclaredMethods", f"(Z)[L{METHOD};")
def declared_methods(call: Call, this: Value, public: Value) -> Value:
    """The methods that a class declares."""
    cls = represented_class(call, this)
    slots = [slot for slot in _slots(cls.methods, public) if not cls.methods[slot].name.startswith("<")]
    made = [executable(call, cls, slot, METHOD) for slot in slots]
    return call.state.new_array(call.klass(f"[L{METHOD};"), [*made])


@model(CLASS, "privateGetPublicMethods", f"()[L{METHOD};")
def public_methods(call: Call, this: Value) -> Value:
    """The public methods of a class and of its supertypes, without overridden ones."""
    made = [
        executable(call, cls, slot, METHOD)
        for cls, slot in unrolled(_public_methods(call, represented_class(call, this)))
    ]
    return call.state.new_array(call.klass(f"[L{METHOD};"), [*made])


def _public_methods(call: Call, cls: Class) -> Unrolled[list[tuple[Class, int]]]:
    """The public methods in the order of ``java.lang.PublicMethods``: own, inherited, those of interfaces."""
    listed: dict[tuple[str, tuple[str, ...]], list[tuple[Class, int]]] = {}

    def merge(owner: Class, slot: int) -> None:
        method = owner.methods[slot]
        same = listed.setdefault((method.name, method.parameters), [])
        alike = [each for each in same if each[0].methods[each[1]].returns == method.returns]
        if not any(_overrides_listed(known, owner) for known, _ in alike):
            for each in alike:
                if _overrides_listed(owner, each[0]):
                    same.remove(each)
            same.append((owner, slot))

    for slot in _slots(cls.methods, 1):
        if not cls.methods[slot].name.startswith("<"):
            merge(cls, slot)
    if cls.superclass is not None and not cls.is_interface:
        for owner, slot in (yield _public_methods(call, cls.superclass)):
            merge(owner, slot)
    for interface in declared_interfaces(call, cls):
        for owner, slot in (yield _public_methods(call, interface)):
            if not owner.methods[slot].is_static:
                merge(owner, slot)
    return [each for same in listed.values() for each in same]


def _overrides_listed(owner: Class, other: Class) -> bool:
    """True if a method of ``owner`` is listed instead of one of ``other`` with the same name and descriptor."""
    if owner.is_interface == other.is_interface:
        return owner.is_subtype_of(other)
    return other.is_interface


@model(CLASS, "privateGetDeclaredConstructors", f"(Z)[L{CONSTRUCTOR};")
def declared_constructors(call: Call, this: Value, public: Value) -> Value:
    """The constructors that a class declares."""
    cls = represented_class(call, this)
    slots = [slot for slot in _slots(cls.methods, public) if cls.methods[slot].is_constructor]
    made = [executable(call, cls, slot, CONSTRUCTOR) for slot in slots]
    return call.state.new_array(call.klass(f"[L{CONSTRUCTOR};"), [*made])


@model(CLASS, "privateGetDeclaredFields", f"(Z)[L{FIELD};")
def declared_fields(call: Call, this: Value, public: Value) -> Value:
    """The fields that a class declares."""
    cls = represented_class(call, this)
    made = [field_object(call, cls, slot) for slot in _slots(cls.fields, public)]
    return call.state.new_array(call.klass(f"[L{FIELD};"), [*made])


FINDERS = "com/sun/beans/finder/"


def _is_order_lost(call: Call) -> bool:
    """True if the caller chooses the most specific method, so that the order of the methods does not matter."""
    owners = [frame.method.owner.name for frame in reversed(call.state.frames)]
    asking = next((name for name in owners if not name.startswith(CLASS)), "")
    return asking.startswith(FINDERS)


@model(CLASS, "copyMethods", f"([L{METHOD};)[L{METHOD};")
def copy_methods(call: Call, methods: Value) -> Value:
    """Copies of the methods, as callers get. Their order is the JVM's choice, so the path is marked."""
    originals = elements(call, methods)
    if len(originals) > 1 and not _is_order_lost(call):
        call.state.note("boot", "the order of declared methods")
    copies: list[Value] = []
    for each in originals:
        copy = call.state.allocate(call.state.object(call.non_null(each)).copy(call.state.token))
        call.put_field(copy, "root", each)
        copies.append(copy)
    return call.state.new_array(call.klass(f"[L{METHOD};"), copies)


@model(CLASS, "reflectionData", "()Ljava/lang/Class$ReflectionData;")
def reflection_data(call: Call, this: Value) -> Value:
    """A cache that is always empty."""
    return call.state.new_object(call.klass("java/lang/Class$ReflectionData"))


@model(CLASS, "getDeclaredClasses0", "()[Ljava/lang/Class;")
def declared_classes(call: Call, this: Value) -> Value:
    """The member classes."""
    cls = represented_class(call, this)
    rows = cls.file.inner_classes if cls.file is not None else ()
    return class_array(call, [call.klass(row.inner) for row in rows if row.outer == cls.name])


@model(CLASS, "getEnclosingMethod0", "()[Ljava/lang/Object;")
def enclosing_method(call: Call, this: Value) -> Value:
    """Class, name and descriptor of the method that encloses a local or anonymous class."""
    cls = represented_class(call, this)
    found = cls.file.enclosing_method if cls.file is not None else None
    if found is None:
        return NULL
    name = NULL if found.name is None else call.intern(found.name)
    descriptor = NULL if found.descriptor is None else call.intern(found.descriptor)
    owner = call.class_object(call.klass(found.owner))
    return call.state.new_array(call.klass(_OBJECTS), [owner, name, descriptor])


@model(CLASS, "getRecordComponents0", f"()[L{REFLECT}RecordComponent;")
def record_components(call: Call, this: Value) -> Value:
    """The components of a record, with their accessors."""
    cls = represented_class(call, this)
    made: list[Value] = []
    for component in cls.file.record_components if cls.file is not None else ():
        address = call.state.new_object(call.klass(f"{REFLECT}RecordComponent"))
        kind = call.machine.program.class_of_descriptor(component.descriptor)
        call.put_field(address, "clazz", call.class_object(cls))
        call.put_field(address, "name", call.intern(component.name))
        call.put_field(address, "type", call.class_object(kind))
        accessor = cls.declared_method(component.name, f"(){component.descriptor}")
        if accessor is not None:
            call.put_field(address, "accessor", executable(call, cls, cls.methods.index(accessor), METHOD))
        made.append(address)
    return call.state.new_array(call.klass(f"[L{REFLECT}RecordComponent;"), made)


# -- using them -------------------------------------------------------------------------------------------------------


def _slot(call: Call, value: Value) -> tuple[Class, int]:
    address = call.non_null(value)
    slot = call.get_field(address, "slot")
    assert isinstance(slot, int)
    return represented_class(call, call.get_field(address, "clazz")), slot


def represented_method(call: Call, value: Value) -> Method:
    """The method that a ``Method`` or ``Constructor`` object represents."""
    cls, slot = _slot(call, value)
    return cls.methods[slot]


def represented_field(call: Call, value: Value) -> Field:
    """The field that a ``java.lang.reflect.Field`` object represents."""
    cls, slot = _slot(call, value)
    return cls.fields[slot]


@model(HELPER, "call", f"({_EXECUTABLE}{_OBJECTS})Ljava/lang/Object;")
def call_member(call: Call, executable: Value, arguments: Value) -> Value | None:
    """Call a method or constructor."""
    method = represented_method(call, executable)
    kind = NEW if method.is_constructor else REF_INVOKE_STATIC if method.is_static else REF_INVOKE_VIRTUAL
    if method.is_private and kind == REF_INVOKE_VIRTUAL:
        kind = REF_INVOKE_SPECIAL
    return apply_member(call, Member(kind, method), elements(call, arguments))


@model(HELPER, "read", f"(L{FIELD};Ljava/lang/Object;)Ljava/lang/Object;")
def read(call: Call, value: Value, receiver: Value) -> Value:
    """The boxed value of a field."""
    field = represented_field(call, value)
    if field.is_static:
        call.machine.ensure_initialised(call.state, field.owner)
        return boxed(call, read_static(call, field), field.descriptor)
    held = read_field(call.machine, call.state, call.non_null(receiver), field)
    return boxed(call, held, field.descriptor)


@model(HELPER, "write", f"(L{FIELD};Ljava/lang/Object;Ljava/lang/Object;)V")
def write(call: Call, value: Value, receiver: Value, given: Value) -> None:
    """Assign a field."""
    field = represented_field(call, value)
    unboxed_value = unboxed(call, given, field.descriptor)
    if field.is_static:
        call.machine.ensure_initialised(call.state, field.owner)
        call.state.statics[field] = unboxed_value
    else:
        write_field(call.state, call.non_null(receiver), field, unboxed_value)


def _caller(call: Call) -> Class:
    """The innermost class on the stack that is neither the library's nor ``Class``: it uses reflection."""
    owners = [frame.method.owner for frame in reversed(call.state.frames)]
    return next((cls for cls in owners if not cls.name.startswith((HELPERS, "java/lang/Class"))), owners[-1])


@model(HELPER, "isAccessible", f"(L{REFLECT}AccessibleObject;)Z")
def is_accessible(call: Call, value: Value) -> Value:
    """True if ``setAccessible`` was called, or the class that uses reflection may access the member."""
    address = call.non_null(value)
    if call.get_field(address, "override"):
        return 1
    is_field = call.class_of(address).name == FIELD
    member = represented_field(call, address) if is_field else represented_method(call, address)
    caller = _caller(call)
    return int(is_class_accessible(member.owner, caller) and is_member_accessible(member, caller))


@model(HELPER, "caller", "()Ljava/lang/Class;")
def caller(call: Call) -> Value:
    """The class object of the class that uses reflection."""
    return call.class_object(_caller(call))


@model(HELPER, "isAnalysed", "(Ljava/lang/Class;)Z")
def is_analysed(call: Call, cls: Value) -> Value:
    """True if a class is not one of the JDK."""
    return int(call.machine.program.jdk.find(represented_class(call, cls).name) is None)


@model(f"{REFLECT}AccessibleObject", "checkCanSetAccessible", "(Ljava/lang/Class;Ljava/lang/Class;Z)Z")
def can_set_accessible(call: Call, this: Value, caller: Value, declaring: Value, throws: Value) -> Value:
    """``setAccessible`` succeeds within analysed code and within the JDK. Analysed code can access only public members
    of exported packages of the JDK, as no package is open without an option of the command line.
    """
    cls, program = represented_class(call, declaring), call.machine.program
    module = program.jdk_module(cls)
    if module is None or program.jdk_module(represented_class(call, caller)) is not None:
        return 1
    if module == "jdk.unsupported" or not isinstance(program.jdk, JImage):
        return call.unsupported("java.lang.reflect.AccessibleObject.setAccessible on a member of the JDK")
    modifiers = call.get_field(call.non_null(this), "modifiers")
    if cls.access & _PUBLIC and int(modifiers) & _PUBLIC and program.jdk.is_exported(cls.package):
        return 1
    return call.throw("java/lang/reflect/InaccessibleObjectException", known=False) if call.decide(throws) else 0


in_java(METHOD, HELPER, f"invoke(Ljava/lang/Object;{_OBJECTS})Ljava/lang/Object;")
in_java(CONSTRUCTOR, HELPER, f"newInstance({_OBJECTS})Ljava/lang/Object;")
in_java(CLASS, HELPER, "newInstance()Ljava/lang/Object;")
in_java(
    FIELD,
    HELPER,
    "get(Ljava/lang/Object;)Ljava/lang/Object;",
    "set(Ljava/lang/Object;Ljava/lang/Object;)V",
    *(
        f"get{name}(Ljava/lang/Object;){code}"
        for name, code in zip(
            ("Int", "Long", "Double", "Float", "Boolean", "Char", "Short", "Byte"), "IJDFZCSB", strict=True
        )
    ),
    *(
        f"set{name}(Ljava/lang/Object;{code})V"
        for name, code in zip(("Int", "Long", "Double", "Boolean"), "IJDZ", strict=True)
    ),
)


# -- handles of members -----------------------------------------------------------------------------------------------

_HANDLE = "Ljava/lang/invoke/MethodHandle;"


def _check(call: Call, lookup: Value, reflected: Value, member: Method | Field) -> None:
    """The access of a lookup, which ``setAccessible`` makes unnecessary."""
    if not call.get_field(call.non_null(reflected), "override"):
        check_access(call, lookup, member)


def _types(call: Call, method: Method) -> tuple[list[Class], Class]:
    class_of = call.machine.program.class_of_descriptor
    return [class_of(each) for each in method.parameters], class_of(method.returns)


@model(LOOKUP, "unreflect", f"(L{METHOD};){_HANDLE}")
def unreflect(call: Call, this: Value, reflected: Value) -> Value:
    """``unreflect``: a virtual call, or a static one."""
    method = represented_method(call, reflected)
    _check(call, this, reflected, method)
    parameters, returns = _types(call, method)
    if method.is_static:
        return direct_handle(call, REF_INVOKE_STATIC, method, parameters, returns)
    return direct_handle(call, REF_INVOKE_VIRTUAL, method, [method.owner, *parameters], returns)


@model(LOOKUP, "unreflectSpecial", f"(L{METHOD};Ljava/lang/Class;){_HANDLE}")
def unreflect_special(call: Call, this: Value, reflected: Value, caller: Value) -> Value:
    """``unreflectSpecial``: what ``super.name(…)`` means in the calling class."""
    method, special = represented_method(call, reflected), represented_class(call, caller)
    _check(call, this, reflected, method)
    selected = call.machine.program.select_special(special, method.owner, method)
    parameters, returns = _types(call, method)
    return direct_handle(call, REF_INVOKE_SPECIAL, selected, [special, *parameters], returns)


@model(LOOKUP, "unreflectConstructor", f"(L{CONSTRUCTOR};){_HANDLE}")
def unreflect_constructor(call: Call, this: Value, reflected: Value) -> Value:
    """``unreflectConstructor``."""
    method = represented_method(call, reflected)
    _check(call, this, reflected, method)
    return direct_handle(call, NEW, method, _types(call, method)[0], method.owner)


def _unreflect_field(call: Call, this: Value, reflected: Value, *, write: bool) -> Value:
    field = represented_field(call, reflected)
    _check(call, this, reflected, field)
    if write and field.is_final:
        call.throw("java/lang/IllegalAccessException", known=False)
    if field.is_static:
        kind = REF_PUT_STATIC if write else REF_GET_STATIC
    else:
        kind = REF_PUT_FIELD if write else REF_GET_FIELD
    value_type = call.machine.program.class_of_descriptor(field.descriptor)
    return field_handle(call, field, kind, field.owner, value_type)


model(LOOKUP, "unreflectGetter", f"(L{FIELD};){_HANDLE}")(partial(_unreflect_field, write=False))
model(LOOKUP, "unreflectSetter", f"(L{FIELD};){_HANDLE}")(partial(_unreflect_field, write=True))


@model(LOOKUP, "unreflectVarHandle", f"(L{FIELD};)Ljava/lang/invoke/VarHandle;")
def unreflect_variable(call: Call, this: Value, reflected: Value) -> Value:
    """``unreflectVarHandle``."""
    field = represented_field(call, reflected)
    _check(call, this, reflected, field)
    coordinates = () if field.is_static else (field.owner.descriptor,)
    return new_variable(call, Variable(field.descriptor, coordinates, field))
