"""The id of a finding stays when the code around it is edited, and is another one for another bug."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.cli.support import ROOT, everypath

VERSIONS = ROOT / "tests" / "java" / "gate"


def findings_of(version: str, folder: Path) -> dict[tuple[str, str, str, int], str]:
    """Rule, entry and message of each finding, and which one of these it is, with its id."""
    place = folder / version
    shutil.copytree(VERSIONS / version, place)
    done = everypath("check", place / "shop" / "Orders.java", "--json", "-", "--jobs", 1, cwd=folder)
    assert done.returncode == 1, done.stderr
    found: dict[tuple[str, str, str, int], str] = {}
    rows = sorted(json.loads(done.stdout)["findings"], key=lambda row: row["line"])
    for row in rows:
        key = (row["rule"], row["method"], row["message"])
        number = sum(known[:3] == key for known in found)
        found[(*key, number)] = row["id"]
    return found


def test_ids_stay_when_the_code_around_is_edited(tmp_path: Path) -> None:
    before, after = findings_of("before", tmp_path), findings_of("after", tmp_path)
    entries = {key[1] for key in before}
    assert entries >= {"share", "twice", "discount", "pick", "applied", "nested", "refuse"}
    assert before == after
    assert len(set(before.values())) == len(before)
