"""The classes that the inputs of one path may have: what its conditions leave, and what its code asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import class_of_descriptor
from everypath.inputs import FieldsInput, NotConstructible, Null, RecipeInput, Undecided
from everypath.program import ClassHierarchy
from everypath.state import NOTHING_ASKED, PUT_OFF, ClassQuestions, State, class_constraint
from everypath.suite.input_classes.type_tests import TypeTests
from everypath.term import Printed, Term, has_class, not_, ref_var

if TYPE_CHECKING:
    from everypath.explore.paths import Path
    from everypath.inputs import Node

__all__ = ["InputClasses"]

_UNTRIED = "candidates"
"""The bound of a path that says that the class of an input matters and not all were tried (`Path.left_out`)."""

_Constraint: TypeAlias = tuple[frozenset[str], bool]
"""The names of classes; False if the class is none of them."""


class InputClasses:
    """What is known of the classes of the inputs on a path, and the same as Java.

    If the path depends on the class of an input only by type tests, these tests are its condition: classes that were
    not tried meet it, too, and take the same path. Otherwise the condition names the classes that were tried.
    """

    def __init__(
        self,
        hierarchy: ClassHierarchy | None = None,
        questions: Mapping[Term, ClassQuestions] | None = None,
        path: Path | None = None,
    ) -> None:
        self.types = TypeTests(hierarchy)
        self._hierarchy = hierarchy
        self._questions = questions or {}
        self._path = path
        self._answered: dict[tuple[Term, frozenset[str], bool], dict[str, bool]] = {}
        """The type tests that conditions of `condition` stand for; empty for those that name classes."""

    @classmethod
    def of_path(cls, path: Path) -> InputClasses:
        """The classes of the inputs of a finished path."""
        return cls(_hierarchy(path.state), path.state.questions, path)

    @classmethod
    def of_state(cls, state: State) -> InputClasses:
        """What the code asked so far. Each condition is spelled alone."""
        return cls(_hierarchy(state), state.questions)

    # ---- what a path knows

    @cached_property
    def _constraints(self) -> dict[Term, list[tuple[Term, frozenset[str], bool]]]:
        """The conditions of the path on the class of each reference, but for those that do not matter."""
        found: dict[Term, list[tuple[Term, frozenset[str], bool]]] = {}
        for condition in self._path.constraints if self._path is not None else ():
            constraint = class_constraint(condition)
            if constraint is not None:
                known = found.setdefault(constraint[0], [])
                if not (self.is_immaterial(condition) or self._is_declared(*constraint)):
                    known.append((condition, *constraint[1:]))
        return found

    def _is_declared(self, ref: Term, names: frozenset[str], holds: bool) -> bool:
        """True for a condition that all objects satisfy whose method is called."""
        if self._path is None or self._hierarchy is None or not holds or str(ref.payload) != "this":
            return False
        receivers = self._hierarchy.names_of(self._hierarchy.analysed(self._path.entry.owner))
        return bool(receivers) and receivers <= names

    def is_immaterial(self, condition: Term) -> bool:
        """True for a condition on a class that does not matter for the path."""
        return self._path is not None and condition in self._path.immaterial

    def is_classified(self, node: Node) -> bool:
        """True if a condition of the path is on the class of the object."""
        return ref_var(node.name) in self._constraints

    def tried(self, node: Node) -> frozenset[str]:
        """The classes that were tried for an object that the path made, if these are not all, the class matters, and no
        condition names them: one, or all but some. Empty otherwise.
        """
        path, ref, build = self._path, ref_var(node.name), node.build
        if path is None or _UNTRIED not in path.left_out or node.name in path.any_class:
            return frozenset()
        if any(holds for _, _, holds in self._constraints.get(ref, ())) or isinstance(
            build, Undecided | NotConstructible
        ):
            return frozenset()
        bits = path.state.types.get(ref)
        tried = self._hierarchy.names_of(bits) if bits and self._hierarchy is not None else frozenset[str]()
        if not tried and isinstance(build, FieldsInput | RecipeInput):
            tried = frozenset((build.class_name,))
        return tried

    # ---- the condition of a path

    def condition(self, ref: Term) -> Term | None:
        """All that the path requires of the class of a reference, as one condition; None for nothing."""
        known = self._constraints.get(ref, [])
        asked = self._questions.get(ref, NOTHING_ASKED)
        untried = self._path.untried if self._path is not None else frozenset[Term]()
        stated = [
            (names, holds)
            for condition, names, holds in known
            if not (condition in untried and asked.types.get(names) == PUT_OFF)
        ]
        if asked.uses_class or not all(self._is_answered(asked, each) for each in stated):
            node = self._node(ref)
            tried = self.tried(node) if node is not None and not node.unused else frozenset[str]()
            stated = [(names, holds) for _, names, holds in known]
            return self._standing_for({}, ref, [*stated, (tried, True)] if tried else stated)
        return self._standing_for(self._tests(ref, asked), ref, stated)

    def merged(self, ref: Term, shown: Sequence[Term]) -> list[Term]:
        """Conditions on the class of one reference, in the place of those to be shown."""
        own = [condition for condition in shown if self._path is None or condition not in self._path.constraints]
        stated = [constraint[1:] for constraint in map(class_constraint, own) if constraint is not None]
        merged = self._standing_for({}, ref, stated) if stated else None
        found = [self.condition(ref) if len(own) < len(shown) else None, merged]
        return [each for each in found if each is not None]

    def unstated(self, shown: Iterable[Term]) -> list[Term]:
        """What the path requires of the classes of references that no shown condition is on: the answers of type tests
        that all classes that were tried gave alike, or these classes if more than type tests depends on them. The calls
        that make an object are shown, and name its class.
        """
        path = self._path
        if path is None or _UNTRIED not in path.left_out:
            return []
        seen = {each[0] for each in map(class_constraint, shown) if each is not None}
        found = []
        for node in path.shape.reachable():
            ref = ref_var(node.name)
            asked = self._questions.get(ref)
            if asked is None or ref in seen or isinstance(node.build, Null):
                continue
            is_named = not asked.uses_class or isinstance(node.build, RecipeInput)
            tried = frozenset[str]() if is_named else self.tried(node)
            tests = {} if tried else self._tests(ref, asked)
            found.append(self._standing_for(tests, ref, [(tried, True)] if tried else []))
        return [each for each in found if each is not None]

    def _node(self, ref: Term) -> Node | None:
        return self._path.shape.nodes.get(str(ref.payload)) if self._path is not None else None

    def _is_answered(self, asked: ClassQuestions, constraint: _Constraint) -> bool:
        """True if the answers of type tests imply a condition."""
        names, holds = constraint
        tested = asked.types.get(names)
        if tested is not None and asked.tests.get(tested) is holds:
            return True
        no = (name for name, yes in asked.tests.items() if not yes)
        return not holds and any(self.types.implies(name, names) for name in no)

    def _tests(self, ref: Term, asked: ClassQuestions) -> dict[str, bool]:
        """The type tests of a reference that its declared type does not answer."""
        path, node = self._path, self._node(ref)
        if node is None or path is None or node.name in path.any_class:
            return {}
        declared = path.entry.owner.name if node.name == "this" else class_of_descriptor(node.descriptor)
        return self.types.simplified(asked.tests, declared)

    def _standing_for(self, tests: dict[str, bool], ref: Term, stated: Sequence[_Constraint]) -> Term | None:
        """The condition that stands for type tests, or else for what was stated of the class; None for nothing."""
        names, holds = _merged(stated)
        if tests and not stated:
            names, holds = frozenset(tests), any(tests.values())
        condition = has_class(ref, names) if holds else not_(has_class(ref, names))
        if not isinstance(condition, Term):
            return None
        self._answered[ref, names, holds] = tests
        return condition

    # ---- as Java

    def spelled(self, condition: Term, reference: str) -> Printed | None:
        """A condition on the class of a reference as Java; None for other conditions."""
        constraint = class_constraint(condition)
        if constraint is None:
            return None
        ref, names, holds = constraint
        tested = self._questions.get(ref, NOTHING_ASKED).types.get(names)
        tests = self._answered.get((ref, names, holds), {tested: holds} if tested else {})
        if tests:
            return self.types.of_tests(reference, tests)
        return self.types.of_classes(reference, names, holds=holds)


def _hierarchy(state: State) -> ClassHierarchy | None:
    numbering = state.control.numbering
    return numbering if isinstance(numbering, ClassHierarchy) else None


def _merged(constraints: Iterable[_Constraint]) -> _Constraint:
    """Several conditions on one class as one."""
    listed = list(constraints)
    excluded = frozenset(name for names, holds in listed if not holds for name in names)
    named = [names for names, holds in listed if holds]
    return (frozenset.intersection(*named) - excluded, True) if named else (excluded, False)
