"""New names for the variables of a case: those left after inlining are counted again."""

from __future__ import annotations

import re
from collections.abc import Mapping

from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.suite.recipes import Members, shown_statements
from everypath.suite.source import one_line
from everypath.suite.testcase import (
    RESERVED,
    Assertion,
    Check,
    Declare,
    Expression,
    Invoke,
    New,
    Stub,
    TestCase,
    Variable,
    substituted,
    substituted_in,
    unique,
)

__all__ = ["renumbered"]

_NUMBERED = re.compile(r"(.*?[^\d_])_?\d+")


def renumbered(case: TestCase, members: Members) -> TestCase:
    """The case whose variables have the lowest numbers: ``order3`` is ``order`` if no other variable has the name.

    Names of parameters stay, and numbers without which a name would hide a class of the test's package.
    """
    declared = [each.variable for each in case.recipe.setup if isinstance(each, Declare)]
    result = case.check.result
    names = {each.name for each in declared} | ({result.name} if result is not None else set())
    taken = {each for each in names if _NUMBERED.fullmatch(each) is None}
    changed: dict[Variable, Expression] = {}
    for each in declared:
        numbered = _NUMBERED.fullmatch(each.name)
        if numbered is None or each.name in case.parameters or each == result:
            continue
        if numbered[1] in RESERVED or members.classes.is_sibling(dotted(members.package), numbered[1]):
            continue
        name = unique(numbered[1], taken)
        if name != each.name:
            changed[each] = Variable(name, each.descriptor)
    return _renamed(case, changed) if changed else case


def _renamed(case: TestCase, names: Mapping[Variable, Expression]) -> TestCase:
    call = substituted(case.recipe.call, names)
    assert isinstance(call, New | Invoke | Stub)
    setup = []
    for each in case.recipe.setup:
        statement = substituted_in(each, names)
        if isinstance(statement, Declare):
            variable = names.get(statement.variable, statement.variable)
            assert isinstance(variable, Variable)
            statement = replace(statement, variable=variable)
        setup.append(statement)
    recipe = replace(case.recipe, setup=tuple(setup), call=call)
    claims = tuple(
        Assertion(each.kind, substituted(each.actual, names), substituted(each.expected, names))
        for each in case.check.assertions
    )
    observations = tuple(replace(each, subject=substituted(each.subject, names)) for each in case.observations)
    return replace(
        case,
        recipe=recipe,
        expression=one_line(call, shown_statements(recipe.setup)),
        check=Check(case.check.result, claims),
        observations=observations,
    )
