"""`paths --steps` shows the same in JSON as on the terminal: also what each line says."""

from __future__ import annotations

from pathlib import Path

from tests.whole.running import run

SOURCE = """public class Fee {
    static int fee(int age) {
        int base = age > 30 ? 2 : 3;
        return base * age;
    }
}
"""


def test_steps_have_the_text_of_their_lines(tmp_path: Path) -> None:
    subject = tmp_path / "Fee.java"
    subject.write_text(SOURCE, encoding="utf-8")
    document, done = run("paths", f"{subject}#fee", "--steps", json_file=tmp_path / "out.json")
    assert len(document["classes"]) == 2
    for each in document["classes"]:
        steps = each["steps"]
        assert [(step["line"], step["text"]) for step in steps] == [
            (3, "int base = age > 30 ? 2 : 3;"),
            (4, "return base * age;"),
        ]
        assert all(step["text"] in done.stdout for step in steps)
