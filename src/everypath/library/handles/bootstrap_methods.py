"""Dynamic constants and call sites (JVMS 5.4.3.5, 5.4.3.6). The machine runs each bootstrap method once per path.

The state keeps the results as attachments: the boxed value of a constant and the ``CallSite`` of an instruction.

Resolving a constant may call Java code, so that a model has to be left. Functions here therefore take a continuation
``after``, which gets the resolved value or values.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import (
    REF_INVOKE_SPECIAL,
    REF_INVOKE_STATIC,
    REF_NEW_INVOKE_SPECIAL,
    REF_PUT_STATIC,
    ClassRef,
    DoubleConst,
    Dynamic,
    FloatConst,
    IntConst,
    LongConst,
    MethodHandle,
    MethodType,
    StringConst,
)
from everypath.errors import EngineError
from everypath.library.handles.lookups import field_handle, new_lookup
from everypath.library.handles.method_handles import (
    OBJECTS,
    apply_form,
    boxed,
    boxed_array,
    direct_handle,
    form_of,
    type_of_descriptor,
    unboxed,
)
from everypath.library.models import in_java_static

if TYPE_CHECKING:
    from everypath.classfile import BootstrapMethod, InvokeDynamic, Loadable
    from everypath.program import Class
    from everypath.term import Value
    from everypath.vm.core import Call, Model

LINKAGE = "everypath/library/Linkage"
_FINDS = "Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
in_java_static(
    "java/lang/invoke/ConstantBootstraps", LINKAGE, f"getStaticFinal({_FINDS}Ljava/lang/Class;)Ljava/lang/Object;"
)
After: TypeAlias = "Callable[[Call, Value], Value | None]"
AfterAll: TypeAlias = "Callable[[Call, tuple[Value, ...]], Value | None]"


def constant_model(cls: Class, constant: Loadable) -> Model:
    """The model of an ``ldc`` in code of a class. It takes no operands and returns the constant."""
    return partial(_load, cls, constant)


def _load(cls: Class, constant: Loadable, call: Call) -> Value | None:
    return _resolve(cls, (constant,), (), partial(_unboxed_constant, call.method.returns), call)


def _unboxed_constant(kind: str, call: Call, values: tuple[Value, ...]) -> Value | None:
    return unboxed(call, values[0], kind)


def _resolve(
    cls: Class, pending: tuple[Loadable, ...], done: tuple[Value, ...], after: AfterAll, call: Call
) -> Value | None:
    """Resolve the ``pending`` constants to objects in order, then call ``after`` with ``done`` and these."""
    for position, constant in enumerate(pending):
        if isinstance(constant, Dynamic):
            known = call.state.attachments.get(_key(cls, constant))
            if not isinstance(known, int):
                rest = partial(_resolve, cls, pending[position + 1 :])
                return _link(cls, constant, partial(_resolve_rest, rest, done, after), call)
            done = (*done, known)
        else:
            done = (*done, _resolve_simple(cls, constant, call))
    return after(call, done)


def _resolve_rest(
    rest: Callable[[tuple[Value, ...], AfterAll, Call], Value | None],
    done: tuple[Value, ...],
    after: AfterAll,
    call: Call,
    value: Value,
) -> Value | None:
    return rest((*done, value), after, call)


def _resolve_simple(cls: Class, constant: Loadable, call: Call) -> Value:
    if isinstance(constant, StringConst):
        return call.intern(constant.value)
    if isinstance(constant, ClassRef):
        return call.class_object(call.klass(constant.name))
    if isinstance(constant, MethodType):
        return type_of_descriptor(call, constant.descriptor)
    if isinstance(constant, MethodHandle):
        return handle_of(cls, constant, call)
    kinds = {IntConst: "I", LongConst: "J", FloatConst: "F", DoubleConst: "D"}
    if isinstance(constant, IntConst | LongConst | FloatConst | DoubleConst):
        return boxed(call, constant.value, kinds[type(constant)])
    raise EngineError(f"a constant {constant!r}")


def handle_of(cls: Class, constant: MethodHandle, call: Call) -> int:
    """The method handle of a constant in code of a class (JVMS 5.4.3.5). Raises `LinkageError`."""
    program, member, kind = call.machine.program, constant.member, constant.kind
    owner = program.klass(member.owner)
    caller = cls if cls.is_target else None
    if kind <= REF_PUT_STATIC:
        field = program.resolve_field(owner, member.name, member.descriptor, caller)
        return field_handle(call, field, kind, owner, program.class_of_descriptor(field.descriptor))
    resolve = program.resolve_interface_method if owner.is_interface else program.resolve_method
    method = resolve(owner, member.name, member.descriptor, caller)
    if method.is_signature_polymorphic:
        call.unsupported(f"a constant handle of {method.key}")
    parameters = [program.class_of_descriptor(each) for each in method.parameters]
    if kind == REF_NEW_INVOKE_SPECIAL:
        return direct_handle(call, kind, method, parameters, owner)
    returns = program.class_of_descriptor(method.returns)
    if kind == REF_INVOKE_STATIC:
        return direct_handle(call, kind, method, parameters, returns)
    if kind == REF_INVOKE_SPECIAL:
        return direct_handle(call, kind, program.select_special(cls, owner, method), [cls, *parameters], returns)
    return direct_handle(call, kind, method, [owner, *parameters], returns)


# -- dynamic constants ------------------------------------------------------------------------------------------------


def _key(cls: Class, constant: Dynamic | InvokeDynamic, place: str = "") -> str:
    return f"linkage {cls.name} {constant.bootstrap} {constant.name} {constant.descriptor} {place}"


def _bootstrap_method(cls: Class, constant: Dynamic | InvokeDynamic) -> BootstrapMethod:
    if cls.file is None:
        raise EngineError(f"{cls.name} has no class file")
    return cls.file.bootstrap_methods[constant.bootstrap]


def _link(cls: Class, constant: Dynamic, after: After, call: Call) -> Value | None:
    return _resolve(
        cls, _bootstrap_method(cls, constant).arguments, (), partial(_make_constant, cls, constant, after), call
    )


def _arguments(cls: Class, constant: Dynamic | InvokeDynamic, type_: int, rest: tuple[Value, ...], call: Call) -> int:
    leading = [new_lookup(call, cls), call.intern(constant.name), type_]
    return call.state.new_array(call.klass(OBJECTS), [*leading, *rest])


def _make_constant(
    cls: Class, constant: Dynamic, after: After, call: Call, arguments: tuple[Value, ...]
) -> Value | None:
    type_ = call.class_object(call.machine.program.class_of_descriptor(constant.descriptor))
    handle = handle_of(cls, _bootstrap_method(cls, constant).method, call)
    method = call.klass(LINKAGE).declared_method(
        "constant", f"(Ljava/lang/invoke/MethodHandle;{OBJECTS}Ljava/lang/Class;)Ljava/lang/Object;"
    )
    assert method is not None
    array = _arguments(cls, constant, type_, arguments, call)
    return call.then(method, [handle, array, type_], partial(_remember, _key(cls, constant), after))


def _remember(key: str, after: After, call: Call, value: Value | None) -> Value | None:
    assert value is not None
    call.state.attach(key, value)
    return after(call, value)


# -- call sites -------------------------------------------------------------------------------------------------------


def site_model(cls: Class, constant: InvokeDynamic, place: str) -> Model:
    """The model of an invokedynamic in code of a class; ``place`` identifies the instruction."""
    return partial(_call, cls, constant, _key(cls, constant, place))


def _call(cls: Class, constant: InvokeDynamic, key: str, call: Call, *args: Value) -> Value | None:
    site = call.state.attachments.get(key)
    if isinstance(site, int):
        return _call_target(args, call, site)
    after = partial(_make_site, cls, constant, key, args)
    return _resolve(cls, _bootstrap_method(cls, constant).arguments, (), after, call)


def _make_site(
    cls: Class,
    constant: InvokeDynamic,
    key: str,
    args: tuple[Value, ...],
    call: Call,
    arguments: tuple[Value, ...],
) -> Value | None:
    type_ = type_of_descriptor(call, constant.descriptor)
    handle = handle_of(cls, _bootstrap_method(cls, constant).method, call)
    method = call.klass(LINKAGE).declared_method(
        "site",
        f"(Ljava/lang/invoke/MethodHandle;{OBJECTS}Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
    )
    assert method is not None
    array = _arguments(cls, constant, type_, arguments, call)
    return call.then(method, [handle, array, type_], partial(_remember, key, partial(_call_target, args)))


def _call_target(args: tuple[Value, ...], call: Call, site: Value) -> Value | None:
    form = form_of(call, call.get_field(int(call.reference(site)), "target"))
    assert isinstance(form, int)
    return apply_form(call, form, boxed_array(call, args, call.method.parameters), call.method.returns)
