"""The texts of reasons for users: why a method is partial, and why a line is not reached."""

from __future__ import annotations

import re
from collections.abc import Sequence

from everypath.classfile import dotted
from everypath.errors import ClassFormatError
from everypath.report.view import View
from everypath.run import Excluded, MethodReport, Reason, readable_signature

MOST_REASONS = 3
"""The most reasons listed for one method, unless the view is verbose."""


_REASON_TEXTS = {
    "loop": "loop bound",
    "calls": "call depth",
    "conditions": "condition length",
    "length": "length of strings or arrays",
    "steps": "steps of one path",
    "block": "visits of one block",
    "depth": "derivation steps of one path",
    "objects": "number of input objects",
    "frames": "stack depth",
    "time": "time",
    "work": "work",
    "criterion": "the criteria are met",
    "enough": "nothing new for a while",
    "out-of-reach": "nothing that is left leads to a goal",
    "states": "number of states",
    "memory": "memory",
    "native": "native",
    "budget": "budget used up",
    "missing-class": "missing class",
    "havoc": "unknown result of",
    "concretise": "one value taken for",
    "unsupported": "not supported:",
    "contained": "reaches out of its JVM:",
    "solver-unknown": "solver gave up",
    "interrupted": "interrupted",
    "worker-died": "its worker process died",
    "stuck": "it hung and was stopped",
    "error": "engine error",
    "statics": "static fields change in",
    "diverged": "the JVM did not do what was predicted for",
    "not-replayed": "no time was left to replay",
    "boot": "depends on the machine:",
    "alias": "possible alias taken as distinct",
    "recipe": "other ways to build the inputs",
    "setup": "other ways through the calls that build the inputs",
    "forced-state": "needs objects that no public call makes (--forced-states)",
    "unrealised": "no object can be made for an input",
    "contents": "looks at more of a map or set than its size and some keys",
    "candidates": "other classes of the inputs",
    "stubs": "other implementations of the inputs",
    "precondition": "",
    "condition": "a condition that cannot be used:",
    "unconfirmed": "",
    "path": "one path only",
    "inputs": "refuted for the inputs that were tried",
    "unreachable": "no sequence of calls gives such an object",
    "unreachable-by-calls": "no sequence of calls up to the limit gives such an object",
}


_BEFORE_PLACE = re.compile(r":$| (?:of|for|on|in)$")
"""The end of a text that is followed by the place of the reason."""


_MEMBER = re.compile(r"(?P<class>[\w.$/]+)\.(?P<method>[\w$<>]+)(?P<descriptor>\([\w$/;\[]*\)[\w$/;\[]+)")


def _readable(where: str) -> str:
    """Format ``java.lang.Thread.<init>(Ljava/lang/Runnable;)V`` as ``new java.lang.Thread(Runnable)``. Other texts are
    returned unchanged.
    """
    found = _MEMBER.fullmatch(where)
    if found is None:
        return where
    try:
        signature = readable_signature(found["class"], found["method"], found["descriptor"])
    except ClassFormatError:
        return where
    package, dot, _ = dotted(found["class"]).rpartition(".")
    new, name = ("new ", signature[4:]) if signature.startswith("new ") else ("", signature)
    return f"{new}{package}{dot}{name}"


def reason_text(reason: Reason) -> str:
    """A reason as text: ``loop bound at Fee.java:12 (3 paths)``."""
    text = _REASON_TEXTS.get(reason.code, reason.code.replace("-", " "))
    if not text:
        return reason.where
    where = _readable(reason.where)
    if where:
        joint = " at " if ":" in where and _BEFORE_PLACE.search(text) is None else " "
        text += joint + where
    if reason.paths:
        text += f" ({counted(reason.paths, 'path')})"
    return text


def codes_text(codes: str) -> str:
    """The text of reason codes that are joined by commas."""
    text = [_REASON_TEXTS.get(each, each.replace("-", " ")) for each in codes.split(", ")]
    return ", ".join(_BEFORE_PLACE.sub("", each) for each in text)


def reasons_text(reasons: Sequence[Reason], view: View) -> str:
    """The text of several reasons; only the first ones, unless the view is verbose."""
    shown = reasons if view.verbose else reasons[:MOST_REASONS]
    text = "; ".join(reason_text(reason) for reason in shown)
    return text + (f"; and {len(reasons) - len(shown)} more" if len(shown) < len(reasons) else "")


def unreachable_text(report: MethodReport) -> str:
    """The text of a line that is proved to be unreachable, for notes beside it."""
    return f"no input reaches it ({proved_text(report)})"


def proved_text(report: MethodReport) -> str:
    """The word ``proved``, with the static fields whose first value a proof about a method assumes."""
    return f"proved, with {', '.join(report.statics)} as initialised" if report.statics else "proved"


def excluded_text(excluded: Excluded, class_name: str) -> str:
    """The state of an object that a line or an exception needs, and why no object has it."""
    what = _simple(excluded.exception) if excluded.exception else "this line"
    states = " or ".join(f"'{one_line(each)}'" for each in excluded.needs)
    if not states or excluded.needs == ("true",):
        return f"{what}: no object leads there (proved)"
    if excluded.calls:
        calls = f"no sequence of up to {counted(excluded.calls, 'call')} on a new {_simple(class_name)} gives that"
        return f"{what} needs {states}; {calls} (proved)"
    if not excluded.holds:
        return f"{what} needs {states}; no sequence of calls gives that (proved)"
    return f"{what} needs {states}; '{one_line(excluded.holds)}' holds after every call (proved)"


def _simple(name: str) -> str:
    return name.rsplit(".", 1)[-1].replace("$", ".")


def one_line(text: str) -> str:
    """The text with control characters written as escapes, so that it is one line."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def counted(number: int, word: str) -> str:
    """``1 path``, ``2 paths``."""
    return f"{number} {word}{'' if number == 1 else 's'}"
