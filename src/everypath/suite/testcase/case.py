"""A test case (input, call and prediction), and the verdict of its replay on the JVM."""

from __future__ import annotations

import hashlib
import re
from enum import Enum

from everypath.classfile import dotted
from everypath.dataclass import dataclass, field
from everypath.explore.paths import BlockTrace
from everypath.suite.testcase.assertions import Assertion
from everypath.suite.testcase.descriptors import class_descriptor, return_descriptor
from everypath.suite.testcase.expected import EnumValue, Expected
from everypath.suite.testcase.expressions import Expression, Recipe, StaticField, Variable

__all__ = ["Check", "NoCase", "Observation", "Outcome", "SensitiveCall", "Site", "TestCase", "Throw", "Verdict"]

_INFERRED = re.compile(r"(\bnew [\w.]+)<>(?=\()")
"""The ``<>`` of a constructor call whose type arguments are inferred."""


class Outcome(Enum):
    """The result of a path: the eleven outcomes of Artemis (section 3.3.6), and ``unrealised``, ``diverged`` and
    ``contained``.
    """

    CONFIRMED = "confirmed"  # the JVM did what was predicted
    NOT_TRIGGERED = "not-triggered"  # an exception was predicted and none came
    OTHER_EXCEPTION = "other-exception"  # another exception, or the same at another place
    UNSOLVED = "unsolved"  # the path condition could not be solved
    CONTRADICTION = "contradiction"  # refuted before any solver was asked
    PRUNED = "pruned"  # refuted by the solver
    STATIC_INITIALISER = "static-initialiser"  # the ending lies in a class initialiser, which no test can reach again
    NO_MODEL = "no-model"  # feasible, but the values that a test needs are unknown
    PATH_TOO_LONG = "path-too-long"  # a bound cut the path
    FINAL_FIELD = "final-field"  # a final field would have to be set, and forced states are off
    UNREALISED = "unrealised"  # no object is known whose state satisfies the condition
    NO_TEST = "no-test"  # the input cannot be built for another reason
    DIVERGED = "diverged"  # another value, effect or block trace; or the JVM died or ran too many steps
    CONTAINED = "contained"  # it reached for what is outside of its JVM, and was refused


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

    ``ancestors`` are its superclasses, nearest first. ``message`` is None if it has none; ``message_known``: the
    message is predicted. ``site`` is the innermost frame in target code. ``origin`` is what raised it there: an
    ``instruction``, an ``explicit`` throw, a ``helper`` such as ``Objects.requireNonNull``, ``library`` code that
    target code called, or an ``assertion``. ``polluted``: a cast that the compiler made for generics failed, so some
    argument has a type that no typed caller can pass. ``own``: its class is not a JDK class. ``trace`` is the stack
    trace of the JVM down to the entry, innermost frame first.
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
        """True if the exception's class is one of these names or a subclass of one."""
        return self.class_name in names or any(name in names for name in self.ancestors)


@dataclass(frozen=True, slots=True)
class SensitiveCall:
    """A call of a member marked as sensitive, with an argument that depends on an input.

    ``site`` is the innermost frame in target code, ``source`` its file.
    """

    owner: str
    member: str
    site: Site
    source: str = ""

    @property
    def name(self) -> str:
        """The member as ``java.lang.Class#forName``."""
        return f"{dotted(self.owner)}#{self.member}"


@dataclass(frozen=True, slots=True)
class Observation:
    """A value that is compared after the call: an input object or a static field, and its predicted value."""

    subject: Expression
    expected: Expected


@dataclass(frozen=True, slots=True)
class Check:
    """The oracle of a written test: the variable of the result, if it needs one, and the assertions."""

    result: Variable | None = None
    assertions: tuple[Assertion, ...] = ()


@dataclass(frozen=True, slots=True)
class TestCase:
    """One path as a test: entry, input and prediction.

    One of ``returns`` and ``throws`` is set. Neither is set if the case is ``unpredicted``: the machine could not
    follow the path to its end, and only the input is replayed. ``condition`` and ``effect`` are Java text for people.

    ``null_args``: the call passes a ``null`` that no annotation or contract allows. ``null_answers``: a stub returns
    ``null``. ``entry_class_inaccessible``: the entry's class is private to the code around it. ``objects`` is the
    number of objects in the input. ``straight``: the failing condition is about a parameter that the path had not read
    before. ``named_arguments`` are the arguments (position, name) that the test's name mentions. ``package`` (dotted)
    is that of the test.

    ``unmodelled_values`` lists values on which the path depends and that no input decides, so that a difference proves
    nothing; ``nondeterministic``: they may differ in another run. ``block_trace`` has the blocks of the path, in the
    numbers of its machine (None: they are not compared). ``shared_side_effects`` names a lasting change that the call
    makes: the first object of a static field, a stream of ``System``. ``sources`` is the text of the values that
    sources of unknown values return; only a replay can set them.

    ``observed``: no machine predicted the end of the case. It is what several replays on the JVM had in common, and
    parts that may differ from run to run are `Unknown`. Such a case has no condition.

    ``drawing`` shows the linked structures of the input, a line each (`everypath.suite.drawings.drawing`). ``path`` is
    the number of the path in its entry; several cases may have one path. ``parameters`` are the names of the entry's
    parameters. ``printed`` and ``errors`` are the standard output and standard error of the replay.
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
    entry_class_inaccessible: bool = False
    objects: int = 0
    straight: bool = False
    named_arguments: tuple[tuple[int, str], ...] = ()
    package: str = ""
    jdk_target: bool = False
    unmodelled_values: str = ""
    nondeterministic: bool = False
    block_trace: BlockTrace | None = field(default=None, compare=False)
    shared_side_effects: str = ""
    sources: str = ""
    sensitive: tuple[SensitiveCall, ...] = ()
    drawing: tuple[str, ...] = ()
    path: int = -1
    unpredicted: bool = False
    parameters: tuple[str, ...] = ()
    printed: str = ""
    errors: str = ""
    observed: bool = False

    @property
    def id(self) -> str:
        """A stable id of the case, from entry, ending and input. Inferred type arguments do not change it."""
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
        """The input object that is returned, or the enum constant that is returned as a more general type;
        else None.
        """
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
        """The length of the input; the shortest of several cases is kept."""
        return self.recipe.size


@dataclass(frozen=True, slots=True)
class NoCase:
    """The reason why a path has no test case."""

    outcome: Outcome
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a case on the JVM.

    ``detail`` describes the difference from the prediction. ``throw`` is the predicted exception with the facts that
    only the JVM knows (message, line, origin). ``hits`` are the probes that the run passed, in the bridge's numbering;
    ``called`` those passed after the call under test had begun. ``reached`` are the sensitive calls that the JVM made.
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
        """True if the JVM did what was predicted."""
        return self.outcome is Outcome.CONFIRMED
