"""Each page of docs/ that begins with a command shows what happens: its classes are compiled, its commands run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.support import ROOT, everypath

PAGES = ("exploring.md", "tests.md")
BLOCKS = re.compile(r"^```(java|console)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def without_seconds(line: str) -> str:
    return re.sub(r" · [\d.…]+ s$", "", line)


@pytest.mark.parametrize("page", PAGES)
def test_every_line_of_the_transcripts_is_printed(page: str, tmp_path: Path) -> None:
    blocks = BLOCKS.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))
    for source in (text for kind, text in blocks if kind == "java"):
        name = re.search(r"class (\w+)", source)
        assert name is not None
        (tmp_path / f"{name[1]}.java").write_text(source, encoding="utf-8")
    commands = [text.splitlines() for kind, text in blocks if kind == "console"]
    assert commands
    for command, *shown in commands:
        done = everypath(*shlex.split(command)[2:], cwd=tmp_path)
        printed = list(map(without_seconds, done.stdout.splitlines()))
        assert [line for line in map(without_seconds, shown) if line not in printed] == [], done.stdout + done.stderr
