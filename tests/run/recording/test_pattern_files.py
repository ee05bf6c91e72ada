"""Test patterns as JSON and XML: written, read back, replayed, and refused where they are damaged."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.compiling import QUICK, javac
from tests.preloaded import run

from everypath.classfile import Jdk
from everypath.errors import UsageError
from everypath.run.recording import pattern_files as interchange

JAVA = Path(__file__).resolve().parents[2] / "java"
SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "everypath-patterns.xsd"

SUBJECT = """
public class Fee {
    int paid;
    double rate = Double.NaN;
    String name;

    static int fee(int age, Fee of, String note) {
        if (age > 64) {
            of.paid += 2;
            return of.paid;
        }
        if (note.equals("\\u0001<&")) {
            return age / of.paid;
        }
        return 9;
    }
}
"""

VALIDATOR = """
import java.io.File;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;

public class Validate {
    public static void main(String[] files) throws Exception {
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new File(files[0])).newValidator()
            .validate(new StreamSource(new File(files[1])));
    }
}
"""


def everypath(*arguments: object) -> subprocess.CompletedProcess[str]:
    return run(*arguments, timeout=300)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("patterns")
    (folder / "Fee.java").write_text(SUBJECT)
    for name in ("fee.json", "fee.xml"):
        done = everypath("paths", f"{folder / 'Fee.java'}#fee", "--patterns", 4, "--export", folder / name)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("name", ["fee.json", "fee.xml"])
def test_patterns_are_read_back_and_replayed(made: Path, name: str) -> None:
    done = everypath("replay", made / name)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ": " in done.stdout.splitlines()[-1]
    count = len(interchange.read_patterns(made / name).patterns)
    assert done.stdout.splitlines()[-1] == f"{count} patterns: {count} as recorded, 0 not"


def test_both_forms_say_the_same(made: Path) -> None:
    assert interchange.read_patterns(made / "fee.json") == interchange.read_patterns(made / "fee.xml")
    document = json.loads((made / "fee.json").read_text())
    (method,) = document["methods"]
    kinds = [[each["kind"] for each in row["patterns"]] for row in method["classes"]]
    assert all(each[0] == "smallest" for each in kinds)
    assert {"boundary", "random"} <= {kind for each in kinds for kind in each}
    assert max(map(len, kinds)) == 4


def test_the_same_seed_draws_the_same_patterns(made: Path, tmp_path: Path) -> None:
    subject = f"{made / 'Fee.java'}#fee"
    assert everypath("paths", subject, "--patterns", 4, "--export", tmp_path / "again.json").returncode == 0
    assert (tmp_path / "again.json").read_text() == (made / "fee.json").read_text()


def test_a_changed_result_is_reported(made: Path, tmp_path: Path) -> None:
    (tmp_path / "Fee.java").write_text(SUBJECT.replace("return 9;", "return 8;"))
    done = everypath("replay", made / "fee.xml", tmp_path / "Fee.java")
    assert done.returncode == 1
    assert "diverged" in done.stdout
    assert "recorded returns 9" in done.stdout


def test_the_schema_accepts_what_is_written_and_nothing_else(made: Path, tmp_path: Path) -> None:
    java = Jdk.find().java
    (tmp_path / "Validate.java").write_text(VALIDATOR)
    javac("-d", tmp_path, tmp_path / "Validate.java")

    def valid(file: Path) -> bool:
        command = [java, *QUICK, "-cp", tmp_path, "Validate", SCHEMA, file]
        return subprocess.run(command, capture_output=True, timeout=120, check=False).returncode == 0

    assert valid(made / "fee.xml")
    wrong = tmp_path / "wrong.xml"
    wrong.write_text((made / "fee.xml").read_text().replace('type="int"', 'type="number"', 1))
    assert not valid(wrong)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", "{", "is damaged"),
        ("a.json", '{"format": "other"}', "holds no test patterns"),
        ("a.json", '{"format": "everypath-patterns", "version": 2}', "version 2"),
        ("a.json", '{"format": "everypath-patterns", "version": 1}', "is damaged"),
        ("a.xml", "<patterns", "is damaged"),
        ("a.xml", '<patterns type="number">1</patterns>', "is damaged"),
    ],
)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(UsageError, match=message):
        interchange.read_patterns(tmp_path / name)


def test_unknown_nodes_are_refused(made: Path, tmp_path: Path) -> None:
    text = (made / "fee.json").read_text().replace('"is": "Invoke"', '"is": "System"', 1)
    (tmp_path / "odd.json").write_text(text)
    with pytest.raises(UsageError, match="is damaged"):
        interchange.read_patterns(tmp_path / "odd.json")
