"""Models of the boxes: ``valueOf`` without a fork per cached value, and the texts of numbers.

All other methods of boxes run as the JDK's bytecode. ``Integer.valueOf`` of a symbolic int makes one box. `State.same`
then decides if two boxes are one object (the JDK caches -128 to 127).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.library.jdk import ask_this
from everypath.library.models import (
    CACHED,
    STRING,
    add_model,
    cache_of,
    in_java_static,
    known_length,
    limited,
    model,
    pure,
)
from everypath.library.text import ends_solid
from everypath.state import Obj
from everypath.state import text as texts
from everypath.state.text import Constant, Text
from everypath.term import Value, conj, le, ne

if TYPE_CHECKING:
    from everypath.vm.core import Call


def _value_of(owner: str, call: Call, value: Value) -> Value:
    state = call.state
    return state.allocate(Obj(call.klass(owner), [value], state.token, cache_of(owner)))


for _owner, _kind in CACHED.items():
    add_model((_owner, "valueOf", f"({_kind})L{_owner};"), partial(_value_of, _owner))


def _digits(width: int, shift: int, call: Call, value: Value) -> Value:
    return call.new_text(texts.digits(value, width, shift))


def _decimal_text(width: int, call: Call, value: Value) -> Value:
    return call.new_text(texts.decimal(value, width))


def _decimal_of_box(width: int, call: Call, this: Value) -> Value:
    return call.new_text(texts.decimal(call.get_field(call.non_null(this), "value"), width))


for _owner, _kind, _width in (
    ("java/lang/Integer", "I", 32),
    ("java/lang/Long", "J", 64),
    ("java/lang/Short", "S", 32),
    ("java/lang/Byte", "B", 32),
):
    add_model((_owner, "toString", f"({_kind})Ljava/lang/String;"), partial(_decimal_text, _width))
    add_model((_owner, "toString", "()Ljava/lang/String;"), partial(_decimal_of_box, _width))


NUMBERS = ("1.5", "-7", "0.0", "1e99", "1e-99", "1e999", "NaN", "1.5f", "1e99d")
"""Texts that ``parseDouble`` tries: usual values, and those at the ends of the range."""


@model("java/lang/Boolean", "toString", "(Z)Ljava/lang/String;")
def boolean_text(call: Call, value: Value) -> Value:
    """``Boolean.toString``: one of two interned strings."""
    return call.intern("true" if call.decide(ne(value, 0)) else "false")


@model("java/lang/Character", "toString", "(C)Ljava/lang/String;")
def char_text(call: Call, value: Value) -> Value:
    """``Character.toString``."""
    return call.new_text(texts.from_chars([value]))


@model("java/lang/Character", "toString", "()Ljava/lang/String;")
def char_of_box_text(call: Call, this: Value) -> Value:
    """``toString`` of a ``Character``."""
    return call.new_text(texts.from_chars([call.get_field(call.non_null(this), "value")]))


@model("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I")
@model("java/lang/Long", "parseLong", "(Ljava/lang/String;)J")
def parse(call: Call, text: Value) -> Value | None:
    """``parseInt`` and ``parseLong``: the JDK's code runs, except for constants and texts made from a number."""
    address = call.reference(text)
    width = 32 if call.method.name == "parseInt" else 64
    if address:
        known = call.text(address)
        if isinstance(known, texts.Decimal) and known.width == width:
            return known.value
        if isinstance(known, Constant) and known.value.isascii():
            digits = known.value.removeprefix("-") if known.value.startswith("-") else known.value.removeprefix("+")
            if digits.isdigit() and -(1 << width - 1) <= int(known.value) < 1 << width - 1:
                return int(known.value)
    owner = call.klass(call.method.owner.name)
    name = call.method.name
    method = owner.declared_method(name, f"(Ljava/lang/String;I){'I' if width == 32 else 'J'}")
    if method is None:
        return ask_this(call, text)
    return call.invoke(method, [address, 10])


@model("java/lang/Double", "parseDouble", "(Ljava/lang/String;)D")
@model("java/lang/Float", "parseFloat", "(Ljava/lang/String;)F")
def parse_float(call: Call, text: Value) -> Value | None:
    """``parseDouble`` and ``parseFloat``: the JVM parses constants. A symbolic text forks for each of `NUMBERS`; other
    values are parsed by the JDK's code.
    """
    address = call.reference(text)
    if address and call.text(address).constant is not None:
        return ask_this(call, address)
    if address:
        for sample in NUMBERS:
            if call.decide(texts.equal(call.text(address), Constant(sample)), "sample"):
                return ask_this(call, call.new_text(Constant(sample)))
    reader = call.machine.program.find("jdk/internal/math/FloatingDecimal")
    method = None if reader is None else reader.declared_method(call.method.name, call.method.descriptor)
    if method is None:
        return ask_this(call, address)
    call.machine.ensure_initialised(call.state, method.owner)
    if address:
        skips = method.owner.declared_method("skipWhitespaces", f"(L{STRING};I)I")
        address = _trimmed(call, call.text(address)) if skips is None else _known(call, call.text(address))
    return call.invoke(method, [address])


def _known(call: Call, text: Text) -> int:
    """A new string with a concrete length, forking for each. Newer JDKs skip blanks and quote the whole text."""
    text = limited(call, text)
    length = known_length(call, text)
    return call.new_text(texts.from_chars(text.chars(length)))


def _trimmed(call: Call, text: Text) -> int:
    """A new string without the blanks at both ends, with a concrete length. Forks for each length."""
    inside = texts.strip(limited(call, text), lambda char: le(char, 32))
    length = known_length(call, inside)
    flat = texts.from_chars(inside.chars(length))
    if length:
        call.state.assume(conj(ends_solid(flat, length)))
    return call.new_text(flat)


for _owner in "java/lang/Integer", "java/lang/Long":
    _kind = "I" if _owner.endswith("Integer") else "J"
    in_java_static(
        _owner,
        "everypath/library/Numbers",
        f"toString({_kind}I)Ljava/lang/String;",
    )
    _width = 32 if _kind == "I" else 64
    for _name, _shift in ("toHexString", 4), ("toOctalString", 3), ("toBinaryString", 1):
        add_model((_owner, _name, f"({_kind})Ljava/lang/String;"), partial(_digits, _width, _shift))
pure("java/lang/Double", "toString(D)Ljava/lang/String;")
pure("java/lang/Float", "toString(F)Ljava/lang/String;")
pure("java/lang/Double", "toHexString(D)Ljava/lang/String;")
pure("java/lang/Float", "toHexString(F)Ljava/lang/String;")
pure("java/lang/Float", "float16ToFloat(S)F", "floatToFloat16(F)S")
