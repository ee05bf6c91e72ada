"""Programs as students write them: the errors found, with a bound on the length of conditions and without (Artemis
4.2, "Bounding the Length of the Path Condition").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import WRONG, Lab

from everypath.explore import Path as Explored
from everypath.state import Bounds, Ending, StackTrace
from everypath.suite import Outcome

JAVA = Path(__file__).resolve().parent.parent / "java" / "students" / "students"
PROGRAMS = sorted(each.stem for each in JAVA.glob("*.java"))
LENGTH = 14


@pytest.fixture(scope="module")
def bench(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("students"))
    yield made
    made.bridge.close()


def expected(program: str) -> set[tuple[int, str]]:
    found = set()
    for number, line in enumerate((JAVA / f"{program}.java").read_text().splitlines(), 1):
        comment = re.search(r"// fails: (.*)", line)
        found |= {(number, name) for name in (comment[1].split() if comment else ())}
    return found


def errors(bench: Lab, program: str, **options: object) -> tuple[set[tuple[int, str]], int, set[str]]:
    """Line and exception of every path that throws, the length of the longest condition, and the bounds that cut."""
    found, longest, cuts = set(), 0, set()
    for method in bench.program.klass(f"students/{program}").methods:
        if method.has_code and method.name != "<clinit>":
            result = bench.explore(
                f"students/{program}", method.name, method.descriptor, idle_effort_limit=3.0, **options
            )
            cuts |= {cut.bound for cut in result.cuts}
            longest = max(longest, *(len(path.constraints) for path in result.paths))
            found |= {
                (_line(path), path.thrown.rpartition("/")[2])
                for path in result.paths
                if path.ending is Ending.THREW and path.thrown is not None and (not path.uncertain or overflows(path))
            }
            if not options:
                assert WRONG.isdisjoint(Outcome(each) for each in bench.outcomes(result))
    return found, longest, cuts


def overflows(path: Explored) -> bool:
    """A recursion that does not end: its depth is the JVM's to say."""
    return path.thrown == "java/lang/StackOverflowError"


def _line(path: Explored) -> int:
    """The innermost line of the program in what a path threw."""
    trace = path.state.object(path.state.thrown).extra
    assert isinstance(trace, StackTrace)
    return next(each.line for each in trace.places if each.is_target)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_bound_on_conditions_finds_the_same_errors(bench: Lab, program: str) -> None:
    bound = Bounds(conditions=LENGTH, steps=200_000)
    unbounded, longest, _ = errors(bench, program)
    bounded, shorter, cuts = errors(bench, program, bounds=bound, fixed=frozenset({"conditions"}))
    assert unbounded == bounded == expected(program)
    assert shorter <= longest
    assert ("conditions" in cuts) is (longest > LENGTH)
