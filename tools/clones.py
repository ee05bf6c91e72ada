"""Finds lines that stand in two modules, with the clone detector of pylint (``symilar``).

    python tools/clones.py

Comments, docstrings, imports, signatures and front doors (lists of names) do not count. Ends with 1 if more than
`MOST_LINES` lines are alike.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_LINES = 8
IGNORED = ("--ignore-comments", "--ignore-docstrings", "--ignore-imports", "--ignore-signatures")


def clones() -> str:
    """The report of the clone detector, empty if nothing stands twice."""
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.py") if path.name != "__init__.py")
    command = [str(Path(sys.executable).with_name("symilar")), "-d", str(MOST_LINES + 1), *IGNORED, *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=True)
    return done.stdout if re.search(r"^\d+ similar lines in", done.stdout, re.MULTILINE) else ""


if __name__ == "__main__":
    report = clones()
    print(report or "clones: 0")
    sys.exit(bool(report))
