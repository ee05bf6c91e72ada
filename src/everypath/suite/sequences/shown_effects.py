"""Assertions that show what a call without a result has changed.

An assertion shows the effect of a call if what it asks has another answer without the call. The JVM says so: it answers
both. Where no assertion of a test does, methods of the changed objects are asked that take nothing, numbers or strings,
and change nothing: `size()`, `toString()`, `isOpen(1)`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import islice, product

from everypath.bridge import Plan, Ref, ReplayResult, Status
from everypath.bridge.messages import ObjectNode
from everypath.classfile import ClassFile, MethodInfo, access
from everypath.dataclass import dataclass, replace
from everypath.program import Method
from everypath.suite.cases import CaseBuilder
from everypath.suite.oracle import Oracle, fields_read, may_show, rank_of
from everypath.suite.recipes import VariableNames
from everypath.suite.replay import plan_of
from everypath.suite.sequences.observing import Common, Observer
from everypath.suite.sequences.replaying import Asked, Replayer, driven
from everypath.suite.testcase import (
    Assertion,
    Declare,
    Expected,
    Expression,
    FieldValue,
    Invoke,
    Literal,
    Member,
    New,
    ObjectValue,
    Perform,
    Recipe,
    StaticField,
    TestCase,
    Text,
    Variable,
    assertion,
    class_descriptor,
    inlined_in_order,
    method_parameters,
    return_descriptor,
    static_type,
    walk,
)

__all__ = ["lacks_effect", "with_shown_effect", "with_shown_effects"]

_NOTHING = New(Member("java/lang/Object", "<init>", "()V"))
_MOST_CANDIDATES, _MOST_ARGUMENTS, _MOST_PARAMETERS = 12, 3, 2
_MOST, _MOST_OF_ONE = 2, 2
"""Most methods that a test asks in the end, and most assertions on the answer of one."""
_WEAK_KINDS = ("not-null", "class", "same")
_DEFAULTS = {"Z": (1, 0), "F": (1.0,), "D": (1.0,), "C": (97,), **dict.fromkeys("BSIJ", (1, 0))}


def lacks_effect(case: TestCase) -> bool:
    """True if a call returned no value, so that only what it changed can be asserted."""
    if case.throws is not None or case.unpredicted or case.forced or case.sources or case.nondeterministic:
        return False
    return case.descriptor.endswith(")V") and case.method != "<init>" and isinstance(case.recipe.call, Invoke)


def with_shown_effects(
    builder: CaseBuilder, entry: Method, cases: Sequence[TestCase], replayer: Replayer
) -> list[TestCase]:
    """The cases of calls of a method that `lacks_effect`. Assertions that show the effect come first; where there are
    none, some are added if the JVM shows them.
    """
    return driven([with_shown_effect(builder, entry, each) for each in cases], replayer)


def with_shown_effect(
    builder: CaseBuilder, entry: Method, case: TestCase
) -> Generator[list[Asked], Sequence[ReplayResult], TestCase]:
    """One such case: a generator for `driven`."""
    return _Shower(builder, entry, case).shown()


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A call that may show a change; ``rank`` is smaller for those that are more likely to."""

    call: Invoke
    rank: tuple[object, ...]


class _Shower:
    """Makes one case show its effect. Its generators yield plans and are sent their replays."""

    def __init__(self, builder: CaseBuilder, entry: Method, case: TestCase) -> None:
        self._case = case
        self._members = builder.members(case.package.replace(".", "/"))
        self._oracle = Oracle(self._members)
        self._recipe = self._with_variables(case.recipe)
        self._observer = Observer(entry, self._recipe, self._members)
        self._entry = entry

    def shown(self) -> Generator[list[Asked], Sequence[ReplayResult], TestCase]:
        """The case with other assertions, or as it was."""
        claims = self._case.check.assertions
        asked = [each.actual for each in claims]
        after, before = yield [Asked(self._plan(asked)), Asked(self._plan(asked, called=False))]
        if after.status is not Status.OK:
            return self._case
        answers = self._answers([after], len(asked))
        if before.status is Status.OK:
            others: Sequence[Expected | None] = self._answers([before], len(asked))
        else:
            others = yield from self._each_before(asked)
        showing = [each for each, now, was in zip(claims, answers, others, strict=True) if now != was]
        if showing:
            return self._with([*showing, *(each for each in claims if each not in showing)], self._case.recipe)
        plain = yield _twice(self._plan([]))
        if any(each.status is not Status.OK for each in plain):
            return self._case
        changed = self._observer.changed(before, plain) if before.status is Status.OK else {}
        found = self._contents(changed, plain)
        if not found:
            calls = self._candidates(changed, after)
            found = (yield from self._observed(calls, plain)) if calls else []
        statics = [each for each in changed if isinstance(each, StaticField)]
        recipe = replace(self._recipe, saved=tuple(dict.fromkeys((*self._recipe.saved, *statics))))
        claims = (*found, *claims)
        return self._with(claims, self._without_unused(recipe, claims)) if found else self._case

    def _contents(self, changed: Mapping[Expression, list[str]], plain: Sequence[ReplayResult]) -> list[Assertion]:
        """The assertions on what a test can read of the changed objects: static fields, fields, elements."""
        found: list[Assertion] = []
        for subject, fields in changed.items():
            value = self._observer.alone(plain, subject)
            if isinstance(value, ObjectValue) and fields:
                held = [each for each in value.fields if each.name in fields and self._holder(subject, each, plain)]
                found += [claim for each in held for claim in self._same(subject, value, each, plain)]
                others = {each.name for each in held}
                found += self._oracle.fields(subject, value, [each for each in fields if each not in others])
            elif isinstance(subject, StaticField) or not isinstance(value, ObjectValue):
                found += self._oracle.assertions_on(subject, value, 1)
            else:
                found += self._oracle.contents(subject, value)
        return [each for each in found if each.kind not in _WEAK_KINDS or each.kind == "same"]

    def _same(
        self, subject: Expression, value: ObjectValue, held: FieldValue, plain: Sequence[ReplayResult]
    ) -> list[Assertion]:
        """The assertion that a field holds the object of a variable, if a test can read the field."""
        read, variable = self._oracle.read(subject, value, held), self._holder(subject, held, plain)
        return [] if read is None or variable is None else [assertion(variable, read)]

    def _holder(self, subject: Expression, held: FieldValue, plain: Sequence[ReplayResult]) -> Variable | None:
        """The variable with the object that a field holds in all replays; None if there is none."""
        return next(
            (
                each
                for each in self._observer.variables
                if all(self._is_held(real, subject, held, each) for real in plain)
            ),
            None,
        )

    def _is_held(self, real: ReplayResult, subject: Expression, held: FieldValue, variable: Variable) -> bool:
        places = self._observer.subjects
        holder, object_ = (real.observed[places.index(each)] for each in (subject, variable))
        node = real.objects[holder.id] if isinstance(holder, Ref) else None
        if not isinstance(node, ObjectNode) or not isinstance(object_, Ref):
            return False
        return (held.owner, held.name, object_) in node.fields

    def _with(self, claims: Sequence[Assertion], recipe: Recipe) -> TestCase:
        check = replace(self._case.check, assertions=tuple(dict.fromkeys(claims)))
        return replace(self._case, recipe=recipe, check=check)

    def _with_variables(self, recipe: Recipe) -> Recipe:
        """The recipe, with variables for the objects that are made within its call."""
        call = recipe.call
        assert isinstance(call, Invoke)
        names = VariableNames(self._case.parameters, self._members)
        names.taken |= {each.variable.name for each in recipe.setup if isinstance(each, Declare)}
        declared: list[Declare] = []

        def named(made: Expression, name: str) -> Expression:
            if not isinstance(made, New):
                return made
            descriptor = class_descriptor(made.constructor.owner)
            declared.append(Declare(Variable(names.new(name, descriptor), descriptor), made))
            return declared[-1].variable

        if isinstance(call.receiver, New):
            call = replace(call, receiver=named(call.receiver, "this"))
        if call.receiver is None or isinstance(call.receiver, Variable):  # else it would be evaluated too late
            call = replace(call, arguments=tuple(named(each, "new") for each in call.arguments))
        return replace(recipe, setup=(*recipe.setup, *declared), call=call)

    def _without_unused(self, recipe: Recipe, claims: Sequence[Assertion]) -> Recipe:
        """The recipe without the variables that stand for a part of its call only."""
        roots = [*(part for each in claims for part in (each.actual, each.expected))]
        roots += [each.subject for each in self._case.observations]
        kept = {part.name for each in roots for part in walk(each) if isinstance(part, Variable)}
        return inlined_in_order(recipe, kept)

    # ---- replays

    def _plan(self, asked: Sequence[Expression], *, called: bool = True) -> Plan:
        """The plan that evaluates expressions after the call, or instead of it; it shows the subjects, then these."""
        call = self._recipe.call
        assert isinstance(call, Invoke)
        variables = [Variable(f"$asked{at}", static_type(each)) for at, each in enumerate(asked)]
        declared = [Declare(variable, each) for variable, each in zip(variables, asked, strict=True)]
        setup = (*self._recipe.setup, *([Perform(call)] if called else []), *declared)
        recipe = replace(self._recipe, setup=setup, call=_NOTHING)
        return plan_of(recipe, (*self._observer.subjects, *variables))

    def _answers(self, replays: Sequence[ReplayResult], count: int) -> list[Expected]:
        """The values of the expressions of a plan, as far as replays agree, each with numbers of its own."""
        first = len(self._observer.subjects)
        return [
            Common(replays, self._members).value([each.observed[at] for each in replays])
            for at in range(first, first + count)
        ]

    def _subjects(self, replays: Sequence[ReplayResult]) -> list[Expected]:
        common = Common(replays, self._members)
        return [common.value([each.observed[at] for each in replays]) for at in range(len(self._observer.subjects))]

    def _each_before(
        self, asked: Sequence[Expression]
    ) -> Generator[list[Asked], Sequence[ReplayResult], list[Expected | None]]:
        """The values of expressions without the call; None for those that throw."""
        replays = yield [Asked(self._plan([each], called=False)) for each in asked]
        return [self._answers([each], 1)[0] if each.status is Status.OK else None for each in replays]

    def _observed(
        self, calls: Sequence[Invoke], plain: Sequence[ReplayResult]
    ) -> Generator[list[Asked], Sequence[ReplayResult], list[Assertion]]:
        """The assertions on calls that change nothing, and that answer something else without the call under test."""
        both = yield _twice(self._plan([*calls, *calls]))
        if self._is_pure(plain, both):
            after = self._steady(both, len(calls))
        else:
            single = yield [each for call in calls for each in _twice(self._plan([call, call]))]
            pairs = [single[at : at + 2] for at in range(0, len(single), 2)]
            after = [self._steady(pair, 1)[0] if self._is_pure(plain, pair) else None for pair in pairs]
        kept = [(call, now) for call, now in zip(calls, after, strict=True) if now is not None]
        if not kept:
            return []
        before = yield from self._each_before([call for call, _ in kept])
        found: list[Assertion] = []
        asked = 0
        for (call, now), was in zip(kept, before, strict=True):
            claims = self._claims(call, now) if now != was and asked < _MOST else []
            found += claims
            asked += bool(claims)
        return found

    def _claims(self, call: Invoke, answer: Expected) -> list[Assertion]:
        found = self._oracle.assertions_on(call, answer, 1)
        return [each for each in found if each.kind not in _WEAK_KINDS][:_MOST_OF_ONE]

    def _is_pure(self, plain: Sequence[ReplayResult], asked: Sequence[ReplayResult]) -> bool:
        """True if questions threw nothing, printed nothing and changed no subject."""
        every = [*plain, *asked]
        if any(each.status is not Status.OK or each.out != plain[0].out for each in every):
            return False
        return self._subjects(every) == self._subjects(plain)

    def _steady(self, replays: Sequence[ReplayResult], count: int) -> list[Expected | None]:
        """The answers of calls that give the same one twice."""
        answers = self._answers(replays, 2 * count)
        return [now if now == again else None for now, again in zip(answers[:count], answers[count:], strict=True)]

    # ---- what to ask

    def _candidates(self, changed: Mapping[Expression, list[str]], after: ReplayResult) -> list[Invoke]:
        """The calls that may show what changed, the most likely first."""
        found: list[_Candidate] = []
        for subject, fields in changed.items():
            value = self._observer.alone([after], subject)
            if isinstance(value, ObjectValue) and fields and self._oracle.is_open(value):
                found += self._methods(value.class_name, subject, frozenset(fields))
        if self._members.accessible(self._entry.owner.name):
            found += self._methods(self._entry.owner.name, None, frozenset())
        ordered = sorted(found, key=lambda each: each.rank)
        return list(dict.fromkeys(each.call for each in ordered))[:_MOST_CANDIDATES]

    def _methods(self, name: str, subject: Expression | None, changed: frozenset[str]) -> Iterator[_Candidate]:
        """The methods of a class, static ones if there is no subject."""
        seen: set[tuple[str, str]] = set()
        for file in self._members.classes.hierarchy(name):
            for method in file.methods if not file.name.startswith("java/") else ():
                key = method.name, method.descriptor
                if key in seen or bool(method.access & access.STATIC) is not (subject is None):
                    continue
                seen.add(key)
                member = self._members.method(name, *key)
                if may_show(method) and not member.hidden and not member.raises:
                    yield from self._calls(member, subject, self._rank(file, method, member, changed))

    @staticmethod
    def _rank(file: ClassFile, method: MethodInfo, member: Member, changed: frozenset[str]) -> tuple[object, ...]:
        reads = not changed.isdisjoint(fields_read(file, method)) if changed else True
        return not reads, len(method_parameters(method.descriptor)), *rank_of(member), member.name

    def _calls(self, member: Member, subject: Expression | None, rank: tuple[object, ...]) -> Iterator[_Candidate]:
        parameters = method_parameters(member.descriptor)
        if len(parameters) > _MOST_PARAMETERS or return_descriptor(member.descriptor) == "V":
            return
        for given in islice(product(*map(self._values, parameters)), _MOST_ARGUMENTS):
            yield _Candidate(Invoke(member, subject, given), rank)

    def _values(self, descriptor: str) -> list[Expression]:
        """Arguments of a type: those of the call under test, and a few numbers."""
        passed: list[Expression] = [
            each
            for each in self._recipe.call.arguments
            if isinstance(each, Literal | Text | Variable) and static_type(each) == descriptor
        ]
        if descriptor in _DEFAULTS:
            passed += [Literal(descriptor, each) for each in _DEFAULTS[descriptor]]
        return list(dict.fromkeys(passed))


def _twice(plan: Plan) -> list[Asked]:
    return [Asked(plan), Asked(plan, elsewhere=True)]
