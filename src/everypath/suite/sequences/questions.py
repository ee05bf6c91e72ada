"""Methods without parameters that a test calls to look at an object: which ones to ask, and what their answers show."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from everypath.bridge import Plan, ReplayResult, Status
from everypath.classfile import is_reference
from everypath.dataclass import dataclass
from everypath.suite.oracle import Oracle, is_inspecting, observers
from everypath.suite.recipes import Members
from everypath.suite.sequences.observing import Observer
from everypath.suite.sequences.replaying import Asked
from everypath.suite.testcase import (
    Assertion,
    Expected,
    Expression,
    Invoke,
    Member,
    ObjectValue,
    Variable,
    class_of,
    return_descriptor,
    static_type,
)

__all__ = ["Question", "answered", "assertions_of", "questions_on"]

_MOST_CANDIDATES = 8
_MOST, _MOST_OF_ONE = 4, 2
"""Most assertions on all inspecting methods of one object, and on one method."""
_WEAK_KINDS = ("not-null", "class", "same")


@dataclass(frozen=True, slots=True)
class Question:
    """A call that looks at a subject. ``reads`` are the fields that it shows, with their types in ``unread``, which are
    those that no test can read; empty if they are unknown.
    """

    call: Invoke
    subject: Expression
    reads: frozenset[str] = frozenset()


def questions_on(
    subject: Expression, value: Expected, oracle: Oracle, only: Sequence[str] | None = None
) -> list[Question]:
    """The questions about an object; with ``only``, about the named fields.

    If a test cannot name the class of the object, its declared type is asked.
    """
    if not isinstance(value, ObjectValue) or value.contents is not None:
        return []
    members = oracle.members
    if oracle.is_open(value):
        hidden = {name for name in oracle.unread(value) if only is None or name in only}
        found = [
            Question(Invoke(member, subject), subject, read & hidden)
            for member, read in observers(members, value.class_name)
            if read & hidden
        ][:_MOST_CANDIDATES]
        if only is None and oracle.is_large(value):  # its own text shows what is left of its fields
            text = next((each for each, _ in observers(members, value.class_name) if each.name == "toString"), None)
            found += [Question(Invoke(text, subject), subject)] if text is not None else []
        return list(dict.fromkeys(found))
    declared = class_of(static_type(subject))
    if members.accessible(value.class_name) or declared.startswith(("java/", "[")):
        return []
    return [Question(Invoke(each, subject), subject) for each in _shown_methods(members, declared)][:_MOST_CANDIDATES]


def _shown_methods(members: Members, class_name: str) -> Iterator[Member]:
    """The methods without parameters that a type declares."""
    seen: set[tuple[str, str]] = set()
    for file in members.classes.hierarchy(class_name):
        for method in file.methods if not file.name.startswith("java/") else ():
            key = method.name, method.descriptor
            if key in seen or not is_inspecting(method):
                continue
            seen.add(key)
            member = members.method(class_name, *key)
            if not member.hidden and not member.raises:
                yield member


def answered(
    observer: Observer,
    questions: Sequence[Question],
    result: Variable | None,
    replays: Sequence[ReplayResult],
) -> Generator[list[Asked], Sequence[ReplayResult], dict[Invoke, Expected]]:
    """The answers of the questions that change nothing, as far as two replays agree, one of them elsewhere: there, more
    time passes. Plans are yielded, and their replays are sent.

    All are asked in one replay. If one of them throws or changes a subject, each is asked in replays of its own.
    """
    calls = list(dict.fromkeys(each.call for each in questions))
    if not calls:
        return {}
    unchanged = observer.shown(replays)
    both = yield _here_and_elsewhere(observer.asking(calls, result))
    if _is_same(observer, both, replays, unchanged):
        return dict(zip(calls, observer.answers(both, len(calls)), strict=True))
    single = yield [each for call in calls for each in _here_and_elsewhere(observer.asking([call], result))]
    found = {}
    for at, each in enumerate(calls):
        pair = single[2 * at : 2 * at + 2]
        if _is_same(observer, pair, replays, unchanged):
            (found[each],) = observer.answers(pair, 1)
    return found


def _here_and_elsewhere(plan: Plan) -> list[Asked]:
    return [Asked(plan), Asked(plan, elsewhere=True)]


def _is_same(
    observer: Observer, asked: Sequence[ReplayResult], replays: Sequence[ReplayResult], unchanged: object
) -> bool:
    """True if the replays with questions ended as those without, and show the same subjects."""
    printed = {each.out for each in replays}
    if any(each.status is not Status.OK or each.out not in printed for each in asked):
        return False
    return observer.shown([*replays, *asked]) == unchanged


def assertions_of(
    questions: Sequence[Question], answers: dict[Invoke, Expected], oracle: Oracle, value: Expected
) -> list[Assertion]:
    """The assertions on the answers about one object of a value, the most telling first."""
    unread = oracle.unread(value) if isinstance(value, ObjectValue) else {}
    hidden = set().union(*(each.reads for each in questions))
    found: list[Assertion] = []
    for each in questions:
        if each.call not in answers or len(found) >= _MOST or (each.reads and not each.reads & hidden):
            continue
        asked = oracle.assertions_on(each.call, answers[each.call], 1)[:_MOST_OF_ONE]
        asked = [claim for claim in asked if claim.kind not in _WEAK_KINDS]
        if asked:
            found += asked
            whole = is_reference(return_descriptor(each.call.member.descriptor))
            hidden -= {name for name in each.reads if whole or not is_reference(unread.get(name, "I"))}
    return found
