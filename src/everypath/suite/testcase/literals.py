"""Primitive values and strings as Java source (JLS 3.10). The output is pure ASCII."""

from __future__ import annotations

import math
import struct

__all__ = ["character", "code_units", "escaped", "floating", "integer", "primitive", "string"]

_ESCAPES = {
    0x08: "\\b",
    0x09: "\\t",
    0x0A: "\\n",
    0x0C: "\\f",
    0x0D: "\\r",
    0x22: '\\"',
    0x27: "\\'",
    0x5C: "\\\\",
}

_NAMED_INTEGERS = {
    ("I", -(2**31)): "Integer.MIN_VALUE",
    ("I", 2**31 - 1): "Integer.MAX_VALUE",
    ("J", -(2**63)): "Long.MIN_VALUE",
    ("J", 2**63 - 1): "Long.MAX_VALUE",
}


def code_units(text: str) -> tuple[int, ...]:
    """The UTF-16 code units of a string, as Java sees it."""
    data = text.encode("utf-16-be", "surrogatepass")
    return struct.unpack(f">{len(data) // 2}H", data)


def escaped(source: str) -> str:
    """Java source in pure ASCII: other characters, in names only, become Unicode escapes (JLS 3.3)."""
    if source.isascii():
        return source
    return "".join(
        part if part.isascii() else "".join(f"\\u{unit:04x}" for unit in code_units(part)) for part in source
    )


def character(unit: int) -> str:
    """A ``char`` literal for a UTF-16 code unit."""
    return f"'{_escape(unit, 0x22)}'"


def string(text: str) -> str:
    """A ``String`` literal; everything but printable ASCII is escaped, so lone surrogates survive."""
    return '"' + "".join(_escape(unit, 0x27) for unit in code_units(text)) + '"'


def _escape(unit: int, plain_quote: int) -> str:
    if unit in _ESCAPES and unit != plain_quote:
        return _ESCAPES[unit]
    return chr(unit) if 0x20 <= unit < 0x7F else f"\\u{unit:04x}"


def integer(descriptor: str, value: int) -> str:
    """An ``int`` or ``long`` literal; the extreme values by name."""
    named = _NAMED_INTEGERS.get((descriptor, value))
    if named is not None:
        return named
    return f"{value}L" if descriptor == "J" else str(value)


def floating(descriptor: str, value: float) -> str:
    """A ``float`` or ``double`` expression that evaluates to exactly this value (any NaN is the canonical one)."""
    box = "Float" if descriptor == "F" else "Double"
    if math.isnan(value):
        return f"{box}.NaN"
    if math.isinf(value):
        return f"{box}.POSITIVE_INFINITY" if value > 0 else f"{box}.NEGATIVE_INFINITY"
    if descriptor == "D":
        return _java_form(repr(value))
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if _to_float(text) == value:
            return _java_form(repr(float(text))) + "f"
    return _java_form(repr(value)) + "f"


def _java_form(text: str) -> str:
    mantissa, mark, exponent = text.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return f"{mantissa}E{int(exponent)}" if mark else mantissa


def _to_float(text: str) -> float | None:
    try:
        (value,) = struct.unpack("f", struct.pack("f", float(text)))
    except OverflowError:
        return None
    return float(value)


def primitive(descriptor: str, value: int | float, *, cast: bool = True) -> str:
    """A primitive value as an expression of exactly the type ``descriptor``.

    With ``cast`` off, ``byte`` and ``short`` values are bare ``int`` literals, which assignments and array initialisers
    accept (JLS 5.2).
    """
    match descriptor:
        case "Z":
            return "true" if value else "false"
        case "C":
            return character(int(value))
        case "F" | "D":
            return floating(descriptor, float(value))
        case "B" | "S" if cast:
            return f"({'byte' if descriptor == 'B' else 'short'}) {int(value)}"
        case _:
            return integer(descriptor, int(value))
