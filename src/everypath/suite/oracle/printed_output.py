"""Assertions on the output to the standard streams, as the JVM printed it in the replay.

No path predicts the output. Like any assertion, it is kept only if all runs of the test, alone and among others, agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.suite.oracle.clock_texts import shows_the_time
from everypath.suite.testcase import ERRORS, OUTPUT, Assertion, Declare, Invoke, Member, Text

if TYPE_CHECKING:
    from everypath.suite.testcase import Expression, Recipe, Variable

__all__ = ["asserted", "printed_of"]

LONGEST_OUTPUT = 500
"""Most characters of output that a test compares."""

_LF = "\n"
_FRAME = "\n\tat "
_SYSTEM, _STRING, _STREAM = "java/lang/System", "java/lang/String", "java/io/ByteArrayOutputStream"
_KEPT = frozenset({*map(chr, range(0x20, 0x7F)), "\t", _LF})
"""Characters that are the same bytes under the default charset of every JVM."""


def printed_of(text: str) -> str:
    """The output, each line ended by a line feed.

    It is empty if a test should not compare it: it is long, has special characters, contains a stack trace, or shows
    the time.
    """
    plain = text.replace("\r\n", _LF)
    is_plain = len(plain) <= LONGEST_OUTPUT and _KEPT.issuperset(plain) and _FRAME not in plain
    return plain if is_plain and not shows_the_time(plain) else ""


def asserted(output: str, errors: str, recipe: Recipe) -> tuple[Assertion, ...]:
    """The assertions on the output; none for no output, or if a variable of the test has the stream's name."""
    names = {each.variable.name for each in recipe.setup if isinstance(each, Declare)}
    printed = ((OUTPUT, output), (ERRORS, errors))
    return tuple(_assertion(taker, text) for taker, text in printed if text and taker.name not in names)


def _assertion(taker: Variable, text: str) -> Assertion:
    shown: Expression = Invoke(Member(_STREAM, "toString", f"()L{_STRING};"), taker)
    if _LF in text:
        separator = Invoke(Member(_SYSTEM, "lineSeparator", f"()L{_STRING};", static=True), None)
        replace = Member(_STRING, "replace", f"(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)L{_STRING};")
        shown = Invoke(replace, shown, (separator, Text(_LF)))
    return Assertion("equals", shown, Text(text))
