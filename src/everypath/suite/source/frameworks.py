"""The test frameworks: JUnit 5, JUnit 4 (4.13 on) and TestNG (7 on), and their differences."""

from __future__ import annotations

from everypath.dataclass import dataclass

__all__ = ["FRAMEWORKS", "JUNIT4", "JUNIT5", "TESTNG", "Framework", "framework_named"]


@dataclass(frozen=True, slots=True)
class Framework:
    """The parts of a test class that depend on the framework.

    ``title`` is its usual name. ``test``, ``before`` and ``after`` are annotations, ``assertions`` is the class of the
    assertions. ``public``: only public classes and methods are run. ``actual_first``: assertions take the actual value
    before the expected one. ``overloaded``: ``assertEquals`` has overloads of primitive types beside boxes. ``arrays``
    is the name of the assertion for arrays. ``thrown`` is the assertion that returns the expected exception.
    ``isolated`` is the annotation of a class whose tests run while no others do, if there is one. ``table`` marks a
    parameterised test (empty: the annotation of tests does), ``csv`` its rows as text, ``provider`` the method that
    returns them.
    """

    name: str
    title: str
    test: str
    before: str
    after: str
    assertions: str
    public: bool = True
    actual_first: bool = False
    overloaded: bool = False
    arrays: str = "assertArrayEquals"
    thrown: str = "assertThrows"
    isolated: str = ""
    table: str = ""
    csv: str = ""
    provider: str = ""

    @property
    def tables(self) -> bool:
        """True if tests may have parameters."""
        return bool(self.provider)

    @property
    def has_deltas(self) -> bool:
        """True if floating-point comparisons take a delta, and a call that must not throw is made without an
        assertion.
        """
        return not self.overloaded


JUNIT5 = Framework(
    "junit5",
    "JUnit 5",
    "org/junit/jupiter/api/Test",
    "org/junit/jupiter/api/BeforeEach",
    "org/junit/jupiter/api/AfterEach",
    "org.junit.jupiter.api.Assertions",
    public=False,
    overloaded=True,
    isolated="org/junit/jupiter/api/parallel/Isolated",
    table="org/junit/jupiter/params/ParameterizedTest",
    csv="org/junit/jupiter/params/provider/CsvSource",
    provider="org/junit/jupiter/params/provider/MethodSource",
)
JUNIT4 = Framework("junit4", "JUnit 4", "org/junit/Test", "org/junit/Before", "org/junit/After", "org.junit.Assert")
TESTNG = Framework(
    "testng",
    "TestNG",
    "org/testng/annotations/Test",
    "org/testng/annotations/BeforeMethod",
    "org/testng/annotations/AfterMethod",
    "org.testng.Assert",
    actual_first=True,
    arrays="assertEquals",
    thrown="expectThrows",
    provider="org/testng/annotations/DataProvider",
)

FRAMEWORKS = {each.name: each for each in (JUNIT5, JUNIT4, TESTNG)}
"""The frameworks by name."""


def framework_named(name: str) -> Framework:
    """The framework of a name; JUnit 5 for ``auto``."""
    return FRAMEWORKS.get(name, JUNIT5)
