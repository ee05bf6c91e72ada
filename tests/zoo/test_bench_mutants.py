"""What PIT reports is counted, also where time ended it half-way."""

from __future__ import annotations

from pathlib import Path

from benchmarks.bench_mutants import Result, line_of, reported

ROW = (
    "<mutation detected='{detected}' status='{status}' numberOfTestsRun='1'><sourceFile>Fee.java</sourceFile>"
    "<mutatedClass>shop.Fee</mutatedClass><mutatedMethod>of</mutatedMethod><methodDescription>(I)I</methodDescription>"
    "<lineNumber>{line}</lineNumber><mutator>org.pitest.mutationtest.engine.gregor.mutators.MathMutator</mutator>"
    "<indexes><index>5</index></indexes><blocks><block>0</block></blocks><killingTest/>"
    "<description>Replaced integer addition with subtraction</description></mutation>"
)


def row(line: int, status: str) -> str:
    return ROW.format(line=line, status=status, detected=str(status == "KILLED").lower())


def test_a_partial_report_is_read(tmp_path: Path) -> None:
    rows = [row(1, "KILLED"), row(2, "SURVIVED"), row(3, "NO_COVERAGE"), row(4, "NON_VIABLE"), row(5, "KILLED")[:100]]
    (tmp_path / "mutations.xml").write_text("<?xml version='1.0'?>\n<mutations partial='true'>\n" + "\n".join(rows))
    found = reported(tmp_path)
    assert [(each.line, each.status) for each in found] == [(1, "KILLED"), (2, "SURVIVED"), (3, "NO_COVERAGE")]


def test_without_a_report_there_are_no_mutants(tmp_path: Path) -> None:
    assert reported(tmp_path) == ()


def test_killed_mutants_are_counted(tmp_path: Path) -> None:
    rows = [row(1, "KILLED"), row(2, "SURVIVED"), row(3, "NO_COVERAGE"), row(4, "TIMED_OUT")]
    (tmp_path / "mutations.xml").write_text("".join(rows))
    result = Result("fee", 7, 0, reported(tmp_path), 12.0, ended=False)
    assert (len(result.covered), result.killed) == (3, 2)
    assert line_of(result).split() == [
        "fee",
        "7",
        "0",
        "4",
        "3",
        "2",
        "66.7",
        "%",
        "50.0",
        "%",
        "12",
        "s",
        "(ended",
        "by",
        "time)",
    ]
