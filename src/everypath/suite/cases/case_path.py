"""One finished path and the facts that its test case needs: witness, predictor, effect and input objects."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from everypath.classfile import is_reference
from everypath.explore.paths import Path
from everypath.inputs import Node, RecipeInput
from everypath.inputs.code_facts import plain_constructor
from everypath.inputs.lazy import RECEIVER
from everypath.inputs.sources import written_statics
from everypath.state import Ending, State
from everypath.suite.cases.context import CaseContext
from everypath.suite.cases.distinct_values import distinguishing_witness, fillers, stored_references
from everypath.suite.prediction import Predictor, input_symbols, shared_objects, writes
from everypath.suite.recipes import has_simple_class
from everypath.suite.testcase import class_of
from everypath.term import Term, is_null, ref_var

__all__ = ["CasePath"]


class CasePath:
    """A path with the witness that its test case uses.

    ``package`` (with slashes) is that of the test; ``members`` are the classes and members that the test may name.
    ``addresses`` maps the names of inputs to their objects in the last state. ``fillers`` are texts for string inputs
    that the path left open; ``chosen`` are other inputs that it left open and stored, in whose place there is an
    object.
    """

    def __init__(self, context: CaseContext, path: Path) -> None:
        self.context = context
        self.path = path
        self.entry = path.entry
        self.state = path.state
        self.shape = path.shape
        self.package = context.test_package(self.entry.owner.name)
        self.members = context.members(self.package)
        self.witness, self.fillers = path.witness, dict[str, str]()
        self.symbols = input_symbols(self.shape)
        self.addresses = self._input_addresses()
        self.chosen: frozenset[str] = frozenset()
        if context.options.distinct_values and not path.reasons and not path.uncertain:
            self.fillers = fillers(path.shape, path.constraints)
            if path.ending is Ending.RETURNED:
                self.witness = distinguishing_witness(path.shape, path.witness, path.constraints, lambda: self.effect)
                self.chosen = frozenset(self._chosen())
                objects = {is_null(ref_var(name)): False for name in sorted(self.chosen)}
                self.witness = self.witness.with_({each: no for each, no in objects.items() if isinstance(each, Term)})
        self.predictor = self.fresh_predictor()
        self.written = written_statics(path.state)

    @cached_property
    def effect(self) -> list[Term]:
        """The terms in the result and in the changes of the call."""
        values = [each.value for each in writes(self.path)]
        watcher = self.fresh_predictor()
        if self.path.returned is not None:
            watcher.value(self.entry.returns, self.path.returned)
        elif self.entry.is_constructor or not any(isinstance(each, Term) for each in values):
            made = self.result_address() if self.entry.is_constructor else self.addresses.get("this")
            for address in [made, *self.addresses.values()][: 1 if made else None]:
                if address:
                    watcher.object(address)
        return [each for each in (*values, *watcher.asked) if isinstance(each, Term)]

    def _chosen(self) -> Iterator[str]:
        """The names of the inputs that the path left open and stored, if a test can simply make an object."""
        stored = [each.value for each in writes(self.path)]
        for node in stored_references(self.shape, stored, self.path.constraints):
            if has_simple_class(node.descriptor):
                yield node.name
                continue
            name = class_of(node.descriptor)
            simple = self.members.simplest_constructor(name)
            cls = self.context.program.find(name)
            constructor = cls.declared_method("<init>", simple.descriptor) if cls is not None and simple else None
            is_plain = constructor is not None and plain_constructor(self.context.program, constructor) is not None
            is_known = simple is not None and (name, simple.descriptor) in self._constructors
            if self.members.accessible(name) and (is_plain or is_known or self.members.classes.first_constant(name)):
                yield node.name

    @cached_property
    def _constructors(self) -> set[tuple[str, str]]:
        """The constructors without parameters, by class and descriptor, that build inputs of the path."""
        builds = [each.build for each in self.shape.reachable() if isinstance(each.build, RecipeInput)]
        creators = [each.creator for each in builds if each.creator.name == "<init>" and not each.creator.arguments]
        return {(each.owner, each.descriptor) for each in creators}

    def _input_addresses(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for node in self.shape.reachable():
            address = self.state.decided.get(_reference(node))
            if address:
                found[node.name] = address
        return found

    def fresh_predictor(self) -> Predictor:
        """A predictor of the last state that has numbered no objects yet."""
        return self.predictor_of(self.state)

    @cached_property
    def _shared(self) -> frozenset[int]:
        return shared_objects(self.state, self.context.is_jdk)

    def predictor_of(self, state: State) -> Predictor:
        """A predictor of a state that continues the path."""
        shared = self._shared if state is self.state else shared_objects(state, self.context.is_jdk)
        return Predictor(state, self.witness, self.symbols, self.fillers, shared)

    def result_address(self) -> int | None:
        """The object that the path returned or constructed; None for null and other results."""
        if self.path.ending is not Ending.RETURNED:
            return None
        if self.entry.is_constructor:
            made = self.state.attachments.get(RECEIVER)
            return made if isinstance(made, int) else None
        if not is_reference(self.entry.returns):
            return None
        result = self.state.result
        return None if result is None else self.predictor.address(result) or None


def _reference(node: Node) -> Term:
    return ref_var(node.name)
