"""Assertions on results that no prediction describes: what replays on the JVM have in common of them."""

from __future__ import annotations

from collections.abc import Sequence

from everypath.dataclass import replace
from everypath.program import Method
from everypath.suite.cases import CaseBuilder
from everypath.suite.sequences.call_sequence import CallSequence
from everypath.suite.sequences.observed_case import observed_cases
from everypath.suite.sequences.replaying import Replayer
from everypath.suite.testcase import Assertion, Invoke, ObjectValue, TestCase, walk

__all__ = ["lacks_result", "with_observed_checks"]

_STRONG = ("equals", "array", "same")


def lacks_result(case: TestCase) -> bool:
    """True if a call returned something and its test says little about it: nothing, only that it is there or is an
    object of the input, or for an object of the JDK not its text.
    """
    entry_returns = case.method == "<init>" or not case.descriptor.endswith(")V")
    if case.throws is not None or case.unpredicted or case.forced or case.sources or case.nondeterministic:
        return False
    if not entry_returns:
        return False
    about = _about_result(case)
    of_jdk = isinstance(case.returns, ObjectValue) and case.returns.class_name.startswith("java/")
    gives_back = [each.kind for each in case.check.assertions if each.kind in _STRONG] == ["same"]
    return not about or gives_back or (of_jdk and not _shows_whole(case))


def _about_result(case: TestCase) -> list[Assertion]:
    """The assertions that say what the result is."""
    result = case.check.result
    strong = [each for each in case.check.assertions if each.kind in _STRONG]
    return [each for each in strong if result is not None and result in (*walk(each.actual), *walk(each.expected))]


def _shows_whole(case: TestCase) -> bool:
    """True if a test compares the result, its text or all its elements."""
    return any(each.actual == case.check.result or _is_text(each.actual) for each in _about_result(case))


def _is_text(actual: object) -> bool:
    return isinstance(actual, Invoke) and actual.member.name in ("toString", "toArray", "size")


def with_observed_checks(
    builder: CaseBuilder, entry: Method, cases: Sequence[TestCase], replayer: Replayer
) -> list[TestCase]:
    """The cases of calls of a method that returned, with the assertions that replays show, where these say more."""
    sequences = [CallSequence(entry, each.recipe, each.package.replace(".", "/")) for each in cases]
    found = []
    for case, observed in zip(cases, observed_cases(builder, sequences, replayer), strict=True):
        if isinstance(observed, TestCase) and observed.throws is None and _says_more(observed, case):
            found.append(
                replace(
                    case,
                    recipe=observed.recipe,
                    returns=observed.returns,
                    check=observed.check,
                    observations=observed.observations,
                )
            )
        else:
            found.append(case)
    return found


def _says_more(observed: TestCase, case: TestCase) -> bool:
    if [each.kind for each in _about_result(case)] == ["same"]:
        return len(observed.check.assertions) > len(case.check.assertions)
    if _shows_whole(case):
        return False
    return _shows_whole(observed) or len(_about_result(observed)) > len(_about_result(case))
