"""The front door: signals are seen to before anything heavy is imported."""

from __future__ import annotations

import gc
import sys

from everypath.cli.interrupts import interruptible

INTERRUPTED = 130

MANY = 50_000
"""New objects before Python looks for garbage: loading makes many, all of which stay."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    gc.set_threshold(MANY)
    with interruptible():
        try:
            from everypath.cli.commands import run

            code = run(arguments)
        except KeyboardInterrupt:
            print("everypath: interrupted", file=sys.stderr)
            code = INTERRUPTED
    gc.freeze()  # at exit Python looks for garbage: there is none to be had
    sys.exit(code)
