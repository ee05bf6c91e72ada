"""Running the command line from outside."""

import os
from pathlib import Path

from tests.preloaded import run

ROOT = Path(__file__).parents[2]
SUBJECTS = ROOT / "tests" / "java" / "run"


def environment(**changes):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EVERYPATH_")}
    return {name: value for name, value in (kept | {"PYTHONPATH": str(ROOT / "src")} | changes).items() if value}


def everypath(*arguments, cwd=None, timeout=90, **changes):
    return run(*arguments, cwd=cwd, timeout=timeout, env=environment(**changes))
