"""`everypath replay ID`: a finding or a case of the last run, once more."""

from __future__ import annotations

import json
import pickle
import shutil
from pathlib import Path

import pytest
from tests.cli.support import ROOT, everypath

from everypath import usercache
from everypath.errors import UsageError
from everypath.run.recording import last_run as last

BUGS = ROOT / "tests" / "java" / "gate" / "bugs" / "shop" / "Bugs.java"
STUBBED = """import java.util.List;
import java.util.function.IntSupplier;

class Stubbed {
    int[] seen = new int[2];

    static double half(List<String> names, IntSupplier supplier, double by) {
        return names.size() + supplier.getAsInt() > 3 ? by / 2 : -by;
    }
}
"""


def test_findings_and_cases_of_the_last_run(tmp_path: Path) -> None:
    shutil.copy(BUGS, tmp_path)
    place = {"EVERYPATH_CACHE": str(tmp_path / "cache")}
    done = everypath("check", "Bugs.java", "--json", "-", "--only", "#divided,#add", cwd=tmp_path, **place)
    document = json.loads(done.stdout)
    finding = next(row for row in document["findings"] if row["method"] == "divided")
    again = everypath("replay", finding["id"], cwd=tmp_path, **place)
    assert again.returncode == 0, again.stderr
    lines = [line for line in again.stdout.splitlines() if not line.startswith("Compiling")]
    assert lines == [
        "Bugs.divided(0, 3)   when b == 3",
        "    recorded throws ArithmeticException",
        f"    replayed on JDK {document['jdk']}: confirmed",
        "    java.lang.ArithmeticException: / by zero",
        "        at shop.Bugs.divided(Bugs.java:21)",
    ]
    returned = next(row for method in document["methods"] for row in method["cases"] if row["ends"] == "returns")
    assert everypath("replay", returned["id"], cwd=tmp_path, **place).returncode == 0

    source = tmp_path / "Bugs.java"
    source.write_text(source.read_text().replace("a / (b - 3)", "a - b"))
    mended = everypath("replay", finding["id"], cwd=tmp_path, **place)
    assert mended.returncode == 1
    assert "not-triggered: it returned" in mended.stdout

    for named, message in (("0" * 12, "has no such finding"), ("nowhere.json", "No such file")):
        wrong = everypath("replay", named, cwd=tmp_path, **place)
        assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
        assert message in wrong.stderr
    (tmp_path / "elsewhere").mkdir()
    other = everypath("replay", finding["id"], cwd=tmp_path / "elsewhere", **place)
    assert (other.returncode, other.stderr.count("\n")) == (2, 1)
    assert "run `everypath check` here first" in other.stderr


def test_every_case_that_is_kept_can_be_read_and_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Stubbed.java").write_text(STUBBED)
    monkeypatch.setenv("EVERYPATH_CACHE", str(tmp_path / "cache"))
    done = everypath("check", "Stubbed.java", "--json", "-", cwd=tmp_path, EVERYPATH_CACHE=str(tmp_path / "cache"))
    kept = last.load_last_run(tmp_path)
    assert {case.method for case in kept.cases.values()} == {"half", "<init>"}
    assert set(kept.findings) == {row["id"] for row in json.loads(done.stdout)["findings"]}
    for case in kept.cases.values():
        assert last.load_last_run(tmp_path).case(case.id) == case


def test_nothing_but_cases_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVERYPATH_CACHE", str(tmp_path / "cache"))
    for content in (pickle.dumps(Path("x")), b"", b"nonsense", pickle.dumps((1, 2))):
        usercache.save(last.KIND, last.key_of(tmp_path), content)
        with pytest.raises(UsageError, match="cannot be read"):
            last.load_last_run(tmp_path)
