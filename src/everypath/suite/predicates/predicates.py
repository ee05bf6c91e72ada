"""The predicate of a path: Java that says whether an input takes it, and whether what happened is its effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.dataclass import dataclass
from everypath.explore.engine import invariants_of
from everypath.inputs import Null
from everypath.inputs.shapes import distinct_pairs, name_of
from everypath.state import class_constraint
from everypath.suite.input_classes import InputClasses
from everypath.suite.predicates.effects import EffectWriter
from everypath.suite.predicates.expressions import Expressions, NoPredicateError
from everypath.suite.predicates.helpers import call
from everypath.suite.predicates.reading import InputReader
from everypath.suite.prediction import writes
from everypath.term import REF, Term, ref_var, variables

if TYPE_CHECKING:
    from everypath.explore.paths import Path
    from everypath.inputs import Node
    from everypath.suite.prediction import Write

__all__ = ["PathPredicate", "predicate_of"]

_UNNAMED = {
    "recipe": "it reads the state of an object that calls make",
    "stubs": "it depends on what an implementation answers",
    "alias": "it takes objects that calls make as different ones",
}
"""What a condition does not name, by the bound of a path that says so (`Path.left_out`)."""


@dataclass(frozen=True)
class PathPredicate:
    """The predicate of one path, as the parts of a Java class. If Java cannot express it, ``missing`` says why, and all
    else is empty.

    ``reading`` are the statements that read the inputs, ``conditions`` the expressions that must hold. ``kept`` are the
    local variables (name to type) of which the effect needs the values from before the call. Over these, ``result`` and
    ``thrown``, the statements ``preparing`` and then the conditions ``effect`` say whether the effect is what happened;
    ``unchecked`` parts of it are in none. One of the conditions ``places`` holds, over ``holder`` and ``place``, if the
    path may write that place of an object.
    """

    reading: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()
    preparing: tuple[str, ...] = ()
    effect: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    missing: str = ""


def predicate_of(
    path: Path, parameters: Mapping[str, str], written: Callable[[Path], Sequence[Write]] = writes
) -> PathPredicate:
    """The predicate of a path. ``parameters`` maps the names of the roots of its shape to Java names, and ``written``
    says what the path writes.
    """
    try:
        return _Writer(path, parameters).predicate(written)
    except NoPredicateError as problem:
        return PathPredicate(missing=str(problem))


class _Writer:
    def __init__(self, path: Path, parameters: Mapping[str, str]) -> None:
        self._path = path
        self._classes = InputClasses.of_path(path)
        if path.shape.sources or path.shape.environment:
            raise NoPredicateError("it depends on what calls answer")
        for bound in path.left_out & _UNNAMED.keys():
            raise NoPredicateError(_UNNAMED[bound])
        if path.reasons:
            raise NoPredicateError("it is inexact")
        if "candidates" in path.left_out and any(map(self._is_tested_in_vain, path.shape.reachable())):
            raise NoPredicateError("it depends on the class of an object, and all classes that were tried do alike")
        self._parameters = parameters
        self._reader = InputReader(path.shape, parameters)

    def predicate(self, written: Callable[[Path], Sequence[Write]]) -> PathPredicate:
        """The predicate with what the path writes."""
        reader, path = self._reader, self._path
        reader.read()
        self._distinct()
        self._exact_classes()
        terms = Expressions(reader.symbols, reader.names)
        conditions = terms.expressions([each for each in path.constraints if not self._is_immaterial(each)])
        effect = EffectWriter(path, reader)
        effect.write(written(path))
        types = {**dict.fromkeys(self._parameters.values(), "Object"), **reader.types}
        kept = [(name, kind) for name, kind in types.items() if effect.uses(name)]
        return PathPredicate(
            tuple(reader.lines) + tuple(terms.lines),
            (*reader.facts, *conditions, *self._type_tests(terms)),
            tuple(kept),
            tuple(effect.lines),
            tuple(effect.conditions),
            tuple(effect.places),
            tuple(effect.unchecked),
        )

    def _exact_classes(self) -> None:
        """The classes that were tried for an object, where no condition shows them."""
        objects = self._reader.objects
        for node in self._path.shape.reachable():
            tried = self._classes.tried(node) if node.name in objects else frozenset()
            if tried:
                names = (f'"{dotted(each)}"' for each in sorted(tried))
                self._reader.facts.append(call("hasClass", objects[node.name], *names))

    def _type_tests(self, terms: Expressions) -> Iterator[str]:
        """The answers of type tests of the objects whose class matters by these only."""
        for name in sorted(self._path.by_tests):
            ref = ref_var(name)
            for tested, holds in self._path.state.questions[ref].tests.items():
                test = call("isOf", terms.text(ref, REF), f'"{dotted(tested)}"')
                yield test if holds else f"!{test}"

    def _is_tested_in_vain(self, node: Node) -> bool:
        """True if the path asked for the class of an object that it never used, and no condition shows the answer."""
        return node.tested and not self._classes.is_classified(node)

    def _is_immaterial(self, condition: Term) -> bool:
        """True if a condition is on a class that does not matter, or on an object that only a test uses, or if it is
        an invariant.
        """
        if self._classes.is_immaterial(condition) or condition in invariants_of(self._path.state):
            return True
        about = class_constraint(condition)
        if about is not None and name_of(about[0]) in self._path.by_tests:
            return True
        return condition in self._path.state.limits and not variables(condition) <= self._reader.symbols.keys()

    def _distinct(self) -> None:
        """Objects that the path found to be different ones."""
        objects, nodes = self._reader.objects, self._path.shape.nodes
        for first, second in sorted(map(sorted, distinct_pairs(self._path.state))):
            if any(name in nodes and isinstance(nodes[name].build, Null) for name in (first, second)):
                continue
            if first not in objects or second not in objects:
                raise NoPredicateError("it distinguishes objects that calls made")
            self._reader.facts.append(f"{objects[first]} != {objects[second]}")
