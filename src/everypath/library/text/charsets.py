"""Models of conversions between strings and bytes. The charsets are written in Java (``java/``, `Encodings`)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.library.jdk import ask
from everypath.library.models import STRING, boolean, known_length, limited, model
from everypath.library.text.char_arrays import OUT_OF_BOUNDS, set_text
from everypath.library.text.index_checks import check_range, outside
from everypath.state import NULL, SymbolicArray
from everypath.state import text as texts
from everypath.term import Value, add, and_, conj, eq, ge, le, lt, or_, select, shl, sub, zext
from everypath.vm.core import Call
from everypath.vm.references import array_contents, read_element

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state.text import Text

MACHINE = "everypath/library/Machine"
ENCODINGS = "everypath/library/Encodings"
CHARSET = "Ljava/nio/charset/Charset;"


def _java(call: Call, name: str, descriptor: str) -> Method:
    method = call.klass(ENCODINGS).declared_method(name, descriptor)
    assert method is not None
    return method


def byte_text(call: Call, array: Value, offset: Value, count: Value) -> Text:
    """A valid part of a byte array as a text of chars below 256."""
    address = call.non_null(array)
    obj = call.state.object(address)
    if not isinstance(obj, SymbolicArray):
        return texts.from_chars([and_(byte, 0xFF, 32) for byte in obj.fields]).slice(offset, add(offset, count, 32))
    elements = array_contents(call.state, address)
    if isinstance(count, int):
        return texts.from_chars([zext(select(elements, add(offset, i, 32)), 32) for i in range(count)])
    cap = call.state.control.bounds.length
    call.limit(le(count, cap), "length")
    return texts.from_chars([zext(select(elements, add(offset, i, 32)), 32) for i in range(cap)], count)


@model(MACHINE, "latin1", "([BII)Ljava/lang/String;")
def latin1(call: Call, array: Value, offset: Value, count: Value) -> Value:
    """Decoding of ISO-8859-1."""
    return call.new_text(byte_text(call, array, offset, count))


@model(MACHINE, "isAscii", "(Ljava/lang/String;)Z")
def is_ascii(call: Call, text: Value) -> Value:
    """True if all chars are below 128."""
    return boolean(texts.all_chars(limited(call, call.text(text)), lambda c: lt(c, 0x80)))


@model(MACHINE, "narrow", "(Ljava/lang/String;)[B")
def narrow(call: Call, value: Value) -> Value:
    """The chars of an ASCII text as bytes. Forks for each length."""
    text = limited(call, call.text(value))
    length = known_length(call, text)
    return call.state.new_array(call.klass("[B"), list(text.chars(length)))


@model(MACHINE, "isCharset", "(Ljava/lang/String;)Z")
def is_charset(call: Call, name: Value) -> Value:
    """``Charset.isSupported``, computed by the JVM."""
    return ask(call, ("java/nio/charset/Charset", "isSupported", "(Ljava/lang/String;)Z"), name)


@model(MACHINE, "unsupportedBytes", "(Ljava/lang/String;)[B")
def give_up(call: Call, charset: Value) -> Value:
    """A charset that is not modelled."""
    return call.unsupported(f"strings in the charset {call.text(charset).constant}")


# -- constructors -----------------------------------------------------------------------------------------------------


def _check_part(call: Call, array: Value, offset: Value, count: Value) -> Value:
    """The length of an array. Throws if the part is not within it."""
    size = call.state.object(call.non_null(array)).array_length
    inside = conj(ge(offset, 0), ge(count, 0), le(offset, sub(size, count, 32)))
    if not call.decide(inside, "index"):
        outside(call, OUT_OF_BOUNDS, "count", offset, count, size)
    return size


def _set_decoded(this: int, call: Call, decoded: Value | None) -> None:
    set_text(call, this, call.text(decoded if decoded is not None else NULL))


def _decode(call: Call, this: Value, array: Value, offset: Value, count: Value, charset: Value) -> None:
    arguments = [call.non_null(array), offset, count, charset]
    method = _java(call, "decode", f"([BII{CHARSET})Ljava/lang/String;")
    call.then(method, arguments, partial(_set_decoded, call.non_null(this)))


def _decode_utf8(call: Call, this: Value, array: Value, offset: Value, count: Value) -> None:
    method = _java(call, "utf8", "([BII)Ljava/lang/String;")
    arguments = [call.non_null(array), offset, add(offset, count, 32)]
    call.then(method, arguments, partial(_set_decoded, call.non_null(this)))


def _not_null(call: Call, charset: Value) -> int:
    address = call.reference(charset)
    if address == NULL:
        call.throw("java/lang/NullPointerException")
    return address


@model(STRING, "<init>", "([B)V")
def new_from_bytes(call: Call, this: Value, array: Value) -> None:
    """``new String(byte[])``: UTF-8, the default of JDK 18 and the pinned one before."""
    size = call.state.object(call.non_null(array)).array_length
    _decode_utf8(call, this, array, 0, size)


@model(STRING, "<init>", "([BB)V")
def new_from_value(call: Call, this: Value, array: Value, coder: Value) -> None:
    """The constructor of the JDK's own code: one byte for each char (coder 0), or two, the low byte first."""
    address = call.non_null(array)
    size = call.state.object(address).array_length
    if call.decide(eq(coder, 0)):
        set_text(call, this, byte_text(call, address, 0, size))
        return
    halves = known_length(call, byte_text(call, address, 0, size))
    read = [and_(read_element(call.machine, call.state, address, at), 0xFF, 32) for at in range(halves)]
    chars = [or_(read[at], shl(read[at + 1], 8, 32), 32) for at in range(0, halves - 1, 2)]
    set_text(call, this, texts.from_chars(chars))


@model(STRING, "<init>", "([BII)V")
def new_from_part(call: Call, this: Value, array: Value, offset: Value, count: Value) -> None:
    """``new String(byte[], offset, length)``."""
    _check_part(call, array, offset, count)
    _decode_utf8(call, this, array, offset, count)


@model(STRING, "<init>", f"([B{CHARSET})V")
def new_in_charset(call: Call, this: Value, array: Value, charset: Value) -> None:
    """``new String(byte[], charset)``."""
    known = _not_null(call, charset)
    size = call.state.object(call.non_null(array)).array_length
    _decode(call, this, array, 0, size, known)


@model(STRING, "<init>", f"([BII{CHARSET})V")
def new_part_in_charset(call: Call, this: Value, array: Value, offset: Value, count: Value, charset: Value) -> None:
    """``new String(byte[], offset, length, charset)``."""
    known = _not_null(call, charset)
    _check_part(call, array, offset, count)
    _decode(call, this, array, offset, count, known)


def _decode_named(
    this: int, array: Value, offset: Value, count: Value | None, call: Call, charset: Value | None
) -> None:
    size = call.state.object(call.non_null(array)).array_length
    if count is not None:
        _check_part(call, array, offset, count)
    _decode(call, this, array, offset, size if count is None else count, charset if charset is not None else NULL)


def _new_named(call: Call, this: Value, array: Value, offset: Value, count: Value | None, name: Value) -> None:
    method = _java(call, "named", f"(Ljava/lang/String;){CHARSET}")
    call.then(
        method,
        [_not_null(call, name)],
        partial(_decode_named, call.non_null(this), array, offset, count),
    )


@model(STRING, "<init>", "([BLjava/lang/String;)V")
def new_in_named(call: Call, this: Value, array: Value, name: Value) -> None:
    """``new String(byte[], charsetName)``."""
    _new_named(call, this, array, 0, None, name)


@model(STRING, "<init>", "([BIILjava/lang/String;)V")
def new_part_in_named(call: Call, this: Value, array: Value, offset: Value, count: Value, name: Value) -> None:
    """``new String(byte[], offset, length, charsetName)``."""
    _new_named(call, this, array, offset, count, name)


@model(STRING, "<init>", "([BIII)V")
def new_with_high_byte(call: Call, this: Value, array: Value, high: Value, offset: Value, count: Value) -> None:
    """``new String(byte[], hibyte, offset, count)``."""
    _check_part(call, array, offset, count)
    text = limited(call, byte_text(call, array, offset, count))
    upper = and_(shl(high, 8, 32), 0xFF00, 32)
    set_text(call, this, texts.map_chars(text, lambda c: or_(c, upper, 32)))


@model(STRING, "<init>", "([BI)V")
def new_all_with_high_byte(call: Call, this: Value, array: Value, high: Value) -> None:
    """``new String(byte[], hibyte)``."""
    size = call.state.object(call.non_null(array)).array_length
    new_with_high_byte(call, this, array, high, 0, size)


@model(STRING, "getBytes", "(II[BI)V")
def get_low_bytes(call: Call, this: Value, start: Value, end: Value, target: Value, at: Value) -> None:
    """``getBytes(srcBegin, srcEnd, dst, dstBegin)``: the low bytes of a part."""
    text = call.text(this)
    check_range(call, start, end, text.length)
    address = call.non_null(target)
    size, count = call.state.object(address).array_length, sub(end, start, 32)
    if not call.decide(conj(ge(at, 0), le(at, sub(size, count, 32))), "index"):
        outside(call, OUT_OF_BOUNDS, "target", at, count, size, add(at, count, 32))
    part = call.new_text(text.slice(start, end))
    call.invoke(_java(call, "narrowInto", "(Ljava/lang/String;[BI)V"), [part, address, at])
