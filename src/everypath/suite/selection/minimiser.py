"""Shortens inputs: drops calls, cuts strings and arrays, and reduces numbers, while the JVM ends in the same way."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from everypath.bridge import Bridge, Plan, ReplayResult, Status
from everypath.dataclass import replace
from everypath.suite.recipes import is_for_replays, names_property, shown_statements
from everypath.suite.replay import plan_of
from everypath.suite.source import one_line
from everypath.suite.testcase import (
    ArrayOf,
    AssignElement,
    AssignField,
    Boxed,
    Check,
    Declare,
    Expression,
    FieldOf,
    Invoke,
    Literal,
    New,
    Null,
    Perform,
    Recipe,
    Statement,
    Stub,
    Text,
    Verdict,
    inlined,
    inlined_in_order,
)

__all__ = ["minimise", "smaller", "weight", "without_redundant_calls"]

_ROUNDS = 16
_SHORT = 3
"""The digits of a number that is halved only."""
_AT_ONCE = 16
"""Candidates that are replayed before the effort is checked."""
_OF_THE_JVM = frozenset({"java/lang/StackOverflowError", "java/lang/OutOfMemoryError"})


def minimise(verdict: Verdict, bridge: Bridge, replays: int = 150, until: float = math.inf) -> Verdict:
    """The verdict of a confirmed exception with the smallest input found in at most ``replays`` replays.

    The search ends when the effort of the bridge reaches ``until``. A candidate is accepted if the JVM throws the same
    exception at the same line after as many steps through the same code, so that the path condition holds for it, too.

    Cases that return are not shortened, as their assertions belong to the input. Assertions on the state after the
    exception are dropped for the same reason. Stack overflows and lack of memory are not shortened, as an input at the
    limit would not show them again.
    """
    case = verdict.case
    if not verdict.confirmed or case.throws is None or case.throws.class_name in _OF_THE_JVM:
        return verdict
    best = case.recipe
    wanted = last = bridge.replay(plan_of(best))
    if wanted.status is not Status.THROW:
        return verdict
    exact_message = verdict.throw is None or verdict.throw.origin != "instruction"

    def ends_alike(real: ReplayResult) -> bool:
        return _ends_as(real, wanted) and (real.message == wanted.message or not exact_message)

    best, left = _without_redundant(best, (), ends_alike, bridge, replays, until)
    wanted = last = bridge.replay(plan_of(best))
    for _ in range(_ROUNDS):
        candidates = [each for each in smaller(best) if each.size <= best.size and each != best][:left]
        if not candidates:
            break
        left -= len(candidates)
        answers = _replayed(bridge, [plan_of(each) for each in candidates], until)
        good = [
            (each, answer)
            for each, answer in zip(candidates, answers, strict=False)
            if _same(answer, wanted) and (answer.message == wanted.message or not exact_message)
        ]
        if not good:
            break
        best, last = min(good, key=lambda pair: (pair[0].size, weight(pair[0])))
    return verdict if best == case.recipe else _with_recipe(verdict, best, last)


def _with_recipe(verdict: Verdict, recipe: Recipe, last: ReplayResult) -> Verdict:
    """The verdict of the case with a shorter recipe, whose replay was ``last``."""
    case = verdict.case
    assert case.throws is not None
    best = inlined_in_order(recipe) if case.observed else inlined(recipe)
    written = one_line(best.call, shown_statements(best.setup)) + (f" with {case.sources}" if case.sources else "")
    expected = replace(case.throws, message=last.message) if case.throws.message_known else case.throws
    shorter = replace(case, recipe=best, throws=expected, check=Check(), expression=written)
    throw = replace(verdict.throw, message=last.message) if verdict.throw is not None else None
    return replace(verdict, case=shorter, throw=throw)


def without_redundant_calls(verdict: Verdict, bridge: Bridge, replays: int = 60, until: float = math.inf) -> Verdict:
    """The verdict of a confirmed case that returns, without redundant setup calls.

    A call is redundant if without it the result, the observed values and the executed code are the same. The search
    ends when the effort of the bridge reaches ``until``.
    """
    case = verdict.case
    if not verdict.confirmed or case.throws is not None or case.sources or not _redundant_count(case.recipe):
        return verdict
    subjects = [each.subject for each in case.observations]
    wanted = bridge.replay(plan_of(case.recipe, subjects))
    if wanted.status is not Status.OK:
        return verdict
    best, _ = _without_redundant(case.recipe, subjects, partial(_returns_as, wanted), bridge, replays, until)
    if best == case.recipe:
        return verdict
    return replace(verdict, case=replace(case, recipe=best, expression=one_line(best.call, best.setup)))


def _without_redundant(
    recipe: Recipe,
    subjects: Sequence[Expression],
    ends_alike: Callable[[ReplayResult], bool],
    bridge: Bridge,
    left: int,
    until: float,
) -> tuple[Recipe, int]:
    """The recipe without redundant setup calls, and the number of replays left.

    Groups of calls are dropped, large ones first (Zeller and Hildebrandt, *ddmin*, TSE 2002).
    """
    size = _redundant_count(recipe)
    while size:
        redundant = [at for at, each in enumerate(recipe.setup) if isinstance(each, Perform) and each.spare]
        groups = [redundant[at : at + size] for at in range(0, len(redundant), size)][:left]
        candidates = [
            replace(recipe, setup=tuple(each for at, each in enumerate(recipe.setup) if at not in group))
            for group in groups
        ]
        left -= len(candidates)
        answers = _replayed(bridge, [plan_of(each, subjects) for each in candidates], until)
        good = (each for each, answer in zip(candidates, answers, strict=False) if ends_alike(answer))
        shorter = next(good, None)
        if shorter is None:
            size //= 2
        else:
            recipe = shorter
        size = min(size, _redundant_count(recipe))
    return recipe, left


def _replayed(bridge: Bridge, plans: Sequence[Plan], until: float) -> list[ReplayResult]:
    """The replays of the plans; only of the first ones if the effort of the bridge reaches ``until``."""
    found: list[ReplayResult] = []
    while len(found) < len(plans) and bridge.effort < until:
        found += bridge.replay_many(plans[len(found) : len(found) + _AT_ONCE])
    return found


def _redundant_count(recipe: Recipe) -> int:
    return sum(isinstance(each, Perform) and each.spare for each in recipe.setup)


def _ends_as(real: ReplayResult, wanted: ReplayResult) -> bool:
    """True if the call under test ran the same code and ended with the same exception from the same place."""
    return (
        real.status is wanted.status
        and real.exception == wanted.exception
        and real.trace == wanted.trace
        and set(real.called) == set(wanted.called)
    )


def _returns_as(wanted: ReplayResult, real: ReplayResult) -> bool:
    """True if the call under test ran the same code and ended with the same result and state."""
    return (
        (real.status, real.returned, real.observed, real.objects, real.out, real.err)
        == (wanted.status, wanted.returned, wanted.observed, wanted.objects, wanted.out, wanted.err)
    ) and set(real.called) == set(wanted.called)


def _same(real: ReplayResult, wanted: ReplayResult) -> bool:
    """True if two replays ran the same code, the same number of steps, and ended with the same exception."""
    return (
        real.status is wanted.status
        and real.exception == wanted.exception
        and real.trace == wanted.trace
        and real.steps_used == wanted.steps_used
        and set(real.hits) == set(wanted.hits)
    )


def weight(recipe: Recipe) -> tuple[int, float]:
    """The complexity of the numbers for a reader: digits, then magnitude."""
    numbers = [part.value for part in recipe.parts() if isinstance(part, Literal)]
    return sum(len(str(each)) for each in numbers), float(sum(min(abs(each), 1e18) for each in numbers if each == each))


def smaller(recipe: Recipe) -> Iterator[Recipe]:
    """Recipes with one smaller constant, the largest reduction first."""
    for at, statement in enumerate(recipe.setup):
        if is_for_replays(statement):
            continue
        for changed in _statement(statement):
            yield replace(recipe, setup=(*recipe.setup[:at], changed, *recipe.setup[at + 1 :]))
    for call in _expression(recipe.call):
        if isinstance(call, Invoke | New | Stub):
            yield replace(recipe, call=call)


def _statement(statement: Statement) -> Iterator[Statement]:
    match statement:
        case Declare() | AssignField() | AssignElement():
            for value in _expression(statement.value):
                yield replace(statement, value=value)
        case Perform():
            for call in _expression(statement.call):
                if isinstance(call, Invoke):
                    yield replace(statement, call=call)


def _expression(expression: Expression) -> Iterator[Expression]:
    match expression:
        case Literal():
            yield from _number(expression)
        case Text(value=text):
            yield from _text(text)
        case Boxed(value=value):
            yield from (Boxed(each) for each in _number(value))
        case ArrayOf():
            yield from _array(expression)
        case New(arguments=arguments) | Stub(arguments=arguments):
            yield from (replace(expression, arguments=parts) for parts in _tuple(arguments))
        case Invoke():
            yield from _invocation(expression)
        case FieldOf() | Null():
            return


def _text(text: str) -> Iterator[Expression]:
    """Shorter strings, and the string with its special characters replaced."""
    if text:
        yield from (Text(shorter) for shorter in dict.fromkeys(("", text[: len(text) // 2], text[:-1], text[1:])))
        if any(not "a" <= each <= "z" for each in text):
            yield Text("".join(each if " " <= each <= "~" else "a" for each in text))


def _array(array: ArrayOf) -> Iterator[Expression]:
    """Shorter arrays, and arrays with one smaller element."""
    elements = array.elements
    if elements:
        yield from (ArrayOf(array.descriptor, part) for part in dict.fromkeys(((), elements[:1], elements[:-1])))
    yield from (replace(array, elements=parts) for parts in _tuple(elements))
    if array.length > 0:
        yield from (replace(array, length=length) for length in (0, 1, array.length // 2))


def _invocation(call: Invoke) -> Iterator[Expression]:
    """Calls with one smaller argument or receiver; the name of a system property stays."""
    fixed = names_property(call)
    for parts in _tuple(call.arguments[fixed:]):
        yield replace(call, arguments=(*call.arguments[:fixed], *parts))
    if call.receiver is not None:
        yield from (replace(call, receiver=each) for each in _expression(call.receiver))


def _tuple(parts: tuple[Expression, ...]) -> Iterator[tuple[Expression, ...]]:
    for at, part in enumerate(parts):
        for changed in _expression(part):
            yield (*parts[:at], changed, *parts[at + 1 :])


def _with_fewer_digits(value: int | float) -> list[int]:
    """Powers of ten with half as many digits as a long number, and with as many: halving alone takes too long."""
    digits = len(str(abs(int(value)))) if math.isfinite(value) else 0
    sign = -1 if value < 0 else 1
    return [sign * 10 ** (digits // 2), sign * 10 ** (digits - 1)] if digits > _SHORT else []


def _number(literal: Literal) -> Iterator[Literal]:
    value = literal.value
    candidates: list[int | float]
    if literal.descriptor in "FD":
        candidates = [0.0, 1.0, -1.0, 0.5, float(int(value)) if abs(value) < 1e9 else 0.0]
        candidates += [float(each) for each in _with_fewer_digits(value)]
    elif literal.descriptor == "C":
        candidates = [ord("a"), ord("0"), ord(" ")] if not 0x20 <= value < 0x7F else []
    elif literal.descriptor == "Z":
        candidates = [0]
    else:
        candidates = [0, 1, -1, 2, *_with_fewer_digits(value), value // 2, value - 1 if value > 0 else value + 1]
    for each in dict.fromkeys(candidates):
        if each == each and (len(str(each)), abs(each)) < (len(str(value)), abs(value)):
            yield replace(literal, value=each)
