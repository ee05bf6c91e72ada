"""What replays show of a call: its result and the objects of its input, before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from everypath.bridge import Ref, ReplayResult, Status, messages
from everypath.classfile import BOX_CLASSES, access, is_reference
from everypath.dataclass import dataclass, replace
from everypath.program import Method
from everypath.suite.recipes import Members
from everypath.suite.replay import plan_of
from everypath.suite.sequences.observed_values import SnapshotReader, agreed
from everypath.suite.testcase import (
    STRING,
    Declare,
    Expected,
    Expression,
    Invoke,
    Member,
    New,
    Recipe,
    StaticField,
    Unknown,
    Variable,
    walk,
)

__all__ = ["Common", "Observer", "Shown"]

_NOTHING = New(Member("java/lang/Object", "<init>", "()V"))
_MOST_STATICS = 8
_MOST_VARIABLES = 6
_CONSTANT = frozenset({STRING, "Ljava/lang/Class;", *(f"L{each};" for each in BOX_CLASSES.values())})
"""Types of objects that never change."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The result and the subjects after the call, as all replays show them, numbered in one walk.

    ``returned`` is None after an exception. ``same`` is the subject that is the returned object.
    """

    returned: Expected | None
    subjects: dict[Expression, Expected]
    same: Variable | None


class Observer:
    """The plans that show one call, and what their replays have shown.

    The subjects are the variables that hold objects, those that the call takes first, and static fields of the entry's
    class that a test can name. The call may change objects that it reaches through others. ``results`` are variables
    of plain values that earlier calls returned, which are subjects, too.
    """

    def __init__(self, entry: Method, recipe: Recipe, members: Members, results: Sequence[Variable] = ()) -> None:
        self.entry = entry
        self.recipe = recipe
        self.members = members
        passed = {part for part in walk(recipe.call) if isinstance(part, Variable)}
        declared = [
            each.variable for each in recipe.setup if isinstance(each, Declare) and each.variable not in results
        ]
        others = [each for each in reversed(declared) if each not in passed and _may_change(each)]
        self.variables = [each for each in declared if each in passed and is_reference(each.descriptor)]
        self.variables += reversed(others[: max(0, _MOST_VARIABLES - len(self.variables))])
        self.statics = list(self._static_fields())
        self.subjects: list[Expression] = [*self.variables, *results, *self.statics]
        receiver = recipe.call.receiver if isinstance(recipe.call, Invoke) else None
        constant = [receiver] if isinstance(receiver, StaticField) and receiver not in self.subjects else []
        self._shown: list[Expression] = [*self.subjects, *constant]
        """The subjects, and a constant whose method is called."""

    def _static_fields(self) -> Iterator[StaticField]:
        owner = self.entry.owner
        fields = [each for each in owner.file.fields if each.access & access.STATIC] if owner.file is not None else []
        for each in fields[:_MOST_STATICS]:
            if each.access & (access.FINAL | access.SYNTHETIC):
                continue
            if self.members.field_is_accessible(owner.name, each.name, each.descriptor):
                yield StaticField(owner.name, each.name, each.descriptor)

    @property
    def plan(self) -> messages.Plan:
        """The plan that runs the recipe and shows the subjects."""
        return plan_of(self.recipe, self._shown)

    @property
    def setup_plan(self) -> messages.Plan:
        """The plan that shows the subjects before the call."""
        return plan_of(replace(self.recipe, call=_NOTHING), self.subjects)

    def asking(self, calls: Sequence[Invoke], result: Variable | None) -> messages.Plan:
        """The plan that makes ``calls`` after the call under test, on subjects or on its ``result``, and shows their
        results after the subjects.
        """
        plan = self.plan
        places: dict[Expression, int] = dict(zip(self._shown, plan.observe, strict=True))
        if result is not None:
            places[result] = plan.call
        return _with_calls(plan, calls, places)

    def asking_before(self, calls: Sequence[Invoke]) -> messages.Plan:
        """The plan that makes ``calls`` on subjects without the call under test, and shows their results only."""
        plan = self.setup_plan
        places: dict[Expression, int] = dict(zip(self.subjects, plan.observe, strict=True))
        return _with_calls(replace(plan, observe=()), calls, places)

    def answers_before(self, replay: ReplayResult, count: int) -> list[Expected]:
        """The results of the ``count`` calls of a plan of `asking_before`."""
        return [Common([replay], self.members).value([_at(replay.observed, at)]) for at in range(count)]

    def shown(self, replays: Sequence[ReplayResult], subjects: Sequence[Expression] | None = None) -> Shown:
        """What the replays of `plan` have in common; of some subjects only, if they are given."""
        wanted = self.subjects if subjects is None else subjects
        common = Common(replays, self.members)
        returned = None
        if all(each.returned is not None for each in replays):
            returned = common.value([each.returned for each in replays])
        values = {each: common.value([self._of(real, each) for real in replays]) for each in wanted}
        return Shown(returned, values, self._same(replays))

    def _same(self, replays: Sequence[ReplayResult]) -> Variable | None:
        if not isinstance(replays[0].returned, Ref):
            return None
        return next(
            (each for each in self.variables if all(self._of(real, each) == real.returned for real in replays)), None
        )

    def _of(self, real: ReplayResult, subject: Expression) -> messages.Value | None:
        """A subject after the call; None if it was not read: steps after an exception do not run."""
        if isinstance(subject, StaticField) and real.status is Status.THROW:
            return None
        return _at(real.observed, self._shown.index(subject))

    def alone(self, replays: Sequence[ReplayResult], subject: Expression) -> Expected:
        """One subject as the replays show it, with numbers of its own."""
        return Common(replays, self.members).value([self._of(real, subject) for real in replays])

    def answers(self, replays: Sequence[ReplayResult], count: int) -> list[Expected]:
        """The results of the ``count`` calls of a plan of `asking`, each with numbers of its own."""
        places = range(len(self._shown), len(self._shown) + count)
        return [Common(replays, self.members).value([_at(each.observed, at) for each in replays]) for at in places]

    def changed(self, before: ReplayResult, replays: Sequence[ReplayResult]) -> dict[Expression, list[str]]:
        """The subjects that the call changed, with the names of the changed fields; empty for other objects."""
        found: dict[Expression, list[str]] = {}
        for each in self.subjects:
            was, now = self._of(before, each), self._of(replays[0], each)
            if was is None or now is None:
                continue
            old, new = self._node(before, was), self._node(replays[0], now)
            if isinstance(old, messages.ObjectNode) and isinstance(new, messages.ObjectNode) and old.klass == new.klass:
                names = list(self._changed_fields(before, old, replays[0], new))
                if names:
                    found[each] = names
            elif not self._is_same(before, was, replays[0], now):
                found[each] = []
        return found

    def _changed_fields(
        self, before: ReplayResult, old: messages.ObjectNode, after: ReplayResult, new: messages.ObjectNode
    ) -> Iterator[str]:
        held = {(owner, name): value for owner, name, value in old.fields}
        for owner, name, value in new.fields:
            was = held.get((owner, name))
            if was is None or not self._is_same(before, was, after, value):
                yield name

    def _is_same(self, before: ReplayResult, was: messages.Value, after: ReplayResult, value: messages.Value) -> bool:
        reader, other = (SnapshotReader(each.objects, self.members) for each in (before, after))
        return reader.shows_the_same(was, other, value)

    @staticmethod
    def _node(real: ReplayResult, value: messages.Value) -> messages.Node | None:
        return real.objects[value.id] if isinstance(value, Ref) else None


def _with_calls(plan: messages.Plan, calls: Sequence[Invoke], places: Mapping[Expression, int]) -> messages.Plan:
    """The plan with further calls, whose receivers are at some places, and with their results at the end."""
    steps = list(plan.steps)
    made: list[int] = []
    for each in calls:
        assert each.receiver is not None
        member = each.member
        steps.append(messages.Call(member.owner, member.name, member.descriptor, places[each.receiver]))
        made.append(len(steps) - 1)
    return replace(plan, steps=tuple(steps), observe=(*plan.observe, *made))


def _may_change(variable: Variable) -> bool:
    return is_reference(variable.descriptor) and variable.descriptor not in _CONSTANT


def _at(values: Sequence[messages.Value], at: int) -> messages.Value | None:
    return values[at] if at < len(values) else None


class Common:
    """Reads what several replays have in common, in one walk of each that shows something else than the first one."""

    def __init__(self, replays: Sequence[ReplayResult], members: Members) -> None:
        first = replays[0]
        self._others = [at for at, each in enumerate(replays) if at and not _shows_all_of(each, first)]
        self._readers = [SnapshotReader(replays[at].objects, members) for at in (0, *self._others)]
        self._numbers: list[dict[int, int]] = [{} for _ in self._others]

    def value(self, values: Sequence[messages.Value | None]) -> Expected:
        """What the values, one of each replay, have in common."""
        if not all(values):
            return Unknown("a replay did not show it")
        chosen = [values[at] for at in (0, *self._others)]
        found, *others = [
            reader.value(each) for reader, each in zip(self._readers, chosen, strict=True) if each is not None
        ]
        for each, numbers in zip(others, self._numbers, strict=True):
            found = agreed(found, each, numbers)
        return found


def _shows_all_of(replay: ReplayResult, first: ReplayResult) -> bool:
    """True if a replay has shown what another one has, all of it the same; it may have observed more."""
    return (
        replay.status is first.status
        and replay.returned == first.returned
        and replay.observed[: len(first.observed)] == first.observed
        and replay.objects == first.objects
    )
