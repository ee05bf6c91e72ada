"""Completeness: on small methods, all inputs run on the JVM and our classes agree: disjoint, covering, right."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.compiling import javac
from tests.preloaded import run
from tests.whole.brute import harness
from tests.whole.running import JAVA

from everypath.classfile import Jdk

FOLDER = JAVA / "classes"


def differences(owner: str, source: str, document: dict, folder: Path) -> list[str]:
    """What the JVM says: a line for each method, and for each mismatch."""
    text = harness(owner, source, document)
    (folder / f"Brute{owner}.java").write_text(text)
    jdk = Jdk.find()
    javac("-nowarn", "-d", folder, folder / f"Brute{owner}.java", *FOLDER.glob("*.java"), tool=jdk.javac)
    command = [jdk.java, "-cp", folder, f"classes.Brute{owner}"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr[:4000]
    return ran.stdout.splitlines()


def document_of(owner: str, loop: int, folder: Path) -> dict:
    out = folder / f"{owner}.json"
    done = run("paths", f"classes.{owner}#*", FOLDER, "--loop", loop, "--json", out, timeout=400)
    assert done.returncode == 0, done.stderr
    return json.loads(out.read_text())


@pytest.mark.parametrize(("owner", "loop"), [("Small", 9), ("Tiny", 3), ("Kinds", 3)])
def test_the_classes_are_disjoint_cover_all_inputs_and_are_right(owner: str, loop: int, tmp_path: Path) -> None:
    source = (FOLDER / f"{owner}.java").read_text()
    document = document_of(owner, loop, tmp_path)
    for method in document["methods"]:
        shares = [row["share"] for row in method["classes"] if "share" in row]
        if len(shares) == len(method["classes"]) and all(share["exact"] for share in shares):
            assert abs(sum(share["part"] for share in shares) - 1) < 1e-9, method["method"]
    lines = differences(owner, source, document, tmp_path)
    assert [each for each in lines if not each.startswith("tried ")] == []
    tried = dict(re.fullmatch(r"tried (\w+) (\d+)", each).groups() for each in lines)
    assert set(tried) == set(re.findall(r"^    static [\w\[\]]+ (\w+)\(.*\) \{", source, re.MULTILINE))
    assert all(int(number) > 3 for number in tried.values())
