"""Tests that a project lacks: only these are written, and together with those that are there they cover everything."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from tests import compiling
from tests.cli.support import everypath
from tests.conftest import fetched

from everypath.suite.source import MARK

FEE = """
package shop;

public class Fee {
    private final int base;

    public Fee(int base) {
        if (base < 0) {
            throw new IllegalArgumentException("base: " + base);
        }
        this.base = base;
    }

    public int of(int age) {
        if (age < 18) {
            return 0;
        }
        return base * 100 / (age - 30);
    }

    public static String grade(int points) {
        if (points >= 90) {
            return "A";
        }
        return points >= 50 ? "B" : "F";
    }
}
"""
HALF = """
package shop;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeeTest {
    @Test
    void negativeBase() {
        assertThrows(IllegalArgumentException.class, () -> new Fee(-1));
    }

    @ParameterizedTest
    @ValueSource(ints = {90, 95})
    void best(int points) {
        assertEquals("A", Fee.grade(points));
    }

    @Test
    void division() {
        assertThrows(ArithmeticException.class, () -> new Fee(1).of(30));
    }

    @Test
    void wrong() {
        assertEquals("C", Fee.grade(49));
    }
}
"""
POM = "<project><groupId>s</groupId><artifactId>shop</artifactId><version>1</version></project>"


def javac(goal: Path, path: list[Path], *files: Path) -> None:
    goal.mkdir(parents=True, exist_ok=True)
    given = os.pathsep.join(map(str, path)) or "."
    compiling.javac("-g", "-d", goal, "-cp", given, *files)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    source = tmp_path / "src" / "main" / "java" / "shop" / "Fee.java"
    source.parent.mkdir(parents=True)
    source.write_text(FEE)
    (tmp_path / "pom.xml").write_text(POM)
    javac(tmp_path / "target" / "classes", [], source)
    return tmp_path


def compile_tests(project: Path, console: Path) -> None:
    files = sorted((project / "src" / "test" / "java").rglob("*.java"))
    javac(project / "target" / "test-classes", [project / "target" / "classes", console], *files)


def test_only_what_is_missing_is_written(project: Path, console: Path) -> None:
    sources = project / "src" / "test" / "java"
    (sources / "shop").mkdir(parents=True)
    (sources / "shop" / "FeeTest.java").write_text(HALF)
    compile_tests(project, console)
    given = ("generate", "--missing", "--classpath", console, "-o", sources)
    done = everypath(*given, cwd=project, timeout=200)
    assert done.returncode == 0, done.stderr
    assert "shop.FeeTest.wrong() fails: " in done.stdout
    assert "Ran 5 existing tests; they come to 1 of 1 classes" in done.stdout
    assert (sources / "shop" / "FeeTest.java").read_text() == HALF
    text = (sources / "shop" / "FeeGeneratedTest.java").read_text()
    assert set(re.findall(r"(?<=void )\w+?(?=_when)", text)) == {"of_returns0", "of_returnsMinus8", "grade_returnsB"}
    compile_tests(project, console)
    again = everypath(*given, cwd=project, timeout=200)
    assert "Wrote 0 test classes, 0 tests" in again.stdout, again.stdout + again.stderr


def test_without_tests_all_are_missing(project: Path, tmp_path: Path) -> None:
    written = {}
    for options in ((), ("--missing",)):
        folder = tmp_path / f"out{len(options)}"
        done = everypath("generate", *options, "-o", folder, cwd=project, timeout=200)
        assert done.returncode == 0, done.stderr
        assert ("no tests are there yet: all are missing" in done.stdout) == bool(options)
        written[options] = {path.name: path.read_text() for path in folder.rglob("*.java")}
    assert written[()]
    assert written[()] == written["--missing",]


def test_a_file_that_is_not_ours_stays_as_it_is(project: Path) -> None:
    folder = project / "src" / "test" / "java" / "shop"
    folder.mkdir(parents=True)
    hand, ours = folder / "FeeTest.java", folder / "FeeGeneratedTest.java"
    hand.write_text(HALF)
    given = ("generate", "--only", "*#grade", "-o", "src/test/java")
    done = everypath(*given, cwd=project, timeout=200)
    assert done.returncode == 0, done.stderr
    note = "src/test/java/shop/FeeTest.java lacks everypath's first line and stays as it is"
    assert f"{note}: the tests are in FeeGeneratedTest.java\n" in done.stdout
    assert hand.read_text() == HALF
    written = ours.read_text()
    assert written.startswith(f"{MARK}\npackage shop;\n")

    ours.write_text(f"/* A licence. */\n{written}// spoilt\n")  # ours all the same: written anew
    everypath(*given, cwd=project, timeout=200)
    assert ours.read_text() == written

    edited = written.removeprefix(f"{MARK}\n")  # somebody made it their own
    ours.write_text(edited)
    hand.unlink()
    again = everypath(*given, cwd=project, timeout=200)
    assert "first line" not in again.stdout, "a name that nobody has is nobody's business"
    assert (ours.read_text(), hand.read_text().count("class FeeTest")) == (edited, 1)
    hand.write_text(HALF)
    last = everypath(*given, cwd=project, timeout=200)
    assert "FeeTest.java lacks everypath's first line and stays as it is: the tests are in FeeGenerated2Test.java" in (
        last.stdout
    )
    assert (ours.read_text(), hand.read_text()) == (edited, HALF)


def test_files_of_earlier_runs_that_have_no_tests_now_are_listed(tmp_path: Path) -> None:
    (tmp_path / "Half.java").write_text("package shop; class Half { static int of(int x) { return x / 2; } }")
    folder = tmp_path / "tests" / "shop"
    folder.mkdir(parents=True)
    for name in ("HalfTest", "Half2Test", "HalfGenerated2Test", "HalfwayTest", "OtherTest"):
        (folder / f"{name}.java").write_text(f"{MARK}\nclass {name} {{ int x = Half.of(1); }}\n")
    (folder / "Half3Test.java").write_text(f"{MARK}\nclass Half3Test {{ int x = Half3.of(1) + Half.of(1); }}\n")
    (folder / "Half4Test.java").write_text("class Half4Test {}\n")
    files = {each.name: each.read_text() for each in folder.iterdir()}
    done = everypath("generate", "Half.java", "-o", "tests", cwd=tmp_path, timeout=200)
    left = [line.partition(" is left of an earlier run")[0] for line in done.stdout.splitlines() if "earlier" in line]
    assert left == ["tests/shop/Half2Test.java", "tests/shop/HalfGenerated2Test.java"], done.stdout + done.stderr
    now = {each.name: each.read_text() for each in folder.iterdir()}
    assert now.pop("HalfTest.java") != files.pop("HalfTest.java")
    assert now == files
    chosen = everypath("generate", "Half.java#of", "-o", "tests", cwd=tmp_path, timeout=200)
    assert chosen.returncode == 0
    assert "earlier run" not in chosen.stdout


def test_the_framework_is_that_of_the_project(project: Path, tmp_path: Path) -> None:
    listed = "<dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version>"
    (project / "pom.xml").write_text(POM.replace("</project>", f"{listed}</dependency></dependencies></project>"))
    done = everypath("generate", "-o", tmp_path / "out", "--only", "*#grade", cwd=project, timeout=200)
    assert "Tests are written for JUnit 4, by the build file (--framework)" in done.stdout, done.stderr
    assert "import org.junit.Test;" in (tmp_path / "out" / "shop" / "FeeTest.java").read_text()
    refused = everypath("generate", "-o", "out", "--missing", "--keep-all", cwd=project)
    assert (refused.returncode, refused.stderr) == (2, "everypath: --missing and --keep-all exclude each other\n")


MOCKED = """
package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.Test;

class FeeMockTest {
    @Test
    void half() {
        Fee fee = mock(Fee.class);
        when(fee.of(5)).thenReturn(7);
        assertEquals(7, fee.of(5));
        assertEquals("B", Fee.grade(60));
    }
}
"""
MOCKITO = (
    "org.mockito:mockito-core:5.11.0",
    "net.bytebuddy:byte-buddy:1.14.12",
    "net.bytebuddy:byte-buddy-agent:1.14.12",
    "org.objenesis:objenesis:3.3",
)


def test_tests_with_mockito_are_run(project: Path, console: Path, tmp_path: Path) -> None:
    jars = [console, *(fetched(each) for each in MOCKITO)]
    source = project / "src" / "test" / "java" / "shop" / "FeeMockTest.java"
    source.parent.mkdir(parents=True)
    source.write_text(MOCKED)
    javac(project / "target" / "test-classes", [project / "target" / "classes", *jars], source)
    path = os.pathsep.join(map(str, jars))
    given = ("generate", "--missing", "--only", "*#grade", "--classpath", path, "-o", tmp_path / "out")
    done = everypath(*given, cwd=project, timeout=200)
    assert "Ran 1 existing test; they come to 1 of 1 classes" in done.stdout, done.stdout + done.stderr
    text = (tmp_path / "out" / "shop" / "FeeTest.java").read_text()
    assert set(re.findall(r"(?<=void )\w+?(?=_when)", text)) == {"grade_returnsA", "grade_returnsF"}
