"""Shorter inputs: strings and arrays cut, numbers made small, while the JVM ends at the same place in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from everypath.bridge import Bridge, Status
from everypath.bridge import Outcome as Replay
from everypath.suite.case import Verdict
from everypath.suite.expr import (
    ArrayOf,
    AssignElement,
    AssignField,
    Boxed,
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
)
from everypath.suite.replay import plan_of
from everypath.suite.source import one_line

__all__ = ["minimise"]

_ROUNDS = 4


def minimise(verdict: Verdict, bridge: Bridge, replays: int = 60) -> Verdict:
    """The verdict of a confirmed exception with the smallest input found within a number of replays.

    A candidate counts where the JVM throws the same exception at the same line after the same blocks of code; a case
    that returns is left alone, since its oracle belongs to its input.
    """
    case = verdict.case
    if not verdict.confirmed or case.throws is None:
        return verdict
    best = case.recipe
    wanted = bridge.replay(plan_of(best))
    if wanted.status is not Status.THROW:
        return verdict
    left = replays
    for _ in range(_ROUNDS):
        candidates = [each for each in _smaller(best) if each.size <= best.size and each != best][:left]
        if not candidates:
            break
        left -= len(candidates)
        answers = bridge.replay_many([plan_of(each) for each in candidates])
        good = [each for each, answer in zip(candidates, answers, strict=True) if _same(answer, wanted)]
        if not good:
            break
        best = min(good, key=lambda recipe: (recipe.size, _weight(recipe)))
    if best == case.recipe:
        return verdict
    shorter = replace(case, recipe=best, expression=one_line(best.call, best.setup))
    return replace(verdict, case=shorter)


def _same(real: Replay, wanted: Replay) -> bool:
    return (
        real.status is wanted.status
        and real.exception == wanted.exception
        and real.trace == wanted.trace
        and real.message == wanted.message
        and set(real.hits) == set(wanted.hits)
    )


def _weight(recipe: Recipe) -> tuple[int, float]:
    """How hard the numbers are to read: digits, then magnitude."""
    numbers = [part.value for part in recipe.parts() if isinstance(part, Literal)]
    return sum(len(str(each)) for each in numbers), float(sum(min(abs(each), 1e18) for each in numbers if each == each))


def _smaller(recipe: Recipe) -> Iterator[Recipe]:
    """Recipes with one constant made smaller, the boldest first."""
    for at, statement in enumerate(recipe.setup):
        for changed in _statement(statement):
            yield replace(recipe, setup=(*recipe.setup[:at], changed, *recipe.setup[at + 1 :]))
    for call in _expression(recipe.call):
        if isinstance(call, Invoke | New):
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
            if text:
                yield from (
                    Text(shorter) for shorter in dict.fromkeys(("", text[: len(text) // 2], text[:-1], text[1:]))
                )
                if any(not "a" <= each <= "z" for each in text):
                    yield Text("".join(each if " " <= each <= "~" else "a" for each in text))
        case Boxed(value=value):
            yield from (Boxed(each) for each in _number(value))
        case ArrayOf(elements=elements, descriptor=descriptor):
            if elements:
                yield from (ArrayOf(descriptor, part) for part in dict.fromkeys(((), elements[:1], elements[:-1])))
            yield from (replace(expression, elements=parts) for parts in _tuple(elements))
            if expression.length > 0:
                yield from (replace(expression, length=length) for length in (0, 1, expression.length // 2))
        case New(arguments=arguments):
            yield from (replace(expression, arguments=parts) for parts in _tuple(arguments))
        case Invoke(receiver=receiver, arguments=arguments):
            yield from (replace(expression, arguments=parts) for parts in _tuple(arguments))
            if receiver is not None:
                yield from (replace(expression, receiver=each) for each in _expression(receiver))
        case Stub() | FieldOf() | Null():
            return


def _tuple(parts: tuple[Expression, ...]) -> Iterator[tuple[Expression, ...]]:
    for at, part in enumerate(parts):
        for changed in _expression(part):
            yield (*parts[:at], changed, *parts[at + 1 :])


def _number(literal: Literal) -> Iterator[Literal]:
    value = literal.value
    candidates: list[int | float]
    if literal.descriptor in "FD":
        candidates = [0.0, 1.0, -1.0, 0.5, float(int(value)) if abs(value) < 1e9 else 0.0]
    elif literal.descriptor == "C":
        candidates = [ord("a"), ord("0"), ord(" ")] if not 0x20 <= value < 0x7F else []
    elif literal.descriptor == "Z":
        candidates = [0]
    else:
        candidates = [0, 1, -1, 2, value // 2, value - 1 if value > 0 else value + 1]
    for each in dict.fromkeys(candidates):
        if each == each and (len(str(each)), abs(each)) < (len(str(value)), abs(value)):
            yield replace(literal, value=each)
