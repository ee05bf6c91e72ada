"""Static fields that a path wrote: their text in the effect, their observation in the replay, and their assertions."""

from __future__ import annotations

from collections.abc import Sequence

from everypath.dataclass import dataclass, replace
from everypath.inputs.sources import kept_statics, known_statics
from everypath.library.runtime import REDIRECTED_STREAM
from everypath.program import Field
from everypath.state import State
from everypath.suite.descriptions import ConditionPrinter, value_text
from everypath.suite.oracle.assertions import Oracle
from everypath.suite.prediction import Predictor, references_of
from everypath.suite.recipes import Members
from everypath.suite.testcase import Check, Expected, Observation, StaticField, TestCase, Unknown
from everypath.term import Value

__all__ = ["Written", "changed_for_good", "with_written", "written"]


@dataclass(frozen=True, slots=True)
class Written:
    """A static field that the path wrote: its value as a term, and its predicted value."""

    subject: StaticField
    value: Value
    expected: Expected


def written(fields: Sequence[tuple[Field, Value]], predictor: Predictor, members: Members) -> list[Written]:
    """The written static fields as a case observes them."""
    found = []
    for of, value in fields:
        owner = of.owner.name
        usable = members.field_is_accessible(owner, of.name, of.descriptor) and members.type_accessible(of.descriptor)
        subject = StaticField(owner, of.name, of.descriptor, not usable)
        expected = predictor.value(of.descriptor, value)
        found.append(Written(subject, predictor.state.reference(value), expected))
    return found


def with_written(case: TestCase, fields: Sequence[Written], printer: ConditionPrinter, members: Members) -> TestCase:
    """The case with the written static fields in its effect, its oracle, and among the fields to restore.

    A field that a test cannot name is in the effect and in the replay only.
    """
    texts = [f"{_name(each.subject, members)} = {_value_text(each, printer)}" for each in fields]
    named = [each for each in fields if not each.subject.hidden]
    saved = dict.fromkeys((*case.recipe.saved, *(each.subject for each in named)))
    changed = replace(case, effect="; ".join((case.effect, *texts)), recipe=replace(case.recipe, saved=tuple(saved)))
    if case.throws is not None:
        return changed
    oracle = Oracle(members)
    asserted = [found for each in named for found in oracle.assertions_on(each.subject, each.expected)]
    return replace(
        changed,
        observations=(*case.observations, *(Observation(each.subject, each.expected) for each in fields)),
        check=Check(case.check.result, (*case.check.assertions, *asserted)),
    )


def changed_for_good(state: State) -> str:
    """The lasting change of a path that a test cannot undo; empty if there is none.

    It is the initial object of a static field that changed, or a replaced stream of ``System``.
    """
    redirected = state.attachments.get(REDIRECTED_STREAM)
    if isinstance(redirected, str):
        return redirected
    heap = known_statics(state).heap
    for entry, address in kept_statics(state):
        work: list[Value] = [address]
        seen: set[Value] = set()
        while work:
            current = work.pop()
            if not isinstance(current, int) or current in seen or current not in heap:
                continue
            seen.add(current)
            if state.object(current) is not heap[current]:
                return f"the object that {entry.slot.name} was initialised with"
            work += references_of(heap[current])
    return ""


def _value_text(each: Written, printer: ConditionPrinter) -> str:
    if isinstance(each.expected, Unknown):
        return "a value no input decides"
    return value_text(each.subject.descriptor, each.value, each.expected, printer.java)


def _name(subject: StaticField, members: Members) -> str:
    return f"{'.'.join(members.classes.source_name(subject.owner).parts)}.{subject.name}"
