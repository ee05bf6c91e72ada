"""Tests that differ only in values become one parameterised test, whose rows the real frameworks run."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.cli.support import ROOT, everypath
from tests.conftest import fetched
from tests.suite.formatting.test_layout import formatted

from everypath.suite.recipes import SourceFacts
from everypath.suite.source import JUNIT4, JUNIT5, TESTNG, Framework, TestClass, TestMethod, render, tabled
from everypath.suite.testcase import (
    Assertion,
    Declare,
    Expression,
    Invoke,
    Literal,
    Member,
    Null,
    Recipe,
    StaticField,
    Text,
    Variable,
)

SOURCE = ROOT / "tests" / "java" / "rows" / "Rows.java"
GRADE = Member("shop/Fee", "grade", "(I)C", static=True)
SIZE = Member("shop/Fee", "size", "(Ljava/lang/String;)I", static=True)
PERCENT = Member("shop/Fee", "percent", "(Lshop/Tier;)I", static=True)
TIER = Member("shop/Fee", "tier", "(I)Lshop/Tier;", static=True)


def grade(points: int, letter: str, *, name: str = "") -> TestMethod:
    result = Variable("result", "C")
    called = Recipe((), Invoke(GRADE, None, (Literal("I", points),)))
    check = Assertion("equals", result, Literal("C", ord(letter)))
    test_name = name or f"grade_returns{letter}_whenPointsIs{points}"
    return TestMethod(
        test_name, called, result, (check,), comment=(f"when {points}",), inputs=("points",), case=str(points)
    )


def size(text: str, number: int) -> TestMethod:
    result, given = Variable("result", "I"), Variable("text", "Ljava/lang/String;")
    recipe = Recipe((Declare(given, Text(text)),), Invoke(SIZE, None, (given,)))
    return TestMethod(f"size_returns{number}", recipe, result, (Assertion("equals", result, Literal("I", number)),))


def text_of(*methods: TestMethod, framework: Framework = JUNIT5) -> str:
    return render(tabled(TestClass("shop", "FeeTest", methods, framework))).text


THREE = (grade(90, "A"), grade(50, "B"), grade(0, "F"))


def test_three_cases_of_one_shape_are_rows() -> None:
    source = render(tabled(TestClass("shop", "FeeTest", THREE)))
    assert source.tests == 3
    assert source.cases == (("90", 9), ("50", 9), ("0", 9))
    assert source.text.splitlines()[8:] == [
        "  @ParameterizedTest",
        "  @CsvSource({",
        "    // when 90",
        '    "90, A",',
        "    // when 50",
        '    "50, B",',
        "    // when 0",
        '    "0, F",',
        "  })",
        "  void grade_returnsExpected(int points, char expected) {",
        "    assertEquals(expected, Fee.grade(points));",
        "  }",
        "}",
    ]


def test_two_cases_and_other_frameworks_without_rows_stay_single_tests() -> None:
    assert "CsvSource" not in text_of(*THREE[:2])
    assert "when 90" in text_of(*THREE, framework=JUNIT4)
    assert text_of(*THREE, framework=JUNIT4).count("@Test") == 3


def test_what_is_the_same_in_all_rows_stays_in_the_code() -> None:
    text = text_of(*(grade(each, "A") for each in (90, 91, 92)))
    assert "void grade_returnsA(int points) {" in text
    assert "assertEquals('A', Fee.grade(points));" in text


def test_values_that_are_no_csv_are_returned_by_a_method() -> None:
    text = text_of(*(size(each, len(each)) for each in ("", "a\n", "it's")))
    assert "  static Object[][] size_returnsExpected() {" in text
    assert '      {"", 0}, {"a\\n", 2}, {"it\'s", 4},\n' in text
    assert "  @MethodSource\n  void size_returnsExpected(String textValue, int expected) {" in text
    quoted = text_of(*(size(each, len(each)) for each in ("", " a", "b,c")))
    assert all(each in quoted for each in ("\"'', 0\",", "\"' a', 2\",", "\"'b,c', 3\","))
    long = text_of(*(size(each, len(each)) for each in ("", "a", 4_097 * "b")))
    assert "@MethodSource" in long, "JUnit reads 4,096 characters of a column"


def tier(name: str | None, percent: int) -> TestMethod:
    result = Variable("result", "I")
    given = StaticField("shop/Tier", name, "Lshop/Tier;") if name else Null("Lshop/Tier;")
    recipe = Recipe((), Invoke(PERCENT, None, (given,)))
    check = Assertion("equals", result, Literal("I", percent))
    return TestMethod(f"percent_returns{percent}", recipe, result, (check,), inputs=("tier",))


def found(points: int, name: str | None) -> TestMethod:
    result = Variable("result", "Lshop/Tier;")
    recipe = Recipe((), Invoke(TIER, None, (Literal("I", points),)))
    check = (
        Assertion("same", result, StaticField("shop/Tier", name, "Lshop/Tier;")) if name else Assertion("null", result)
    )
    return TestMethod(f"tier_returns{name}", recipe, result, (check,), inputs=("points",))


def test_enum_constants_and_nulls_are_values() -> None:
    facts = SourceFacts(enum=lambda name: name == "shop/Tier")

    def text(*methods: TestMethod, framework: Framework = JUNIT5) -> str:
        return render(tabled(TestClass("shop", "TierTest", methods, framework), facts)).text

    plain = text(tier("GOLD", 15), tier("BASIC", 1), tier("OLD", 1))
    assert '  @CsvSource({\n    "GOLD, 15",\n    "BASIC, 1",\n    "OLD, 1",\n  })\n' in plain
    assert "(Tier tier, int expected)" in plain
    mixed = text(found(0, "BASIC"), found(-1, None), found(101, "GOLD"))
    assert '"0, BASIC",\n        "-1, null",\n        "101, GOLD",\n      },\n      nullValues = "null")' in mixed
    assert "assertSame(expected, Fee.tier(points));" in mixed
    nulls = text(*(found(each, None) for each in (-1, -2, -3)))
    assert "assertNull(Fee.tier(points));" in nulls
    assert "nullValues" not in nulls
    assert text(tier("GOLD", 15), tier("BASIC", 1), tier(None, 0), framework=TESTNG).count("{Tier.GOLD, 15}") == 1
    constants = TestClass("shop", "TierTest", (tier("GOLD", 15), tier("BASIC", 1), tier("OLD", 1)))
    assert "CsvSource" not in render(tabled(constants)).text


def test_a_text_that_says_null_is_not_taken_for_null() -> None:
    def method_of(given: Expression, number: int) -> TestMethod:
        result = Variable("result", "I")
        check = Assertion("equals", result, Literal("I", number))
        return TestMethod(f"size_returns{number}", Recipe((), Invoke(SIZE, None, (given,))), result, (check,))

    text = text_of(method_of(Text("null"), 4), method_of(Null("Ljava/lang/String;"), 0), method_of(Text("a"), 1))
    assert "@MethodSource" in text
    assert '{"null", 4}, {null, 0}, {"a", 1},' in text


def test_names_of_rows_do_not_hide_others() -> None:
    other = grade(1, "X", name="grade_returnsExpected")
    changed = TestMethod(other.name, other.recipe, other.result, (), comment=other.comment)
    assert "void grade_returnsExpected_2(int points, char expected)" in text_of(changed, *THREE)
    assert '@Test(dataProvider = "grade_returnsExpectedRows")' in text_of(*THREE, framework=TESTNG)


def written(folder: Path, *options: str) -> tuple[Path, int]:
    done = everypath("generate", SOURCE, "-o", folder / "tests", *options, cwd=folder, timeout=200)
    found = re.search(r"Wrote 1 test class, (\d+) tests\. Compiled and run: (\d+) passed\.", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert found[1] == found[2]
    return folder / "tests" / "rows" / "RowsTest.java", int(found[1])


def compiled(folder: Path, path: list[Path], test: Path) -> Path:
    classes = folder / "classes"
    classes.mkdir()
    given = ":".join(map(str, [classes, *path]))
    command = [shutil.which("javac") or "javac", "-Xlint:all", "-cp", given, "-d", str(classes), str(SOURCE), str(test)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return classes


def test_rows_pass_under_the_real_junit(console: Path, google_java_format: Path, tmp_path: Path) -> None:
    test, count = written(tmp_path)
    text = test.read_text()
    assert text.count("@CsvSource") >= 2
    assert "@MethodSource" in text
    assert text.count('nullValues = "null")') >= 3
    assert "void percent_returnsExpected(Rows.Tier tier, int expected)" in text
    assert '{1, "null"}' in text
    classes = compiled(tmp_path, [console], test)
    command = ["java", "-jar", console, "execute", "-cp", classes, "--scan-class-path", classes, "--details", "summary"]
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=120, check=False)
    assert f"{count} tests successful" in ran.stdout, ran.stdout[-3000:]
    formatted([test], google_java_format)
    assert test.read_text() == text
    separate, single = written(tmp_path, "--separate")
    assert single == count
    assert separate.read_text().count("@Test") == count


def test_rows_pass_under_the_real_testng(google_java_format: Path, tmp_path: Path) -> None:
    jars = [fetched(each) for each in ("org.testng:testng:7.10.2", "com.beust:jcommander:1.82")]
    jars.append(fetched("org.slf4j:slf4j-api:2.0.13"))
    test, count = written(tmp_path, "--framework", "testng")
    text = test.read_text()
    assert text.count("@DataProvider") >= 3
    classes = compiled(tmp_path, jars, test)
    path = ":".join(map(str, [classes, *jars]))
    command = ["java", "-cp", path, "org.testng.TestNG", "-testclass", "rows.RowsTest"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert f"Passes: {count}, Failures: 0" in ran.stdout, ran.stdout[-3000:] + ran.stderr[-2000:]
    formatted([test], google_java_format)
    assert test.read_text() == text


@pytest.mark.parametrize(("version", "has"), [("5.10.2", True), ("5.6.0", True), ("5.5.2", False), ("", False)])
def test_a_project_without_parameters_gets_separate_tests(version: str, has: bool, tmp_path: Path) -> None:
    """What compiles depends on the jars that the project has."""
    from everypath.project import ProjectTests

    names = ["junit-jupiter-api-5.10.2.jar", *([f"junit-jupiter-params-{version}.jar"] if version else [])]
    assert ProjectTests(classpath=tuple(tmp_path / name for name in names)).has_parameters == has
    assert ProjectTests().has_parameters
