"""Resolution of fields and methods, selection of what is called, and access control (JVMS 5.4.3 to 5.4.6)."""

from __future__ import annotations

from collections.abc import Iterable

from everypath.classfile import access, dotted, java_type, parse_method_descriptor
from everypath.errors import LinkageError
from everypath.program.model import Class, Field, Method, depth_first

_ABSTRACT_METHOD = "java/lang/AbstractMethodError"
_ILLEGAL_ACCESS = "java/lang/IllegalAccessError"
_INCOMPATIBLE = "java/lang/IncompatibleClassChangeError"
_NO_FIELD = "java/lang/NoSuchFieldError"
_NO_METHOD = "java/lang/NoSuchMethodError"

_ONLY_INITIALISERS = 53
"""The class file version from which only initialisers assign final fields."""

_NOT_OVERRIDING = access.PRIVATE | access.STATIC


def lookup_field(cls: Class, name: str, descriptor: str) -> Field | None:
    """Field lookup of JVMS 5.4.3.2: the class itself, its superinterfaces, then its superclass."""
    for current in cls.superclasses():
        field = current.declared_field(name, descriptor)
        if field is not None:
            return field
        for interface in depth_first(current.interfaces):
            field = interface.declared_field(name, descriptor)
            if field is not None:
                return field
    return None


def resolve_field(cls: Class, name: str, descriptor: str, *, brief: bool = False) -> Field:
    """The field that a reference to ``cls.name`` means. Raises ``LinkageError`` (NoSuchFieldError), with the ``brief``
    message of JVMs before 21 or that of later ones.
    """
    field = lookup_field(cls, name, descriptor)
    if field is None:
        full = f"Class {dotted(cls.name)} does not have member field '{java_type(descriptor)} {name}'"
        raise LinkageError(_NO_FIELD, name if brief else full, worded=True)
    return field


def external_name(cls: Class, name: str, descriptor: str) -> str:
    """A method as the JVM shows it in messages: ``int shop.Fee.fee(int, boolean)``."""
    parameters, returns = parse_method_descriptor(descriptor)
    return f"{java_type(returns)} {dotted(cls.name)}.{name}({', '.join(map(java_type, parameters))})"


def expect_static(method: Method, named: Class, *, static: bool, by_interface: bool = False) -> None:
    """Raise ``LinkageError`` (IncompatibleClassChangeError) where a call is of the other kind than its method."""
    if method.is_static is static:
        return
    kind = "Expected static" if static else "Expected instance not static" if by_interface else "Expecting non-static"
    shown = external_name(named, method.name, method.descriptor)
    raise LinkageError(_INCOMPATIBLE, f"{kind} method '{shown}'", worded=True)


def resolve_method(cls: Class, name: str, descriptor: str) -> Method:
    """The method that a ``Methodref`` to ``cls.name`` means (JVMS 5.4.3.3).

    A signature polymorphic method is found under any descriptor. Raises ``LinkageError`` (NoSuchMethodError,
    IncompatibleClassChangeError).
    """
    if cls.is_interface:
        raise LinkageError(_INCOMPATIBLE, f"Found interface {dotted(cls.name)}, but class was expected", worded=True)
    for current in cls.superclasses():
        method = _polymorphic(current, name) or current.declared_method(name, descriptor)
        if method is not None:
            return method
    return _in_superinterfaces(cls, name, descriptor)


def resolve_interface_method(cls: Class, name: str, descriptor: str) -> Method:
    """The method that an ``InterfaceMethodref`` to ``cls.name`` means (JVMS 5.4.3.4). Raises as ``resolve_method``."""
    if not cls.is_interface:
        raise LinkageError(_INCOMPATIBLE, f"Found class {dotted(cls.name)}, but interface was expected", worded=True)
    method = cls.declared_method(name, descriptor)
    if method is not None:
        return method
    if cls.superclass is not None:
        method = cls.superclass.declared_method(name, descriptor)
        if method is not None and method.access & access.PUBLIC and not method.is_static:
            return method
    return _in_superinterfaces(cls, name, descriptor)


def _polymorphic(cls: Class, name: str) -> Method | None:
    """The one method of ``MethodHandle`` or ``VarHandle`` with this name, if it is signature polymorphic."""
    if not cls.name.startswith("java/lang/invoke/"):
        return None
    named = [method for method in cls.methods if method.name == name]
    return named[0] if len(named) == 1 and named[0].is_signature_polymorphic else None


def _in_superinterfaces(cls: Class, name: str, descriptor: str) -> Method:
    specific = maximally_specific(_superinterface_methods(cls, name, descriptor))
    concrete = [method for method in specific if not method.is_abstract]
    if len(concrete) == 1:
        return concrete[0]
    if specific:
        return specific[0]
    raise LinkageError(_NO_METHOD, f"'{external_name(cls, name, descriptor)}'", worded=True)


def _superinterface_methods(cls: Class, name: str, descriptor: str) -> list[Method]:
    found = []
    for interface in cls.superinterfaces():
        method = interface.declared_method(name, descriptor)
        if method is not None and not method.access & _NOT_OVERRIDING:
            found.append(method)
    return found


def maximally_specific(methods: Iterable[Method]) -> list[Method]:
    """The methods whose interface has no subinterface among the interfaces of the others (JVMS 5.4.3.3)."""
    candidates = list(methods)
    return [
        method
        for method in candidates
        if not any(other is not method and method.owner in other.owner.supertypes for other in candidates)
    ]


def can_override(method: Method, overridden: Method) -> bool:
    """True if ``method`` can override ``overridden`` of the same name and descriptor (JVMS 5.4.5)."""
    if method.is_private or overridden.is_private:
        return False
    if overridden.access & (access.PUBLIC | access.PROTECTED):
        return True
    if method.owner.package == overridden.owner.package:
        return True
    parent = method.owner.superclass
    while parent is not None and parent is not overridden.owner:
        between = parent.declared_method(method.name, method.descriptor)
        if (
            between is not None
            and not between.is_static
            and can_override(method, between)
            and can_override(between, overridden)
        ):
            return True
        parent = parent.superclass
    return False


def select(cls: Class, method: Method) -> Method:
    """The method that a virtual or interface call of ``method`` runs on an object of exactly ``cls`` (JVMS 5.4.6).

    Raises ``LinkageError``: AbstractMethodError where there is none with code, IncompatibleClassChangeError where
    several default methods compete.
    """
    selected = cls.selected.get(method)
    if selected is None:
        selected = cls.selected[method] = _select(cls, method)
    return selected


def _select(cls: Class, method: Method) -> Method:
    if method.is_private or method.is_static or method.is_constructor or method.is_signature_polymorphic:
        return method
    name, descriptor = method.name, method.descriptor
    for current in cls.superclasses():
        found = current.declared_method(name, descriptor)
        if found is not None and not found.is_static and (found is method or can_override(found, method)):
            return _with_code(cls, found)
    concrete = [
        candidate
        for candidate in maximally_specific(_superinterface_methods(cls, name, descriptor))
        if not candidate.is_abstract
    ]
    if len(concrete) > 1:
        raise LinkageError(_INCOMPATIBLE, f"Conflicting default methods: {' '.join(m.key for m in concrete)}")
    if not concrete:
        raise LinkageError(_ABSTRACT_METHOD, f"{dotted(cls.name)} does not implement {method.key}")
    return concrete[0]


def _with_code(cls: Class, method: Method) -> Method:
    if method.is_abstract:
        raise LinkageError(_ABSTRACT_METHOD, f"{dotted(cls.name)} does not implement {method.key}")
    return method


def select_special(caller: Class, named: Class, method: Method) -> Method:
    """The method that ``invokespecial`` runs in ``caller`` for the resolved ``method`` of the class it ``named``.

    A ``super`` call starts at the caller's direct superclass (JVMS 6.5, invokespecial). Raises ``LinkageError``.
    """
    if method.is_constructor:
        return method
    start = named
    superclass = caller.superclass
    if not named.is_interface and named is not caller and named in caller.supertypes:
        start = superclass if superclass is not None else named
    for current in start.superclasses():
        found = current.declared_method(method.name, method.descriptor)
        if found is not None and not found.is_static:
            return _with_code(start, found)
        if current.is_interface:
            break
    if start.is_interface:
        found = _public_method_of_object(start, method)
        if found is not None:
            return found
    concrete = [
        candidate
        for candidate in maximally_specific(_superinterface_methods(start, method.name, method.descriptor))
        if not candidate.is_abstract
    ]
    if len(concrete) == 1:
        return concrete[0]
    kind = _INCOMPATIBLE if concrete else _ABSTRACT_METHOD
    raise LinkageError(kind, f"{dotted(start.name)} does not implement {method.key}")


def _public_method_of_object(interface: Class, method: Method) -> Method | None:
    """The public instance method of ``Object`` that a call through an interface may mean."""
    if interface.superclass is None:
        return None
    found = interface.superclass.declared_method(method.name, method.descriptor)
    return found if found is not None and found.access & access.PUBLIC and not found.is_static else None


def same_nest(one: Class, other: Class) -> bool:
    """True if two classes have the same nest host by their own claim (``Program.nest_host`` validates it)."""
    return one is other or _claimed_host(one) == _claimed_host(other)


def _claimed_host(cls: Class) -> str:
    return (cls.file.nest_host if cls.file is not None else None) or cls.name


def is_class_accessible(cls: Class, caller: Class) -> bool:
    """True if ``caller`` may name ``cls`` (JVMS 5.4.4), without regard to modules."""
    while cls.element is not None:
        cls = cls.element
    return bool(cls.access & access.PUBLIC) or cls.is_primitive or cls.package == caller.package


def check_class_access(cls: Class, caller: Class) -> None:
    """Raise ``LinkageError`` (IllegalAccessError) where ``caller`` may not name a class."""
    if not is_class_accessible(cls, caller):
        raise LinkageError(
            _ILLEGAL_ACCESS, f"failed to access class {dotted(cls.name)} from class {dotted(caller.name)}"
        )


def check_assignment(field: Field, writer: Method) -> None:
    """Raise ``LinkageError`` (IllegalAccessError) where a method may not assign a final field (JVMS 6.5, putfield).

    Since class files of version 53, only the initialiser may; the JDK's own code is taken to be right.
    """
    if not field.is_final:
        return
    kind = "static" if field.is_static else "non-static"
    name = f"{dotted(field.owner.name)}.{field.name}"
    if field.owner is not writer.owner:
        where = f"a different class ({dotted(writer.owner.name)}) than the field's declaring class"
    else:
        initialiser = "<clinit>" if field.is_static else "<init>"
        if writer.name == initialiser or writer.owner.major < _ONLY_INITIALISERS:
            return
        where = f"a different method ({writer.name}) than the initializer method {initialiser} "
    raise LinkageError(_ILLEGAL_ACCESS, f"Update to {kind} final field {name} attempted from {where}", worded=True)


def is_member_accessible(member: Field | Method, caller: Class) -> bool:
    """True if ``caller`` may use a field or method (JVMS 5.4.4), without regard to modules and the type of the
    receiver.
    """
    owner, flags = member.owner, member.access
    if flags & access.PUBLIC or owner is caller:
        return True
    if flags & access.PRIVATE:
        return same_nest(owner, caller)
    if owner.package == caller.package:
        return True
    return bool(flags & access.PROTECTED) and owner in caller.supertypes


def check_access(member: Field | Method, caller: Class) -> None:
    """Raise ``LinkageError`` (IllegalAccessError) where ``caller`` may not use the member."""
    if not is_member_accessible(member, caller):
        raise LinkageError(_ILLEGAL_ACCESS, f"class {dotted(caller.name)} tried to access {member}")
