"""Models of ``Class``: names, kinds and relations of linked classes.

Methods of ``Class`` without a model run as the JDK's bytecode, which calls these models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import dotted, without_package
from everypath.library.jdk import Image
from everypath.library.models import in_java_static, method_name, model
from everypath.program import Class
from everypath.state import NULL, Obj
from everypath.term import Term
from everypath.vm.references import class_value_candidates, class_value_owner, is_class_value, lazy_is_instance

if TYPE_CHECKING:
    from everypath.classfile import InnerClass
    from everypath.term import Value
    from everypath.vm.core import Call

CLASS = "java/lang/Class"
CLASS_ARRAY = "[Ljava/lang/Class;"
_SUPER_AND_FLAGS = 0x7FDF
"""Modifiers without ACC_SUPER, which shares its bit with ``synchronized``."""
_ARRAY_FLAGS = 0x0010 | 0x0400
"""Arrays are final and abstract."""


def represented_class(call: Call, value: Value) -> Class:
    """The linked class that a ``java.lang.Class`` object represents. Null throws."""
    cls = call.state.object(call.non_null(value)).extra
    if not isinstance(cls, Class):
        call.unsupported(f"{method_name(call)} of an unknown class")
        raise AssertionError
    return cls


def class_array(call: Call, classes: list[Class]) -> Value:
    """A new array of class objects."""
    return call.state.new_array(call.klass(CLASS_ARRAY), [call.class_object(cls) for cls in classes])


# -- names ------------------------------------------------------------------------------------------------------------


@model(CLASS, "getName", "()Ljava/lang/String;")
@model(CLASS, "initClassName", "()Ljava/lang/String;")
def get_name(call: Call, this: Value) -> Value:
    """``getName``."""
    return call.intern(dotted(represented_class(call, this).name))


def _inner_class_entry(cls: Class) -> InnerClass | None:
    """The entry for the class itself in its ``InnerClasses`` attribute. None for a top-level class."""
    if cls.file is None:
        return None
    return next((entry for entry in cls.file.inner_classes if entry.inner == cls.name), None)


def simple_name(cls: Class) -> str:
    """The name in the declaration, empty for an anonymous class."""
    brackets = ""
    while cls.element is not None:
        cls, brackets = cls.element, brackets + "[]"
    entry = _inner_class_entry(cls)
    name = without_package(cls.name) if entry is None else entry.name or ""
    return name + brackets


@model(CLASS, "getSimpleName", "()Ljava/lang/String;")
def get_simple_name(call: Call, this: Value) -> Value:
    """``getSimpleName``."""
    return call.intern(simple_name(represented_class(call, this)))


@model(CLASS, "getSimpleBinaryName0", "()Ljava/lang/String;")
def get_simple_binary_name(call: Call, this: Value) -> Value:
    """The name of a nested or local class, null for others."""
    entry = _inner_class_entry(represented_class(call, this))
    return NULL if entry is None or entry.name is None else call.intern(entry.name)


@model(CLASS, "getCanonicalName", "()Ljava/lang/String;")
def get_canonical_name(call: Call, this: Value) -> Value:
    """``getCanonicalName``: null for local and anonymous classes, and for classes inside them."""
    name = _canonical(call, represented_class(call, this))
    return NULL if name is None else call.intern(name)


def _canonical(call: Call, cls: Class) -> str | None:
    if cls.element is not None:
        element = _canonical(call, cls.element)
        return None if element is None else f"{element}[]"
    entry = _inner_class_entry(cls)
    if entry is None:
        return dotted(cls.name)
    if entry.outer is None or entry.name is None:
        return None
    outer = _canonical(call, call.klass(entry.outer))
    return None if outer is None else f"{outer}.{entry.name}"


@model(CLASS, "descriptorString", "()Ljava/lang/String;")
def descriptor_string(call: Call, this: Value) -> Value:
    """``descriptorString``."""
    return call.intern(represented_class(call, this).descriptor)


@model(CLASS, "getGenericSignature0", "()Ljava/lang/String;")
def get_generic_signature(call: Call, this: Value) -> Value:
    """The ``Signature`` attribute."""
    cls = represented_class(call, this)
    signature = cls.file.signature if cls.file is not None else None
    return NULL if signature is None else call.intern(signature)


# -- kinds ------------------------------------------------------------------------------------------------------------


@model(CLASS, "desiredAssertionStatus", "()Z")
def desired_assertion_status(call: Call, this: Value) -> Value:
    """Assertions are enabled in analysed code."""
    return int(represented_class(call, this).is_target)


@model(CLASS, "isArray", "()Z")
def is_array(call: Call, this: Value) -> Value:
    """``isArray``."""
    return int(represented_class(call, this).is_array)


@model(CLASS, "isPrimitive", "()Z")
def is_primitive(call: Call, this: Value) -> Value:
    """``isPrimitive``."""
    return int(represented_class(call, this).is_primitive)


@model(CLASS, "isInterface", "()Z")
def is_interface(call: Call, this: Value) -> Value:
    """``isInterface``."""
    return int(represented_class(call, this).is_interface)


@model(CLASS, "isRecord", "()Z")
def is_record(call: Call, this: Value) -> Value:
    """``isRecord``."""
    return int(represented_class(call, this).is_record)


@model(CLASS, "isHidden", "()Z")
def is_hidden(call: Call, this: Value) -> Value:
    """``isHidden``: true for the classes that the machine defines for lambdas."""
    return int("$$Lambda$" in represented_class(call, this).name)


@model(CLASS, "isEnum", "()Z")
def is_enum(call: Call, this: Value) -> Value:
    """``isEnum``: true for a declared enum, false for the class of a constant with a body."""
    cls = represented_class(call, this)
    parent = cls.superclass
    return int(cls.is_enum and parent is not None and parent.name == "java/lang/Enum")


@model(CLASS, "isAnonymousClass", "()Z")
def is_anonymous(call: Call, this: Value) -> Value:
    """``isAnonymousClass``."""
    entry = _inner_class_entry(represented_class(call, this))
    return int(entry is not None and entry.outer is None and entry.name is None)


@model(CLASS, "isLocalClass", "()Z")
def is_local(call: Call, this: Value) -> Value:
    """``isLocalClass``."""
    entry = _inner_class_entry(represented_class(call, this))
    return int(entry is not None and entry.outer is None and entry.name is not None)


@model(CLASS, "isMemberClass", "()Z")
def is_member(call: Call, this: Value) -> Value:
    """``isMemberClass``."""
    entry = _inner_class_entry(represented_class(call, this))
    return int(entry is not None and entry.outer is not None)


@model(CLASS, "getModifiers", "()I")
def get_modifiers(call: Call, this: Value) -> Value:
    """``getModifiers``."""
    return modifiers_of(represented_class(call, this))


def modifiers_of(cls: Class) -> int:
    """The modifiers of a class. Nested classes have theirs in ``InnerClasses``; arrays have those of their elements."""
    flags = 0
    while cls.element is not None:
        cls, flags = cls.element, _ARRAY_FLAGS
    entry = _inner_class_entry(cls)
    own = cls.access & _SUPER_AND_FLAGS if entry is None else entry.access
    return (own & 0x7 if flags else own) | flags


# -- relations --------------------------------------------------------------------------------------------------------


@model(CLASS, "isInstance", "(Ljava/lang/Object;)Z")
def is_instance(call: Call, this: Value, value: Value) -> Value:
    """``isInstance``."""
    if is_class_value(this) and this not in call.state.decided:
        known = _is_instance_of_open(call, this, call.reference(value))
        if known is not None:
            return int(known)
    return int(lazy_is_instance(call.machine, call.state, value, represented_class(call, this), "instanceof"))


def _is_instance_of_open(call: Call, cls: Term, address: int) -> bool | None:
    """True if an object is an instance of the class of an input, which is open. None if its own class is open, too."""
    if address in (NULL, class_value_owner(call.machine, call.state, cls)):
        return address != NULL
    ref = call.state.refs.get(address)
    if ref is not None and call.state.types.get(ref, 0).bit_count() > 1:
        return None
    found = call.class_of(address)
    program = call.machine.program
    above = program.bits_of(
        each for each in program.classes_of(class_value_candidates(call.state, cls)) if found.is_subtype_of(each)
    )
    (asked,) = cls.args
    assert isinstance(asked, Term)
    return call.state.decide_class(asked, above, "instanceof")


@model(CLASS, "isAssignableFrom", "(Ljava/lang/Class;)Z")
def is_assignable_from(call: Call, this: Value, other: Value) -> Value:
    """``isAssignableFrom``."""
    return int(represented_class(call, other).is_subtype_of(represented_class(call, this)))


@model(CLASS, "getSuperclass", "()Ljava/lang/Class;")
def get_superclass(call: Call, this: Value) -> Value:
    """``getSuperclass``: null for interfaces, ``Object`` and primitives."""
    cls = represented_class(call, this)
    return NULL if cls.is_interface or cls.superclass is None else call.class_object(cls.superclass)


@model(CLASS, "getInterfaces", "()[Ljava/lang/Class;")
@model(CLASS, "getInterfaces0", "()[Ljava/lang/Class;")
def get_interfaces(call: Call, this: Value) -> Value:
    """``getInterfaces``: the interfaces in the declaration."""
    return class_array(call, declared_interfaces(call, represented_class(call, this)))


def declared_interfaces(call: Call, cls: Class) -> list[Class]:
    """The interfaces that a class names in its declaration, in order."""
    names: tuple[str, ...] = ("java/lang/Cloneable", "java/io/Serializable") if cls.is_array else ()
    if cls.file is not None:
        names = tuple(cls.file.interfaces)
    return [call.klass(name) for name in names]


@model(CLASS, "getComponentType", "()Ljava/lang/Class;")
@model(CLASS, "componentType", "()Ljava/lang/Class;")
def get_component_type(call: Call, this: Value) -> Value:
    """``getComponentType``."""
    element = represented_class(call, this).element
    return NULL if element is None else call.class_object(element)


@model(CLASS, "arrayType", "()Ljava/lang/Class;")
def array_type(call: Call, this: Value) -> Value:
    """``arrayType``."""
    return call.class_object(call.machine.program.array_of(represented_class(call, this)))


@model(CLASS, "getDeclaringClass", "()Ljava/lang/Class;")
@model(CLASS, "getDeclaringClass0", "()Ljava/lang/Class;")
def get_declaring_class(call: Call, this: Value) -> Value:
    """``getDeclaringClass``: the class that this one is a member of, null for others."""
    entry = _inner_class_entry(represented_class(call, this))
    return NULL if entry is None or entry.outer is None else call.class_object(call.klass(entry.outer))


@model(CLASS, "getEnclosingClass", "()Ljava/lang/Class;")
def get_enclosing_class(call: Call, this: Value) -> Value:
    """``getEnclosingClass``, for local and anonymous classes, too."""
    cls = represented_class(call, this)
    enclosing = cls.file.enclosing_method if cls.file is not None else None
    if enclosing is not None:
        return call.class_object(call.klass(enclosing.owner))
    entry = _inner_class_entry(cls)
    return NULL if entry is None or entry.outer is None else call.class_object(call.klass(entry.outer))


@model(CLASS, "getNestHost", "()Ljava/lang/Class;")
def get_nest_host(call: Call, this: Value) -> Value:
    """``getNestHost``."""
    cls = represented_class(call, this)
    return call.class_object(cls if cls.is_array or cls.is_primitive else call.machine.program.nest_host(cls))


@model(CLASS, "getPermittedSubclasses", "()[Ljava/lang/Class;")
def get_permitted_subclasses(call: Call, this: Value) -> Value:
    """``getPermittedSubclasses``: null for classes that are not sealed."""
    cls = represented_class(call, this)
    names = cls.file.permitted_subclasses if cls.file is not None else ()
    return class_array(call, [call.klass(name) for name in names]) if names else NULL


@model(CLASS, "isSealed", "()Z")
def is_sealed(call: Call, this: Value) -> Value:
    """``isSealed``."""
    cls = represented_class(call, this)
    return int(cls.file is not None and bool(cls.file.permitted_subclasses))


@model(CLASS, "getPrimitiveClass", "(Ljava/lang/String;)Ljava/lang/Class;")
def get_primitive_class(call: Call, name: Value) -> Value:
    """The class of a primitive type: ``int.class``."""
    keyword = call.text(name).constant
    assert keyword is not None
    return call.class_object(call.klass(keyword))


@model(CLASS, "getClassLoader", "()Ljava/lang/ClassLoader;")
@model(CLASS, "getClassLoader0", "()Ljava/lang/ClassLoader;")
def get_class_loader(call: Call, this: Value) -> Value:
    """The application's loader for analysed classes, null for the JDK's."""
    return application_loader(call) if represented_class(call, this).is_target else NULL


@model("java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;")
def application_loader(call: Call) -> int:
    """The application's class loader, an object without known content."""
    return known_loader(call, "App")


def known_loader(call: Call, name: str) -> int:
    """One of the JDK's class loaders: one object per path, without known content."""
    key = f"library.loader.{name}"
    address = call.state.attachments.get(key)
    if not isinstance(address, int):
        loader = call.klass(f"jdk/internal/loader/ClassLoaders${name}ClassLoader")
        address = call.state.allocate(Obj(loader, [0 for _ in loader.instance_fields], call.state.token))
        call.state.attach(key, address)
    return address


@model(CLASS, "getEnumConstantsShared", "()[Ljava/lang/Object;")
def get_enum_constants(call: Call, this: Value) -> Value | None:
    """The constants of an enum, in one array per path as in the JDK. Null for other classes."""
    cls = represented_class(call, this)
    values = cls.declared_method("values", f"()[L{cls.name};")
    if not cls.is_enum or values is None:
        return NULL
    call.machine.ensure_initialised(call.state, cls)
    shared = call.state.attachments.get(f"{CONSTANTS}{cls.name}")
    if not isinstance(shared, int) and not cls.is_target:
        shared = _constants_of_jvm(call, cls)
    if isinstance(shared, int):
        return shared
    return call.then(values, [], _remember_constants)


CONSTANTS = "library.constants."
"""Prefix of the attachments that hold the shared arrays of enum constants; the class name follows."""


def _constants_of_jvm(call: Call, cls: Class) -> int | None:
    library = call.machine.library
    if library.statics(cls) is None or not isinstance(library.boot, Image):
        return None
    return library.boot.jdk_object("constants", dotted(cls.name))


def _remember_constants(call: Call, constants: Value | None) -> Value:
    address = call.non_null(constants if constants is not None else NULL)
    element = call.state.object(address).cls.element
    assert element is not None
    call.state.attach(f"{CONSTANTS}{element.name}", address)
    return address


@model(CLASS, "registerNatives", "()V")
def register_natives(call: Call) -> None:
    """Nothing to register."""
    return


in_java_static(
    "java/lang/Enum",
    "everypath/library/Enums",
    "valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;",
)
