"""What the calls before the one under test return: numbers, texts and constants that a test can assert."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from everypath.classfile import BOX_CLASSES, dotted, is_reference
from everypath.dataclass import replace
from everypath.suite.recipes import Members
from everypath.suite.testcase import (
    RESERVED,
    STRING,
    Declare,
    Invoke,
    Perform,
    Recipe,
    Statement,
    Variable,
    class_of,
    identifier,
    return_descriptor,
    unique,
)

__all__ = ["with_results", "without_unused"]

_MOST = 4
_ACCESSOR = re.compile(r"^(?:get|to|as)(?=[A-Z])")
_PLAIN = frozenset({STRING, *(f"L{each};" for each in BOX_CLASSES.values())})


def with_results(
    recipe: Recipe, members: Members, is_target: Callable[[str], bool]
) -> tuple[Recipe, tuple[Variable, ...]]:
    """The recipe with variables for what calls of the target return before the call under test, and these variables.

    They are calls for their effect only, the last few of them, that return a number, a text or an enum constant.
    """
    calls = ((at, each) for at, each in enumerate(recipe.setup) if isinstance(each, Perform))
    places = [at for at, each in calls if _returns_plain(each, members, is_target)]
    taken = {each.variable.name for each in recipe.setup if isinstance(each, Declare)}
    setup: list[Statement] = list(recipe.setup)
    found: list[Variable] = []
    for at in places[-_MOST:]:
        statement = setup[at]
        assert isinstance(statement, Perform)
        member = statement.call.member
        variable = Variable(_name(member.name, taken, members), return_descriptor(member.descriptor))
        setup[at] = Declare(variable, statement.call)
        found.append(variable)
    return replace(recipe, setup=tuple(setup)), tuple(found)


def _returns_plain(statement: Perform, members: Members, is_target: Callable[[str], bool]) -> bool:
    member = statement.call.member
    result = return_descriptor(member.descriptor)
    if result == "V" or member.hidden or not is_target(member.owner):
        return False
    return not is_reference(result) or result in _PLAIN or members.classes.first_constant(class_of(result)) is not None


def _name(method: str, taken: set[str], members: Members) -> str:
    word = _ACCESSOR.sub("", method)
    word = identifier(word[:1].lower() + word[1:], "value")
    while word in RESERVED or members.classes.is_sibling(dotted(members.package), word):
        word += "Result"
    return unique(word, taken)


def without_unused(recipe: Recipe, kept: Collection[str]) -> Recipe:
    """The recipe without the variables that nothing uses, unless their names are ``kept``; their calls stay."""
    used = {part.name for part in recipe.parts() if isinstance(part, Variable)}.union(kept)
    setup = [
        Perform(each.value, spare=True)
        if isinstance(each, Declare) and isinstance(each.value, Invoke) and each.variable.name not in used
        else each
        for each in recipe.setup
    ]
    return replace(recipe, setup=tuple(setup))
