"""Models of ``java.lang.String``. They return terms over texts and fork only if a result decides a branch.

No bytecode of ``String``, its builders and their helper classes runs. A method without a model here or in
`everypath.library.text.builders` is written in Java over these models (``java/``), computed by the real JVM on
constants, or unsupported.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.bridge import ArrayArgument, JdkCall, Literal
from everypath.library.jdk import answer_of, ask
from everypath.library.models import (
    STRING,
    boolean,
    in_java,
    in_java_static,
    limited,
    model,
    one_limited,
    pure,
    unless_same,
)
from everypath.library.text.char_arrays import surrogates
from everypath.library.text.characters import is_whitespace
from everypath.library.text.index_checks import char_kind, check_index, check_range, filled
from everypath.state import INTERNED, NULL, Identity, TextObject
from everypath.state import text as texts
from everypath.state.text import Text
from everypath.term import Term, Value, conj, disj, eq, ge, gt, ite, le, lt, ne, sub
from everypath.vm.references import concrete_index, lazy_check_cast

if TYPE_CHECKING:
    from everypath.vm.core import Call

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
    """The text of a ``String`` reference. None for null and other classes."""
    address = call.reference(value)
    if address == NULL or call.class_of(address).name != STRING:
        return None
    return call.text(address)


@model(STRING, "equals", "(Ljava/lang/Object;)Z")
def equals(call: Call, this: Value, other: Value) -> Value:
    """``equals``: one term, no fork."""
    left, right = call.text(this), text_of_object(call, other)
    if right is None:
        return 0
    return boolean(texts.equal(*(left, right) if texts.are_inputs(left, right) else one_limited(call, left, right)))


@model(STRING, "contentEquals", "(Ljava/lang/StringBuffer;)Z", "(Ljava/lang/CharSequence;)Z")
def content_equals(call: Call, this: Value, other: Value) -> Value:
    """``contentEquals`` with a string or builder."""
    address = call.non_null(other)
    if not isinstance(call.state.object(address), TextObject):
        return call.unsupported("java.lang.String.contentEquals(CharSequence)")
    return boolean(texts.equal(*one_limited(call, call.text(this), call.text(address))))


@model(STRING, "compareTo", "(Ljava/lang/String;)I")
def compare_to(call: Call, this: Value, other: Value) -> Value:
    """``compareTo``."""
    return texts.compare(*one_limited(call, call.text(this), call.text(other)))


@model(STRING, "compareTo", "(Ljava/lang/Object;)I")
def compare_to_object(call: Call, this: Value, other: Value) -> Value:
    """The bridge method of ``compareTo``."""
    lazy_check_cast(call.machine, call.state, other, call.klass(STRING))
    return compare_to(call, this, other)


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


@model(STRING, "indexOf", "(III)I")
def index_of_char_between(call: Call, this: Value, char: Value, start: Value, end: Value) -> Value:
    """``indexOf`` a code point in a part (since JDK 21)."""
    text = call.text(this)
    check_range(call, start, end, text.length)
    return find_char(call, text.slice(0, end), char, start, last=False)


@model(STRING, "indexOf", "(Ljava/lang/String;II)I")
def index_of_between(call: Call, this: Value, part: Value, start: Value, end: Value) -> Value:
    """``indexOf`` a string in a part (since JDK 21)."""
    text, wanted = call.text(this), call.text(part)
    check_range(call, start, end, text.length)
    return find_text(call, text.slice(0, end), wanted, start)


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
    """``contains`` for a string or builder. Other sequences are converted by ``toString`` first."""
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
    """``concat``; the receiver if the other string is empty."""
    left, right = call.text(this), call.text(other)
    if call.decide(eq(right.length, 0)):
        return call.reference(this)
    return call.new_text(texts.concat(left, right))


def ends_solid(text: Text, length: int) -> Value:
    """True if ``trim`` leaves a text of a known length as it is: its first and last char are no blanks."""
    return conj(gt(text.at(0), 32), gt(text.at(length - 1), 32))


@model(STRING, "trim", "()Ljava/lang/String;")
def trim(call: Call, this: Value) -> Value:
    """``trim``: chars up to the space are blank."""
    text = limited(call, call.text(this))
    if isinstance(text.length, int) and text.length:
        solid = ends_solid(text, text.length)
        if isinstance(solid, Term) and call.state.is_known(solid) and call.decide(solid):
            return call.reference(this)
    return unless_same(call, this, text, texts.strip(text, lambda c: le(c, 32)), part=True)


@model(STRING, "strip", "()Ljava/lang/String;")
def strip(call: Call, this: Value) -> Value:
    """``strip``."""
    text = limited(call, call.text(this))
    return unless_same(call, this, text, texts.strip(text, is_whitespace), part=True)


@model(STRING, "stripLeading", "()Ljava/lang/String;")
def strip_leading(call: Call, this: Value) -> Value:
    """``stripLeading``."""
    text = limited(call, call.text(this))
    return unless_same(call, this, text, texts.strip(text, is_whitespace, right=False), part=True)


@model(STRING, "stripTrailing", "()Ljava/lang/String;")
def strip_trailing(call: Call, this: Value) -> Value:
    """``stripTrailing``."""
    text = limited(call, call.text(this))
    return unless_same(call, this, text, texts.strip(text, is_whitespace, left=False), part=True)


@model(STRING, "replace", "(CC)Ljava/lang/String;")
def replace_char(call: Call, this: Value, old: Value, new: Value) -> Value:
    """``replace`` one char by another."""
    text = limited(call, call.text(this))
    changed = texts.map_chars(text, lambda c: ite(eq(c, old), new, c))
    return unless_same(call, this, text, changed)


@model(STRING, "toString", "()Ljava/lang/String;")
def to_string(call: Call, this: Value) -> Value:
    """``toString``: the receiver."""
    return call.reference(this)


@model(STRING, "intern", "()Ljava/lang/String;")
def intern(call: Call, this: Value) -> Value:
    """``intern``: the interned object for the content, which may be the receiver."""
    text, obj = call.text(this), call.state.object(call.non_null(this))
    if text.constant is not None:
        return call.intern(text.constant)
    if isinstance(obj.extra, Identity) and call.decide(conj(obj.extra.holds, eq(obj.extra.number, 0))):
        return call.non_null(this)
    return call.state.allocate(TextObject(obj.cls, text, call.state.token, extra=INTERNED))


def repeated(call: Call, text: Text, count: Value) -> Text:
    """A text repeated ``count`` times, a number that is not negative. Forks for each count within the length bound."""
    if isinstance(count, Term):
        cap = call.state.control.bounds.length
        call.limit(le(count, cap))
        count = concrete_index(call.state, count)
    call.state.reserve_memory(text.footprint * int(count))
    if text.constant is not None:
        return texts.Constant(text.constant * int(count))
    return texts.concat(*([text] * int(count)))


@model(STRING, "repeat", "(I)Ljava/lang/String;")
def repeat(call: Call, this: Value, count: Value) -> Value:
    """``repeat``; the receiver if ``count`` is 1."""
    text = call.text(this)
    if not call.decide(ge(count, 0)):
        return call.throw("java/lang/IllegalArgumentException", filled("count is negative: {0}", count))
    if call.decide(eq(count, 1)):
        return call.reference(this)
    return call.new_text(repeated(call, text, count))


pure(
    STRING,
    "valueOf(F)Ljava/lang/String;",
    "valueOf(D)Ljava/lang/String;",
)
IN_JAVA_CLASS = "everypath/library/Strings"
in_java(
    STRING,
    IN_JAVA_CLASS,
    "regionMatches(ILjava/lang/String;II)Z",
    "regionMatches(ZILjava/lang/String;II)Z",
    "replace(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Ljava/lang/String;",
    "split(Ljava/lang/String;)[Ljava/lang/String;",
    "split(Ljava/lang/String;I)[Ljava/lang/String;",
    "offsetByCodePoints(II)I",
    "matches(Ljava/lang/String;)Z",
    "replaceAll(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
    "replaceFirst(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
    "splitWithDelimiters(Ljava/lang/String;I)[Ljava/lang/String;",
    "lines()Ljava/util/stream/Stream;",
    "indent(I)Ljava/lang/String;",
    "stripIndent()Ljava/lang/String;",
    "translateEscapes()Ljava/lang/String;",
    "chars()Ljava/util/stream/IntStream;",
    "codePoints()Ljava/util/stream/IntStream;",
    "getBytes()[B",
    "getBytes(Ljava/nio/charset/Charset;)[B",
    "getBytes(Ljava/lang/String;)[B",
    "formatted([Ljava/lang/Object;)Ljava/lang/String;",
)
in_java_static(
    STRING,
    IN_JAVA_CLASS,
    "join(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;",
    "join(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;",
    "join(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;I)Ljava/lang/String;",
    "decodeASCII([BI[CII)I",
    "newStringNoRepl([BLjava/nio/charset/Charset;)Ljava/lang/String;",
    "newStringUTF8NoRepl([BIIZ)Ljava/lang/String;",
    "getBytesNoRepl(Ljava/lang/String;Ljava/nio/charset/Charset;)[B",
    "getBytesUTF8NoRepl(Ljava/lang/String;)[B",
    "format(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
    "format(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
)


@model("everypath/library/Machine", "lineEnd", "(Ljava/lang/String;I)I")
def line_end(call: Call, this: Value, start: Value) -> Value:
    """The first line feed or carriage return, as one term."""
    text = limited(call, call.text(this))
    result: Value = -1
    for i in reversed(range(text.limit or 0)):
        char = text.at(i)
        here = conj(lt(i, text.length), le(start, i), disj(eq(char, 10), eq(char, 13)))
        result = ite(here, i, result)
    return result


@model("everypath/library/Machine", "pick", "(I)I")
def pick(call: Call, number: Value) -> Value:
    """The value of a number under the witness. All other values fork."""
    return concrete_index(call.state, number)


@model("everypath/library/Machine", "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;")
def format_by_jdk(call: Call, wording: Value, arguments: Value) -> Value:
    """``String.format``, computed by the JVM: symbolic arguments are concretised."""
    return ask(
        call, (STRING, "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;"), wording, arguments
    )


_TWO_FLAGS = JdkCall(
    STRING,
    "format",
    "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
    (Literal.text("%+ b"), ArrayArgument("Ljava/lang/Object;", ())),
)


@model("everypath/library/Machine", "namesAllFlags", "()Z")
def names_all_flags(call: Call) -> Value:
    """True if the JDK's message about invalid flags names all of them. One call on the JVM shows it."""
    answer = answer_of(call, _TWO_FLAGS)
    return int(answer is not None and answer.message is not None and answer.message.endswith("+ "))


_NULL_REGION = JdkCall(
    STRING,
    "regionMatches",
    "(ILjava/lang/String;II)Z",
    (Literal.text("a"), Literal.of("I", -1), Literal.null(), Literal.of("I", 0), Literal.of("I", 0)),
)


@model("everypath/library/Machine", "needsOtherFirst", "()Z")
def needs_other_first(call: Call) -> Value:
    """True if ``regionMatches`` checks for null before it checks the offsets. One call on the JVM shows it."""
    answer = answer_of(call, _NULL_REGION)
    return int(answer is not None and answer.exception is not None)


@model("everypath/library/Machine", "pad", "(Ljava/lang/String;CIZ)Ljava/lang/String;")
def pad(call: Call, value: Value, char: Value, width: Value, at_end: Value) -> Value:
    """A text padded to a concrete width, as one term."""
    text = call.text(value)
    total = concrete_index(call.state, width)
    missing = sub(total, text.length, 32)
    added = ite(lt(missing, 0), 0, missing)
    padding = texts.from_chars([char] * max(total, 0), added)
    after = call.decide(ne(at_end, 0))
    return call.new_text(texts.concat(text, padding) if after else texts.concat(padding, text))


@model("everypath/library/Machine", "unsupported", "(Ljava/lang/String;)V")
def give_up(call: Call, what: Value) -> None:
    """End the path as unsupported, for models in Java."""
    call.unsupported(call.text(what).constant or "library")
