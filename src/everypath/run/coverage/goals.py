"""Coverage goals (blocks and branches of the analysed code): those of confirmed paths, and those of written tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from everypath.bridge import CLASS_BITS, Bridge
from everypath.classfile import outermost_class
from everypath.run.results import Covered, Goals, KeptGoals, Part, union_of
from everypath.suite import TestCase, Verdict

__all__ = ["Covered", "Goals", "KeptGoals", "Own", "covered_by", "goals_by_part", "goals_of", "is_testable", "kept_of"]


class Own:
    """The goals that count for a case: the probes that its call passes in its outermost class; in all classes if it
    runs a whole ``program``. Building the input does not count, and other classes have tests of their own. All that a
    call sequence passes counts: it was kept for that, wherever it was.
    """

    def __init__(self, bridge: Bridge, *, program: bool) -> None:
        self.bridge = bridge
        self._program = program
        self._outermost: list[str] = []
        """The outermost class of each class, by the number of the class."""

    def __call__(self, verdict: Verdict) -> frozenset[int]:
        """The probes, in the bridge's numbering."""
        if verdict.case.observed:
            return verdict.hits
        if self._program:
            return verdict.called
        self._outermost += map(outermost_class, self.bridge.numbered(len(self._outermost)))
        home = outermost_class(verdict.case.class_name)
        own = {number for number in {hit >> CLASS_BITS for hit in verdict.called} if self._outermost[number] == home}
        return frozenset(hit for hit in verdict.called if hit >> CLASS_BITS in own)


def goals_of(hits: Iterable[int], bridge: Bridge) -> dict[str, int]:
    """The goals of the probe ids of a bridge."""
    names = bridge.numbered()
    found: dict[str, int] = {}
    local = (1 << CLASS_BITS) - 1
    for hit in hits:
        name = names[hit >> CLASS_BITS]
        found[name] = found.get(name, 0) | 1 << (hit & local)
    return found


def covered_by(verdicts: Iterable[Verdict], chosen: Iterable[Verdict], own: Own) -> Covered:
    """The goals of all confirmed cases, and of each case that is chosen for a test."""
    everything: set[int] = set()
    plain: set[int] = set()
    for verdict in verdicts:
        if verdict.confirmed:
            shown = own(verdict)
            everything |= shown
            if not (verdict.case.recipe.forced or verdict.case.recipe.hidden_call):
                plain |= shown
    tests = {each.case.id: goals_of(own(each), own.bridge) for each in chosen}
    return Covered(goals_of(everything, own.bridge), goals_of(plain, own.bridge), tests)


def goals_by_part(
    verdicts: Iterable[Verdict], bridge: Bridge, is_target: Callable[[str], bool], *, testable: bool = True
) -> Mapping[Part, Goals]:
    """The goals in classes of the target that confirmed replays passed, by the part that made them: those of cases that
    can be ``testable``, as far as is known, or the others. Goals of the static initialisers of these classes are among
    them: each ran only once, before some replay.
    """
    hits: dict[Part, set[int]] = {}
    for verdict in (each for each in verdicts if each.confirmed and is_testable(each) is testable):
        hits.setdefault(_part_of(verdict.case), set()).update(verdict.hits)
    initial = goals_of(bridge.initial_hits, bridge)
    return {
        part: {name: bits | initial.get(name, 0) for name, bits in goals_of(found, bridge).items() if is_target(name)}
        for part, found in hits.items()
    }


def is_testable(verdict: Verdict) -> bool:
    """True if a case can be a test, as far as is known: it is confirmed, and does not change files."""
    return verdict.confirmed and not verdict.case.shared_side_effects


def _part_of(case: TestCase) -> Part:
    return Part.SEQUENCES if case.observed else Part.INPUTS if case.unpredicted else Part.PATHS


def kept_of(covered: Iterable[Covered], ran: Goals) -> KeptGoals:
    """How many of the goals of methods the written tests ``ran``."""
    every = list(covered)
    confirmed, plain = union_of(each.confirmed for each in every), union_of(each.plain for each in every)
    return KeptGoals(_count(confirmed), _common(confirmed, ran), _count(plain), _common(plain, ran))


def _count(goals: Goals) -> int:
    return sum(bits.bit_count() for bits in goals.values())


def _common(first: Goals, second: Goals) -> int:
    return sum((bits & second.get(name, 0)).bit_count() for name, bits in first.items())
