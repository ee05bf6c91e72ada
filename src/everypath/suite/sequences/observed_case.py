"""The test case of a call sequence, with the end that replays on the JVM have shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, count

from everypath.bridge import Bridge, ReplayResult, Status
from everypath.classfile import dotted
from everypath.dataclass import dataclass, replace
from everypath.inputs.places import parameter_places, result_place
from everypath.program import Method
from everypath.suite.cases import CaseBuilder
from everypath.suite.descriptions import effect_text
from everypath.suite.oracle import Oracle, worth_asserting
from everypath.suite.recipes import Members, shown_statements
from everypath.suite.replay import INITIALISER_ERRORS, MISSING_CLASS, missing_class, verdict_of, without_end
from everypath.suite.sequences.inlining import inlined_in_order
from everypath.suite.sequences.observed_exceptions import observed_throw
from everypath.suite.sequences.observing import Observer
from everypath.suite.sequences.questions import Question, Replays, answered, assertions_of, questions_on
from everypath.suite.source import one_line
from everypath.suite.testcase import (
    ArrayOf,
    ArrayValue,
    Assertion,
    Check,
    ClassObject,
    Declare,
    Expected,
    Expression,
    Invoke,
    Literal,
    Member,
    New,
    NoCase,
    Null,
    ObjectValue,
    Observation,
    Outcome,
    Primitive,
    Recipe,
    StaticField,
    Stub,
    StubMethod,
    TestCase,
    Text,
    Throw,
    Variable,
    Verdict,
    class_descriptor,
    walk,
)

__all__ = ["Observing", "observed_case", "observed_cases", "verdict_of_observed"]

AGREEING = 2
"""Replays that have to end alike."""


@dataclass(frozen=True, slots=True)
class Observing:
    """A call sequence whose end is to be observed: the entry that its call runs, and its recipe (`recipe_of`)."""

    builder: CaseBuilder
    entry: Method
    recipe: Recipe

    @property
    def members(self) -> Members:
        """What the test may name."""
        return self.builder.members(self.builder.test_package(self.entry.owner.name))

    @property
    def observer(self) -> Observer:
        """The plans of the sequence: `observed_case` takes replays of ``observer.plan``."""
        return Observer(self.entry, self.recipe, self.members)


def observed_cases(
    builder: CaseBuilder, bridge: Bridge, sequences: Sequence[tuple[Method, Recipe]]
) -> list[TestCase | NoCase]:
    """The cases of entries and their recipes, in order; all are replayed in one go."""
    observed = [Observing(builder, entry, recipe) for entry, recipe in sequences]
    observers = [each.observer for each in observed]
    plans = [plan for each in observers for plan in (*[each.plan] * AGREEING, each.setup_plan)]
    replays = bridge.replay_many(plans)
    found: list[TestCase | NoCase] = []
    width = AGREEING + 1
    for at, (each, observer) in enumerate(zip(observed, observers, strict=True)):
        *own, before = replays[width * at : width * (at + 1)]
        found.append(_built(each, observer, own, before, bridge.replay_many))
    return found


def observed_case(
    builder: CaseBuilder, entry: Method, recipe: Recipe, replays: Sequence[ReplayResult], replay: Replays
) -> TestCase | NoCase:
    """The case of a call sequence, or the outcome that explains why there is none.

    ``replays`` are two or more of ``Observing(builder, entry, recipe).observer.plan``. ``replay`` runs further plans:
    the setup without the call, and methods that show the state of objects after it.
    """
    observing = Observing(builder, entry, recipe)
    observer = observing.observer
    ended = _without_case(replays)
    if ended is not None:
        return ended
    (before,) = replay([observer.setup_plan])
    return _built(observing, observer, replays, before, replay)


def verdict_of_observed(case: TestCase, replays: Sequence[ReplayResult], builder: CaseBuilder) -> Verdict:
    """The verdict of an observed case after further replays of its plan (`case_plan`): confirmed if all of them end as
    observed. Only the code that all of them pass is covered.
    """
    is_target = builder.context.program.is_target_name
    verdicts = [verdict_of(case, each, is_target) for each in replays]
    shown = next((each for each in verdicts if not each.confirmed), verdicts[0])
    hits = shown.hits.intersection(*(each.hits for each in verdicts))
    called = shown.called.intersection(*(each.called for each in verdicts))
    return replace(shown, hits=hits, called=called)


def _without_case(replays: Sequence[ReplayResult]) -> NoCase | None:
    """The reason why replays make no case; None if they do."""
    for real in replays:
        if real.status is Status.THROW:
            missing = missing_class(real)
            if missing is not None:
                return NoCase(Outcome.NO_TEST, f"{MISSING_CLASS}{missing}")
            if real.exception in INITIALISER_ERRORS:
                return NoCase(Outcome.STATIC_INITIALISER, f"{real.exception}: {real.message}")
        elif real.status is not Status.OK:
            return NoCase(*without_end(real))
        if real.threads:
            return NoCase(Outcome.NO_TEST, "it leaves threads running")
    if len({(each.status, each.exception) for each in replays}) > 1:
        return NoCase(Outcome.DIVERGED, "it does not end in the same way each time")
    return None


def _built(
    observing: Observing, observer: Observer, replays: Sequence[ReplayResult], before: ReplayResult, replay: Replays
) -> TestCase | NoCase:
    ended = _without_case(replays)
    if ended is not None:
        return ended
    return _CaseMaker(observing, observer, replays, before, replay).made()


class _CaseMaker:
    """Makes the case of one sequence that returned or threw."""

    def __init__(
        self,
        observing: Observing,
        observer: Observer,
        replays: Sequence[ReplayResult],
        before: ReplayResult,
        replay: Replays,
    ) -> None:
        self._builder = observing.builder
        self._entry = observing.entry
        self._recipe = observing.recipe
        self._members = observing.members
        self._observer = observer
        self._replays = replays
        self._replay = replay
        self._oracle = Oracle(self._members)
        self._changed = observer.changed(before, replays) if before.status is Status.OK else {}

    def made(self) -> TestCase | NoCase:
        """The case."""
        if self._replays[0].status is Status.THROW:
            exception = self._replays[0].exception or ""
            program, is_jdk = self._builder.context.program, self._builder.is_jdk(exception)
            throw = observed_throw(self._replays, program, self._members, is_jdk)
            if throw is None:
                return NoCase(Outcome.NO_TEST, f"the class {dotted(exception)} of its exception cannot be read")
            return self._thrown(throw)
        return self._returned()

    def _thrown(self, throw: Throw) -> TestCase:
        check = Check(None, tuple(self._change_assertions([], {})))
        effect = f"throws {throw.class_name.rpartition('/')[2].replace('$', '.')}"
        case = replace(self._case(check, effect), throws=throw)
        seen = verdict_of(case, self._replays[0], self._builder.context.program.is_target_name).throw
        return case if seen is None else replace(case, throws=replace(throw, trace=seen.trace))

    def _returned(self) -> TestCase:
        shown = self._observer.shown(self._replays)
        descriptor = self._entry.returns
        if self._entry.is_constructor:
            descriptor = class_descriptor(self._entry.owner.name)
        expected = Primitive("V", 0) if descriptor == "V" or shown.returned is None else shown.returned
        variable, found = self._oracle.result(expected, descriptor, shown.same, self._free_name())
        questions: list[Question] = []
        if variable is not None and shown.same is None:
            questions = questions_on(variable, expected, self._oracle)
        about = [each for subject, fields in self._asserted().items() for each in self._asked(subject, fields)]
        answers = answered(self._observer, [*questions, *about], variable, self._replays, self._replay)
        if questions:
            found = worth_asserting(found + assertions_of(questions, answers, self._oracle, expected))
        found += self._change_assertions(about, answers)
        check = Check(variable if any(_uses(each, variable) for each in found) else None, tuple(found))
        case = self._case(check, effect_text(descriptor, None, expected, str))
        kept = [each for each in self._observer.subjects if each in _kept(case) or each in self._changed]
        shown = self._observer.shown(self._replays, kept)
        observations = tuple(Observation(each, value) for each, value in shown.subjects.items())
        return replace(case, returns=shown.returned if expected is not None else None, observations=observations)

    def _asserted(self) -> dict[Expression, list[str]]:
        """The subjects to assert, with their fields: those that changed, and the receiver of a call without result."""
        call = self._recipe.call
        found = dict(self._changed)
        if self._entry.returns != "V" or self._entry.is_constructor or not isinstance(call, Invoke):
            return found
        receiver = call.receiver
        if isinstance(receiver, Variable) and self._replays[0].status is Status.OK:
            value = self._observer.alone(self._replays, receiver)
            if isinstance(value, ObjectValue) and value.contents is None:
                before = found.get(receiver, [])
                names = [each.name for each in value.fields if each.name not in before]
                found[receiver] = [*before, *names]
        return found

    def _asked(self, subject: Expression, fields: Sequence[str]) -> list[Question]:
        value = self._observer.alone(self._replays, subject)
        return questions_on(subject, value, self._oracle, fields) if fields else []

    def _change_assertions(self, questions: Sequence[Question], answers: dict[Invoke, Expected]) -> list[Assertion]:
        oracle = self._oracle
        found: list[Assertion] = []
        for subject, fields in self._asserted().items():
            value = self._observer.alone(self._replays, subject)
            if isinstance(subject, StaticField) and not fields:
                found += oracle.assertions_on(subject, value)
            elif isinstance(value, ObjectValue) and fields:
                found += oracle.fields(subject, value, fields)
                about = [each for each in questions if each.subject == subject]
                found += assertions_of(about, answers, oracle, value)
            elif isinstance(value, ObjectValue):
                found += oracle.contents(subject, value)
            elif isinstance(value, ArrayValue):
                found += oracle.assertions_on(subject, value)
        return found

    def _free_name(self) -> str:
        """A name for the variable of the result."""
        taken = {each.variable.name for each in self._recipe.setup if isinstance(each, Declare)}
        classes, package = self._members.classes, dotted(self._members.package)
        names = chain(("result", "returned", "actual"), (f"result{number}" for number in count(2)))
        return next(name for name in names if name not in taken and not classes.is_sibling(package, name))

    def _case(self, check: Check, effect: str) -> TestCase:
        """The case without its end."""
        kept = {part.name for each in check.assertions for part in _variables(each)}
        kept |= {each.name for each in self._changed if isinstance(each, Variable)}
        recipe = inlined_in_order(self._recipe, kept)
        statics = [each for each in self._changed if isinstance(each, StaticField)]
        if statics:
            recipe = replace(recipe, saved=tuple(dict.fromkeys((*recipe.saved, *statics))))
        owner = self._entry.owner.name
        case = self._builder.case_of(self._entry, recipe)
        names = self._members.classes.parameter_names(owner, self._entry.name, self._entry.descriptor)
        known = tuple(each for each in names if each is not None)
        named = ((at, name) for at, name in enumerate(names) if name and at < len(recipe.call.arguments))
        plain = (Literal, Text, Null, StaticField, ClassObject)
        return replace(
            case,
            expression=one_line(recipe.call, shown_statements(recipe.setup)),
            check=check,
            effect=effect,
            null_args=any(_passed_nulls(self._builder, recipe)),
            null_answers=any(_null_answers(self._builder, recipe)),
            entry_class_inaccessible=not (case.jdk_target or self._members.accessible(owner)),
            objects=sum(isinstance(each, New | ArrayOf | Stub) for each in recipe.parts()),
            named_arguments=tuple(each for each in named if isinstance(recipe.call.arguments[each[0]], plain)),
            parameters=known if len(known) == len(names) else (),
            unpredicted=False,
            observed=True,
        )


def _variables(claim: Assertion) -> Iterator[Variable]:
    for root in (claim.actual, claim.expected):
        yield from (part for part in walk(root) if isinstance(part, Variable))


def _uses(claim: Assertion, variable: Variable | None) -> bool:
    return any(each == variable for each in _variables(claim))


def _kept(case: TestCase) -> list[Expression]:
    """The variables of a case, and the static fields that it restores."""
    declared = [each.variable for each in case.recipe.setup if isinstance(each, Declare)]
    return [*declared, *case.recipe.saved]


def _passed_nulls(builder: CaseBuilder, recipe: Recipe) -> Iterator[bool]:
    """For each null that a call passes, whether no annotation allows it."""
    for part in recipe.parts():
        if isinstance(part, Invoke | New) and any(isinstance(each, Null) for each in part.arguments):
            places = _places(builder, part.member if isinstance(part, Invoke) else part.constructor)
            for argument, nullable in zip(part.arguments, places, strict=False):
                if isinstance(argument, Null):
                    yield not nullable


def _places(builder: CaseBuilder, member: Member) -> list[bool]:
    """Whether annotations allow null, for each parameter of a method."""
    found = _method(builder, member)
    return [each.nullable for each in parameter_places(found)] if found is not None else []


def _null_answers(builder: CaseBuilder, recipe: Recipe) -> Iterator[bool]:
    """For each null that a stub returns, whether no annotation allows it."""
    for part in recipe.parts():
        for method in part.methods if isinstance(part, Stub) else ():
            if any(isinstance(each, Null) for each in method.answers):
                yield not _may_return_null(builder, method)


def _may_return_null(builder: CaseBuilder, method: StubMethod) -> bool:
    found = _method(builder, method.member)
    return found is not None and result_place(found, "").nullable


def _method(builder: CaseBuilder, member: Member) -> Method | None:
    program = builder.context.program
    owner = program.find(member.owner)
    found = (each.declared_method(member.name, member.descriptor) for each in owner.supertypes) if owner else ()
    return next(filter(None, found), None)
