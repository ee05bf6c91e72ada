"""Conversions between the types of a functional interface and those of the method behind it.

They are those that `java.lang.invoke.LambdaMetafactory` generates (its documentation, "Linkage and conversions"):
boxing, unboxing, widening and casts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import BOX_CLASSES, UNBOXED, dotted, is_reference
from everypath.errors import EngineError
from everypath.term import Value, d2f, d2i, d2l, f2d, f2i, f2l, i2b, i2c, i2d, i2f, i2l, i2s, l2d, l2f, l2i
from everypath.vm.core import Conversion
from everypath.vm.references import lazy_check_cast

if TYPE_CHECKING:
    from everypath.program import Class
    from everypath.vm.core import Call

_WIDENINGS: dict[tuple[str, str], Callable[[Value], Value]] = {
    **{(narrow, "J"): i2l for narrow in "BCSI"},
    **{(narrow, "F"): i2f for narrow in "BCSI"},
    **{(narrow, "D"): i2d for narrow in "BCSI"},
    ("J", "F"): l2f,
    ("J", "D"): l2d,
    ("F", "D"): f2d,
}
_NARROWINGS: dict[tuple[str, str], Callable[[Value], Value]] = {
    ("J", "I"): l2i,
    ("F", "I"): f2i,
    ("D", "I"): d2i,
    ("F", "J"): f2l,
    ("D", "J"): d2l,
    ("D", "F"): d2f,
}
_NARROWING: dict[str, Callable[[Value], Value]] = {"B": i2b, "C": i2c, "S": i2s}

_NUMBERS = "BSIJFD"

AdaptedCall: TypeAlias = "Callable[[Call, tuple[Value, ...]], Value | None]"


def widened(value: Value, source: str, wanted: str) -> Value:
    """A primitive in a type at least as wide (JLS 5.1.2)."""
    widening = _WIDENINGS.get((source, wanted))
    return value if widening is None else widening(value)


def narrowed(value: Value, source: str, wanted: str) -> Value:
    """A number in any other numeric type, cut as casts cut it (JLS 5.1.3)."""
    if source == wanted:
        return value
    if wanted not in _NARROWING:
        narrowing = _NARROWINGS.get((source, wanted))
        return widened(value, source, wanted) if narrowing is None else narrowing(value)
    return _NARROWING[wanted](narrowed(value, source, "I") if source in "JFD" else value)


def convertible(call: Call, source: Class, wanted: Class) -> bool:
    """True if ``MethodHandle.asType`` converts values of one type to another (``MethodType.canConvert``)."""
    if source is wanted or "void" in (source.name, wanted.name):
        return source.name in (wanted.name, "void") or wanted.name == "void"
    one, other = source.descriptor, wanted.descriptor
    if is_reference(one) and is_reference(other):
        return True
    if is_reference(other):
        return call.klass(BOX_CLASSES[one]).is_subtype_of(wanted)
    if is_reference(one):
        box_of = UNBOXED.get(source.name)
        return call.klass(BOX_CLASSES[other]).is_subtype_of(source) or (box_of is not None and _widens(box_of, other))
    return _widens(one, other)


_ORDER = "BSIJFD"


def _widens(source: str, wanted: str) -> bool:
    """True if a primitive type is the same as another, or widens to it (JLS 5.1.2)."""
    if source == wanted or source == "Z" or wanted in "ZC":
        return source == wanted
    return wanted in "IJFD" if source == "C" else _ORDER.index(source) < _ORDER.index(wanted)


def adapt(
    call: Call, values: tuple[Value, ...], conversions: tuple[Conversion, ...], adapted_call: AdaptedCall
) -> Value | None:
    """Convert values one after the other and hand them on; boxing runs ``valueOf``."""
    return _adapt((), tuple(zip(values, conversions, strict=True)), adapted_call, call)


def _adapt(
    done: tuple[Value, ...], pending: tuple[tuple[Value, Conversion], ...], adapted_call: AdaptedCall, call: Call
) -> Value | None:
    for position, (value, conversion) in enumerate(pending):
        if not is_reference(conversion.source) and is_reference(conversion.wanted):
            kind = UNBOXED.get(conversion.wanted[1:-1], conversion.source)
            box(
                call,
                widened(value, conversion.source, kind),
                kind,
                partial(_boxed, done, conversion.wanted, pending[position + 1 :], adapted_call),
            )
        done = (*done, _converted(call, value, conversion))
    return adapted_call(call, done)


def _boxed(
    done: tuple[Value, ...],
    wanted: str,
    pending: tuple[tuple[Value, Conversion], ...],
    adapted_call: AdaptedCall,
    call: Call,
    value: Value | None,
) -> Value | None:
    assert value is not None
    cast(call, value, wanted)
    return _adapt((*done, value), pending, adapted_call, call)


def box(call: Call, value: Value, kind: str, after: Callable[[Call, Value | None], Value | None]) -> None:
    """Leave the model by ``valueOf`` of the box class; ``after`` gets the box."""
    cls = call.klass(BOX_CLASSES[kind])
    method = cls.declared_method("valueOf", f"({kind})L{cls.name};")
    if method is None:
        raise EngineError(f"{cls.name} has no valueOf")
    call.machine.ensure_initialised(call.state, cls)
    call.then(method, [value], after)


def cast(call: Call, value: Value, descriptor: str) -> None:
    """Throw a ClassCastException unless a reference is null or of a type."""
    if descriptor != "Ljava/lang/Object;" and value != 0:
        cls: Class = call.machine.program.class_of_descriptor(descriptor)
        obj = call.state.heap.get(value) if type(value) is int else None
        if obj is not None and obj.cls is cls:
            return
        lazy_check_cast(call.machine, call.state, value, cls)


def _converted(call: Call, value: Value, conversion: Conversion) -> Value:
    source, through, wanted = conversion.source, conversion.through, conversion.wanted
    if not is_reference(source):
        return widened(value, source, wanted)
    if is_reference(through):
        cast(call, value, through)
    if is_reference(wanted):
        cast(call, value, wanted)
        return value
    return unboxed(call, value, wanted, through if is_reference(through) else source)


def require_non_null(call: Call, value: Value) -> int:
    """The address of a reference; null throws without a message, as hidden classes do."""
    address = call.reference(value)
    return address if address else call.throw("java/lang/NullPointerException")


def unboxed(call: Call, value: Value, wanted: str, static_type: str) -> Value:
    """The primitive of type ``wanted`` in a box: null and other classes throw.

    From a type that is no box, any number may come where ``wanted`` is numeric (``Number.intValue``).
    """
    box_class = UNBOXED.get(static_type[1:-1])
    if box_class is None:
        numeric = wanted in _NUMBERS
        cast(call, value, "Ljava/lang/Number;" if numeric else f"L{BOX_CLASSES[wanted]};")
    address = require_non_null(call, value)
    kind = UNBOXED.get(call.class_of(address).name)
    if kind is None:
        call.unsupported(f"{dotted(call.class_of(address).name)} as a number")
        raise AssertionError
    return narrowed(call.get_field(address, "value"), kind, wanted)
