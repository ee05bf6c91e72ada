"""The index checks of strings and builders, whose messages differ from JDK to JDK.

Which wording a JDK has is learned by asking it once; where it has neither of those known here, or a number is
symbolic, the exception is thrown with a message that nobody can read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from everypath.bridge import Literal, Question
from everypath.library.bridging import answer_of
from everypath.term import Term, conj, ge, le, lt

if TYPE_CHECKING:
    from everypath.state.text import Text
    from everypath.term import Value
    from everypath.vm.protocols import Call

_OLD = {
    "char": "String index out of range: {0}",
    "index": "index {0}, length {1}",
    "begin": "begin {0}, end {1}, length {2}",
    "start": "start {0}, end {1}, length {2}",
    "offset": "offset {0}, length {1}",
    "count": "offset {0}, count {1}, length {2}",
    "size": "String index out of range: {0}",
}
_RANGE = "Range [{0}, {1}) out of bounds for length {2}"
_NEW = {
    "char": "Index {0} out of bounds for length {1}",
    "index": "Index {0} out of bounds for length {1}",
    "begin": _RANGE,
    "start": _RANGE,
    "offset": "Range [{0}, {1}) out of bounds for length {1}",
    "count": "Range [{0}, {0} + {1}) out of bounds for length {2}",
    "size": "String index out of range: {0}",
}
_INDEX = Question("java/lang/String", "codePointAt", "(I)I", (Literal.text("ab"), Literal.of("I", 5)))
_SUBSTRING = Question(
    "java/lang/String",
    "substring",
    "(II)Ljava/lang/String;",
    (Literal.text("ab"), Literal.of("I", 1), Literal.of("I", 5)),
)


OUT_OF_BOUNDS = "java/lang/StringIndexOutOfBoundsException"


def check_index(call: Call, index: Value, length: Value, kind: str = "index") -> None:
    """Throw unless 0 <= index < length; ``kind`` says how the JDK words it, see `outside`."""
    if not call.decide(conj(ge(index, 0), lt(index, length)), "index"):
        outside(call, OUT_OF_BOUNDS, kind, index, length)


def check_range(
    call: Call, start: Value, end: Value, length: Value, class_name: str = OUT_OF_BOUNDS, kind: str = "begin"
) -> None:
    """Throw unless 0 <= start <= end <= length; ``kind`` says how the JDK words it, see `outside`."""
    if not call.decide(conj(ge(start, 0), le(start, end), le(end, length)), "index"):
        outside(call, class_name, kind, start, end, length)


def outside(call: Call, class_name: str, kind: str, *numbers: Value) -> NoReturn:
    """Throw what a failed check of a ``kind`` throws: ``char`` (charAt of Latin-1 text), ``index``, ``begin``
    (ranges of strings), ``start`` (ranges of builders), ``offset``, ``count`` (parts of arrays), ``size``.
    """
    texts = None if kind == "" or any(isinstance(number, Term) for number in numbers) else _texts(call)
    if texts is None:
        call.throw(class_name, known=False)
    call.throw(class_name, texts[kind].format(*numbers))


def char_kind(text: Text) -> str:
    """The kind of check that ``String.charAt`` makes: older JDKs word it differently for Latin-1 text."""
    if text.constant is None:
        return ""
    return "char" if all(char < "\u0100" for char in text.constant) else "index"


def _texts(call: Call) -> dict[str, str] | None:
    answers = answer_of(call, _INDEX), answer_of(call, _SUBSTRING)
    told = tuple(answer.message if answer is not None else None for answer in answers)
    for texts in (_OLD, _NEW):
        if told == (texts["index"].format(5, 2), texts["begin"].format(1, 5, 2)):
            return texts
    return None
