"""The entry point of the command line: it handles signals before it imports anything heavy."""

from __future__ import annotations

import gc
import sys

from everypath.cli.interrupts import interruptible

INTERRUPTED = 130

GARBAGE_THRESHOLD = 50_000
"""New objects before Python collects garbage: imports make many objects, and all of them stay."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    gc.set_threshold(GARBAGE_THRESHOLD)
    with interruptible():
        try:
            from everypath.cli.commands import run

            code = run(arguments)
        except KeyboardInterrupt:
            print("everypath: interrupted", file=sys.stderr)
            code = INTERRUPTED
    gc.freeze()  # so that Python does not collect garbage at exit, in vain
    sys.exit(code)
