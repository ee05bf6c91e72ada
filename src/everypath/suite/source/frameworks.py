"""The frameworks that tests are written for: JUnit 5, JUnit 4 (4.13 on) and TestNG (7 on), and in what they differ."""

from __future__ import annotations

from everypath.dataclass import dataclass

__all__ = ["FRAMEWORKS", "JUNIT4", "JUNIT5", "TESTNG", "Framework", "framework_named"]


@dataclass(frozen=True, slots=True)
class Framework:
    """How a test class looks.

    ``title`` is what people call it, ``test``, ``before`` and ``after`` are annotations, ``assertions`` the class of
    the assertions. ``public``: only public classes and methods are run. ``actual_first``: assertions take the value
    before what it is to be. ``overloaded``: for each primitive type there is an ``assertEquals`` that takes a box
    beside it. ``arrays``: how the assertion for arrays is called. ``thrown``: what hands out the exception that it
    expects. ``isolated``: the annotation of a class whose tests run while no other one does, where there is such a
    thing. ``table`` marks a parameterised test (empty: the annotation of tests does), ``csv`` its rows as texts,
    ``provider`` the method that returns them.
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
        """Whether tests may have parameters."""
        return bool(self.provider)

    @property
    def has_deltas(self) -> bool:
        """Whether floating-point numbers are compared with a third argument, and what does not throw just runs."""
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
"""By name."""


def framework_named(name: str) -> Framework:
    """The framework of a name; JUnit 5 where none was chosen (``auto``)."""
    return FRAMEWORKS.get(name, JUNIT5)
