"""The preconditions and postconditions of a method: those of the options, by pattern, and those of its annotations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from everypath.dataclass import dataclass
from everypath.errors import UsageError
from everypath.inputs.conditions import Condition, ConditionError, check
from everypath.program import Method, Program
from everypath.run.entries import EntryName
from everypath.run.option_values import ConditionOption

REQUIRES, ENSURES = "Requires", "Ensures"
"""The simple names of annotations whose ``value`` holds one condition or several."""


@dataclass(frozen=True)
class Contract:
    """The conditions of one method."""

    requires: tuple[Condition, ...] = ()
    ensures: tuple[Condition, ...] = ()


def contract_of(method: Method, program: Program, assume: Sequence[str], ensure: Sequence[str]) -> Contract:
    """The conditions of a method. Raises `ConditionError` for a condition that has no meaning in it."""
    return Contract(
        _conditions(method, program, assume, REQUIRES, after=False),
        _conditions(method, program, ensure, ENSURES, after=True),
    )


def _conditions(
    method: Method, program: Program, texts: Iterable[str], annotation: str, *, after: bool
) -> tuple[Condition, ...]:
    given = [each.text for each in map(ConditionOption.read, texts) if each.is_for(method)]
    found = dict.fromkeys((*given, *annotated(method, annotation)))
    return tuple(check(text, method, program, after=after) for text in found)


def annotated(method: Method, annotation: str) -> list[str]:
    """The conditions in the annotations of a method whose class has this simple name, whatever its package."""
    found: list[str] = []
    for each in method.info.annotations:
        if re.split(r"[/$]", each.name)[-1] == annotation:
            value = each.get("value")
            texts = value if isinstance(value, list | tuple) else [value]
            found += [text for text in texts if isinstance(text, str)]
    return found


def validate(program: Program, entries: Sequence[EntryName], assume: Sequence[str], ensure: Sequence[str]) -> None:
    """Check the conditions of the options in all entries they are for. Raises `UsageError` for the first wrong one."""
    methods = [
        method
        for entry in entries
        if (method := program.klass(entry.class_name).declared_method(entry.method, entry.descriptor)) is not None
    ]
    for option, texts, after in (("--assume", assume, False), ("--ensure", ensure, True)):
        for given in map(ConditionOption.read, texts):
            chosen = [each for each in methods if given.is_for(each)]
            if not chosen:
                raise UsageError(f"{option}: no method that is analysed matches the pattern before '{given.text}'")
            for method in chosen:
                _validate(option, given, method, program, after=after, several=len(chosen) > 1)


def _validate(
    option: str, given: ConditionOption, method: Method, program: Program, *, after: bool, several: bool
) -> None:
    try:
        check(given.text, method, program, after=after)
    except ConditionError as problem:
        hint = " (write 'CLASS#METHOD: EXPR' or --only to choose a method)" if several and given.pattern is None else ""
        message = f"{option}, {method.owner.simple_name}.{method.name}: {problem.problem}{hint}"
        raise ConditionError(message, problem.text, problem.at) from None
