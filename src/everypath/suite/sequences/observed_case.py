"""The test case of a call sequence, with the end that replays on the JVM have shown."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import chain, count

from everypath.bridge import Plan, ReplayResult, Status
from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.suite.cases import CaseBuilder
from everypath.suite.descriptions import effect_text
from everypath.suite.oracle import Oracle, worth_asserting
from everypath.suite.recipes import answers_null, passes_null, shown_statements
from everypath.suite.replay import INITIALISER_ERRORS, MISSING_CLASS, PLAIN, missing_class, verdict_of, without_end
from everypath.suite.sequences.call_sequence import CallSequence
from everypath.suite.sequences.observed_exceptions import Probes, observed_throw
from everypath.suite.sequences.observing import Observer
from everypath.suite.sequences.products import claims_on_products, products_of
from everypath.suite.sequences.questions import Question, answered, assertions_of, questions_on
from everypath.suite.sequences.renaming import renumbered
from everypath.suite.sequences.replaying import Asked, Replayer, driven
from everypath.suite.sequences.setup_results import with_results, without_unused
from everypath.suite.sequences.shown_effects import lacks_effect, with_shown_effect
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
    New,
    NoCase,
    Null,
    ObjectValue,
    Observation,
    Outcome,
    Primitive,
    StaticField,
    Stub,
    TestCase,
    Text,
    TextValue,
    Variable,
    Verdict,
    class_descriptor,
    inlined_in_order,
    walk,
)

__all__ = ["observed_case", "observed_cases", "observed_plan", "verdict_of_observed"]

Making = Generator[list[Asked], Sequence[ReplayResult], TestCase | NoCase]
"""The making of one case: it yields plans, is sent their replays, and returns the case."""


def observed_cases(
    builder: CaseBuilder, sequences: Sequence[CallSequence], replayer: Replayer
) -> list[TestCase | NoCase]:
    """The cases of sequences, in order.

    ``replayer`` is the `Bridge`. It is asked a few times, each time to replay plans of all cases.
    """
    makers = [_CaseMaker(builder, each, replayer.probes) for each in sequences]
    return driven([_from_the_start(each) for each in makers], replayer)


def observed_case(
    builder: CaseBuilder, sequence: CallSequence, replays: Sequence[ReplayResult], replayer: Replayer
) -> TestCase | NoCase:
    """The case of a call sequence, or the outcome that explains why there is none.

    ``replays`` are two or more of `observed_plan`. ``replayer`` (the `Bridge`) runs further plans: the setup
    without the call, and methods that show the state of objects after it.
    """
    maker = _CaseMaker(builder, sequence, replayer.probes)
    return driven([maker.made(replays)], replayer)[0]


def observed_plan(builder: CaseBuilder, sequence: CallSequence) -> Plan:
    """The plan whose replays `observed_case` takes."""
    return _CaseMaker(builder, sequence).observer.plan


def _package(builder: CaseBuilder, sequence: CallSequence) -> str:
    return sequence.package or builder.test_package(sequence.entry.owner.name)


def _from_the_start(maker: _CaseMaker) -> Making:
    """The making of a case from two replays with different defaults of the JVM. They are as far apart as the work on
    other cases takes: the time of day should differ, too.
    """
    (first,) = yield [Asked(maker.observer.plan)]
    (second,) = yield [Asked(maker.observer.plan, elsewhere=True)]
    return (yield from maker.made([first, second]))


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


def _without_probes(class_name: str) -> None:
    """No probes of any class."""


class _CaseMaker:
    """Makes the case of one call sequence."""

    def __init__(self, builder: CaseBuilder, sequence: CallSequence, probes: Probes = _without_probes) -> None:
        self._probes = probes
        self._builder = builder
        self._entry = sequence.entry
        self._members = builder.members(_package(builder, sequence))
        is_target = builder.context.program.is_target_name
        self._recipe, self._results = with_results(sequence.recipe, self._members, is_target)
        self.observer = Observer(self._entry, self._recipe, self._members, self._results)
        self._oracle = Oracle(self._members)
        self._replays: Sequence[ReplayResult] = ()
        self._changed: dict[Expression, list[str]] = {}
        self._alone: dict[Expression, Expected] = {}

    def made(self, replays: Sequence[ReplayResult]) -> Making:
        """The case, from replays of the observer's plan."""
        ended = _without_case(replays)
        if ended is not None:
            return ended
        self._replays = replays
        (before,) = yield [Asked(self.observer.setup_plan)]
        if before.status is Status.OK:
            self._changed = self.observer.changed(before, replays)
        made = self._thrown() if replays[0].status is Status.THROW else (yield from self._returned())
        if isinstance(made, TestCase) and lacks_effect(made):
            made = yield from with_shown_effect(self._builder, self._entry, made)
        return renumbered(made, self._members) if isinstance(made, TestCase) else made

    def _thrown(self) -> TestCase | NoCase:
        exception = self._replays[0].exception or ""
        program, is_jdk = self._builder.context.program, self._builder.is_jdk(exception)
        throw = observed_throw(self._replays, program, self._members, is_jdk, self._probes)
        if throw is None:
            return NoCase(Outcome.NO_TEST, f"the class {dotted(exception)} of its exception cannot be read")
        check = Check(None, tuple(self._change_assertions([], {})))
        effect = f"throws {throw.class_name.rpartition('/')[2].replace('$', '.')}"
        case = replace(self._case(check, effect), throws=throw)
        seen = verdict_of(case, self._replays[0], program.is_target_name).throw
        return case if seen is None else replace(case, throws=replace(throw, trace=seen.trace))

    def _returned(self) -> Making:
        shown = self.observer.shown(self._replays, [])
        descriptor = self._entry.returns
        if self._entry.is_constructor:
            descriptor = class_descriptor(self._entry.owner.name)
        expected = Primitive("V", 0) if descriptor == "V" or shown.returned is None else shown.returned
        variable, found = self._oracle.result(expected, descriptor, shown.same, self._free_name(), self._beside())
        questions: list[Question] = []
        if variable is not None and shown.same is None:
            questions = questions_on(variable, expected, self._oracle)
        about = [each for subject, fields in self._asserted().items() for each in self._asked(subject, fields)]
        answers = yield from answered(self.observer, [*questions, *about], variable, self._replays)
        if questions:
            found = worth_asserting(found + assertions_of(questions, answers, self._oracle, expected))
        found += self._change_assertions(about, answers)
        found += yield from self._product_assertions(variable)
        found = list(dict.fromkeys(found))
        check = Check(variable if any(_uses(each, variable) for each in found) else None, tuple(found))
        case = self._case(check, effect_text(descriptor, None, expected, str))
        returns = expected if isinstance(expected, Primitive) else shown.returned
        return replace(case, returns=returns, observations=self._observations(check))

    def _beside(self) -> Expected | None:
        """The receiver after the call; None if it is not shown."""
        receiver = self._recipe.call.receiver if isinstance(self._recipe.call, Invoke) else None
        is_shown = isinstance(receiver, StaticField) or receiver in self.observer.variables
        return self._value(receiver) if receiver is not None and is_shown else None

    def _observations(self, check: Check) -> tuple[Observation, ...]:
        """The subjects that changed or are asserted, as the replays show them."""
        asserted = {part for each in check.assertions for part in _variables(each)}
        kept = [each for each in self.observer.subjects if each in asserted or each in self._changed]
        shown = self.observer.shown(self._replays, kept)
        return tuple(Observation(each, value) for each, value in shown.subjects.items())

    def _asserted(self) -> dict[Expression, list[str]]:
        """The subjects to assert, with their fields: those that changed; if none did, the receiver of a call without
        result.
        """
        call = self._recipe.call
        found = dict(self._changed)
        if any(each != call.receiver for each in found if isinstance(call, Invoke)):
            return found
        if self._entry.returns != "V" or self._entry.is_constructor or not isinstance(call, Invoke):
            return found
        receiver = call.receiver
        if isinstance(receiver, Variable) and self._replays[0].status is Status.OK:
            value = self._value(receiver)
            if isinstance(value, ObjectValue) and value.contents is None:
                before = found.get(receiver, [])
                names = [each.name for each in value.fields if each.name not in before]
                found[receiver] = [*before, *names]
        return found

    def _value(self, subject: Expression) -> Expected:
        """A subject after the call."""
        if subject not in self._alone:
            self._alone[subject] = self.observer.alone(self._replays, subject)
        return self._alone[subject]

    def _asked(self, subject: Expression, fields: Sequence[str]) -> list[Question]:
        value = self._value(subject)
        return questions_on(subject, value, self._oracle, fields) if fields else []

    def _change_assertions(self, questions: Sequence[Question], answers: dict[Invoke, Expected]) -> list[Assertion]:
        oracle = self._oracle
        found: list[Assertion] = []
        for subject, fields in self._asserted().items():
            value = self._value(subject)
            if isinstance(subject, StaticField) and not fields:
                found += oracle.assertions_on(subject, value)
            elif isinstance(value, ObjectValue) and fields:
                found += oracle.fields(subject, value, fields)
                about = [each for each in questions if each.subject == subject]
                found += assertions_of(about, answers, oracle, value)
            elif isinstance(value, ObjectValue):
                found += oracle.contents(subject, value)
            elif isinstance(value, ArrayValue | TextValue):
                found += oracle.assertions_on(subject, value)
        for each in self._results:
            value = self._value(each)
            found += oracle.assertions_on(each, value) if isinstance(value, PLAIN) else []
        return found

    def _product_assertions(
        self, result: Variable | None
    ) -> Generator[list[Asked], Sequence[ReplayResult], list[Assertion]]:
        """The assertions on what changed objects make: objects of other classes in which the change shows."""
        changed = ((subject, fields) for subject, fields in self._changed.items() if fields)
        calls = [
            call
            for subject, fields in changed
            for call in products_of(subject, self._value(subject), self._oracle, fields)
        ]
        if not calls:
            return []
        asked = [Question(each, each.receiver) for each in calls if each.receiver is not None]
        after = yield from answered(self.observer, asked, result, self._replays)
        if not after:
            return []
        (before,) = yield [Asked(self.observer.asking_before(list(after)))]
        if before.status is not Status.OK:
            return []
        was = dict(zip(after, self.observer.answers_before(before, len(after)), strict=True))
        return claims_on_products(was, after, self._oracle)

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
        recipe = inlined_in_order(without_unused(self._recipe, kept), kept)
        statics = [each for each in self._changed if isinstance(each, StaticField)]
        if statics:
            recipe = replace(recipe, saved=tuple(dict.fromkeys((*recipe.saved, *statics))))
        owner, program = self._entry.owner.name, self._builder.context.program
        case = self._builder.case_of(self._entry, recipe)
        names = self._members.classes.parameter_names(owner, self._entry.name, self._entry.descriptor)
        known = tuple(each for each in names if each is not None)
        named = ((at, name) for at, name in enumerate(names) if name and at < len(recipe.call.arguments))
        plain = (Literal, Text, Null, StaticField, ClassObject)
        return replace(
            case,
            package=dotted(self._members.package),
            expression=one_line(recipe.call, shown_statements(recipe.setup)),
            check=check,
            effect=effect,
            null_args=passes_null(program, recipe),
            null_answers=answers_null(program, recipe),
            entry_class_inaccessible=not (case.jdk_target or self._members.accessible(owner)),
            objects=sum(isinstance(each, New | ArrayOf | Stub) for each in recipe.parts()),
            named_arguments=tuple(each for each in named if isinstance(recipe.call.arguments[each[0]], plain)),
            parameters=known if len(known) == len(names) else (),
            unpredicted=False,
            observed=True,
            shared_side_effects=_lasting_change(self._replays),
        )


def _lasting_change(replays: Sequence[ReplayResult]) -> str:
    """What replays changed for good."""
    return "files" if any(each.wrote_files for each in replays) else ""


def _variables(claim: Assertion) -> Iterator[Variable]:
    for root in (claim.actual, claim.expected):
        yield from (part for part in walk(root) if isinstance(part, Variable))


def _uses(claim: Assertion, variable: Variable | None) -> bool:
    return any(each == variable for each in _variables(claim))
