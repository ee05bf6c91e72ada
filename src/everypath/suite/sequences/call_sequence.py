"""A call sequence as a test sees it: the method under test, the recipe, and the package of the test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from everypath.bridge import messages
from everypath.classfile import dotted
from everypath.errors import LinkageError
from everypath.inputs.stubs import may_always_answer
from everypath.program import Method, Program
from everypath.suite.cases import CaseBuilder
from everypath.suite.sequences.steps import recipe_of
from everypath.suite.testcase import NoCase, Outcome, Recipe
from everypath.vm.core import RecordedAnswer

__all__ = ["CallSequence", "call_sequence"]


class CallSequence(NamedTuple):
    """The method that the last call runs, the recipe, and the package (with slashes) of its test.

    An empty package stands for the one of tests of the method's class.
    """

    entry: Method
    recipe: Recipe
    package: str = ""


def call_sequence(builder: CaseBuilder, steps: Sequence[messages.Step]) -> CallSequence | NoCase:
    """The sequence of some steps, or the reason why no test can run it.

    Its package is that of the tests of the called class, else that of another class that the steps name.
    """
    entry = _entry(builder.context.program, steps)
    if entry is None:
        return NoCase(Outcome.NO_TEST, "a sequence ends with a call")
    for step in steps:
        broken = _broken_contract(builder, steps, step) if isinstance(step, messages.NewStub) else ""
        if broken:
            return NoCase(Outcome.NO_TEST, f"a stub breaks the contract of {broken}")
    own = builder.test_package(entry.owner.name)
    first: NoCase | None = None
    for package in dict.fromkeys((own, *_packages(builder, steps))):
        found = recipe_of(steps, builder.members(package))
        if isinstance(found, Recipe):
            return CallSequence(entry, found, package)
        first = first or found
    assert first is not None
    return first


def _broken_contract(builder: CaseBuilder, steps: Sequence[messages.Step], stub: messages.NewStub) -> str:
    """The method whose contract (`everypath.inputs.stubs`) a stub breaks; empty if there is none. What it answers is
    chosen, or is the number 0. A null and a false that nobody chose count for nothing: most code never asks for them.
    """
    program = builder.context.program
    cls = program.find(stub.owner)
    if cls is None:
        return ""
    given = {(name, descriptor): steps[at] for name, descriptor, at in stub.answers}
    declared = builder.members(builder.test_package(stub.owner)).classes.abstract_methods(stub.owner)
    answers: list[tuple[Method, int | None]] = []
    for owner, info in declared:
        method = program.klass(owner).declared_method(info.name, info.descriptor)
        chosen = given.get((info.name, info.descriptor))
        if method is not None and (chosen is not None or method.returns in "BSIJ"):
            answers.append((method, _answer(chosen)))
    every = [RecordedAnswer(each.name, each.descriptor, (), answer, 0) for each, answer in answers]
    broken = (each for each, answer in answers if not may_always_answer(cls, each, answer, every))
    return next((f"{dotted(each.owner.name)}.{each.name}" for each in broken), "")


def _answer(step: messages.Step | None) -> int | None:
    """What a stub answers: a whole number, some number for an object, None for null."""
    if isinstance(step, messages.Literal):
        return step.payload if isinstance(step.payload, int) else None if step.payload is None else 1
    return 0 if step is None else 1


def _packages(builder: CaseBuilder, steps: Sequence[messages.Step]) -> list[str]:
    """The packages of tests of the classes outside the JDK that the steps name, the last one first."""
    named = (messages.New, messages.Call, messages.GetStatic, messages.NewStub)
    owners = [step.owner for step in reversed(steps) if isinstance(step, named)]
    return [builder.test_package(each) for each in owners if not builder.is_jdk(each)]


def _entry(program: Program, steps: Sequence[messages.Step]) -> Method | None:
    """The method that the last step runs: that of the object's class where a step made the object."""
    last = steps[-1]
    if isinstance(last, messages.NewStub):
        above = program.find(last.owner) if last.constructor else None
        return above.declared_method("<init>", last.constructor) if above is not None else None
    owner = program.find(last.owner) if isinstance(last, messages.Call | messages.New) else None
    if owner is None:
        return None
    if isinstance(last, messages.New):
        return owner.declared_method("<init>", last.descriptor)
    assert isinstance(last, messages.Call)
    declared = (each.declared_method(last.name, last.descriptor) for each in (owner, *owner.supertypes))
    found = next(filter(None, declared), None)
    made = steps[last.receiver] if last.receiver is not None else None
    exact = program.find(made.owner) if isinstance(made, messages.New) else None
    if found is None or exact is None:
        return found
    try:
        selected = program.select(exact, found)
    except LinkageError:
        return found
    return found if selected.is_synthetic else selected
