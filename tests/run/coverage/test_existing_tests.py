"""The tests that a project has, run on the JVM: what they cover, and the notes on those that do not pass."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from tests.busy import slowness
from tests.compiling import javac
from tests.conftest import fetched

from everypath.classfile import Jdk
from everypath.project import ProjectTests, framework_of
from everypath.run import Options, Workload
from everypath.run.coverage import measure
from everypath.run.results import Existing

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
        return base * 100 / (age - 30);
    }

    public static String grade(int points) {
        return points >= 50 ? "B" : "F";
    }
}
"""
BODY = """
    @Test
    public void caught() {
        try {
            new Fee(-1);
        } catch (IllegalArgumentException expected) {
            return;
        }
        throw new IllegalStateException();
    }

    @Test
    public void divides() {
        try {
            new Fee(1).of(30);
        } catch (ArithmeticException expected) {
            return;
        }
        throw new IllegalStateException();
    }

    @Test
    public void passes() {
        if (!Fee.grade(50).equals("B")) {
            throw new IllegalStateException();
        }
    }

    @Test
    public void wrong() {
        throw new IllegalStateException("is " + Fee.grade(60));
    }
"""
HANGS = """
    @Test
    public void hangs() {
        while (true) {
            Fee.grade(50);
        }
    }

    @Test
    public void fails() {
        Fee.grade(0);
    }
"""
FRAMEWORKS = {
    "junit5": ("org.junit.jupiter.api.Test", ("org.junit.platform:junit-platform-console-standalone:1.10.2",)),
    "junit4": ("org.junit.Test", ("junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3")),
    "testng": (
        "org.testng.annotations.Test",
        ("org.testng:testng:7.10.2", "com.beust:jcommander:1.82", "org.slf4j:slf4j-api:2.0.13"),
    ),
}
OF, INIT = ("shop/Fee", "of", "(I)I"), ("shop/Fee", "<init>", "(I)V")
GRADE = ("shop/Fee", "grade", "(I)Ljava/lang/String;")


def compiled(folder: Path, path: list[Path], **sources: str) -> Path:
    """Compile classes of the package shop."""
    source, goal = folder / "src" / "shop", folder / "classes"
    source.mkdir(parents=True)
    goal.mkdir()
    files = []
    for name, text in sources.items():
        files.append(source / f"{name}.java")
        files[-1].write_text(text)
    given = os.pathsep.join(map(str, path)) or "."
    javac("-g", "-d", goal, "-cp", given, *files)
    return goal


def measured(folder: Path, framework: str, bodies: dict[str, str], *, plain: bool = False) -> Existing:
    """What tests with these bodies show; ``plain``: nothing of their framework is there when they run."""
    mark, artifacts = FRAMEWORKS[framework]
    jars = [fetched(each) for each in artifacts]
    code = compiled(folder / "main", [], Fee=FEE)
    texts = {
        name: f"package shop;\n\nimport {mark};\n\npublic class {name} {{{body}}}\n" for name, body in bodies.items()
    }
    own = compiled(folder / "test", [code, *jars], **texts)
    tests = ProjectTests((own,), () if plain else tuple(jars))
    assert framework_of(tests) == (framework, "the tests that are there")
    workload = Workload(("t",), ("shop/Fee",), (code,), Jdk.find(), Options())
    return measure(workload, tests, time.time() + 60)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_what_tests_show(framework: str, plain: bool, tmp_path: Path) -> None:
    existing = measured(tmp_path, framework, {"FeeTest": BODY}, plain=plain)
    assert existing.tests == 4
    assert existing.classes == ("shop/FeeTest",)
    assert existing.returned == {INIT, GRADE}
    assert {(entry, name, line) for entry, name, (_, _, line) in existing.threw if entry in (OF, INIT)} == {
        (INIT, "java/lang/IllegalArgumentException", 9),
        (OF, "java/lang/ArithmeticException", 15),
    }
    assert existing.left["shop/Fee"], "the block of the division, which never returned"
    assert existing.left["shop/Fee"].isdisjoint(existing.hits["shop/Fee"])
    notes = [each for each in existing.notes if "on this machine" not in each]
    assert len(notes) == 1
    assert notes[0].startswith("shop.FeeTest.wrong")
    assert "IllegalStateException: is B" in notes[0]
    assert (len(existing.notes) == 2) == plain


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_tests_that_do_not_end_are_reported_and_the_others_count(
    framework: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("everypath.run.coverage.existing_tests.CLASS_LIMIT", 2.0 * slowness())
    monkeypatch.setattr("everypath.run.coverage.existing_tests.TEST_LIMIT", 1.5 * slowness())
    ends = """
    @Test
    public void exits() {
        System.exit(1);
    }
"""
    existing = measured(tmp_path, framework, {"ATest": HANGS, "BTest": ends, "FeeTest": BODY.replace("BODY", "")})
    notes = sorted(each for each in existing.notes if "wrong" not in each)
    assert notes == ["shop.ATest.hangs does not come to an end", "shop.BTest ends the JVM (exit)"]
    assert (OF, "java/lang/ArithmeticException", ("shop/Fee", "of", 15)) in existing.threw
    assert existing.tests == 7


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_tests_that_reach_out_of_their_jvm_are_not_measured(framework: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    reaches = f"""
    @Test
    public void reaches() throws Exception {{
        try {{
            new java.io.FileOutputStream("{outside}").close();
        }} catch (RuntimeException e) {{
            return;
        }}
    }}
"""
    others = measured(tmp_path / "others", framework, {"FeeTest": BODY.replace("BODY", "")})
    existing = measured(tmp_path / "all", framework, {"ATest": reaches, "FeeTest": BODY.replace("BODY", "")})
    notes = [each for each in existing.notes if "ATest" in each]
    assert notes == ["shop.ATest is not measured: it reaches out of its JVM (java.io.FileOutputStream.open (files))"]
    assert existing.tests == others.tests
    assert existing.hits == others.hits
    assert not outside.exists()


def test_tests_that_need_a_missing_class_are_reported(tmp_path: Path) -> None:
    body = BODY.replace("Fee.grade(60)", "Helper.help()")
    mark, artifacts = FRAMEWORKS["junit5"]
    jars = [fetched(each) for each in artifacts]
    code = compiled(tmp_path / "main", [], Fee=FEE)
    test = f"package shop;\n\nimport {mark};\n\npublic class FeeTest {{{body}}}\n"
    helper = "package shop; class Helper { static int help() { return 1; } }"
    own = compiled(tmp_path / "test", [code, *jars], FeeTest=test, Helper=helper)
    (own / "shop" / "Helper.class").unlink()
    workload = Workload(("t",), ("shop/Fee",), (code,), Jdk.find(), Options())
    existing = measure(workload, ProjectTests((own,), tuple(jars)), time.time() + 60)
    assert existing.tests == 4
    assert existing.notes == ("shop.FeeTest.wrong() fails: java.lang.NoClassDefFoundError: shop/Helper",)
    existing = measure(workload, ProjectTests((own,), tuple(jars)), time.time() - 1)
    assert (existing.tests, existing.notes) == (0, ("no time was left for 1 of 1 test classes",))


def test_without_compiled_tests_the_reason_is_reported(tmp_path: Path) -> None:
    code = compiled(tmp_path / "main", [], Fee=FEE)
    workload = Workload(("t",), ("shop/Fee",), (code,), Jdk.find(), Options())
    sources = tmp_path / "src" / "test" / "java"
    existing = measure(workload, ProjectTests(uncompiled=(sources,)), time.time() + 60)
    assert existing.notes == (
        f"{sources}: nothing of it is compiled, so its tests are not counted",
        "no tests are there yet: all are missing",
    )
