"""The path condition of a state, and what it says of the classes of inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.errors import EngineError
from everypath.state.classes import (
    NOTHING_ASKED,
    ClassQuestions,
    Kin,
    is_about_classes,
    is_possible,
    known_answer,
    learn,
    likely,
)
from everypath.state.memory import Memory
from everypath.state.tables import Facts
from everypath.term import EMPTY, Model, Term, Value, evaluate, not_

if TYPE_CHECKING:
    from everypath.state.control import SharedTables
    from everypath.state.endings import Reason
    from everypath.state.text import Rope


class PathCondition(Memory):
    """The conditions of one path, beside its memory: every decision reads both.

    ``path`` holds the conditions in order. ``known`` holds the same ones as a set, and the parts of conjunctions.
    ``limits`` are those conditions that are only assumptions of `State.decide_limit`: what is refuted with their help
    is cut by a bound and never infeasible. ``witness`` is a model of the path condition. ``types`` maps an input
    reference to its candidate classes, ``kin`` to the references whose class was compared with its own
    (`everypath.state.classes`), and ``questions`` to what the code asked about its class. ``lengths`` are terms for
    which small witness values are preferred. ``allocations`` are conditions under which what the path allocates fits
    into the heap of a JVM: a witness has to satisfy them, while the path holds for all inputs for which memory
    suffices. ``joined`` are texts that the path made of others: no JVM makes one that is too long for an array.
    ``reasons`` say why the path is not exact.
    """

    __slots__ = (
        "allocations",
        "joined",
        "kin",
        "known",
        "lengths",
        "limits",
        "path",
        "questions",
        "reasons",
        "types",
        "witness",
    )

    def __init__(self, control: SharedTables) -> None:
        super().__init__(control)
        self.path: list[Term] = []
        self.known = Facts()
        self.limits: frozenset[Term] = frozenset()
        self.witness: Model = EMPTY
        self.types: dict[Term, int] = {}
        self.kin: Kin = {}
        self.questions: dict[Term, ClassQuestions] = {}
        self.lengths: tuple[Term, ...] = ()
        self.allocations: tuple[Term, ...] = ()
        self.joined: tuple[Rope, ...] = ()
        self.reasons: tuple[Reason, ...] = ()

    def _copy_conditions(self, copied: PathCondition) -> None:
        """Give ``copied`` the conditions of this path."""
        copied.path = self.path[:]
        copied.known = self.known.copy()
        copied.limits = self.limits
        copied.witness = self.witness
        copied.types = self.types.copy()
        copied.kin = self.kin.copy()
        copied.questions = self.questions.copy()
        copied.lengths = self.lengths
        copied.allocations = self.allocations
        copied.joined = self.joined
        copied.reasons = self.reasons

    def assume(self, condition: Value) -> None:
        """Add a condition to the path. The caller guarantees that the witness satisfies it. Conditions on classes
        narrow the candidates.
        """
        if condition is True:
            return
        if condition is False:
            raise EngineError("a path assumed false")
        assert isinstance(condition, Term)
        if condition in self.known:
            return
        self.path.append(condition)
        self._know(condition)

    def _know(self, condition: Term) -> None:
        waiting = [condition]
        while waiting:
            part = waiting.pop()
            self.known.add(part)
            if part.op == "conj":
                waiting += reversed([each for each in part.args if isinstance(each, Term)])
            elif is_about_classes(part):
                learn(self.types, self.kin, part, self._class_bits)

    def _known_answer(self, condition: Term, negation: Term) -> bool | None:
        """True or False if the path condition states the condition or its negation, else None."""
        if condition in self.known:
            return True
        if negation in self.known:
            return False
        return self._class_answer(condition, negation)

    def _class_answer(self, condition: Term, negation: Term) -> bool | None:
        if not is_about_classes(condition):
            return None
        return known_answer(self.types, self.kin, condition, negation, self._class_bits)

    def may_hold(self, condition: Term) -> bool:
        """True if a condition on classes is compatible with the known candidates."""
        return is_possible(self.types, self.kin, condition, self._class_bits)

    def note_type_test(self, ref: Term, name: str, *, holds: bool) -> None:
        """Remember the answer of a type test of an input."""
        asked = self.questions.get(ref, NOTHING_ASKED)
        if asked.tests.get(name) is not holds:
            self.questions[ref] = asked.with_test(name, holds=holds)

    def note_tested_type(self, ref: Term, classes: frozenset[str], name: str) -> None:
        """Remember the type whose test makes a condition on some classes of an input, or that others were put off."""
        asked = self.questions.get(ref, NOTHING_ASKED)
        if asked.types.get(classes) != name:
            self.questions[ref] = asked.with_type(classes, name)

    def note_use_of_class(self, ref: Term) -> None:
        """Remember that the path may depend on the class of an input beyond the answers of type tests."""
        asked = self.questions.get(ref, NOTHING_ASKED)
        if not asked.uses_class:
            self.questions[ref] = replace(asked, uses_class=True)

    def is_known(self, condition: Term) -> bool:
        """True if the path condition states the condition or its negation."""
        return condition in self.known or not_(condition) in self.known

    def _under_witness(self, condition: Term) -> bool:
        """The truth value of a condition under the witness; of one on classes, under the first candidates."""
        if is_about_classes(condition):
            return likely(self.types, condition, self._class_bits)
        return bool(evaluate(condition, self.witness))

    def _class_bits(self, names: frozenset[str]) -> int:
        numbering = self.control.numbering
        if numbering is None:
            raise EngineError("conditions on classes need numbered classes")
        return numbering.bits_of(names)
