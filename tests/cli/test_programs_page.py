"""The example of docs/programs.md is run as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.support import ROOT, everypath

PAGE = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")


def test_the_program_of_the_page(tmp_path: Path) -> None:
    source = re.findall(r"```java\n(.*?)```", PAGE, re.DOTALL)[0]
    ((command, shown),) = re.findall(r"```console\n\$ everypath (.*?)\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "Average.java").write_text(source, encoding="utf-8")
    done = everypath(*shlex.split(command), cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    printed = done.stdout.splitlines()
    for row in shown.splitlines():
        assert row in printed, done.stdout
    assert any("replayed on JDK" in row and "confirmed" in row for row in printed)
