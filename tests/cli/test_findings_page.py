"""The page about findings shows what happens: its classes and edits are written and its commands run, in order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.support import ROOT, everypath

from everypath.suite import Outcome

PAGE = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(java|console|diff)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def same_everywhere(line: str) -> str:
    return re.sub(r" · [\d.…]+ s$", "", re.sub(r"JDK [\d.]+", "JDK", line))


def test_every_transcript_is_real(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    for text in (text for kind, text in BLOCKS if kind == "java"):
        name = re.search(r"class (\w+)", text)
        assert name is not None
        (tmp_path / f"{name[1]}.java").write_text(text)
    for kind, text in BLOCKS:
        if kind == "java":
            continue
        if kind == "diff":
            old, new = (line[1:] for line in text.splitlines())
            source = next(each for each in tmp_path.glob("*.java") if old in each.read_text())
            source.write_text(source.read_text().replace(old, new))
        else:
            command, *expected = text.splitlines()
            done = everypath(*shlex.split(command)[2:], cwd=tmp_path, EVERYPATH_CACHE=cache)
            lines = [line for line in done.stdout.splitlines() if not line.startswith(("Compiling", "Analysing"))]
            assert list(map(same_everywhere, lines)) == list(map(same_everywhere, expected)), done.stderr


def test_the_page_has_its_transcripts() -> None:
    assert [kind for kind, _ in BLOCKS].count("console") == 8


def test_the_table_of_outcomes_is_the_one_of_the_code() -> None:
    table = PAGE.partition("| outcome | meaning |")[2]
    assert re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE) == [each.value for each in Outcome]
