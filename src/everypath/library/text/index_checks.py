"""The index checks of strings and builders, whose messages differ between JDKs.

Two calls on the JVM show which messages a JDK has. If they are none of the known ones, the exception gets a message
that code cannot read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from everypath.bridge import JdkCall, Literal
from everypath.library.jdk import answer_of
from everypath.state import text as texts
from everypath.term import conj, ge, le, lt

if TYPE_CHECKING:
    from everypath.state.text import Text
    from everypath.term import Value
    from everypath.vm.core import Call

_OLD: dict[str, str | None] = {
    "char": "String index out of range: {0}",
    "index": "index {0}, length {1}",
    "begin": "begin {0}, end {1}, length {2}",
    "start": "start {0}, end {1}, length {2}",
    "offset": "offset {0}, length {1}",
    "count": "offset {0}, count {1}, length {2}",
    "size": "String index out of range: {0}",
    "before": "String index out of range: {2}",
    "points": None,
    "target": "offset {0}, count {1}, length {2}",
    "part": "start {0}, end {3}, length {2}",
    "into": "start {0}, end {3}, length {2}",
}
_RANGE = "Range [{0}, {1}) out of bounds for length {2}"
_NEW: dict[str, str | None] = {
    "char": "Index {0} out of bounds for length {1}",
    "index": "Index {0} out of bounds for length {1}",
    "begin": _RANGE,
    "start": _RANGE,
    "offset": "Range [{0}, {1}) out of bounds for length {1}",
    "count": "Range [{0}, {0} + {1}) out of bounds for length {2}",
    "size": "String index out of range: {0}",
    "before": "Index {0} out of bounds for length {1}",
    "points": _RANGE,
    "target": "Range [{0}, {0} + {1}) out of bounds for length {2}",
    "part": "Range [{0}, {3}) out of bounds for length {2}",
    "into": "Range [{0}, {3}) out of bounds for length {2}",
}
_INDEX = JdkCall("java/lang/String", "codePointAt", "(I)I", (Literal.text("ab"), Literal.of("I", 5)))
_SUBSTRING = JdkCall(
    "java/lang/String",
    "substring",
    "(II)Ljava/lang/String;",
    (Literal.text("ab"), Literal.of("I", 1), Literal.of("I", 5)),
)


OUT_OF_BOUNDS = "java/lang/StringIndexOutOfBoundsException"


def check_index(call: Call, index: Value, length: Value, kind: str = "index") -> None:
    """Throw unless 0 <= index < length; ``kind`` selects the message, see `outside`."""
    if type(index) is int and type(length) is int and 0 <= index < length:
        return
    if not call.decide(conj(ge(index, 0), lt(index, length)), "index"):
        outside(call, OUT_OF_BOUNDS, kind, index, length)


def check_range(
    call: Call, start: Value, end: Value, length: Value, class_name: str = OUT_OF_BOUNDS, kind: str = "begin"
) -> None:
    """Throw unless 0 <= start <= end <= length; ``kind`` selects the message, see `outside`."""
    if type(start) is int and type(end) is int and type(length) is int and 0 <= start <= end <= length:
        return
    if not call.decide(conj(ge(start, 0), le(start, end), le(end, length)), "index"):
        outside(call, class_name, kind, start, end, length)


def outside(call: Call, class_name: str, kind: str, *numbers: Value) -> NoReturn:
    """Throw the exception of a failed check, with the message for the ``kind`` of check.

    Kinds: ``char`` (charAt of Latin-1 text), ``index``, ``begin`` (ranges of strings), ``start`` (ranges of builders),
    ``offset``, ``count`` (parts of arrays), ``size``, ``before`` (codePointBefore), ``points`` (codePointCount),
    ``target`` (getChars), ``part`` (inserted parts of arrays), ``into`` (getChars of builders). An empty kind gives an
    unreadable message.
    """
    wordings = None if kind == "" else _messages(call)
    if wordings is None:
        call.throw(class_name, known=False)
    wording = wordings[kind]
    call.throw(class_name, None if wording is None else filled(wording, *numbers))


def filled(wording: str, *numbers: Value) -> Text:
    """A message with ints, concrete or symbolic, for the placeholders ``{0}``, ``{1}``, …"""
    parts = re.split(r"\{(\d)\}", wording)
    pieces = [texts.decimal(numbers[int(part)], 32) if i % 2 else texts.Constant(part) for i, part in enumerate(parts)]
    return texts.concat(*pieces)


def char_kind(text: Text) -> str:
    """The kind of check of ``String.charAt``, whose message in older JDKs is different for Latin-1 text."""
    if text.constant is None:
        return ""
    is_latin = text.constant.isascii() or max(text.constant) < "\u0100"
    return "char" if is_latin else "index"


def _messages(call: Call) -> dict[str, str | None] | None:
    answers = answer_of(call, _INDEX), answer_of(call, _SUBSTRING)
    messages = tuple(answer.message if answer is not None else None for answer in answers)
    for wordings in (_OLD, _NEW):
        index, begin = wordings["index"], wordings["begin"]
        assert index is not None
        assert begin is not None
        if messages == (index.format(5, 2), begin.format(1, 5, 2)):
            return wordings
    return None
