"""Selects the cases to keep as tests: those that add coverage, a new ending or a new effect."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import Enum

from everypath.dataclass import dataclass
from everypath.suite.prediction import contents_of
from everypath.suite.testcase import ArrayValue, ObjectValue, Primitive, TestCase, TextValue, Throw, Verdict

__all__ = ["Keep", "KnownCoverage", "called", "select", "worth"]

_MANY = 3
"""Results with this many elements or more count as one kind."""


class Keep(Enum):
    """The rule for keeping tests."""

    ALL = "all"  # every confirmed case
    DISTINCT = "distinct"  # new coverage, a new ending or a new kind of effect
    COVERAGE = "coverage"  # new coverage or a new exception


_NOTHING = frozenset[int]()

Entry = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class KnownCoverage:
    """The coverage of other tests.

    It has the probes that they pass, the methods (class, name, descriptor) that return, and the exceptions that leave
    methods, each with the class, method and line of the analysed code from which it came. ``left`` are probes of blocks
    that only exceptions have left half-way.
    """

    hits: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    returned: frozenset[Entry] = frozenset()
    threw: frozenset[tuple[Entry, str, tuple[str, str, int] | None]] = frozenset()

    def endings(self) -> set[Hashable]:
        """The endings that these tests show."""
        returned = {(entry, ("returns", None)) for entry in self.returned}
        return {*returned, *((entry, ("throws", name, site)) for entry, name, site in self.threw)}


def called(verdict: Verdict) -> frozenset[int]:
    """The probes that the call of a case passed, in any class."""
    return verdict.called


def select(
    verdicts: Iterable[Verdict],
    keep: Keep = Keep.DISTINCT,
    known: KnownCoverage | None = None,
    shown: Callable[[Verdict], frozenset[int]] = called,
) -> list[Verdict]:
    """The confirmed cases to keep, in their order; ``shown`` returns the probes that a case covers.

    Greedy: small inputs come first, so that a case is kept only if no shorter one shows the same. Cases that return
    with null arguments come last. A block that an exception left half-way is not covered by the case. With ``known``
    tests, only cases that add coverage or an ending are kept.
    """
    keep = keep if known is None else Keep.COVERAGE
    confirmed = [
        each for each in verdicts if each.confirmed and not _polluted(each) and not each.case.shared_side_effects
    ]
    confirmed = [each for each in confirmed if not each.case.sources]
    if keep is Keep.ALL:
        return confirmed
    seen_hits: dict[tuple[str, str, str], set[int]] = {}
    left_hits: dict[tuple[str, str, str], set[int]] = {}
    seen_endings: set[Hashable] = set() if known is None else known.endings()
    before, left_before = (_NOTHING, _NOTHING) if known is None else (known.hits, known.left)
    kept: set[int] = set()
    order = sorted(range(len(confirmed)), key=lambda at: (worth(confirmed[at]), at))
    for at in order:
        verdict = confirmed[at]
        hits = seen_hits.setdefault(verdict.case.entry, set(before))
        left = left_hits.setdefault(verdict.case.entry, set(left_before))
        ending = (verdict.case.entry, _ending(verdict, keep, by_call=known is None))
        own = shown(verdict)
        threw = _throw(verdict) is not None
        if own <= (hits | left if threw else hits) and ending in seen_endings:
            continue
        (left if threw else hits).update(own)
        seen_endings.add(ending)
        kept.add(at)
    return [verdict for at, verdict in enumerate(confirmed) if at in kept]


def worth(verdict: Verdict) -> tuple[bool, int, int]:
    """The order of preference: public states, arguments that people would pass (null if it throws), short inputs."""
    case = verdict.case
    return case.forced, case.recipe.nulls if _throw(verdict) is None else 0, case.size


def _polluted(verdict: Verdict) -> bool:
    """True if the case passes an argument that no typed caller can pass: ``javac`` would reject the test."""
    return verdict.case.throws is not None and verdict.case.throws.polluted


def _throw(verdict: Verdict) -> Throw | None:
    return verdict.throw or verdict.case.throws


def _ending(verdict: Verdict, keep: Keep, *, by_call: bool) -> Hashable:
    """The ending of a case as a key; ``by_call``: exceptions of several calls on one line differ."""
    throw = _throw(verdict)
    if throw is not None:
        site = throw.site
        if site is None:
            return "throws", throw.class_name, None
        at = (site.class_name, site.method, site.line)
        by_place = by_call and throw.origin in ("library", "helper")
        return "throws", throw.class_name, (*at, site.pc) if by_place else at
    return "returns", _kind(verdict.case) if keep is Keep.DISTINCT else None


def _kind(case: TestCase) -> Hashable:
    """The kind of a result: booleans and enum constants by value, numbers by sign, containers by size.

    All objects of the input are of one kind.
    """
    if case.given is not None:
        return "given"
    match case.returns:
        case Primitive(descriptor="Z", value=value):
            return value
        case Primitive(value=value):
            return value > 0, value < 0
        case TextValue(value=text):
            return bool(text)
        case ArrayValue(class_name=name, length=length):
            return name, min(length, _MANY)
        case ObjectValue(class_name=name):
            contents = contents_of(case.returns)
            return name, min(len(contents.items), _MANY) if contents is not None else 0
    return type(case.returns).__name__, case.effect
