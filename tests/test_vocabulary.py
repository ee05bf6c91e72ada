"""The old words of the project stay out: see ``tools/vocabulary.py`` for the words in their place."""

from __future__ import annotations

from pathlib import Path

from tools.vocabulary import old_words

MODULE = '''"""Tells what the lanes said."""


def told_value(spot):
    return f"{spot}"
'''


JAVA = """/** Tells {@code told} nothing. */
class Lane {
    String spot = "told"; // the room
}
"""


def test_no_old_word_is_used() -> None:
    assert list(old_words()) == []


def test_old_words_in_names_and_prose_are_found(tmp_path: Path) -> None:
    for folder in ("src", "docs"):
        (tmp_path / folder).mkdir()
    (tmp_path / "src" / "module.py").write_text(MODULE)
    (tmp_path / "src" / "Lane.java").write_text(JAVA)
    (tmp_path / "docs" / "page.md").write_text("The room.\n`room` and\n```\nroom\n```\n")
    found = [each.partition(" (")[0] for each in old_words(tmp_path)]
    assert found == [
        "src/module.py:1: Tells",
        "src/module.py:1: lanes",
        "src/module.py:1: said",
        "src/module.py:4: told_value",
        "src/module.py:4: spot",
        "src/Lane.java:1: Tells",
        "src/Lane.java:2: Lane",
        "src/Lane.java:3: spot",
        "src/Lane.java:3: room",
        "docs/page.md:1: room",
    ]
