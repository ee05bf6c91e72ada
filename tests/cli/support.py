"""Running the command line from outside."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SUBJECTS = ROOT / "tests" / "java" / "run"


def environment(**changes):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EVERYPATH_")}
    return {name: value for name, value in (kept | {"PYTHONPATH": str(ROOT / "src")} | changes).items() if value}


def everypath(*arguments, cwd=None, timeout=90, **changes):
    return subprocess.run(
        [sys.executable, "-m", "everypath", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=timeout,
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        check=False,
    )
