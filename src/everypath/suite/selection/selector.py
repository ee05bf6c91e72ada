"""Which cases are worth keeping as tests: those that add coverage, a distinct ending or a distinct effect."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import Enum

from everypath.dataclass import dataclass
from everypath.suite.prediction import contents_of
from everypath.suite.testcase import ArrayValue, ObjectValue, Primitive, TestCase, TextValue, Throw, Verdict

__all__ = ["Keep", "Known", "called", "select", "worth"]

_MANY = 3
"""Results with this many elements or more are of one kind."""


class Keep(Enum):
    """How many tests to keep."""

    ALL = "all"  # every confirmed case
    DISTINCT = "distinct"  # new coverage, a new ending or a new kind of effect
    COVERAGE = "coverage"  # new coverage or a new exception


_NOTHING = frozenset[int]()

Entry = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Known:
    """What other tests show: the probes they pass, the methods (class, name, descriptor) that return, and the
    exceptions that leave them, each with the class, method and line of the analysed code it came from. ``left`` are
    probes of blocks that exceptions left in their middle and nothing else has passed.
    """

    hits: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    returned: frozenset[Entry] = frozenset()
    threw: frozenset[tuple[Entry, str, tuple[str, str, int] | None]] = frozenset()

    def endings(self) -> set[Hashable]:
        """The endings that are seen with these tests."""
        returned = {(entry, ("returns", None)) for entry in self.returned}
        return {*returned, *((entry, ("throws", name, site)) for entry, name, site in self.threw)}


def called(verdict: Verdict) -> frozenset[int]:
    """What the call of a case passed, wherever it stands."""
    return verdict.called


def select(
    verdicts: Iterable[Verdict],
    keep: Keep = Keep.DISTINCT,
    known: Known | None = None,
    shown: Callable[[Verdict], frozenset[int]] = called,
) -> list[Verdict]:
    """The confirmed cases worth keeping, in their order; ``shown`` says which probes count as covered by one.

    Greedy: small inputs are considered first, so a case stays only where no shorter one shows the same; arguments that
    are null come last where nothing is thrown. What an
    exception left half-way is not shown for a case that goes through it. With what is ``known`` already, only cases
    that add coverage or an ending to it.
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
    """The order in which cases are kept: public states, what people would pass (null where it throws), short inputs."""
    case = verdict.case
    return case.forced, case.recipe.nulls if _throw(verdict) is None else 0, case.size


def _polluted(verdict: Verdict) -> bool:
    """Whether the case passes what no typed caller can pass: ``javac`` would refuse the test."""
    return verdict.case.throws is not None and verdict.case.throws.polluted


def _throw(verdict: Verdict) -> Throw | None:
    return verdict.throw or verdict.case.throws


def _ending(verdict: Verdict, keep: Keep, *, by_call: bool) -> Hashable:
    """How a case ends; ``by_call``: calls of other code on one line that throw are told apart."""
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
    """The kind of a result: truths and enum constants by value, numbers by sign, what holds others by size; objects of
    the input are of one kind, whatever they are.
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
