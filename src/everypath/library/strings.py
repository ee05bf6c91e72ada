"""Models of ``java.lang.String``: terms over texts, no fork until a branch asks.

``String``, its builders and their helpers are one closed family: no bytecode of theirs runs on a modelled text. What
has no model here or in `everypath.library.builders` is written in Java over these primitives (``java/``), asked of the
bridge on constants, or unsupported.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.library.bridging import ask, ask_this
from everypath.library.characters import is_latin1, is_whitespace, lower_latin1, upper_latin1
from everypath.library.checks import char_kind, check_index, check_range
from everypath.library.registry import in_java, in_java_static, model, pure
from everypath.library.support import (
    STRING,
    boolean,
    concrete_text,
    limited,
    method_name,
    one_limited,
)
from everypath.library.text_arrays import surrogates
from everypath.state import INTERNED, NULL, Identity, TextObject
from everypath.state import text as texts
from everypath.state.text import Text
from everypath.term import Term, Value, conj, disj, eq, ge, ite, le, lt, ne, sub
from everypath.vm import arrays

if TYPE_CHECKING:
    from everypath.vm.protocols import Call

# -- reading ------------------------------------------------------------------------------------------------------


@model(STRING, "length", "()I")
def length(call: Call, this: Value) -> Value:
    """``length``."""
    return call.text(this).length


@model(STRING, "isEmpty", "()Z")
def is_empty(call: Call, this: Value) -> Value:
    """``isEmpty``."""
    return boolean(eq(call.text(this).length, 0))


@model(STRING, "charAt", "(I)C")
def char_at(call: Call, this: Value, index: Value) -> Value:
    """``charAt``, with its exception."""
    text = call.text(this)
    check_index(call, index, text.length, char_kind(text))
    return text.at(index)


@model(STRING, "hashCode", "()I")
def hash_code(call: Call, this: Value) -> Value:
    """``hashCode`` of a text within the length bound."""
    return texts.hash_code(limited(call, call.text(this)))


def text_of_object(call: Call, value: Value) -> Text | None:
    """The text of a reference, or None where it is null or no ``String``."""
    address = call.reference(value)
    if address == NULL or call.class_of(address).name != STRING:
        return None
    return call.text(address)


@model(STRING, "equals", "(Ljava/lang/Object;)Z")
def equals(call: Call, this: Value, other: Value) -> Value:
    """``equals``: one conjunction."""
    left, right = call.text(this), text_of_object(call, other)
    if right is None:
        return 0
    return boolean(texts.equal(*one_limited(call, left, right)))


@model(STRING, "contentEquals", "(Ljava/lang/StringBuffer;)Z", "(Ljava/lang/CharSequence;)Z")
def content_equals(call: Call, this: Value, other: Value) -> Value:
    """``contentEquals`` with a string or builder."""
    address = call.non_null(other)
    if not isinstance(call.state.object(address), TextObject):
        return call.unsupported("java.lang.String.contentEquals(CharSequence)")
    return boolean(texts.equal(*one_limited(call, call.text(this), call.text(address))))


def fold_case(char: Value) -> Value:
    """The char as ``equalsIgnoreCase`` compares it, for Latin-1: lower case of the upper case."""
    return ite(eq(char, 0xB5), 0x3BC, lower_latin1(char))


FOLDING = {"i": (0x130, 0x131), "k": (0x212A,), "s": (0x17F,)}
"""The chars beyond Latin-1 that equal an ASCII letter when case is ignored."""


def _folds_to(char: Value, ascii_char: str) -> Value:
    """Whether a char equals an ASCII char, ignoring case."""
    units = {ord(ascii_char.lower()), ord(ascii_char.upper()), *FOLDING.get(ascii_char.lower(), ())}
    return disj(*(eq(char, unit) for unit in sorted(units)))


def both_latin1(call: Call, left: Text, right: Text) -> bool:
    """Decide whether all chars that a comparison can meet are Latin-1."""
    return call.decide(conj(_latin1(left, right), _latin1(right, left)))


def _latin1(text: Text, other: Text) -> Value:
    """All chars of the text within the reach of the other one are Latin-1."""
    count = min(n for n in (text.limit, other.limit, 1 << 40) if n is not None)
    length = text.length
    return conj(*(_or_beyond(length, i, is_latin1(text.at(i))) for i in range(count)))


def _or_beyond(length: Value, index: int, condition: Value) -> Value:
    beyond = le(length, index)
    return ite(beyond, True, condition)


@model(STRING, "equalsIgnoreCase", "(Ljava/lang/String;)Z")
def equals_ignore_case(call: Call, this: Value, other: Value) -> Value:
    """``equalsIgnoreCase``: exact over Latin-1, concretised beyond."""
    left, address = call.text(this), call.reference(other)
    if address == NULL:
        return 0
    left, right = one_limited(call, left, call.text(address))
    if left.constant is not None and right.constant is not None and not (left.constant + right.constant).isascii():
        return ask_this(call, call.new_text(left), call.new_text(right))
    same_length = eq(left.length, right.length)
    if same_length is False:
        return 0
    known, unknown = (left.constant, right) if left.constant is not None else (right.constant, left)
    if known is not None and known.isascii():
        return boolean(conj(same_length, *(_folds_to(unknown.at(i), c) for i, c in enumerate(known))))
    if both_latin1(call, left, right):
        length, count = left.length, min(n for n in (left.limit, right.limit) if n is not None)
        pairs = (_or_beyond(length, i, eq(fold_case(left.at(i)), fold_case(right.at(i)))) for i in range(count))
        return boolean(conj(same_length, *pairs))
    return _ask_texts(call, left, right)


def _ask_texts(call: Call, *args: Text) -> Value:
    what = method_name(call)
    return ask_this(call, *(call.new_text(concrete_text(call, text, what)) for text in args))


@model(STRING, "compareTo", "(Ljava/lang/String;)I")
def compare_to(call: Call, this: Value, other: Value) -> Value:
    """``compareTo``."""
    return texts.compare(*one_limited(call, call.text(this), call.text(other)))


def compare_ignoring_case(call: Call, left: Text, right: Text) -> Value:
    """``compareToIgnoreCase``: exact over Latin-1, concretised beyond."""
    left, right = one_limited(call, left, right)
    if both_latin1(call, left, right):
        return texts.compare(left, right, fold_case)
    return _ask_texts(call, left, right)


@model(STRING, "compareToIgnoreCase", "(Ljava/lang/String;)I")
def compare_to_ignore_case(call: Call, this: Value, other: Value) -> Value:
    """``compareToIgnoreCase``."""
    return compare_ignoring_case(call, call.text(this), call.text(other))


@model(STRING, "compareTo", "(Ljava/lang/Object;)I")
def compare_to_object(call: Call, this: Value, other: Value) -> Value:
    """The bridge method of ``compareTo``."""
    right = text_of_object(call, call.non_null(other))
    if right is None:
        return call.throw("java/lang/ClassCastException")
    return texts.compare(*one_limited(call, call.text(this), right))


@model(STRING, "startsWith", "(Ljava/lang/String;)Z")
def starts_with(call: Call, this: Value, prefix: Value) -> Value:
    """``startsWith``."""
    return starts_with_at(call, this, prefix, 0)


@model(STRING, "startsWith", "(Ljava/lang/String;I)Z")
def starts_with_at(call: Call, this: Value, prefix: Value, offset: Value) -> Value:
    """``startsWith`` from an offset."""
    text, part = call.text(this), limited(call, call.text(prefix))
    return boolean(texts.starts_with(text, part, offset))


@model(STRING, "endsWith", "(Ljava/lang/String;)Z")
def ends_with(call: Call, this: Value, suffix: Value) -> Value:
    """``endsWith``."""
    text, part = call.text(this), limited(call, call.text(suffix))
    return boolean(texts.starts_with(text, part, sub(text.length, part.length, 32)))


@model(STRING, "indexOf", "(Ljava/lang/String;)I")
def index_of(call: Call, this: Value, part: Value) -> Value:
    """``indexOf`` a string."""
    return index_of_from(call, this, part, 0)


@model(STRING, "indexOf", "(Ljava/lang/String;I)I")
def index_of_from(call: Call, this: Value, part: Value, start: Value) -> Value:
    """``indexOf`` a string from an index."""
    return find_text(call, call.text(this), call.text(part), start)


def find_text(call: Call, text: Text, part: Text, start: Value) -> Value:
    """First occurrence at or after ``start``."""
    if text.constant is not None and part.constant is not None and isinstance(start, int):
        first = min(max(start, 0), len(text.constant))
        return text.constant.find(part.constant, first)
    return texts.index_of(limited(call, text), limited(call, part), start)


def find_last_text(call: Call, text: Text, part: Text, start: Value) -> Value:
    """Last occurrence at or before ``start``."""
    return texts.last_index_of(limited(call, text), limited(call, part), start)


@model(STRING, "lastIndexOf", "(Ljava/lang/String;)I")
def last_index_of(call: Call, this: Value, part: Value) -> Value:
    """``lastIndexOf`` a string."""
    text = limited(call, call.text(this))
    return find_last_text(call, text, call.text(part), text.length)


@model(STRING, "lastIndexOf", "(Ljava/lang/String;I)I")
def last_index_of_from(call: Call, this: Value, part: Value, start: Value) -> Value:
    """``lastIndexOf`` a string from an index backwards."""
    return find_last_text(call, call.text(this), call.text(part), start)


def find_char(call: Call, text: Text, char: Value, start: Value, *, last: bool) -> Value:
    """``indexOf`` or ``lastIndexOf`` a code point."""
    text = limited(call, text)
    search = texts.last_index_of_char if last else texts.index_of_char
    if call.decide(conj(ge(char, 0), lt(char, 0x10000))):
        return search(text, char, start)
    if call.decide(conj(ge(char, 0x10000), le(char, 0x10FFFF))):
        pair = texts.from_chars(surrogates(char))
        return (texts.last_index_of if last else texts.index_of)(text, pair, start)
    return -1


@model(STRING, "indexOf", "(I)I")
def index_of_char(call: Call, this: Value, char: Value) -> Value:
    """``indexOf`` a code point."""
    return find_char(call, call.text(this), char, 0, last=False)


@model(STRING, "indexOf", "(II)I")
def index_of_char_from(call: Call, this: Value, char: Value, start: Value) -> Value:
    """``indexOf`` a code point from an index."""
    return find_char(call, call.text(this), char, start, last=False)


@model(STRING, "lastIndexOf", "(I)I")
def last_index_of_char(call: Call, this: Value, char: Value) -> Value:
    """``lastIndexOf`` a code point."""
    text = limited(call, call.text(this))
    return find_char(call, text, char, sub(text.length, 1, 32), last=True)


@model(STRING, "lastIndexOf", "(II)I")
def last_index_of_char_from(call: Call, this: Value, char: Value, start: Value) -> Value:
    """``lastIndexOf`` a code point from an index backwards."""
    return find_char(call, call.text(this), char, start, last=True)


@model(STRING, "contains", "(Ljava/lang/CharSequence;)Z")
def contains(call: Call, this: Value, part: Value) -> Value | None:
    """``contains`` a string or builder; other sequences are turned into a string first."""
    text, address = call.text(this), call.non_null(part)
    if isinstance(call.state.object(address), TextObject):
        return boolean(ge(find_text(call, text, call.text(address), 0), 0))
    method, receiver = call.select("java/lang/Object", "toString", "()Ljava/lang/String;", address)
    return call.then(method, [receiver], partial(_contains_result, call.non_null(this)))


def _contains_result(this: int, call: Call, part: Value | None) -> Value | None:
    return boolean(ge(find_text(call, call.text(this), call.text(part if part is not None else NULL), 0), 0))


@model(STRING, "isBlank", "()Z")
def is_blank(call: Call, this: Value) -> Value:
    """``isBlank``."""
    return boolean(texts.all_chars(limited(call, call.text(this)), is_whitespace))


# -- parts and changes ----------------------------------------------------------------------------------------------


@model(STRING, "substring", "(I)Ljava/lang/String;")
def substring_from(call: Call, this: Value, start: Value) -> Value:
    """``substring`` to the end."""
    text = call.text(this)
    if start == 0 and isinstance(start, int):
        return call.reference(this)
    check_range(call, start, text.length, text.length)
    return call.new_text(text.slice(start, text.length))


@model(STRING, "substring", "(II)Ljava/lang/String;")
def substring(call: Call, this: Value, start: Value, end: Value) -> Value:
    """``substring``."""
    text = call.text(this)
    check_range(call, start, end, text.length)
    if start == 0 and call.decide(conj(eq(start, 0), eq(end, text.length))):
        return call.reference(this)
    return call.new_text(text.slice(start, end))


@model(STRING, "subSequence", "(II)Ljava/lang/CharSequence;")
def sub_sequence(call: Call, this: Value, start: Value, end: Value) -> Value:
    """``subSequence``."""
    return substring(call, this, start, end)


@model(STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;")
def concat(call: Call, this: Value, other: Value) -> Value:
    """``concat``; the receiver itself where the other one is empty."""
    left, right = call.text(this), call.text(other)
    if call.decide(eq(right.length, 0)):
        return call.reference(this)
    return call.new_text(texts.concat(left, right))


def _unless_same(call: Call, this: Value, before: Text, after: Text) -> Value:
    """The receiver itself where nothing was cut off, as the JDK does."""
    if before is after or before == after:
        return call.reference(this)
    receiver = call.state.object(call.non_null(this))
    if not isinstance(receiver.extra, Identity) or after.constant is not None:
        return call.new_text(after)
    unchanged = conj(receiver.extra.holds, texts.equal(before, after))
    extra = Identity(receiver.extra.number, unchanged) if unchanged is not False else None
    return call.state.allocate(TextObject(receiver.cls, after, call.state.token, extra=extra))


@model(STRING, "trim", "()Ljava/lang/String;")
def trim(call: Call, this: Value) -> Value:
    """``trim``: chars up to the space are blank."""
    text = limited(call, call.text(this))
    return _unless_same(call, this, text, texts.strip(text, lambda c: le(c, 32)))


@model(STRING, "strip", "()Ljava/lang/String;")
def strip(call: Call, this: Value) -> Value:
    """``strip``."""
    text = limited(call, call.text(this))
    return _unless_same(call, this, text, texts.strip(text, is_whitespace))


@model(STRING, "stripLeading", "()Ljava/lang/String;")
def strip_leading(call: Call, this: Value) -> Value:
    """``stripLeading``."""
    text = limited(call, call.text(this))
    return _unless_same(call, this, text, texts.strip(text, is_whitespace, right=False))


@model(STRING, "stripTrailing", "()Ljava/lang/String;")
def strip_trailing(call: Call, this: Value) -> Value:
    """``stripTrailing``."""
    text = limited(call, call.text(this))
    return _unless_same(call, this, text, texts.strip(text, is_whitespace, left=False))


def _change_case(call: Call, this: Value, *, upper: bool) -> Value:
    text = limited(call, call.text(this))
    sharp_s, micro, y_diaeresis = 0xDF, 0xB5, 0xFF

    def simple(char: Value) -> Value:
        latin = is_latin1(char)
        if not upper:
            return latin
        return conj(latin, ne(char, sharp_s), ne(char, micro), ne(char, y_diaeresis))

    if call.decide(texts.all_chars(text, simple)):
        return _unless_same(call, this, text, texts.map_chars(text, upper_latin1 if upper else lower_latin1))
    name = "toUpperCase" if upper else "toLowerCase"
    value = concrete_text(call, text, f"java.lang.String.{name} beyond Latin-1")
    return ask_this(call, call.new_text(value))


@model(STRING, "toLowerCase", "()Ljava/lang/String;")
def to_lower_case(call: Call, this: Value) -> Value:
    """``toLowerCase`` in the pinned locale; exact over Latin-1."""
    return _change_case(call, this, upper=False)


@model(STRING, "toUpperCase", "()Ljava/lang/String;")
def to_upper_case(call: Call, this: Value) -> Value:
    """``toUpperCase`` in the pinned locale; exact over Latin-1."""
    return _change_case(call, this, upper=True)


def _change_case_in(call: Call, this: Value, locale: Value, *, upper: bool) -> Value:
    """With a locale: Latin-1 texts change alike in all but Turkish, Azeri and Lithuanian, which are unsupported."""
    address = call.non_null(locale)
    language = locale_language(call, address)
    if language is None or language in ("tr", "az", "lt"):
        return call.unsupported(f"java.lang.String.{'toUpperCase' if upper else 'toLowerCase'}(Locale {language})")
    text = limited(call, call.text(this))
    if not call.decide(texts.all_chars(text, lambda c: lt(c, 0x80))):
        latin = texts.all_chars(text, lambda c: conj(is_latin1(c), ne(c, 0xDF), ne(c, 0xB5), ne(c, 0xFF)))
        if not call.decide(latin):
            name = call.method.name
            value = concrete_text(call, text, f"java.lang.String.{name} beyond Latin-1")
            key = (STRING, name, "()Ljava/lang/String;")
            return ask(call, key, call.new_text(value), is_static=False)
    return _unless_same(call, this, text, texts.map_chars(text, upper_latin1 if upper else lower_latin1))


def locale_language(call: Call, address: int) -> str | None:
    """The language of a ``Locale`` object, None where it cannot be read."""
    base = call.get_field(address, "baseLocale")
    if not isinstance(base, int) or base == NULL:
        return None
    language = call.get_field(base, "language")
    return call.text(language).constant


@model(STRING, "toLowerCase", "(Ljava/util/Locale;)Ljava/lang/String;")
def to_lower_case_in(call: Call, this: Value, locale: Value) -> Value:
    """``toLowerCase`` in a locale."""
    return _change_case_in(call, this, locale, upper=False)


@model(STRING, "toUpperCase", "(Ljava/util/Locale;)Ljava/lang/String;")
def to_upper_case_in(call: Call, this: Value, locale: Value) -> Value:
    """``toUpperCase`` in a locale."""
    return _change_case_in(call, this, locale, upper=True)


@model(STRING, "replace", "(CC)Ljava/lang/String;")
def replace_char(call: Call, this: Value, old: Value, new: Value) -> Value:
    """``replace`` one char by another."""
    text = limited(call, call.text(this))
    changed = texts.map_chars(text, lambda c: ite(eq(c, old), new, c))
    return _unless_same(call, this, text, changed)


@model(STRING, "toString", "()Ljava/lang/String;")
def to_string(call: Call, this: Value) -> Value:
    """``toString``: the receiver."""
    return call.reference(this)


@model(STRING, "intern", "()Ljava/lang/String;")
def intern(call: Call, this: Value) -> Value:
    """``intern``: the receiver where it is the interned object of its content, else that object."""
    text, obj = call.text(this), call.state.object(call.non_null(this))
    if text.constant is not None:
        return call.intern(text.constant)
    if isinstance(obj.extra, Identity) and call.decide(conj(obj.extra.holds, eq(obj.extra.number, 0))):
        return call.non_null(this)
    return call.state.allocate(TextObject(obj.cls, text, call.state.token, extra=INTERNED))


@model(STRING, "repeat", "(I)Ljava/lang/String;")
def repeat(call: Call, this: Value, count: Value) -> Value:
    """``repeat``: one fork per count within the length bound."""
    text = call.text(this)
    if not call.decide(ge(count, 0), "library"):
        if isinstance(count, Term):
            return call.throw("java/lang/IllegalArgumentException")
        return call.throw("java/lang/IllegalArgumentException", f"count is negative: {count}")
    if isinstance(count, Term):
        cap = call.state.control.bounds.length
        call.limit(le(count, cap))
        count = next((n for n in range(cap) if call.decide(eq(count, n))), cap)
    if text.constant is not None:
        return call.new_text(text.constant * int(count))
    return call.new_text(texts.concat(*([text] * int(count))))


pure(
    STRING,
    "valueOf(F)Ljava/lang/String;",
    "valueOf(D)Ljava/lang/String;",
    "matches(Ljava/lang/String;)Z",
    "replaceAll(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
    "replaceFirst(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
    "translateEscapes()Ljava/lang/String;",
    "stripIndent()Ljava/lang/String;",
    "indent(I)Ljava/lang/String;",
)
TAIL = "everypath/library/Strings"
in_java(
    STRING,
    TAIL,
    "regionMatches(ILjava/lang/String;II)Z",
    "regionMatches(ZILjava/lang/String;II)Z",
    "replace(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Ljava/lang/String;",
    "split(Ljava/lang/String;)[Ljava/lang/String;",
    "split(Ljava/lang/String;I)[Ljava/lang/String;",
    "codePointAt(I)I",
    "codePointBefore(I)I",
    "codePointCount(II)I",
    "offsetByCodePoints(II)I",
    "chars()Ljava/util/stream/IntStream;",
    "codePoints()Ljava/util/stream/IntStream;",
    "getBytes()[B",
    "getBytes(Ljava/nio/charset/Charset;)[B",
    "formatted([Ljava/lang/Object;)Ljava/lang/String;",
)
in_java_static(
    STRING,
    TAIL,
    "join(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;",
    "join(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;",
    "join(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;I)Ljava/lang/String;",
    "format(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
)


@model("java/lang/String$CaseInsensitiveComparator", "compare", "(Ljava/lang/String;Ljava/lang/String;)I")
def compare_insensitive(call: Call, this: Value, left: Value, right: Value) -> Value:
    """``CASE_INSENSITIVE_ORDER.compare``."""
    first, second = one_limited(call, call.text(left), call.text(right))
    if call.decide(conj(_latin1(first, second), _latin1(second, first))):
        return texts.compare(first, second, fold_case)
    what = "CASE_INSENSITIVE_ORDER beyond Latin-1"
    args = [call.new_text(concrete_text(call, text, what)) for text in (first, second)]
    return ask(call, (STRING, "compareToIgnoreCase", "(Ljava/lang/String;)I"), *args, is_static=False)


@model("everypath/library/Machine", "split", "(Ljava/lang/String;Ljava/lang/String;I)[Ljava/lang/String;")
def split_by_expression(call: Call, text: Value, expression: Value, limit: Value) -> Value:
    """``split`` by a regular expression: asked of the JVM, symbolic texts are concretised."""
    key = (STRING, "split", "(Ljava/lang/String;I)[Ljava/lang/String;")
    return ask(call, key, text, expression, limit, is_static=False)


@model("everypath/library/Machine", "pick", "(I)I")
def pick(call: Call, number: Value) -> Value:
    """The number under the witness; every other value is another path."""
    return arrays.concrete_index(call.state, number)


@model("everypath/library/Machine", "encode", "(Ljava/lang/String;)[B")
def encode(call: Call, this: Value) -> Value:
    """``getBytes`` in UTF-8: the chars of an ASCII text, other texts are concretised."""
    text = limited(call, call.text(this))
    if call.decide(texts.all_chars(text, lambda c: lt(c, 0x80))):
        length: Value = text.length
        if isinstance(length, Term):
            call.state.lengths += (length,)
            chars = text.chars(text.limit or 0)
            length = next((n for n in range(len(chars)) if call.decide(eq(text.length, n))), len(chars))
        return call.state.new_array(call.klass("[B"), list(text.chars(int(length))))
    value = concrete_text(call, text, "java.lang.String.getBytes beyond ASCII")
    data = value.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "replace").replace("\ufffd", "?").encode()
    return call.state.new_array(call.klass("[B"), [b - 256 if b > 127 else b for b in data])


@model("everypath/library/Machine", "unsupportedBytes", "(Ljava/lang/String;)[B")
@model("everypath/library/Machine", "unsupportedFormat", "(Ljava/lang/String;)Ljava/lang/String;")
def give_up(call: Call, text: Value) -> Value:
    """What the Java part of the library cannot do."""
    name = "String.getBytes" if call.method.name == "unsupportedBytes" else "String.format"
    return call.unsupported(f"java.lang.{name} beyond the simple cases")
