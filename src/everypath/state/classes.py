"""The classes of a path's inputs: candidate sets, and which inputs are of the same class or of different ones.

Conditions on classes (`has_class`, `same_class` and their negations) belong to the path condition, not to solvers.
``types`` maps a reference to its candidates as a bit set, ``kin`` to the references whose class was compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from everypath.dataclass import dataclass, field, replace
from everypath.term import Term

Types: TypeAlias = dict[Term, int]

Kin: TypeAlias = dict[Term, tuple[tuple[Term, bool], ...]]
"""Maps a reference to other references, each with True for the same class and False for different classes."""

BitsOf: TypeAlias = Callable[[frozenset[str]], int]
"""The candidate set of some classes by name."""


@dataclass(frozen=True, slots=True)
class ClassQuestions:
    """What the code of a path asked about the class of one input.

    ``tests`` maps the types of type tests to their answers. ``types`` maps sets of classes to the type whose test made
    the condition `has_class` of them; to `PUT_OFF` if other classes were put off at a test. ``uses_class``: a call was
    dispatched on the object, or its class was asked for.
    """

    tests: Mapping[str, bool] = field(default_factory=dict)
    types: Mapping[frozenset[str], str] = field(default_factory=dict)
    uses_class: bool = False

    def with_test(self, name: str, *, holds: bool) -> ClassQuestions:
        """The questions with the answer of a type test."""
        return replace(self, tests={**self.tests, name: holds})

    def with_type(self, classes: frozenset[str], name: str) -> ClassQuestions:
        """The questions with the type that a condition on classes stands for."""
        return replace(self, types={**self.types, classes: name})


NOTHING_ASKED: Final = ClassQuestions()
PUT_OFF: Final = ""


def class_constraint(condition: Term) -> tuple[Term, frozenset[str], bool] | None:
    """The reference, the class names and False if negated, of a (negated) `has_class` condition; else None."""
    inner, holds = _atom(condition)
    if inner.op != "has_class":
        return None
    ref = inner.args[0]
    assert isinstance(ref, Term)
    names = inner.payload
    assert isinstance(names, frozenset)
    return ref, names, holds


def kinship(condition: Term) -> tuple[Term, Term, bool] | None:
    """The two references and False if negated, of a (negated) `same_class` condition; else None."""
    inner, holds = _atom(condition)
    if inner.op != "same_class":
        return None
    one, other = inner.args
    assert isinstance(one, Term)
    assert isinstance(other, Term)
    return one, other, holds


def is_about_classes(condition: Term) -> bool:
    """True for a condition on classes, which no solver is asked about."""
    op = condition.op
    if op == "not":
        inner = condition.args[0]
        op = inner.op if type(inner) is Term else op
    return op == "has_class" or op == "same_class"


def _atom(condition: Term) -> tuple[Term, bool]:
    if condition.op != "not":
        return condition, True
    inner = condition.args[0]
    assert isinstance(inner, Term)
    return inner, False


def learn(types: Types, kin: Kin, condition: Term, bits_of: BitsOf) -> None:
    """Narrow the candidates by a condition on classes; other conditions are ignored."""
    constraint = class_constraint(condition)
    if constraint is not None:
        ref, names, holds = constraint
        bits = bits_of(names)
        _narrow(types, kin, ref, bits if holds else ~bits)
        return
    related = kinship(condition)
    if related is not None:
        one, other, same = related
        kin[one] = (*kin.get(one, ()), (other, same))
        kin[other] = (*kin.get(other, ()), (one, same))
        for ref in (one, other):
            for each, bits in _compared(types, kin, ref):
                _narrow(types, kin, each, bits)


def _narrow(types: Types, kin: Kin, ref: Term, bits: int) -> None:
    waiting = deque([(ref, bits)])
    while waiting:
        ref, bits = waiting.popleft()
        before = types.get(ref, -1)
        after = types[ref] = before & bits
        if after != before and ref in kin:
            waiting += _compared(types, kin, ref)


def _compared(types: Types, kin: Kin, ref: Term) -> Iterator[tuple[Term, int]]:
    """The references that were compared with ``ref``, each with the candidates that its remaining ones leave."""
    bits = types.get(ref, -1)
    for other, same in kin[ref]:
        if same:
            yield other, bits
        elif _is_single(bits):
            yield other, ~bits


def _is_single(bits: int) -> bool:
    return bits > 0 and bits & (bits - 1) == 0


def is_possible(types: Types, kin: Kin, condition: Term, bits_of: BitsOf) -> bool:
    """True if some classes of the inputs satisfy a condition on classes and everything known of them."""
    types, kin = types.copy(), kin.copy()
    learn(types, kin, condition, bits_of)
    constraint = class_constraint(condition)
    if constraint is not None and constraint[0] not in kin:
        return bool(types[constraint[0]])
    return _is_consistent(types, kin)


def _is_consistent(types: Types, kin: Kin) -> bool:
    """True if the compared inputs have classes that satisfy all comparisons. Searches from the input with the fewest
    candidates.
    """
    if not all(types.get(ref, -1) for ref in kin):
        return False
    waiting = [ref for ref in kin if types.get(ref, -1) > 0 and not _is_single(types[ref])]
    if not waiting:
        return True
    ref = min(waiting, key=lambda each: types[each].bit_count())
    left = types[ref]
    while left:
        lowest = left & -left
        trial = types.copy()
        _narrow(trial, kin, ref, lowest)
        if _is_consistent(trial, kin):
            return True
        left &= ~lowest
    return False


def known_answer(types: Types, kin: Kin, condition: Term, negation: Term, bits_of: BitsOf) -> bool | None:
    """The truth value of a condition on classes if the known candidates decide it, else None."""
    constraint, related = class_constraint(condition), kinship(condition)
    if constraint is not None:
        ref, names, holds = constraint
        current = types.get(ref)
        if current is None:
            return None
        bits = bits_of(names)
        if not current & bits:
            return not holds
        if not current & ~bits:
            return holds
        if ref not in kin:
            return None
    elif related is None:
        return None
    if not is_possible(types, kin, condition, bits_of):
        return False
    return None if is_possible(types, kin, negation, bits_of) else True


def likely(types: Types, condition: Term, bits_of: BitsOf) -> bool:
    """The truth value of an open condition on classes for the first candidate of each input: the side to take."""
    constraint = class_constraint(condition)
    if constraint is not None:
        ref, names, holds = constraint
        current = types.get(ref, -1)
        return bool(current & -current & bits_of(names)) is holds
    related = kinship(condition)
    assert related is not None
    one, other, same = related
    lowest = [types.get(ref, -1) & -types.get(ref, -1) for ref in (one, other)]
    return (lowest[0] == lowest[1]) is same
