"""Models of the stand-in of ``System.out`` and ``System.err`` (``everypath.library.Console``): they note what a call
prints.

Class initialisers and calls that build inputs are no part of the call; what they print is not noted.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.library.jdk import IS_ERROR
from everypath.library.models import add_model
from everypath.state import NULL, State, TextObject
from everypath.state import text as texts
from everypath.state.text import Text
from everypath.term import Term, Value, ne

if TYPE_CHECKING:
    from everypath.vm.core import Call

__all__ = ["Printed", "note_unknown", "printed"]

CONSOLE = "everypath/library/Console"
PRINTED = "library.printed"
"""The attachment that holds what a path has printed, a tuple of `Printed`."""

MOST_PARTS = 64
MOST_CHARS = 500
"""Output with more parts, or longer constant ones, is not noted."""

_STACK_TRACE = "java/lang/Throwable"


@dataclass(frozen=True, slots=True)
class Printed:
    """What a path printed to ``stream`` (``System.out`` or ``System.err``), each part a text or the reference of a
    string that the path never looked at; ``parts`` is None if it is not known.
    """

    stream: str
    parts: tuple[Text | Term, ...] | None


def printed(state: State) -> tuple[Printed, ...]:
    """The output of a path, for each stream that it used, in order."""
    found = state.attachments.get(PRINTED)
    return found if isinstance(found, tuple) else ()


def _note(state: State, stream: str, *more: Text | Term | None) -> None:
    """Add to the output; None for what is not known."""
    if state.outside:
        return
    known = {each.stream: each for each in printed(state)}
    before = known.get(stream, Printed(stream, ()))
    if before.parts is None:
        return
    parts = list(before.parts)
    for each in more:
        if isinstance(each, Text) and parts and isinstance(parts[-1], Text):
            parts[-1] = texts.concat(parts[-1], each)
        elif each is not None:
            parts.append(each)
    size = sum(each.footprint for each in parts if isinstance(each, Text))
    is_whole = None not in more and len(parts) <= MOST_PARTS and size <= MOST_CHARS
    known[stream] = Printed(stream, tuple(parts) if is_whole else None)
    state.attach(PRINTED, tuple(known.values()))


def _print(kind: str, end: str, call: Call, this: Value, *values: Value) -> None:
    """``print`` and ``println`` of a value of the type ``kind``."""
    is_trace = any(each.method.owner.name == _STACK_TRACE for each in call.state.frames)
    parts = [None] if is_trace else [_part(call.state, kind, each) for each in values]
    _note(call.state, _stream(call, this), *parts, *([texts.Constant(end)] if end else []))


def _part(state: State, kind: str, value: Value) -> Text | Term | None:
    match kind:
        case "Z":
            return texts.choose(ne(value, 0), texts.Constant("true"), texts.Constant("false"))
        case "C":
            return texts.from_chars([value])
        case "I" | "J":
            return texts.decimal(value, 64 if kind == "J" else 32)
        case "Ljava/lang/String;":
            return _string(state, value)
    return None


def _string(state: State, value: Value) -> Text | Term | None:
    """A string, which may be null or not yet decided."""
    reference = state.reference(value)
    if isinstance(reference, Term):
        return reference
    if reference == NULL:
        return texts.Constant("null")
    obj = state.object(int(reference))
    return obj.text if isinstance(obj, TextObject) else None


def _print_unknown(call: Call, this: Value, *_: Value) -> Value | None:
    """Output that is not noted, of a method that may return the stream."""
    note_unknown(call.state, _stream(call, this))
    return this if call.method.returns != "V" else None


def _stream(call: Call, this: Value) -> str:
    return "System.err" if call.get_field(call.non_null(this), IS_ERROR) else "System.out"


def note_unknown(state: State, stream: str) -> None:
    """Note that a path prints to a stream (``System.out`` or ``System.err``), not what."""
    _note(state, stream, None)


_FORMAT = "Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;"
_UNKNOWN = (
    ("close", "()V"),
    ("write", "(I)V"),
    ("write", "([BII)V"),
    ("write", "([B)V"),
    *((name, f"({locale}{_FORMAT}") for name in ("printf", "format") for locale in ("", "Ljava/util/Locale;")),
    *(("append", f"({kind})Ljava/io/PrintStream;") for kind in ("C", "Ljava/lang/CharSequence;")),
    ("append", "(Ljava/lang/CharSequence;II)Ljava/io/PrintStream;"),
)
"""Methods that print what is not noted, or end the output."""


def _register() -> None:
    for kind in ("Z", "C", "I", "J", "F", "D", "Ljava/lang/String;"):
        add_model((CONSOLE, "print", f"({kind})V"), partial(_print, kind, ""))
        add_model((CONSOLE, "println", f"({kind})V"), partial(_print, kind, "\n"))
    add_model((CONSOLE, "println", "()V"), partial(_print, "", "\n"))
    for name, descriptor in _UNKNOWN:
        add_model((CONSOLE, name, descriptor), _print_unknown)


_register()
