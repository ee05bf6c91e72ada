"""The value of a ``String``, ``StringBuilder`` or ``StringBuffer``: an immutable sequence of UTF-16 code units.

A ``Text`` never forks: every operation is a term. A text has a ``length`` (a Java int or a BV32 term),
chars reached by ``at(index)`` (a Java char as an int or a BV32 term) and, where one is known, a ``limit``: a static
upper bound on its length. Operations that must look at every char need a limited text; the caller gives an unlimited
one a limit with ``bounded(text, cap)`` after it has decided that the length does not exceed the cap.

Shapes, from the cheapest: ``Constant`` (a Python ``str`` with one character per code unit, lone surrogates allowed),
``Chars`` (a tuple of chars and a length), ``Elements`` (a solver array: an input string, or a ``char[]`` turned into a
string), ``View`` (a part of another text), ``Rope`` (a concatenation), ``Choice`` (one of two texts) and ``Decimal``
(the decimal digits of an int or long). The last four are lazy: what is built and only returned costs no term per char.
"""

from everypath.state.text.changes import map_chars, replace_at, reverse, strip
from everypath.state.text.relations import (
    all_chars,
    are_inputs,
    compare,
    equal,
    hash_code,
    index_of,
    index_of_char,
    last_index_of,
    last_index_of_char,
    starts_with,
)
from everypath.state.text.shapes import (
    EMPTY,
    Chars,
    Choice,
    Constant,
    Decimal,
    Elements,
    Rope,
    Text,
    View,
    array_of,
    bounded,
    choose,
    concat,
    decimal,
    digits,
    flat,
    from_chars,
    limit_of,
    type_of_chars,
    units,
)

__all__ = [
    "EMPTY",
    "Chars",
    "Choice",
    "Constant",
    "Decimal",
    "Elements",
    "Rope",
    "Text",
    "View",
    "all_chars",
    "are_inputs",
    "array_of",
    "bounded",
    "choose",
    "compare",
    "concat",
    "decimal",
    "digits",
    "equal",
    "flat",
    "from_chars",
    "hash_code",
    "index_of",
    "index_of_char",
    "last_index_of",
    "last_index_of_char",
    "limit_of",
    "map_chars",
    "replace_at",
    "reverse",
    "starts_with",
    "strip",
    "type_of_chars",
    "units",
]
