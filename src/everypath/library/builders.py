"""Models of ``StringBuilder``, ``StringBuffer`` and their superclass: each operation replaces the builder's text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from everypath.library.bridging import ask
from everypath.library.checks import check_index, check_range, outside
from everypath.library.registry import IN_JAVA, add_model
from everypath.library.strings import find_last_text, find_text, is_empty
from everypath.library.support import (
    BUILDERS,
    concrete_text,
    concretise,
    limited,
    one_limited,
)
from everypath.library.text_arrays import OUT_OF_BOUNDS, array_text, copy_chars, part_of_array, set_text, surrogates
from everypath.state import NULL, TextObject
from everypath.state import text as texts
from everypath.state.text import Constant, Text
from everypath.term import Term, Value, add, conj, disj, ge, gt, le, lt, ne, sub

if TYPE_CHECKING:
    from everypath.vm.protocols import Call


OUTSIDE = "java/lang/IndexOutOfBoundsException"


def value_text(call: Call, value: Value, descriptor: str) -> Text | None:
    """The text of a value as ``String.valueOf`` gives it; None for an object whose ``toString`` must be called."""
    if descriptor in "ISB":
        return texts.decimal(value, 32)
    if descriptor == "J":
        return texts.decimal(value, 64)
    if descriptor == "C":
        return texts.from_chars([value])
    if descriptor == "Z":
        return texts.choose(ne(value, 0), Constant("true"), Constant("false"))
    if descriptor in "FD":
        owner = "java/lang/Float" if descriptor == "F" else "java/lang/Double"
        number = concretise(call, value, f"{owner.replace('/', '.')}.toString")
        return call.text(ask(call, (owner, "toString", f"({descriptor})Ljava/lang/String;"), number))
    address = call.reference(value)
    if address == NULL:
        return Constant("null")
    if isinstance(call.state.object(address), TextObject):
        return call.text(address)
    return None


def _appended(call: Call, this: Value, text: Text) -> Value:
    address = call.non_null(this)
    set_text(call, address, texts.concat(call.text(address), text))
    return address


def _append(descriptor: str, call: Call, this: Value, value: Value) -> Value | None:
    text = value_text(call, value, descriptor)
    if text is None:
        return _append_object(call, this, value)
    return _appended(call, this, text)


def _append_object(call: Call, this: Value, value: Value) -> Value | None:
    """``append`` of an object: of what its ``toString()`` returns."""
    return _to_text_then(call, value, partial(_append_result, call.non_null(this)))


def _to_text_then(call: Call, value: Value, after: Callable[[Call, Value | None], Value | None]) -> Value | None:
    method, receiver = call.select("java/lang/Object", "toString", "()Ljava/lang/String;", value)
    return call.then(method, [receiver], after)


def _text_or_null(call: Call, result: Value | None) -> Text:
    address = call.reference(result if result is not None else NULL)
    return Constant("null") if address == NULL else call.text(address)


def _append_result(builder: int, call: Call, result: Value | None) -> Value | None:
    return _appended(call, builder, _text_or_null(call, result))


def _insert_result(builder: int, offset: Value, call: Call, result: Value | None) -> Value | None:
    return _insert_text(call, builder, offset, _text_or_null(call, result))


def _append_chars(call: Call, this: Value, array: Value) -> Value:
    return _appended(call, this, array_text(call, array))


def _append_part(call: Call, this: Value, array: Value, start: Value, count: Value) -> Value:
    return _appended(call, this, part_of_array(call, array, start, count, OUTSIDE))


def _append_range(call: Call, this: Value, sequence: Value, start: Value, end: Value) -> Value:
    text = value_text(call, sequence, "Ljava/lang/CharSequence;")
    if text is None:
        return call.unsupported("append(CharSequence, int, int) of another sequence")
    check_range(call, start, end, text.length, OUTSIDE, "start")
    return _appended(call, this, text.slice(start, end))


def _append_code_point(call: Call, this: Value, point: Value) -> Value:
    if call.decide(conj(ge(point, 0), le(point, 0xFFFF))):
        return _appended(call, this, texts.from_chars([point]))
    if not call.decide(conj(ge(point, 0), le(point, 0x10FFFF))):
        return call.throw("java/lang/IllegalArgumentException")
    return _appended(call, this, texts.from_chars(surrogates(point)))


def _insert_text(call: Call, this: Value, offset: Value, text: Text) -> Value:
    address = call.non_null(this)
    before = call.text(address)
    if not call.decide(conj(ge(offset, 0), le(offset, before.length)), "index"):
        outside(call, OUT_OF_BOUNDS, "offset", offset, before.length)
    head, tail = before.slice(0, offset), before.slice(offset, before.length)
    set_text(call, address, texts.concat(head, text, tail))
    return address


def _insert(descriptor: str, call: Call, this: Value, offset: Value, value: Value) -> Value | None:
    text = value_text(call, value, descriptor)
    if text is None:
        return _to_text_then(call, value, partial(_insert_result, call.non_null(this), offset))
    return _insert_text(call, this, offset, text)


def _insert_chars(call: Call, this: Value, offset: Value, array: Value) -> Value:
    return _insert_text(call, this, offset, array_text(call, array))


def _delete(call: Call, this: Value, start: Value, end: Value) -> Value:
    address = call.non_null(this)
    text = call.text(address)
    if call.decide(ge(end, text.length)):
        end = text.length
    check_range(call, start, end, text.length, kind="start")
    set_text(call, address, texts.concat(text.slice(0, start), text.slice(end, text.length)))
    return address


def _delete_char_at(call: Call, this: Value, index: Value) -> Value:
    address = call.non_null(this)
    text = call.text(address)
    check_index(call, index, text.length)
    after = add(index, 1, 32)
    set_text(call, address, texts.concat(text.slice(0, index), text.slice(after, text.length)))
    return address


def _replace(call: Call, this: Value, start: Value, end: Value, part: Value) -> Value:
    address = call.non_null(this)
    text = call.text(address)
    if call.decide(ge(end, text.length)):
        end = text.length
    check_range(call, start, end, text.length, kind="start")
    new = call.text(part)
    set_text(call, address, texts.concat(text.slice(0, start), new, text.slice(end, text.length)))
    return address


def _set_char_at(call: Call, this: Value, index: Value, char: Value) -> None:
    address = call.non_null(this)
    text = call.text(address)
    check_index(call, index, text.length)
    set_text(call, address, texts.replace_at(limited(call, text), index, char))


def _set_length(call: Call, this: Value, size: Value) -> None:
    address = call.non_null(this)
    text = call.text(address)
    if not call.decide(ge(size, 0), "index"):
        outside(call, OUT_OF_BOUNDS, "size", size)
    if call.decide(le(size, text.length)):
        set_text(call, address, text.slice(0, size))
        return
    missing = sub(size, text.length, 32)
    if isinstance(missing, Term):
        cap = call.state.control.bounds.length
        call.limit(le(missing, cap))
        padding = texts.from_chars([0] * cap, missing)
    else:
        padding = Constant("\0" * int(missing))
    set_text(call, address, texts.concat(text, padding))


def _reverse(call: Call, this: Value) -> Value:
    address = call.non_null(this)
    text = limited(call, call.text(address))

    if not call.decide(texts.all_chars(text, _no_surrogate)):
        value = concrete_text(call, text, "java.lang.StringBuilder.reverse of surrogates")
        set_text(call, address, Constant(_reverse_pairs(value)))
        return address
    set_text(call, address, texts.reverse(text))
    return address


def _no_surrogate(char: Value) -> Value:
    return disj(lt(char, 0xD800), gt(char, 0xDFFF))


def _reverse_pairs(value: str) -> str:
    """The units in opposite order, surrogate pairs of the original kept in theirs (`AbstractStringBuilder.reverse`)."""
    units = list(reversed(value))
    i = 0
    while i < len(units) - 1:
        if "\udc00" <= units[i] <= "\udfff" and "\ud800" <= units[i + 1] <= "\udbff":
            units[i], units[i + 1] = units[i + 1], units[i]
            i += 1
        i += 1
    return "".join(units)


def _char_at(call: Call, this: Value, index: Value) -> Value:
    text = call.text(this)
    check_index(call, index, text.length)
    return text.at(index)


def _length(call: Call, this: Value) -> Value:
    return call.text(this).length


def _to_string(call: Call, this: Value) -> Value:
    return call.new_text(call.text(this))


def _substring(call: Call, this: Value, start: Value) -> Value:
    text = call.text(this)
    return _substring_to(call, this, start, text.length)


def _substring_to(call: Call, this: Value, start: Value, end: Value) -> Value:
    text = call.text(this)
    check_range(call, start, end, text.length, kind="start")
    return call.new_text(text.slice(start, end))


def _index_of(call: Call, this: Value, part: Value, start: Value = 0) -> Value:
    return find_text(call, call.text(this), call.text(part), start)


def _last_index_of(call: Call, this: Value, part: Value, start: Value | None = None) -> Value:
    text = call.text(this)
    return find_last_text(call, text, call.text(part), text.length if start is None else start)


def _compare(call: Call, this: Value, other: Value) -> Value:
    return texts.compare(*one_limited(call, call.text(this), call.text(other)))


def _get_chars(call: Call, this: Value, start: Value, end: Value, target: Value, at: Value) -> None:
    copy_chars(call, call.text(this), start, end, call.non_null(target), at, OUTSIDE)


def _nothing(call: Call, *args: Value) -> None:
    return None


def _capacity(call: Call, this: Value) -> Value:
    return call.unsupported("StringBuilder.capacity")


def _new_empty(call: Call, this: Value) -> None:
    set_text(call, this, texts.EMPTY)


def _new_sized(call: Call, this: Value, size: Value) -> None:
    if not call.decide(ge(size, 0), "size"):
        if isinstance(size, Term):
            call.throw("java/lang/NegativeArraySizeException")
        call.throw("java/lang/NegativeArraySizeException", str(size))
    heap = call.state.control.bounds.heap
    if isinstance(size, Term):
        call.limit(le(size, heap), "memory")
    elif size > heap:
        call.throw("java/lang/OutOfMemoryError", "Java heap space")
    set_text(call, this, texts.EMPTY)


def _new_text(call: Call, this: Value, source: Value) -> Value | None:
    text = value_text(call, call.non_null(source), "Ljava/lang/CharSequence;")
    if text is None:
        return _to_text_then(call, source, partial(_append_result, call.non_null(this)))
    set_text(call, this, text)
    return None


OBJECT_TYPES = (
    "Ljava/lang/Object;",
    "Ljava/lang/String;",
    "Ljava/lang/StringBuffer;",
    "Ljava/lang/CharSequence;",
    "Ljava/lang/AbstractStringBuilder;",
)
VALUE_TYPES = ("I", "J", "C", "Z", "F", "D", *OBJECT_TYPES)


def _register() -> None:
    everywhere: dict[str, Callable[..., Value | None]] = {
        "charAt(I)C": _char_at,
        "length()I": _length,
        "isEmpty()Z": is_empty,
        "toString()Ljava/lang/String;": _to_string,
        "substring(I)Ljava/lang/String;": _substring,
        "substring(II)Ljava/lang/String;": _substring_to,
        "subSequence(II)Ljava/lang/CharSequence;": _substring_to,
        "indexOf(Ljava/lang/String;)I": _index_of,
        "indexOf(Ljava/lang/String;I)I": _index_of,
        "lastIndexOf(Ljava/lang/String;)I": _last_index_of,
        "lastIndexOf(Ljava/lang/String;I)I": _last_index_of,
        "setCharAt(IC)V": _set_char_at,
        "setLength(I)V": _set_length,
        "getChars(II[CI)V": _get_chars,
        "ensureCapacity(I)V": _nothing,
        "trimToSize()V": _nothing,
        "capacity()I": _capacity,
        "<init>()V": _new_empty,
        "<init>(I)V": _new_sized,
        "<init>(Ljava/lang/String;)V": _new_text,
        "<init>(Ljava/lang/CharSequence;)V": _new_text,
    }
    fluent: dict[str, Callable[..., Value | None]] = {
        "append([C)": _append_chars,
        "append([CII)": _append_part,
        "append(Ljava/lang/CharSequence;II)": _append_range,
        "appendCodePoint(I)": _append_code_point,
        "delete(II)": _delete,
        "deleteCharAt(I)": _delete_char_at,
        "replace(IILjava/lang/String;)": _replace,
        "insert(I[C)": _insert_chars,
        "reverse()": _reverse,
    }
    for kind in VALUE_TYPES:
        fluent[f"append({kind})"] = partial(_append, kind)
        fluent[f"insert(I{kind})"] = partial(_insert, kind)
    for owner in BUILDERS:
        for method, function in everywhere.items():
            name, _, rest = method.partition("(")
            add_model((owner, name, "(" + rest), function)
        for method, function in fluent.items():
            name, _, rest = method.partition("(")
            for result in {owner, BUILDERS[0]}:
                add_model((owner, name, f"({rest}L{result};"), function)
        add_model((owner, "compareTo", f"(L{owner};)I"), _compare)
        for name in "chars", "codePoints":
            descriptor = "()Ljava/util/stream/IntStream;"
            IN_JAVA[owner, name, descriptor] = (
                "everypath/library/Strings",
                name,
                "(Ljava/lang/CharSequence;)Ljava/util/stream/IntStream;",
            )
        for name, parameters in (("codePointAt", "I"), ("codePointBefore", "I"), ("codePointCount", "II")):
            IN_JAVA[owner, name, f"({parameters})I"] = (
                "everypath/library/Strings",
                name,
                f"(Ljava/lang/CharSequence;{parameters})I",
            )


_register()
