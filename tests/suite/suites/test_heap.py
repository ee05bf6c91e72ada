"""The memory size of a JVM does not change what a test asserts."""

from __future__ import annotations

import json
from pathlib import Path

from everypath.cli.commands import run

SOURCE = """
class Room {
    static int[] fixed() {
        return new int[2000000000];
    }

    static int refused(int size) {
        if (size > 1000) {
            throw new OutOfMemoryError("too much");
        }
        return size;
    }
}
"""


def test_a_heap_that_is_too_small_is_no_test_and_an_error_that_the_code_throws_is_one(tmp_path: Path) -> None:
    source, out = tmp_path / "Room.java", tmp_path / "out.json"
    source.write_text(SOURCE)
    command = ["generate", str(source), "-o", str(tmp_path / "tests"), "--json", str(out), "--jobs", "1"]
    assert run([*command, "--budget", "60s"]) == 0
    cases = [case for method in json.loads(out.read_text())["methods"] for case in method["cases"]]
    thrown = {case["expression"] for case in cases if case.get("exception") == "java.lang.OutOfMemoryError"}
    assert "Room.fixed()" in thrown
    text = (tmp_path / "tests" / "RoomTest.java").read_text()
    assert "Room.fixed()" not in text
    assert 'assertEquals("too much", thrown.getMessage());' in text
