"""Tries the string literals of the code as input strings before a solver is asked.

Most switches and comparisons of strings involve such literals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import StringConst
from everypath.explore.witnesses import holds
from everypath.inputs import TextInput, shape_of
from everypath.program import program_cache
from everypath.term import Model, Term, evaluate, variables

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state import State

MOST_LITERALS = 24
LONGEST_LITERAL = 64


@program_cache(1024)
def literals_of(method: Method) -> tuple[str, ...]:
    """The string constants that a method's code loads, in order, as UTF-16 code units below 0x10000."""
    file = method.owner.file
    if file is None or not method.has_code:
        return ()
    found: dict[str, None] = {}
    for instruction in method.instructions:
        if instruction.name in ("ldc", "ldc_w"):
            constant = file.constant(instruction.operand)
            if isinstance(constant, StringConst) and 0 < len(constant.value) <= LONGEST_LITERAL:
                found[constant.value] = None
    return tuple(each for each in found if max(each) <= "\uffff")[:MOST_LITERALS]


def guess(state: State, condition: Term, literals: tuple[str, ...]) -> Model | None:
    """A model of the path and the condition in which one input string is one of the literals."""
    symbols = variables(condition)
    for node in shape_of(state).nodes.values():
        build = node.build
        if not isinstance(build, TextInput) or not isinstance(build.length, Term) or build.chars not in symbols:
            continue
        for literal in literals:
            cells = {index: ord(char) for index, char in enumerate(literal)}
            model = state.witness.with_({build.length: len(literal), build.chars: cells})
            if evaluate(condition, model) is True and holds(state.path, model):
                return model
    return None
