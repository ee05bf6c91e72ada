"""The log of engine errors: each with its trace, and a command that repeats it."""

from __future__ import annotations

import contextlib
import shlex
import traceback

from everypath.classfile import parse_method_descriptor
from everypath.dataclass import dataclass
from everypath.run.entries import EntryName
from everypath.run.names import full_type
from everypath.run.options import Options, flag_name, settings
from everypath.run.workload.workload import Workload

__all__ = ["ErrorLog", "error_text", "repeating_command"]

_NEVER_REPEATED = frozenset({"only", "entry", "changed", "jobs", "memory", "output", "no_cache", "missing", "baseline"})
"""Options that select other methods, or write files, and change nothing in what one method gives."""


@dataclass(frozen=True)
class ErrorLog:
    """The log of the engine errors of a run. Worker processes append to the same file."""

    workload: Workload

    def note(self, trace: str, entry: EntryName | None = None, doing: str = "") -> None:
        """Append a trace. ``entry`` is the method that was analysed, ``doing`` what was done if there is none.

        Nothing is raised: if the log cannot be written, the error is counted all the same.
        """
        if self.workload.log is None:
            return
        title = doing if entry is None else f"{entry.dotted}#{entry.method}{entry.descriptor}"
        lines = (f"== {title}", f"repeat: {repeating_command(self.workload, entry)}", trace.rstrip("\n"))
        text = "\n".join(lines) + "\n\n"
        with contextlib.suppress(OSError), self.workload.log.open("a", encoding="utf-8", errors="replace") as log:
            log.write(text)

    def note_current(self, entry: EntryName | None = None, doing: str = "") -> None:
        """Append the trace of the exception that is handled."""
        self.note(traceback.format_exc(), entry, doing)


def error_text(error: BaseException) -> str:
    """An engine error in one line."""
    return f"{type(error).__name__}: {error}".partition("\n")[0]


def repeating_command(workload: Workload, entry: EntryName | None) -> str:
    """The command that does the same again, for one method if there is an ``entry``."""
    kind = "paths" if workload.every_path else "generate" if workload.writes else "check"
    parts = ["everypath", kind, *workload.targets]
    if kind == "generate":
        parts.append("--output=tests")
    if entry is not None:
        types = ",".join(map(full_type, parse_method_descriptor(entry.descriptor)[0]))
        parts += ["--only", f"{entry.dotted}#{entry.method}({types})"]
    parts += ["--jobs=1", *_given(workload.options, kind)]
    return shlex.join(parts)


def _given(options: Options, command: str) -> list[str]:
    """The options that are not at their defaults, as the command line takes them."""
    found, defaults = [], Options()
    for name, setting in settings(command).items():
        value = getattr(options, name)
        if name in _NEVER_REPEATED or setting.metavar == "FILE" or value == getattr(defaults, name):
            continue
        if setting.flag:
            found.append(flag_name(name))
            continue
        with contextlib.suppress(ValueError):
            shown = setting.show(value)
            if setting.parse(shown) == value:
                found.append(f"{flag_name(name)}={shown}")
    return found
