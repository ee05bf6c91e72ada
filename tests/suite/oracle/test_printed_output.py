"""The output of a call is asserted if it is the same in every run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.support import ROOT, everypath

SOURCE = ROOT / "tests" / "java" / "printing" / "Greeter.java"
SHOWN = r"standardOutput.toString\(\)"
LINES = rf"{SHOWN}\s*\.replace\(System\.lineSeparator\(\), \"\\n\"\)"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("printing")
    done = everypath("generate", SOURCE, "-o", folder / "tests", "--jobs", 1, "--separate", cwd=folder)
    assert re.search(r"Compiled and run: (\d+) passed", done.stdout), done.stdout + done.stderr
    return (folder / "tests" / "GreeterTest.java").read_text()


def _tests(written: str, method: str) -> dict[str, str]:
    found = re.findall(rf"void ({method}_\w+)\(\)[^{{]*\{{\n(.*?)\n  \}}", written, re.DOTALL)
    assert found, written
    return dict(found)


def test_lines_are_compared_whatever_ends_them(written: str) -> None:
    tests = _tests(written, "greet")
    asserted = [each for each in tests.values() if re.search(rf'assertEquals\(\s*"Hello \w+\\n", {LINES}\);', each)]
    assert len(asserted) == len([each for each in tests.values() if "assertThrows" not in each]) >= 2


def test_what_ends_no_line_is_compared_as_it_is(written: str) -> None:
    tests = _tests(written, "sum")
    assert all(name.startswith("sum_prints") for name in tests)
    assert all(re.search(rf'assertEquals\("-?\d+", {SHOWN}\);', each) for each in tests.values())


def test_before_an_exception(written: str) -> None:
    (thrown,) = (each for name, each in _tests(written, "checked").items() if "throws" in name)
    assert re.search(rf'"large", thrown\.getMessage\(\)\);\s*assertEquals\("checking\\n", {LINES}\);', thrown)


def test_the_standard_error_is_compared_like_the_output(written: str) -> None:
    lines = LINES.replace("Output", "Error")
    asserted = [each for each in _tests(written, "warned").values() if "standardError" in each]
    assert asserted
    assert all("(-" in each and re.search(rf'assertEquals\(\s*"negative\\n", {lines}\);', each) for each in asserted)
    (both,) = _tests(written, "both").values()
    assert 'assertEquals("out", standardOutput.toString());' in both
    assert 'assertEquals("err", standardError.toString());' in both
    assert "System.setErr(standardErrorBefore);" in written
    assert not any("standardError" in each for each in _tests(written, "traced").values()), "a trace is of one run"


@pytest.mark.parametrize("method", ["clock", "initialised", "flood", "foreign"])
def test_what_differs_or_nobody_reads_is_not_compared(written: str, method: str) -> None:
    assert not any("standardOutput" in each for each in _tests(written, method).values())


def test_the_output_is_put_back(written: str) -> None:
    assert "System.setOut(standardOutputBefore);" in written
    assert "@Isolated\nclass GreeterTest" in written
