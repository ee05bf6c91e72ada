"""The command line of everypath with devices of speed switched off, for `benchmarks.same`.

    python -m benchmarks.plain DEVICE[,DEVICE…] ARGUMENT…

What has no switch of its own is patched in this process, which therefore analyses with one worker.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from unittest.mock import patch

from everypath.cli.main import main
from everypath.explore.engine import fork_solver as solving
from everypath.solver import Solver
from everypath.solver import solver as facade
from everypath.solver.answer_memory import AnswerMemory
from everypath.term import Term
from everypath.vm import Machine


def nothing(*arguments: object, **options: object) -> None:
    """Stands for what finds nothing, or notes nothing."""


def together(conditions: Sequence[Term]) -> list[list[int]]:
    """Stands for `slices`: all conditions are one."""
    return [list(range(len(conditions)))]


_begin: Callable[..., None] = Machine.__init__


def unmerged(machine: Machine, *arguments: object, **options: object) -> None:
    """Stands for the beginning of a machine."""
    _begin(machine, *arguments, **options)
    machine.merging = False


@dataclass(frozen=True)
class Device:
    """How something is switched off: by options, or by other values of names. ``exact``: without it, no other question
    is put to a solver than with it, nor is a model found in another way; so nothing at all may differ. Else inputs may
    be other ones of the same classes.
    """

    options: tuple[str, ...] = ()
    patches: tuple[tuple[object, str, object], ...] = ()
    exact: bool = False


DEVICES = {
    "tier-1": Device(("--interpret",), exact=True),
    "disk": Device(("--no-cache",), exact=True),
    "merging": Device(patches=((Machine, "__init__", unmerged),)),
    "pruning": Device(("--no-pruning",)),
    "answers": Device(patches=((AnswerMemory, "remember", nothing),)),
    "models": Device(patches=((Solver, "_remember_model", nothing),)),
    "repair": Device(patches=tuple((facade, each, nothing) for each in ("repair", "rearrange", "ordered"))),
    "slices": Device(patches=((facade, "slices", together),)),
    "guesses": Device(patches=((solving, "guess", nothing),)),
}


def run(names: Iterable[str], arguments: Sequence[str]) -> None:
    """Run the command line without some devices; ends the process, as it does."""
    with ExitStack() as patched:
        options: list[str] = []
        for name in names:
            options += DEVICES[name].options
            for owner, attribute, value in DEVICES[name].patches:
                patched.enter_context(patch.object(owner, attribute, value))
        main([*arguments, *options])


if __name__ == "__main__":
    run(sys.argv[1].split(","), sys.argv[2:])
