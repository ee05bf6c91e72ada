"""The page about `paths` shows what happens."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.cli.support import ROOT, everypath

PAGE = (ROOT / "docs" / "paths.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ (everypath .*)\n((?:.*\n)*?)```", PAGE)


@pytest.mark.parametrize(("command", "expected"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_every_transcript_is_real(command: str, expected: str, tmp_path: Path) -> None:
    for source in (ROOT / "tests" / "java" / "ctb").glob("*.java"):
        shutil.copy(source, tmp_path)
    done = everypath(*command.split()[1:], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if not line.startswith(("Compiling", "Analysing"))]
    assert lines == expected.splitlines()


def test_the_page_has_its_transcripts() -> None:
    assert len(BLOCKS) == 12
