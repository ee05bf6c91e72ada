"""A test case: how to get to the call, what is predicted, and what the JVM said about it."""

from __future__ import annotations

import hashlib
import re
from enum import Enum

from everypath.classfile import dotted
from everypath.dataclass import dataclass, field
from everypath.explore.paths import Course
from everypath.suite.testcase.assertions import Assertion
from everypath.suite.testcase.descriptors import class_descriptor, return_descriptor
from everypath.suite.testcase.expected import EnumValue, Expected
from everypath.suite.testcase.expressions import Expression, Recipe, StaticField, Variable

__all__ = ["Check", "NoCase", "Observation", "Outcome", "SensitiveCall", "Site", "TestCase", "Throw", "Verdict"]

_INFERRED = re.compile(r"(\bnew [\w.]+)<>(?=\()")
"""What types that are inferred add to an expression."""


class Outcome(Enum):
    """What became of a path: the eleven outcomes of Artemis (section 3.3.6) and ``diverged``."""

    CONFIRMED = "confirmed"  # the JVM did what was predicted
    NOT_TRIGGERED = "not-triggered"  # an exception was predicted and none came
    OTHER_EXCEPTION = "other-exception"  # another exception, or the same at another place
    UNSOLVED = "unsolved"  # the path condition could not be solved
    CONTRADICTION = "contradiction"  # refuted before any solver was asked
    PRUNED = "pruned"  # refuted by the solver, or dropped by a criterion
    STATIC_INITIALISER = "static-initialiser"  # the ending lies in a class initialiser, which no test can reach again
    NO_MODEL = "no-model"  # feasible, but without the values a test needs
    PATH_TOO_LONG = "path-too-long"  # the path condition reached its bound
    FINAL_FIELD = "final-field"  # a final field would have to be set, and forced states are off
    NO_TEST = "no-test"  # the input cannot be built for another reason
    DIVERGED = "diverged"  # another value, effect or course than predicted


@dataclass(frozen=True, slots=True)
class Site:
    """A place in code: internal class name, method, descriptor (may be empty), bytecode index and line (-1 unknown)."""

    class_name: str
    method: str
    descriptor: str = ""
    pc: int = -1
    line: int = -1


@dataclass(frozen=True, slots=True)
class Throw:
    """A predicted exception.

    ``ancestors`` are its superclasses, nearest first. ``message`` is ``None`` where the exception has none,
    ``message_known`` says whether the message is predicted at all. ``site`` is the innermost frame in target code;
    ``origin`` says what raised it there: an ``instruction``, an ``explicit`` throw, a check by a ``helper`` such as
    ``Objects.requireNonNull``, ``library`` code that target code called, or an ``assertion``. ``polluted``: a cast that
    the compiler made for generics failed, so some argument is of a type that no typed caller can pass. ``own``: its
    class is none of the JDK's. ``trace`` is the stack trace that the JVM showed, innermost frame first, to the entry.
    """

    class_name: str
    ancestors: tuple[str, ...] = ()
    message: str | None = None
    message_known: bool = False
    site: Site | None = None
    origin: str = "instruction"
    source: str = ""
    polluted: bool = False
    own: bool = False
    trace: tuple[str, ...] = ()

    def is_a(self, *names: str) -> bool:
        """Whether the exception's class is one of these or a subclass of one."""
        return self.class_name in names or any(name in names for name in self.ancestors)


@dataclass(frozen=True, slots=True)
class SensitiveCall:
    """A member marked as sensitive that the path calls with something an input decides.

    ``site`` is the innermost frame in target code, ``source`` its file.
    """

    owner: str
    member: str
    site: Site
    source: str = ""

    @property
    def name(self) -> str:
        """As ``java.lang.Class#forName``."""
        return f"{dotted(self.owner)}#{self.member}"


@dataclass(frozen=True, slots=True)
class Observation:
    """A value looked at after the call: an input object or a static field, and what the machine predicts of it."""

    subject: Expression
    expected: Expected


@dataclass(frozen=True, slots=True)
class Check:
    """The oracle of a written test: what to declare the result as, and what to assert."""

    result: Variable | None = None
    assertions: tuple[Assertion, ...] = ()


@dataclass(frozen=True, slots=True)
class TestCase:
    """One path as a test: entry, recipe, and prediction.

    One of ``returns`` and ``throws`` is set, neither where the case is ``unpredicted``: the machine could not follow
    the path to its end, the JVM runs its input, and nothing is claimed. ``condition`` and ``effect`` are Java text for
    people. ``null_args``: a ``null`` that nothing allows is passed;
    ``null_answers``: a stub answers ``null``; ``out_of_sight``: the entry's class is private to the code around it;
    ``objects``: objects in the input. ``straight``: the failing condition is
    about a parameter that nothing on the path had looked at. ``named_arguments`` are those, by position and name, that
    the
    test's name tells. ``package`` (dotted) is that of the test. ``unmodelled_values``: the values that no input
    decides and that
    the path rests on, so a difference proves nothing; ``nondeterministic``: they may be others in another run.
    ``course`` is that
    of the path, in numbers of the machine that ran it (None: not compared). ``shared_side_effects`` tells what the
    call changes for
    good: the first object of a static field, a stream of ``System``. ``sources`` tells what sources of unknown values
    return, which only a replay can make them do.
    ``drawing`` shows the linked structures of the input, a line each (`everypath.suite.drawings.drawing`). ``path`` is
    the
    number of its path among those of the entry: several cases have one path where each class of an input has a case.
    ``parameters`` are the names of the entry's. ``printed`` is what the JVM printed to the standard output,
    ``errors`` what to the standard error.
    """

    __test__ = False

    class_name: str
    method: str
    descriptor: str
    recipe: Recipe
    expression: str
    returns: Expected | None = None
    throws: Throw | None = None
    observations: tuple[Observation, ...] = ()
    check: Check = field(default_factory=Check)
    condition: str = "true"
    effect: str = ""
    null_args: bool = False
    null_answers: bool = False
    forced: bool = False
    out_of_sight: bool = False
    objects: int = 0
    straight: bool = False
    named_arguments: tuple[tuple[int, str], ...] = ()
    package: str = ""
    jdk_target: bool = False
    unmodelled_values: str = ""
    nondeterministic: bool = False
    course: Course | None = field(default=None, compare=False)
    shared_side_effects: str = ""
    sources: str = ""
    sensitive: tuple[SensitiveCall, ...] = ()
    drawing: tuple[str, ...] = ()
    path: int = -1
    unpredicted: bool = False
    parameters: tuple[str, ...] = ()
    printed: str = ""
    errors: str = ""

    @property
    def id(self) -> str:
        """A stable name of the case: entry, ending and input decide it, not whether a type is inferred."""
        ending = self.throws.class_name if self.throws is not None else "returns"
        ending = "unpredicted" if self.unpredicted else ending
        text = "\0".join((self.class_name, self.method, self.descriptor, ending, _INFERRED.sub(r"\1", self.expression)))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]

    @property
    def entry(self) -> tuple[str, str, str]:
        """Class, method and descriptor of the entry."""
        return self.class_name, self.method, self.descriptor

    @property
    def given(self) -> Expression | None:
        """What of the input the very object is that is returned, or the enum constant where any object may be."""
        for each in self.check.assertions:
            if each.kind == "same" and each.actual == self.check.result and isinstance(each.expected, Variable):
                return each.expected
        result = self.returns
        if not isinstance(result, EnumValue) or return_descriptor(self.descriptor) == class_descriptor(
            result.class_name
        ):
            return None
        constants = (part for part in self.recipe.parts() if isinstance(part, StaticField))
        return next(
            (each for each in constants if (each.owner, each.name) == (result.class_name, result.constant)), None
        )

    @property
    def size(self) -> int:
        """Length of the input, for choosing the shortest."""
        return self.recipe.size


@dataclass(frozen=True, slots=True)
class NoCase:
    """Why a path did not become a test case."""

    outcome: Outcome
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the real JVM said about a case.

    ``detail`` says how it differs from the prediction. ``throw`` is the prediction with what only the JVM knows
    (message, line, origin) filled in. ``hits`` are the probes the run passed, in the bridge's numbering; ``called``
    those that it passed once the call had begun, and not only where the input was built. ``reached`` are those
    sensitive calls that the JVM was seen to make.
    """

    case: TestCase
    outcome: Outcome
    detail: str = ""
    throw: Throw | None = None
    hits: frozenset[int] = frozenset()
    called: frozenset[int] = frozenset()
    reached: tuple[SensitiveCall, ...] = ()

    @property
    def confirmed(self) -> bool:
        """Whether the JVM did what was predicted."""
        return self.outcome is Outcome.CONFIRMED
