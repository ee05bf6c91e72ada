"""The example of docs/calls.md is run as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.preloaded import run

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "calls.md").read_text(encoding="utf-8")


def test_the_harness_of_the_page(tmp_path: Path) -> None:
    (source,) = re.findall(r"```java\n(.*?)```", PAGE, re.DOTALL)
    ((command, shown),) = re.findall(r"```\n\$ everypath (.*?)\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "Harness.java").write_text(source, encoding="utf-8")
    done = run(*shlex.split(command), cwd=tmp_path, timeout=200)
    assert done.returncode == 1, done.stderr
    printed = done.stdout.splitlines()
    for row in shown.splitlines():
        assert row in printed, done.stdout
    assert any("replayed on JDK" in row and "confirmed" in row for row in printed)
