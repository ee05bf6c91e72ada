"""The frameworks that tests are written for: JUnit 5, JUnit 4 (4.13 on) and TestNG (7 on), and in what they differ."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FRAMEWORKS", "JUNIT4", "JUNIT5", "TESTNG", "Framework"]


@dataclass(frozen=True, slots=True)
class Framework:
    """How a test class looks.

    ``test``, ``before`` and ``after`` are annotations, ``assertions`` the class of the assertions. ``public``: only
    public classes and methods are run. ``actual_first``: assertions take the value before what it is to be.
    ``overloaded``: for each primitive type there is an ``assertEquals`` that takes a box beside it. ``arrays``: how the
    assertion for arrays is called. ``thrown``: what hands out the exception that it expects. ``isolated``: the
    annotation of a class whose tests run while no other one does, where there is such a thing.
    """

    name: str
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

    @property
    def has_deltas(self) -> bool:
        """Whether floating-point numbers are compared with a third argument, and what does not throw just runs."""
        return not self.overloaded


JUNIT5 = Framework(
    "junit5",
    "org/junit/jupiter/api/Test",
    "org/junit/jupiter/api/BeforeEach",
    "org/junit/jupiter/api/AfterEach",
    "org.junit.jupiter.api.Assertions",
    public=False,
    overloaded=True,
    isolated="org/junit/jupiter/api/parallel/Isolated",
)
JUNIT4 = Framework("junit4", "org/junit/Test", "org/junit/Before", "org/junit/After", "org.junit.Assert")
TESTNG = Framework(
    "testng",
    "org/testng/annotations/Test",
    "org/testng/annotations/BeforeMethod",
    "org/testng/annotations/AfterMethod",
    "org.testng.Assert",
    actual_first=True,
    arrays="assertEquals",
    thrown="expectThrows",
)

FRAMEWORKS = {each.name: each for each in (JUNIT5, JUNIT4, TESTNG)}
"""By name."""
