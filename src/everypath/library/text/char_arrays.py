"""Models of ``String``'s constructors, its conversions from and to ``char[]``, and ``String.valueOf``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.library.models import STRING, limited, model
from everypath.library.text.index_checks import check_range, outside
from everypath.state import CONTENT, NULL, SymbolicArray, TextObject, log_write
from everypath.state import text as texts
from everypath.state.text import Text
from everypath.term import Term, Value, add, and_, conj, ge, ite, le, lt, ne, select, shl, shr, store, sub, zext
from everypath.vm.references import array_contents, as_symbolic, concrete_index, read_element, set_array_contents

if TYPE_CHECKING:
    from everypath.vm.core import Call

OUT_OF_BOUNDS = "java/lang/StringIndexOutOfBoundsException"


def surrogates(point: Value) -> tuple[Value, Value]:
    """The high and low surrogate of a supplementary code point."""
    return add(shr(point, 10, 32), 0xD7C0, 32), add(and_(point, 0x3FF, 32), 0xDC00, 32)


def code_point_of(high: Value, low: Value) -> Value:
    """The code point of a surrogate pair."""
    return add(add(shl(high, 10, 32), low, 32), 0x10000 - (0xD800 << 10) - 0xDC00, 32)


def array_text(call: Call, array: Value) -> Text:
    """The current chars of a ``char[]`` as a text."""
    address = call.non_null(array)
    obj = call.state.object(address)
    if isinstance(obj, SymbolicArray):
        return texts.Elements(array_contents(call.state, address), obj.length)
    return texts.from_chars(obj.fields)


@model(STRING, "toCharArray", "()[C")
def to_char_array(call: Call, this: Value) -> Value:
    """``toCharArray``."""
    text = call.text(this)
    cls = call.klass("[C")
    if isinstance(text.length, int):
        return call.state.new_array(cls, list(text.chars(text.length)))
    if not isinstance(text, texts.Elements):
        text = limited(call, text)
    return call.state.allocate(SymbolicArray(cls, text.length, texts.array_of(text), call.state.token))


@model(STRING, "getChars", "(II[CI)V")
def get_chars(call: Call, this: Value, start: Value, end: Value, target: Value, at: Value) -> None:
    """``getChars``."""
    text = call.text(this)
    check_range(call, start, end, text.length)
    copy_chars(call, text, start, end, call.non_null(target), at)


def copy_chars(
    call: Call,
    text: Text,
    start: Value,
    end: Value,
    target: int,
    at: Value,
    class_name: str = OUT_OF_BOUNDS,
    kind: str = "target",
) -> None:
    """Copy a part of a text into a ``char[]``. The part must be valid; throws if it does not fit into the array."""
    size = call.state.object(target).array_length
    count = sub(end, start, 32)
    if not call.decide(conj(ge(at, 0), le(at, sub(size, count, 32))), "index"):
        outside(call, class_name, kind, at, count, size, add(at, count, 32))
    part = limited(call, text.slice(start, end))
    obj = call.state.object(target)
    if not isinstance(obj, SymbolicArray) and not (isinstance(at, int) and isinstance(part.length, int)):
        obj = as_symbolic(call.state, target)
    if not isinstance(obj, SymbolicArray):
        writable = call.state.writable(target)
        first, size = int(at), int(part.length)
        writable.fields[first : first + size] = list(part.chars(size))
        return
    count = part.limit or 0
    array = obj.elements
    for i in range(count):
        place = add(at, i, 32)
        old = zext(select(array, place), 32)
        array = store(array, place, ite(lt(i, part.length), part.at(i), old))
    set_array_contents(call.state, target, array)


def set_text(call: Call, this: Value, text: Text) -> TextObject:
    """Assign the text of a string or builder."""
    call.state.reserve_memory(text.footprint)
    call.state.note_joined(text)
    address = call.non_null(this)
    obj = call.state.writable(address)
    assert isinstance(obj, TextObject)
    if address in call.state.open:
        log_write(call.state, address, CONTENT)
    obj.text = text
    return obj


@model(STRING, "<init>", "()V")
def new_empty(call: Call, this: Value) -> None:
    """``new String()``."""
    set_text(call, this, texts.EMPTY)


@model(
    STRING,
    "<init>",
    "(Ljava/lang/String;)V",
    "(Ljava/lang/StringBuilder;)V",
    "(Ljava/lang/StringBuffer;)V",
)
def new_copy(call: Call, this: Value, source: Value) -> None:
    """``new String(text)``."""
    set_text(call, this, call.text(source))


@model(STRING, "<init>", "([C)V")
def new_from_chars(call: Call, this: Value, array: Value) -> None:
    """``new String(char[])``."""
    set_text(call, this, array_text(call, array))


@model(STRING, "<init>", "([CII)V")
def new_from_part(call: Call, this: Value, array: Value, start: Value, count: Value) -> None:
    """``new String(char[], offset, count)``."""
    set_text(call, this, part_of_array(call, array, start, count))


def part_of_array(call: Call, array: Value, start: Value, count: Value, class_name: str = OUT_OF_BOUNDS) -> Text:
    """``count`` chars of an array from ``start`` on. Throws if they are not within the array."""
    text = array_text(call, array)
    inside = conj(ge(start, 0), ge(count, 0), le(start, sub(text.length, count, 32)))
    if not call.decide(inside, "index"):
        outside(call, class_name, "count", start, count, text.length)
    return text.slice(start, add(start, count, 32))


@model(STRING, "<init>", "([III)V")
def new_from_code_points(call: Call, this: Value, array: Value, start: Value, count: Value) -> None:
    """``new String(int[], offset, count)``. Forks for each offset and count."""
    address = call.non_null(array)
    size = call.state.object(address).array_length
    if not call.decide(conj(ge(start, 0), ge(count, 0), le(start, sub(size, count, 32))), "index"):
        outside(call, OUT_OF_BOUNDS, "count", start, count, size)
    first, number = (concrete_index(call.state, value) for value in (start, count))
    parts: list[Text] = []
    for index in range(first, first + number):
        point = read_element(call.machine, call.state, address, index)
        parts.append(code_point_text(call, point))
    set_text(call, this, texts.concat(*parts))


def code_point_text(call: Call, point: Value) -> Text:
    """The one or two chars of a code point. Throws if the number is no code point."""
    if call.decide(conj(ge(point, 0), lt(point, 0x10000))):
        return texts.from_chars([point])
    check_code_point(call, point)
    return texts.from_chars(surrogates(point))


def check_code_point(call: Call, point: Value) -> None:
    """Throw the exception of ``Character.toChars`` unless a number is a code point."""
    if call.decide(conj(ge(point, 0), le(point, 0x10FFFF))):
        return
    if isinstance(point, Term):
        call.throw("java/lang/IllegalArgumentException", known=False)
    written = f"{int(point) & 0xFFFFFFFF:X}"
    call.throw("java/lang/IllegalArgumentException", f"Not a valid Unicode code point: 0x{written}")


@model("java/lang/Character", "toString", "(I)Ljava/lang/String;")
@model(STRING, "valueOfCodePoint", "(I)Ljava/lang/String;")
def value_of_code_point(call: Call, point: Value) -> Value:
    """``Character.toString(int)``."""
    return call.new_text(code_point_text(call, point))


@model(STRING, "valueOf", "([C)Ljava/lang/String;")
@model(STRING, "copyValueOf", "([C)Ljava/lang/String;")
def value_of_chars(call: Call, array: Value) -> Value:
    """``valueOf(char[])``."""
    return call.new_text(array_text(call, array))


@model(STRING, "valueOf", "([CII)Ljava/lang/String;")
@model(STRING, "copyValueOf", "([CII)Ljava/lang/String;")
def value_of_part(call: Call, array: Value, start: Value, count: Value) -> Value:
    """``valueOf(char[], offset, count)``."""
    return call.new_text(part_of_array(call, array, start, count))


@model(STRING, "valueOf", "(C)Ljava/lang/String;")
def value_of_char(call: Call, char: Value) -> Value:
    """``valueOf(char)``."""
    return call.new_text(texts.from_chars([char]))


@model(STRING, "valueOf", "(Z)Ljava/lang/String;")
def value_of_boolean(call: Call, value: Value) -> Value:
    """``valueOf(boolean)``: one of two interned strings."""
    return call.intern("true" if call.decide(ne(value, 0)) else "false")


@model(STRING, "valueOf", "(I)Ljava/lang/String;")
def value_of_int(call: Call, value: Value) -> Value:
    """``valueOf(int)``: a lazy text of digits."""
    return call.new_text(texts.decimal(value, 32))


@model(STRING, "valueOf", "(J)Ljava/lang/String;")
def value_of_long(call: Call, value: Value) -> Value:
    """``valueOf(long)``."""
    return call.new_text(texts.decimal(value, 64))


@model(STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;")
def value_of_object(call: Call, value: Value) -> Value | None:
    """``valueOf(Object)``: ``"null"``, the string itself, or the result of ``toString``."""
    address = call.reference(value)
    if address == NULL:
        return call.intern("null")
    if isinstance(call.state.object(address), TextObject) and call.class_of(address).name == STRING:
        return address
    return call.invoke_virtual("java/lang/Object", "toString", "()Ljava/lang/String;", [address])
