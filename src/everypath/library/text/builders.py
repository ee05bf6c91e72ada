"""Models of ``StringBuilder``, ``StringBuffer`` and their superclass: each operation replaces the builder's text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.library.jdk import ask
from everypath.library.models import BUILDERS, IN_JAVA, add_model, concretise, limited, one_limited
from everypath.library.text.builder_capacity import INITIAL_CAPACITY, Capacity
from everypath.library.text.char_arrays import (
    OUT_OF_BOUNDS,
    array_text,
    check_code_point,
    code_point_text,
    copy_chars,
    set_text,
    surrogates,
)
from everypath.library.text.index_checks import check_index, check_range, filled, outside
from everypath.library.text.strings import find_last_text, find_text, is_empty, repeated
from everypath.state import NULL, TextObject
from everypath.state import text as texts
from everypath.state.text import Constant, Text
from everypath.term import Term, Value, add, conj, eq, ge, le, ne, sub

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.vm.core import Call


OUTSIDE = "java/lang/IndexOutOfBoundsException"


def _change(call: Call, address: int, text: Text) -> None:
    """Assign the text of a builder, which grows if the text does not fit."""
    builder = set_text(call, address, text)
    if isinstance(builder.extra, Capacity):
        builder.extra = builder.extra.grown(text.length)


def _start(call: Call, this: Value, capacity: Value) -> None:
    """An empty builder of a capacity."""
    set_text(call, this, texts.EMPTY).extra = Capacity(capacity)


SEQUENCE = "Ljava/lang/CharSequence;"


def value_text(call: Call, value: Value, descriptor: str) -> Text | None:
    """The result of ``String.valueOf`` for a value. None for an object whose ``toString`` must be called."""
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
        number = concretise(call, value, f"{dotted(owner)}.toString")
        return call.text(ask(call, (owner, "toString", f"({descriptor})Ljava/lang/String;"), number))
    address = call.reference(value)
    if address == NULL:
        return Constant("null")
    if isinstance(call.state.object(address), TextObject):
        return call.text(address)
    return None


def _appended(call: Call, this: Value, text: Text) -> Value:
    address = call.non_null(this)
    _change(call, address, texts.concat(call.text(address), text))
    return address


def _append(descriptor: str, call: Call, this: Value, value: Value) -> Value | None:
    text = value_text(call, value, descriptor)
    if text is None:
        return _to_text_then(call, value, descriptor, partial(_append_result, call.non_null(this)))
    return _appended(call, this, text)


def _to_text_then(
    call: Call, value: Value, descriptor: str, after: Callable[[Call, Value | None], Value | None]
) -> Value | None:
    """Leave the model by a call of ``toString()``, whose result goes to ``after``. Reads a sequence char by char."""
    if descriptor == SEQUENCE:
        contents = call.klass("everypath/library/Strings").declared_method(
            "contents", f"({SEQUENCE})Ljava/lang/String;"
        )
        assert contents is not None
        return call.then(contents, [value], after)
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
    text = array_text(call, array)
    end = add(start, count, 32)
    check_range(call, start, end, text.length, OUTSIDE, "start")
    return _appended(call, this, text.slice(start, end))


def _append_range(call: Call, this: Value, sequence: Value, start: Value, end: Value) -> Value:
    text = value_text(call, sequence, "Ljava/lang/CharSequence;")
    if text is None:
        return call.unsupported("append(CharSequence, int, int) of another sequence")
    check_range(call, start, end, text.length, OUTSIDE, "start")
    return _appended(call, this, text.slice(start, end))


def _append_float(descriptor: str, call: Call, this: Value, value: Value) -> Value | None:
    """``append`` of a float or double: newer JDKs first grow the builder for the longest number."""
    text = value_text(call, value, descriptor)
    assert text is not None
    address = call.non_null(this)
    builder = call.state.object(address)
    name = "FloatToDecimal" if descriptor == "F" else "DoubleToDecimal"
    reserves_capacity = any(m.name == "putDecimal" for m in _methods_of(call, f"jdk/internal/math/{name}"))
    if reserves_capacity and isinstance(builder.extra, Capacity):
        longest = 15 if descriptor == "F" else 24
        capacity = builder.extra.grown(add(call.text(address).length, longest, 32))
        call.state.writable(address).extra = capacity
    return _appended(call, this, text)


def _methods_of(call: Call, name: str) -> Sequence[Method]:
    cls = call.machine.program.find(name)
    return () if cls is None else cls.methods


def _repeat(call: Call, this: Value, text: Text, count: Value) -> Value:
    address = call.non_null(this)
    if not call.decide(ge(count, 0)):
        call.throw("java/lang/IllegalArgumentException", filled("count is negative: {0}", count))
    return _appended(call, address, repeated(call, text, count))


def _repeat_point(call: Call, this: Value, point: Value, count: Value) -> Value:
    if call.decide(eq(count, 0)):
        return call.non_null(this)
    if not call.decide(ge(count, 0)):
        return _repeat(call, this, texts.EMPTY, count)
    return _repeat(call, this, code_point_text(call, point), count)


def _repeat_sequence(call: Call, this: Value, sequence: Value, count: Value) -> Value:
    text = value_text(call, sequence, SEQUENCE)
    if text is None:
        return call.unsupported("repeat(CharSequence, int) of another sequence")
    return _repeat(call, this, text, count)


def _append_code_point(call: Call, this: Value, point: Value) -> Value:
    if call.decide(conj(ge(point, 0), le(point, 0xFFFF))):
        return _appended(call, this, texts.from_chars([point]))
    check_code_point(call, point)
    return _appended(call, this, texts.from_chars(surrogates(point)))


def _insert_text(call: Call, this: Value, offset: Value, text: Text) -> Value:
    address = call.non_null(this)
    before = call.text(address)
    _check_offset(call, before, offset)
    head, tail = before.slice(0, offset), before.slice(offset, before.length)
    _change(call, address, texts.concat(head, text, tail))
    return address


def _insert(descriptor: str, call: Call, this: Value, offset: Value, value: Value) -> Value | None:
    text = value_text(call, value, descriptor)
    if text is None:
        return _to_text_then(call, value, descriptor, partial(_insert_result, call.non_null(this), offset))
    return _insert_text(call, this, offset, text)


def _insert_chars(call: Call, this: Value, offset: Value, array: Value) -> Value:
    return _insert_text(call, this, offset, array_text(call, array))


def _insert_range(call: Call, this: Value, offset: Value, sequence: Value, start: Value, end: Value) -> Value:
    _check_offset(call, call.text(this), offset)
    text = value_text(call, sequence, "Ljava/lang/CharSequence;")
    if text is None:
        return call.unsupported("insert(int, CharSequence, int, int) of another sequence")
    check_range(call, start, end, text.length, OUTSIDE, "start")
    return _insert_text(call, this, offset, text.slice(start, end))


def _insert_part(call: Call, this: Value, offset: Value, array: Value, start: Value, count: Value) -> Value:
    _check_offset(call, call.text(this), offset)
    text = array_text(call, array)
    if not call.decide(conj(ge(start, 0), ge(count, 0), le(start, sub(text.length, count, 32))), "index"):
        outside(call, OUT_OF_BOUNDS, "part", start, count, text.length, add(start, count, 32))
    return _insert_text(call, this, offset, text.slice(start, add(start, count, 32)))


def _check_offset(call: Call, text: Text, offset: Value) -> None:
    if not call.decide(conj(ge(offset, 0), le(offset, text.length)), "index"):
        outside(call, OUT_OF_BOUNDS, "offset", offset, text.length)


def _delete(call: Call, this: Value, start: Value, end: Value) -> Value:
    address = call.non_null(this)
    text = call.text(address)
    if call.decide(ge(end, text.length)):
        end = text.length
    check_range(call, start, end, text.length, kind="start")
    _change(call, address, texts.concat(text.slice(0, start), text.slice(end, text.length)))
    return address


def _delete_char_at(call: Call, this: Value, index: Value) -> Value:
    address = call.non_null(this)
    text = call.text(address)
    check_index(call, index, text.length)
    after = add(index, 1, 32)
    _change(call, address, texts.concat(text.slice(0, index), text.slice(after, text.length)))
    return address


def _replace(call: Call, this: Value, start: Value, end: Value, part: Value) -> Value:
    address = call.non_null(this)
    text = call.text(address)
    if call.decide(ge(end, text.length)):
        end = text.length
    check_range(call, start, end, text.length, kind="start")
    new = call.text(part)
    _change(call, address, texts.concat(text.slice(0, start), new, text.slice(end, text.length)))
    return address


def _set_char_at(call: Call, this: Value, index: Value, char: Value) -> None:
    address = call.non_null(this)
    text = call.text(address)
    check_index(call, index, text.length)
    _change(call, address, texts.replace_at(limited(call, text), index, char))


def _set_length(call: Call, this: Value, size: Value) -> None:
    address = call.non_null(this)
    text = call.text(address)
    if not call.decide(ge(size, 0), "index"):
        outside(call, OUT_OF_BOUNDS, "size", size)
    if call.decide(le(size, text.length)):
        _change(call, address, text.slice(0, size))
        return
    missing = sub(size, text.length, 32)
    if isinstance(missing, Term):
        cap = call.state.control.bounds.length
        call.limit(le(missing, cap))
        padding = texts.from_chars([0] * cap, missing)
    else:
        padding = Constant("\0" * int(missing))
    _change(call, address, texts.concat(text, padding))


def _reverse(call: Call, this: Value) -> Value:
    """``reverse``: surrogate pairs keep their order."""
    address = call.non_null(this)
    text = limited(call, call.text(address))
    set_text(call, address, texts.reverse(text))
    return address


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
    text = call.text(this)
    check_range(call, start, end, text.length, kind="start")
    copy_chars(call, text, start, end, call.non_null(target), at, OUTSIDE, "into")


def _known_capacity(call: Call, this: Value) -> tuple[int, Capacity]:
    address = call.non_null(this)
    capacity = call.state.object(address).extra
    if not isinstance(capacity, Capacity):
        call.unsupported("the capacity of a builder that is not known")
    return address, capacity


def _ensure_capacity(call: Call, this: Value, needed: Value) -> None:
    address, capacity = _known_capacity(call, this)
    call.state.writable(address).extra = capacity.grown(needed)


def _trim_to_size(call: Call, this: Value) -> None:
    address, _ = _known_capacity(call, this)
    call.state.writable(address).extra = Capacity(call.text(address).length)


def _capacity(call: Call, this: Value) -> Value:
    return _known_capacity(call, this)[1].value()


def _new_empty(call: Call, this: Value) -> None:
    _start(call, this, INITIAL_CAPACITY)


def _new_sized(call: Call, this: Value, size: Value) -> None:
    if not call.decide(ge(size, 0), "size"):
        call.throw("java/lang/NegativeArraySizeException", texts.decimal(size, 32))
    if isinstance(size, Term):
        call.state.assume_memory(size, 1)
    elif size > call.state.control.bounds.heap:
        call.throw("java/lang/OutOfMemoryError", "Java heap space")
    _start(call, this, size)


def _new_text(call: Call, this: Value, source: Value) -> Value | None:
    text = value_text(call, call.non_null(source), "Ljava/lang/CharSequence;")
    if text is None:
        _start(call, this, INITIAL_CAPACITY)
        return _to_text_then(call, source, SEQUENCE, partial(_append_result, call.non_null(this)))
    _start(call, this, add(text.length, INITIAL_CAPACITY, 32))
    set_text(call, this, text)
    return None


OBJECT_TYPES = (
    "Ljava/lang/Object;",
    "Ljava/lang/String;",
    "Ljava/lang/StringBuffer;",
    SEQUENCE,
    "Ljava/lang/AbstractStringBuilder;",
)
VALUE_TYPES = ("I", "J", "C", "Z", "F", "D", *OBJECT_TYPES)
"""Types of which ``append`` and ``insert`` take a value."""

MODELS_OF_BUILDERS: dict[str, Callable[..., Value | None]] = {
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
    "ensureCapacity(I)V": _ensure_capacity,
    "trimToSize()V": _trim_to_size,
    "capacity()I": _capacity,
    "<init>()V": _new_empty,
    "<init>(I)V": _new_sized,
    "<init>(Ljava/lang/String;)V": _new_text,
    "<init>(Ljava/lang/CharSequence;)V": _new_text,
}
"""Models of methods that all three classes have, by name and descriptor."""

FLUENT_MODELS: dict[str, Callable[..., Value | None]] = {
    "append([C)": _append_chars,
    "append([CII)": _append_part,
    "append(Ljava/lang/CharSequence;II)": _append_range,
    "appendCodePoint(I)": _append_code_point,
    "delete(II)": _delete,
    "deleteCharAt(I)": _delete_char_at,
    "replace(IILjava/lang/String;)": _replace,
    "insert(I[C)": _insert_chars,
    "insert(I[CII)": _insert_part,
    "insert(ILjava/lang/CharSequence;II)": _insert_range,
    "reverse()": _reverse,
    "repeat(II)": _repeat_point,
    "repeat(Ljava/lang/CharSequence;I)": _repeat_sequence,
    **{f"append({kind})": partial(_append_float if kind in "FD" else _append, kind) for kind in VALUE_TYPES},
    **{f"insert(I{kind})": partial(_insert, kind) for kind in VALUE_TYPES},
}
"""Models of methods that return the builder, by name and parameters; the return type is a class of builders."""

APPENDABLE_MODELS: dict[str, Callable[..., Value | None]] = {
    "(Ljava/lang/CharSequence;II)": _append_range,
    "(Ljava/lang/CharSequence;)": partial(_append, SEQUENCE),
    "(C)": partial(_append, "C"),
}
"""Models of ``Appendable.append``, by parameters."""


def _register(owner: str) -> None:
    """Register the models of one of the three classes."""
    for method, function in MODELS_OF_BUILDERS.items():
        name, _, rest = method.partition("(")
        add_model((owner, name, "(" + rest), function)
    for method, function in FLUENT_MODELS.items():
        name, _, rest = method.partition("(")
        for result in {owner, BUILDERS[0]}:
            add_model((owner, name, f"({rest}L{result};"), function)
    if owner != BUILDERS[0]:
        for parameters, function in APPENDABLE_MODELS.items():
            add_model((owner, "append", f"{parameters}Ljava/lang/Appendable;"), function)
    add_model((owner, "compareTo", f"(L{owner};)I"), _compare)
    for name, parameters, result in (
        ("chars", "", "Ljava/util/stream/IntStream;"),
        ("codePoints", "", "Ljava/util/stream/IntStream;"),
        ("offsetByCodePoints", "II", "I"),
    ):
        replacement = ("everypath/library/Strings", name, f"({SEQUENCE}{parameters}){result}")
        IN_JAVA[owner, name, f"({parameters}){result}"] = replacement


for _owner in BUILDERS:
    _register(_owner)
