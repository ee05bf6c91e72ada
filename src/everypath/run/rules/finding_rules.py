"""The table of finding rules, EP001 to EP010 and EP020, and how a confirmed exception is sorted into it.

A rule is one row: a predicate on exceptions, a level and an explanation. The first row whose predicate holds is the
rule of an exception.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from everypath import plugins
from everypath.dataclass import dataclass, replace
from everypath.errors import UsageError
from everypath.run.levels import Level
from everypath.suite.testcase import TestCase, Throw

__all__ = ["RULES", "Level", "Rule", "all_rules", "classify", "level_of", "rule"]


NULL_POINTER = "java/lang/NullPointerException"
ARITHMETIC = "java/lang/ArithmeticException"
OUT_OF_BOUNDS = "java/lang/IndexOutOfBoundsException"
NEGATIVE_SIZE = "java/lang/NegativeArraySizeException"
CLASS_CAST = "java/lang/ClassCastException"
ARRAY_STORE = "java/lang/ArrayStoreException"
ASSERTION = "java/lang/AssertionError"
OVERFLOW = "java/lang/StackOverflowError"
OUT_OF_MEMORY = "java/lang/OutOfMemoryError"

CONTRACTS = (
    "java/lang/IllegalArgumentException",
    "java/lang/IllegalStateException",
    "java/lang/UnsupportedOperationException",
    NULL_POINTER,
    OUT_OF_BOUNDS,
    "java/util/NoSuchElementException",
)
"""Exceptions by which code rejects an argument or a state."""

COLLECTIONS = "java/util/"
"""Collections document a ClassCastException for elements of "the wrong class" (``Collection``, ``SortedMap``)."""

MOST_OBJECTS = 100
"""EP009 counts only on inputs of at most this many objects (design: Findings)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: a stable ``id``, a short ``name``, the default ``level``, and texts for ``everypath explain``."""

    id: str
    name: str
    level: Level
    summary: str
    help: str
    matches: Callable[[TestCase, Throw], bool]


def _explicit(throw: Throw) -> bool:
    return throw.origin in ("explicit", "helper")


def _is_checked(throw: Throw) -> bool:
    names = (throw.class_name, *throw.ancestors)
    if "java/lang/RuntimeException" in names or "java/lang/Error" in names:
        return False
    return "java/lang/Throwable" in names


def _is_contract(case: TestCase, throw: Throw) -> bool:
    if _is_checked(throw):
        return True
    if case.jdk_target:
        documented = throw.is_a(NULL_POINTER) and case.null_args
        if throw.is_a(CLASS_CAST) and throw.site is not None:
            documented = throw.site.class_name.startswith(COLLECTIONS)
        return (throw.origin != "instruction" and not throw.is_a("java/lang/Error")) or documented
    return _explicit(throw) and throw.is_a(*CONTRACTS)


def _implicit(*names: str) -> Callable[[TestCase, Throw], bool]:
    return lambda _case, throw: throw.is_a(*names) and not _explicit(throw)


RULES: tuple[Rule, ...] = (
    Rule(
        "EP020",
        "contract",
        Level.NOTE,
        "an argument or state check of the code itself",
        "Target code throws this on purpose: IllegalArgumentException, IllegalStateException, "
        "UnsupportedOperationException, NullPointerException, IndexOutOfBoundsException, NoSuchElementException or a "
        "subclass of these, or a checked exception. Callers are expected to know; nothing is wrong with the code.",
        _is_contract,
    ),
    Rule(
        "EP001",
        "division-by-zero",
        Level.ERROR,
        "an integer division or remainder by zero",
        "An idiv, irem, ldiv or lrem instruction met a divisor of zero. Check the divisor before dividing.",
        lambda _case, throw: throw.is_a(ARITHMETIC) and throw.origin == "instruction",
    ),
    Rule(
        "EP002",
        "null-dereference",
        Level.ERROR,
        "null is used where an object is needed",
        "A field, method, element or length of null was asked for. It is an error where the code produces the null "
        "itself, a warning where null must be passed to a parameter that no annotation describes (--null-args).",
        _implicit(NULL_POINTER),
    ),
    Rule(
        "EP003",
        "index-out-of-bounds",
        Level.ERROR,
        "an index outside an array, string or list",
        "An index is negative, or not below the length. Check it, or derive it from the length.",
        _implicit(OUT_OF_BOUNDS),
    ),
    Rule(
        "EP004",
        "negative-array-size",
        Level.ERROR,
        "an array with a negative length",
        "The length given for a new array is negative.",
        _implicit(NEGATIVE_SIZE),
    ),
    Rule(
        "EP005",
        "class-cast",
        Level.ERROR,
        "a cast to a class the object is not of",
        "The object is of another class than the cast says. Test with instanceof, or fix the type. A cast that only "
        "code without type arguments can make fail (javac refuses the call) is none.",
        _implicit(CLASS_CAST),
    ),
    Rule(
        "EP006",
        "array-store",
        Level.ERROR,
        "an element of the wrong class stored into an array",
        "Arrays know their element type at run time; the stored object does not conform to it.",
        _implicit(ARRAY_STORE),
    ),
    Rule(
        "EP007",
        "assertion",
        Level.ERROR,
        "an assertion fails",
        "An assert statement of the code, or an explicit AssertionError, can be made to fail.",
        lambda _case, throw: throw.is_a(ASSERTION),
    ),
    Rule(
        "EP009",
        "unbounded-growth",
        Level.ERROR,
        "recursion or growth without bound",
        "A small input makes the stack overflow. An OutOfMemoryError depends on the heap, and is no finding.",
        lambda case, throw: throw.is_a(OVERFLOW) and case.objects <= MOST_OBJECTS,
    ),
    Rule(
        "EP008",
        "unexpected-exception",
        Level.ERROR,
        "another unchecked exception leaves the code",
        "Thrown by target code in a way that is no check of arguments or state, or by library code that target code "
        "calls and whose exception it does not handle. A warning where target code throws an exception of a class "
        "that is none of the JDK's: it was written for such a case.",
        lambda _case, throw: not throw.is_a(OVERFLOW, OUT_OF_MEMORY),
    ),
    Rule(
        "EP010",
        "sensitive-call",
        Level.ERROR,
        "a sensitive member is reached with arguments the caller chooses",
        "A member named by --sensitive, such as java.lang.Class#forName, is called with data from a public entry. It "
        "is reported only where the JVM was seen to call it, whether the entry returns afterwards or throws.",
        lambda _case, _throw: False,
    ),
)
"""In the order in which they are tried."""

_OWN = "EP"
"""The first letters of the ids of everypath's own rules."""


@cache
def all_rules() -> tuple[Rule, ...]:
    """The rules of plug-ins, then our own, in the order in which they are tried.

    Raises `UsageError` for an unusable plug-in, and for two rules with one id.
    """
    found: dict[str, plugins.Plugin] = {}
    rules: list[Rule] = []
    for plugin in plugins.installed(plugins.FINDINGS):
        for each in rules_of(plugin):
            if each.id in found:
                raise UsageError(f"{plugin} brings the rule {each.id}, and so does {found[each.id]}")
            found[each.id] = plugin
            rules.append(each)
    return (*rules, *RULES)


def rules_of(plugin: plugins.Plugin) -> tuple[Rule, ...]:
    """The rules of a plug-in. Raises `UsageError` if it has none, or one whose id begins as those of everypath do."""
    loaded = plugin.load()
    rules = tuple(loaded) if isinstance(loaded, tuple | list) else (loaded,)
    for each in rules:
        if not isinstance(each, Rule):
            raise UsageError(f"{plugin} brings no Rule: {each!r}")
        if each.id.startswith(_OWN):
            raise UsageError(f"{plugin}: the id {each.id} begins with {_OWN}, as our own do")
    return tuple(replace(each, matches=_guarded(str(plugin), each.matches)) for each in rules)


def _guarded(name: str, matches: Callable[[TestCase, Throw], bool]) -> Callable[[TestCase, Throw], bool]:
    def matching(case: TestCase, throw: Throw) -> bool:
        with plugins.guarded(name):
            return bool(matches(case, throw))

    return matching


def rule(rule_id: str) -> Rule:
    """The rule of an id; raises `KeyError`."""
    return {each.id: each for each in all_rules()}[rule_id]


def classify(case: TestCase, throw: Throw) -> Rule | None:
    """The rule of a confirmed exception; None if it is no finding. Heap pollution is none."""
    if throw.polluted:
        return None
    return next((each for each in all_rules() if each.matches(case, throw)), None)


def level_of(
    matched: Rule, case: TestCase, throw: Throw, null_args: str = "warn", *, of_null: bool = False
) -> Level | None:
    """The level of one confirmed case under ``--null-args``; None: no finding.

    The level is one lower if a caller must pass ``null`` to a null dereference, or to an assertion that a parameter is
    not null (``of_null``), if a stub returns ``null``, if the state of an object is forced, if the code throws an
    exception class of its own, and if the class of the entry is private.
    """
    level = matched.level
    if matched.id == "EP008" and throw.own and _explicit(throw):
        level = level.lower
    if (of_null or throw.is_a(NULL_POINTER)) and case.null_args and matched.id != "EP020":
        if null_args == "never":
            return None
        if null_args == "warn":
            level = level.lower
    if case.null_answers:
        level = level.lower
    return level.lower if case.forced or case.entry_class_inaccessible else level
