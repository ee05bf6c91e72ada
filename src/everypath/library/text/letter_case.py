"""Upper and lower case of strings, by the tables of the analysed JDK and its rules for special chars.

One char may become several (``ß``, ``İ``); supplementary code points are surrogate pairs. Only a text with a sigma is
concretised: the lower case of a final sigma depends on the ends of words (`java.text.BreakIterator`).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.library.jdk import UnicodeTables, ask, tables_for
from everypath.library.models import (
    STRING,
    boolean,
    concrete_text,
    known_length,
    limited,
    model,
    one_limited,
    unless_same,
)
from everypath.library.text.char_arrays import code_point_of, surrogates
from everypath.library.text.characters import is_no_surrogate
from everypath.library.text.code_points import is_pair
from everypath.state import NULL
from everypath.state import text as texts
from everypath.state.text import Text
from everypath.term import Value, conj, disj, eq, ite, le, lookup, lt, ne, not_, sub

if TYPE_CHECKING:
    from everypath.vm.core import Call

DOTTED_I, DOTLESS_I, SIGMA, DOT_ABOVE = 0x130, 0x131, 0x3A3, 0x307
TURKIC = ("tr", "az")


def _simple_upper(tables: UnicodeTables, char: Value) -> Value:
    """True if the upper case of a char is one char, independent of its neighbours."""
    return not_(lookup(tables["isSpecialUpper"], char))


def _simple_lower(tables: UnicodeTables, char: Value) -> Value:
    return not_(lookup(tables["isSpecialLower"], char))


def _upper_parts(call: Call, tables: UnicodeTables, char: Value) -> tuple[Value, ...]:
    """The upper case of a char that is no surrogate. Forks for each number of chars."""
    count = lookup(tables["upper.length"], char)
    if call.decide(eq(count, 1)):
        return (lookup(tables["toUpperCase"], char),)
    units = tuple(lookup(tables[f"upper.{i}"], char) for i in range(3))
    return units[:2] if call.decide(eq(count, 2)) else units


def _lower_parts(call: Call, tables: UnicodeTables, char: Value) -> tuple[Value, ...]:
    if call.decide(eq(char, DOTTED_I)):
        return ord("i"), DOT_ABOVE
    return (lookup(tables["toLowerCase"], char),)


def _changed_one_by_one(call: Call, text: Text, *, upper: bool) -> Text:
    """The text in another case if it has special chars. Forks for each length and each kind of char."""
    tables = tables_for(call)
    length = known_length(call, text)
    simple = partial(_simple_upper if upper else _simple_lower, tables)
    mapping = tables["toUpperCase" if upper else "toLowerCase"]
    parts = _upper_parts if upper else _lower_parts
    chars = text.chars(length)
    units: list[Value] = []
    i = 0
    while i < length:
        char = chars[i]
        i += 1
        if call.decide(simple(char)):
            units.append(lookup(mapping, char))
        elif i < length and call.decide(is_pair(char, chars[i])):
            units += surrogates(lookup(mapping, code_point_of(char, chars[i])))
            i += 1
        else:
            units += parts(call, tables, char)
    return texts.from_chars(units)


def change_case(call: Call, text: Text, *, upper: bool) -> Text:
    """A limited text in upper or lower case by the rules of the root locale."""
    tables = tables_for(call)
    simple = partial(_simple_upper if upper else _simple_lower, tables)
    if call.decide(texts.all_chars(text, simple)):
        return texts.map_chars(text, partial(lookup, tables["toUpperCase" if upper else "toLowerCase"]))
    if not upper and not call.decide(texts.all_chars(text, lambda c: ne(c, SIGMA))):
        value = concrete_text(call, text, "java.lang.String.toLowerCase with a sigma")
        key = (STRING, "toLowerCase", "()Ljava/lang/String;")
        return call.text(ask(call, key, call.new_text(value), is_static=False))
    return _changed_one_by_one(call, text, upper=upper)


def _change(call: Call, this: Value, *, upper: bool) -> Value:
    text = limited(call, call.text(this))
    return unless_same(call, this, text, change_case(call, text, upper=upper), _is_kept(text))


def _is_kept(text: Text) -> Value:
    """True if the JDK returns the receiver for an unchanged text: it always copies a text with surrogates."""
    return texts.all_chars(text, is_no_surrogate)


@model(STRING, "toLowerCase", "()Ljava/lang/String;")
def to_lower_case(call: Call, this: Value) -> Value:
    """``toLowerCase`` in the pinned locale."""
    return _change(call, this, upper=False)


@model(STRING, "toUpperCase", "()Ljava/lang/String;")
def to_upper_case(call: Call, this: Value) -> Value:
    """``toUpperCase`` in the pinned locale."""
    return _change(call, this, upper=True)


def _turkic(tables: UnicodeTables, upper: bool, char: Value) -> Value:
    """The case mapping of one char in Turkish and Azeri, which have an i with and one without a dot."""
    if upper:
        return ite(eq(char, ord("i")), DOTTED_I, lookup(tables["toUpperCase"], char))
    lower = lookup(tables["toLowerCase"], char)
    return ite(eq(char, ord("I")), DOTLESS_I, ite(eq(char, DOTTED_I), ord("i"), lower))


def _change_in(call: Call, this: Value, locale: Value, *, upper: bool) -> Value:
    """Change the case in a locale. Lithuanian is unsupported, and so are special chars in Turkish and Azeri."""
    language = locale_language(call, call.non_null(locale))
    if language is not None and language != "lt" and language not in TURKIC:
        return _change(call, this, upper=upper)
    text = limited(call, call.text(this))
    tables = tables_for(call)

    def simple(char: Value) -> Value:
        if upper:
            return _simple_upper(tables, char)
        return conj(disj(_simple_lower(tables, char), eq(char, DOTTED_I)), ne(char, DOT_ABOVE))

    if language in TURKIC and call.decide(texts.all_chars(text, simple)):
        return unless_same(call, this, text, texts.map_chars(text, partial(_turkic, tables, upper)), _is_kept(text))
    return call.unsupported(f"java.lang.String.{'toUpperCase' if upper else 'toLowerCase'}(Locale {language})")


def locale_language(call: Call, address: int) -> str | None:
    """The language of a ``Locale`` object. None if it is not a constant."""
    base = call.get_field(address, "baseLocale")
    if not isinstance(base, int) or base == NULL:
        return None
    language = call.get_field(base, "language")
    return call.text(language).constant


@model(STRING, "toLowerCase", "(Ljava/util/Locale;)Ljava/lang/String;")
def to_lower_case_in(call: Call, this: Value, locale: Value) -> Value:
    """``toLowerCase`` in a locale."""
    return _change_in(call, this, locale, upper=False)


@model(STRING, "toUpperCase", "(Ljava/util/Locale;)Ljava/lang/String;")
def to_upper_case_in(call: Call, this: Value, locale: Value) -> Value:
    """``toUpperCase`` in a locale."""
    return _change_in(call, this, locale, upper=True)


# -- comparison without case -------------------------------------------------------------------------------------------


class _Folded:
    """Two texts, one of them limited, compared without case. Surrogate pairs are compared by code point."""

    def __init__(self, call: Call, left: Text, right: Text) -> None:
        self.left, self.right = left, right
        self.limit = min(n for n in (left.limit, right.limit) if n is not None)
        self.fold = tables_for(call)["fold"]
        self._pairs = [self._same_pair(i) for i in range(self.limit - 1)]

    def folded(self, char: Value) -> Value:
        return lookup(self.fold, char)

    def _same_pair(self, index: int) -> Value:
        """True if both texts have surrogate pairs at an index that are equal without case."""
        both = conj(_pair_at(self.left, index), _pair_at(self.right, index))
        if both is False:
            return False
        return conj(both, eq(self.folded(_pair(self.left, index)), self.folded(_pair(self.right, index))))

    def same(self, index: int) -> Value:
        """True if the texts are equal without case at an index that both have."""
        a, b = self.left.at(index), self.right.at(index)
        pairs = self._pairs[max(index - 1, 0) : index + 1]
        return disj(eq(a, b), eq(self.folded(a), self.folded(b)), *pairs)

    def difference(self, by_chars: Value, index: int) -> Value:
        """The result of the comparison if the texts differ first at an index."""
        points = [self._point_including(text, index) for text in (self.left, self.right)]
        chars = self.left.at(index), self.right.at(index)
        a, b = (ite(by_chars, self.folded(char), self.folded(point)) for char, point in zip(chars, points, strict=True))
        return sub(a, b, 32)

    def _point_including(self, text: Text, index: int) -> Value:
        """The code point at an index; the char may be either half of a surrogate pair."""
        point = ite(_pair_at(text, index), _pair(text, index), text.at(index))
        return ite(_pair_at(text, index - 1), _pair(text, index - 1), point) if index else point


def _pair_at(text: Text, index: int) -> Value:
    """True if a text has a surrogate pair at an index."""
    inside = lt(index + 1, text.length)
    return inside if inside is False else conj(is_pair(text.at(index), text.at(index + 1)), inside)


def _pair(text: Text, index: int) -> Value:
    return code_point_of(text.at(index), text.at(index + 1))


@model(STRING, "equalsIgnoreCase", "(Ljava/lang/String;)Z")
def equals_ignore_case(call: Call, this: Value, other: Value) -> Value:
    """``equalsIgnoreCase``: one term, no fork."""
    address = call.reference(other)
    if address == NULL:
        return 0
    left, right = one_limited(call, call.text(this), call.text(address))
    same_length = eq(left.length, right.length)
    if same_length is False:
        return 0
    texts_folded = _Folded(call, left, right)
    length = left.length if isinstance(left.length, int) else right.length
    parts = [disj(le(length, i), texts_folded.same(i)) for i in range(texts_folded.limit)]
    return boolean(conj(same_length, *parts))


def _latin1(text: Text) -> Value:
    """True if a limited text has only Latin-1 chars. The JDK compares such a text by chars with any other text."""
    return texts.all_chars(text, lambda c: lt(c, 0x100))


def compare_ignoring_case(call: Call, first: Value, second: Value) -> Value:
    """``compareToIgnoreCase``: one term, a simpler one for texts without surrogates."""
    left, right = limited(call, call.text(first)), limited(call, call.text(second))
    if call.decide(conj(texts.all_chars(left, is_no_surrogate), texts.all_chars(right, is_no_surrogate))):
        fold = partial(lookup, tables_for(call)["fold"])
        return texts.compare(texts.map_chars(left, fold), texts.map_chars(right, fold))
    both = _Folded(call, left, right)
    by_chars = disj(_latin1(left), _latin1(right))
    by_length = sub(left.length, right.length, 32)
    result = by_length
    for i in reversed(range(both.limit)):
        inside = conj(lt(i, left.length), lt(i, right.length))
        result = ite(inside, ite(both.same(i), result, both.difference(by_chars, i)), by_length)
    return result


@model(STRING, "compareToIgnoreCase", "(Ljava/lang/String;)I")
def compare_to_ignore_case(call: Call, this: Value, other: Value) -> Value:
    """``compareToIgnoreCase``."""
    return compare_ignoring_case(call, this, other)


@model("java/lang/String$CaseInsensitiveComparator", "compare", "(Ljava/lang/String;Ljava/lang/String;)I")
def compare_insensitive(call: Call, this: Value, left: Value, right: Value) -> Value:
    """``CASE_INSENSITIVE_ORDER.compare``."""
    return compare_ignoring_case(call, left, right)
