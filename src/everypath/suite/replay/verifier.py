"""Replays cases on the JVM and compares the result with the prediction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import islice

from everypath.bridge import CLASS_BITS, Bridge, Plan, ReplayResult, Status, TraceFrame
from everypath.classfile import dotted, usual_source_file
from everypath.dataclass import replace
from everypath.suite.oracle import printed_of
from everypath.suite.replay.block_traces import TraceComparator
from everypath.suite.replay.comparison import Comparison
from everypath.suite.replay.plans import plan_of
from everypath.suite.stubs import stubbed
from everypath.suite.testcase import Outcome, SensitiveCall, Site, TestCase, Throw, Verdict, code_units

__all__ = [
    "INITIALISER_ERRORS",
    "Replaying",
    "case_plan",
    "distinguishes",
    "missing_class",
    "run_unpredicted",
    "verdict_of",
    "verify",
    "verify_fresh",
    "verify_many",
    "without_end",
]

AGREEING = 16
"""Replays of a nondeterministic case (identity hash codes) that have to agree with its prediction. Only code that all
of them pass counts as covered.
"""
NATIVE = -2
"""The line of a native method in a stack trace."""
_OVERFLOW = "java/lang/StackOverflowError"
_OUT_OF_MEMORY = "java/lang/OutOfMemoryError"
TOO_LONG = "the replay took too long"
"""The detail where a replay was stopped at its limit."""
INITIALISER_ERRORS = ("java/lang/ExceptionInInitializerError", "java/lang/NoClassDefFoundError")

IsTarget = Callable[[str], bool]
"""True if a class of this internal name belongs to the analysed code."""


def case_plan(case: TestCase) -> Plan:
    """The plan that replays a case and returns the values that it predicts."""
    return plan_of(case.recipe, [each.subject for each in case.observations])


def verify(case: TestCase, bridge: Bridge, is_target: IsTarget) -> Verdict:
    """Replay one case."""
    return verify_many([case], bridge, is_target)[0]


def verify_many(
    cases: Sequence[TestCase], bridge: Bridge, is_target: IsTarget, comparator: TraceComparator | None = None
) -> list[Verdict]:
    """Replay cases, pipelined, and return a verdict for each. A ``comparator`` also compares the executed blocks.

    A nondeterministic case is confirmed if several replays agree; it covers the code that all of them pass.
    """
    return _verdicts(cases, [case_plan(case) for case in cases], bridge, is_target, comparator)


class Replaying:
    """Cases that the JVM replays while the next ones are built."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._plans: list[Plan] = []
        self.cases: list[TestCase] = []

    def add(self, case: TestCase) -> None:
        """Start the replay of one more case."""
        plan = case_plan(case)
        self._bridge.send(plan)
        self._plans.append(plan)
        self.cases.append(case)

    def verdicts(self, is_target: IsTarget, comparator: TraceComparator | None = None) -> list[Verdict]:
        """The verdicts of the cases, as for `verify_many`."""
        return _verdicts(self.cases, self._plans, self._bridge, is_target, comparator)


def _verdicts(
    cases: Sequence[TestCase],
    plans: Sequence[Plan],
    bridge: Bridge,
    is_target: IsTarget,
    comparator: TraceComparator | None,
) -> list[Verdict]:
    replays = bridge.replay_many(plans)
    is_target = cache(is_target)
    verdicts = []
    for case, real in zip(cases, replays, strict=True):
        verdict = verdict_of(case, real, is_target, comparator)
        if case.sensitive:
            verdict = replace(verdict, reached=_seen(verdict, real, bridge))
        verdicts.append(verdict)
    for at, verdict in enumerate(verdicts):
        if verdict.case.nondeterministic and replays[at].status in (Status.OK, Status.THROW):
            again = bridge.replay_many([case_plan(cases[at])] * (AGREEING - 1))
            others = [verdict_of(cases[at], real, is_target, comparator) for real in again]
            hits = verdict.hits.intersection(*(each.hits for each in others))
            called = verdict.called.intersection(*(each.called for each in others))
            shown = next((each for each in (verdict, *others) if not each.confirmed), verdict)
            verdicts[at] = replace(shown, hits=hits, called=called, reached=verdict.reached)
    return verdicts


def _seen(verdict: Verdict, real: ReplayResult, bridge: Bridge) -> tuple[SensitiveCall, ...]:
    """The sensitive calls that the JVM made, by its stack trace or the probes of the member."""
    called = {(frame.klass, frame.method) for frame in real.trace}
    return tuple(
        each
        for each in verdict.case.sensitive
        if (each.owner, each.member) in called or not verdict.hits.isdisjoint(_probes_of(each, bridge))
    )


def _probes_of(call: SensitiveCall, bridge: Bridge) -> frozenset[int]:
    table = bridge.probes(call.owner)
    if table is None:
        return _NO_HITS
    methods = (method for method in table.methods if method.name == call.member)
    first = table.number << CLASS_BITS
    return frozenset(first + method.first + at for method in methods for at in range(len(method.probes)))


_NO_HITS: frozenset[int] = frozenset()


def run_unpredicted(cases: Sequence[TestCase], bridge: Bridge, timeout: float) -> list[Verdict]:
    """Run cases without prediction. The verdicts have their coverage and their endings, but no comparison."""
    replays = bridge.replay_many([case_plan(case) for case in cases], timeout=timeout)
    return [
        Verdict(
            case,
            Outcome.CONTAINED if real.status in _REFUSED else Outcome.NO_TEST,
            contained_text(real) if real.status in _REFUSED else _exception_text(real),
            hits=frozenset(real.hits),
        )
        for case, real in zip(cases, replays, strict=True)
    ]


_REFUSED = (Status.CONTAINED, Status.EXIT)


def contained_text(real: ReplayResult) -> str:
    """What a replay reached for that was refused: the sink, or the exit of the JVM."""
    return real.sink if real.sink is not None else EXIT_TEXT


def _threw(real: ReplayResult) -> str:
    """The exception that came, as Java would print it."""
    name = dotted(real.exception or "an exception")
    return f"it threw {name}" + (f": {real.message}" if real.message is not None else "")


def _exception_text(real: ReplayResult) -> str:
    """The exception of a replay, as Java prints it."""
    match real.status:
        case Status.OK | Status.AFTER_THROW:
            return "it returned"
        case Status.THROW:
            return _threw(real)
        case Status.SETUP_THROW | Status.BAD_PLAN:
            return f"the input could not be built: {real.exception or ''}: {real.message}"
    return f"it ended with {real.status.value}"


def verify_fresh(case: TestCase, bridge: Bridge, is_target: IsTarget) -> Verdict:
    """Replay a case alone in a new JVM, so that the result does not depend on earlier replays."""
    return verdict_of(case, bridge.replay_fresh(case_plan(case)), is_target)


def verdict_of(
    case: TestCase,
    real: ReplayResult,
    is_target: IsTarget,
    comparator: TraceComparator | None = None,
) -> Verdict:
    """The verdict of a replay: whether it ended as predicted, through the predicted blocks.

    If the path depends on values that no input decides, a difference proves nothing, nor do other blocks with the
    predicted end.
    """
    outcome, detail, throw = _compare(case, real, partial(_is_analysed, is_target))
    hits = frozenset(real.hits)
    called = hits if real.called is real.hits else frozenset(real.called)
    parting = ""
    if comparator is not None and case.block_trace is not None and outcome in _COMPARED and not _runs_out(case):
        parting = comparator.parting(case.block_trace, called)
        if parting and not (case.unmodelled_values and outcome is Outcome.CONFIRMED):
            outcome = Outcome.DIVERGED if outcome is Outcome.CONFIRMED else outcome
            detail = f"{parting}; {detail}" if detail else parting
    if case.unmodelled_values and outcome in _DIFFERENT:
        rests = f"the path rests on {case.unmodelled_values}"
        if case.nondeterministic:  # the real outcome differs between runs
            outcome, detail = Outcome.NO_MODEL, f"{parting}; {rests}" if parting else rests
        else:
            outcome, detail = Outcome.NO_MODEL, f"{detail} ({rests})"
    if (real.out or real.err) and outcome is Outcome.CONFIRMED:
        case = replace(case, printed=printed_of(real.out), errors=printed_of(real.err))
    return Verdict(case, outcome, detail, throw, hits, called)


def _is_analysed(is_target: IsTarget, name: str) -> bool:
    """True for target classes. The class of a stub has the name of a nested class and is not analysed."""
    return stubbed(name) is None and is_target(name)


_NO_CLASS = "java/lang/NoClassDefFoundError"
EXIT_TEXT = "java.lang.System.exit (exit)"
"""The detail of a verdict if the code asked its JVM to end."""
MISSING_CLASS = "missing class "
"""The beginning of a verdict's detail if the JVM did not find a class."""


def distinguishes(case: TestCase, real: ReplayResult) -> bool:
    """True if a test of the case fails when its replay ends like this; differences that a test cannot see do
    not count.
    """
    match real.status:
        case Status.BAD_PLAN:
            return False
        case Status.OK:
            return case.throws is not None or bool(_difference(case, real)) or _prints_else(case, real)
        case Status.THROW:
            expected = case.throws
            if expected is None or real.exception != expected.class_name:
                return True
            return expected.message_known and not _is_same_text(expected.message, real.message)
    return not _runs_out(case)


def _prints_else(case: TestCase, real: ReplayResult) -> bool:
    outputs = ((case.printed, real.out), (case.errors, real.err))
    return any(text and text != printed_of(now) for text, now in outputs)


_DIFFERENT = (Outcome.NOT_TRIGGERED, Outcome.OTHER_EXCEPTION, Outcome.DIVERGED)
_COMPARED = (Outcome.CONFIRMED, *_DIFFERENT)


def _runs_out(case: TestCase) -> bool:
    """True if the path ends where stack or memory of the JVM ends, which no machine predicts."""
    return case.throws is not None and case.throws.class_name in (_OVERFLOW, _OUT_OF_MEMORY)


def _compare(case: TestCase, real: ReplayResult, is_target: IsTarget) -> tuple[Outcome, str, Throw | None]:
    match real.status:
        case Status.OK:
            if case.throws is not None:
                return Outcome.NOT_TRIGGERED, "it returned", case.throws
            difference = _difference(case, real)
            return (Outcome.DIVERGED, difference, None) if difference else (Outcome.CONFIRMED, "", None)
        case Status.THROW:
            return _compare_throw(case, real, is_target)
        case Status.OOM if case.throws is not None and case.throws.class_name == _OUT_OF_MEMORY:
            return Outcome.CONFIRMED, "", case.throws
    return *without_end(real), case.throws


def without_end(real: ReplayResult) -> tuple[Outcome, str]:
    """The outcome, and what happened, of a replay whose call neither returned nor threw."""
    match real.status:
        case Status.OOM:
            return Outcome.NO_MODEL, "outside the limits: the JVM of the replay ran out of memory"
        case Status.SETUP_THROW if missing_class(real) is not None:
            return Outcome.NO_TEST, f"{MISSING_CLASS}{missing_class(real)}"
        case Status.SETUP_THROW if real.exception in INITIALISER_ERRORS:
            return Outcome.STATIC_INITIALISER, f"{real.exception} while the input was built"
        case Status.SETUP_THROW | Status.BAD_PLAN:
            text = f"{real.exception}: {real.message}" if real.exception else str(real.message)
            return Outcome.NO_TEST, f"the input could not be built: {text}"
        case Status.TIMEOUT:
            return Outcome.NO_TEST, TOO_LONG
        case Status.CONTAINED | Status.EXIT:
            return Outcome.CONTAINED, contained_text(real)
    return Outcome.DIVERGED, f"the replay ended with {real.status.value}"


def missing_class(real: ReplayResult) -> str | None:
    """The class (dotted) that the JVM did not find; None if the replay ended for another reason."""
    message = real.message or ""
    if real.exception != _NO_CLASS or not message or " " in message:
        return None
    return message.replace("/", ".")


def _difference(case: TestCase, real: ReplayResult) -> str:
    comparison = Comparison(real.objects)
    if case.returns is not None and real.returned is not None:
        found = comparison.difference(case.returns, real.returned)
        if found is not None:
            return found
    for each, value in zip(case.observations, real.observed, strict=False):  # up to the last observed value
        found = comparison.difference(each.expected, value, getattr(each.subject, "name", "input"))
        if found is not None:
            return found
    return ""


def _compare_throw(case: TestCase, real: ReplayResult, is_target: IsTarget) -> tuple[Outcome, str, Throw | None]:
    predicted = case.throws
    if predicted is None or predicted.class_name != _NO_CLASS:
        missing = missing_class(real)
        if missing is not None:
            return Outcome.NO_TEST, f"{MISSING_CLASS}{missing}", predicted
    if predicted is None:
        return Outcome.OTHER_EXCEPTION, _threw(real), None
    if real.exception in INITIALISER_ERRORS and predicted.class_name not in INITIALISER_ERRORS:
        return Outcome.STATIC_INITIALISER, f"{real.exception}: {real.message}", predicted
    if real.exception != predicted.class_name:
        return Outcome.OTHER_EXCEPTION, _threw(real), predicted
    seen = _as_seen(case, predicted, real, is_target)
    if predicted.class_name in (_OVERFLOW, _OUT_OF_MEMORY):
        return Outcome.CONFIRMED, "", seen
    at = _innermost_target(real.trace, is_target)
    if real.trace and predicted.site is not None and at is not None and not _is_at(predicted.site, real, is_target):
        there = f"{at.klass}.{at.method}:{at.line}"
        return Outcome.OTHER_EXCEPTION, f"it was thrown at {there}", seen
    if predicted.message_known and not _is_same_text(predicted.message, real.message):
        return Outcome.DIVERGED, f"the message is {real.message!r}, not {predicted.message!r}", seen
    return Outcome.CONFIRMED, "", seen


def _is_same_text(predicted: str | None, real: str | None) -> bool:
    """True if two texts have the same UTF-16 code units: predictions have surrogate pairs as two characters."""
    if predicted is None or real is None:
        return predicted is real
    return predicted == real or code_units(predicted) == code_units(real)


def _as_seen(case: TestCase, predicted: Throw, real: ReplayResult, is_target: IsTarget) -> Throw:
    """The prediction with the JVM's facts: message, innermost target frame, trace and origin."""
    origin = predicted.origin
    if origin == "instruction" and real.trace and not is_target(real.trace[0].klass):
        origin = "library"
    at = _innermost_target(real.trace, is_target)
    site = predicted.site
    if (site is None or site.pc < 0) and at is not None:
        site = Site(at.klass, at.method, line=at.line)
    return replace(predicted, message=real.message, origin=origin, site=site, trace=_trace(case, real))


LONGEST_TRACE = 30
"""Frames of a stack trace that are kept."""


def _trace(case: TestCase, real: ReplayResult) -> tuple[str, ...]:
    """The stack frames as the JVM prints them, without those of the replay below the entry.

    After a stack overflow they are the end of the trace, which differs between JVMs.
    """
    if _runs_out(case):
        return ()
    entry = case.class_name, case.method
    entries = (at for at, frame in enumerate(real.trace) if (frame.klass, frame.method) == entry)
    last = max(entries, default=len(real.trace) - 1)
    frames = [_frame(frame) for frame in real.trace[: last + 1]]
    if len(frames) > LONGEST_TRACE:
        frames[LONGEST_TRACE - 1 :] = [f"... {len(frames) - LONGEST_TRACE + 1} more"]
    return tuple(frames)


def _frame(frame: TraceFrame) -> str:
    place = usual_source_file(frame.klass)
    where = f"{place}:{frame.line}" if frame.line > 0 else "Native Method" if frame.line == NATIVE else place
    return f"{dotted(frame.klass)}.{frame.method}({where})"


def _innermost_target(trace: Sequence[TraceFrame], is_target: IsTarget) -> TraceFrame | None:
    return next((frame for frame in trace if is_target(frame.klass)), None)


def _is_at(site: Site, real: ReplayResult, is_target: IsTarget) -> bool:
    """True if the exception came from a site; for a method with a model, from the method or from its callees."""
    frames = (frame for frame in real.trace if is_target(frame.klass))
    return any(_same_place(site, frame) for frame in (frames if site.pc < 0 else islice(frames, 1)))


def _same_place(site: Site, frame: TraceFrame) -> bool:
    if (site.class_name, site.method) != (frame.klass, frame.method):
        return False
    return site.line <= 0 or frame.line <= 0 or site.line == frame.line
