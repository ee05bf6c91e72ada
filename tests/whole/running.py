"""Whole runs of the command line on Java subjects, and the goals written in the subjects' comments."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests import preloaded

from everypath.explore.outcome import LEFT_OUT

JAVA = Path(__file__).resolve().parent.parent / "java"

HEADER = re.compile(
    r"^    (?:(?:public|private|protected|static|final|synchronized) )*(?:<\w+> )?"
    r"(?:[\w\[\]<>.][\w\[\]<>.,? ]* )?(\w+)\([^;]*\) (?:throws \w+ )?\{"
)
GOAL = re.compile(r"// goal: (.*\S)")
OPERANDS = ("throws", "returns", "classes", "fails")


@dataclass(frozen=True)
class Goal:
    """One goal: a word (``reach``, ``dead``, ``unreached``, ``throws``, ``returns``, ``complete``, ``explored``,
    ``partly-dead``, ``branches``, ``clean``, ``classes``, ``fails``).

    ``throws``, ``returns``, ``classes`` and ``fails`` have an operand. ``line`` is where the goal stands; ``throws`` is
    about that line, ``fails`` about any line of the analysed code. ``clean``: no case throws. ``branches``: the JVM
    took all branches. ``explored``: complete, but for inputs that were left out.
    """

    word: str
    operand: str
    line: int


def goals(source: Path) -> dict[str, list[Goal]]:
    """The goals of each method of a subject, by method name."""
    found: dict[str, list[Goal]] = {}
    pending: list[Goal] = []
    method = ""
    for number, line in enumerate(source.read_text().splitlines(), 1):
        header = HEADER.match(line)
        if header:
            method = header[1]
            found[method] = pending
            pending = []
        goal = GOAL.search(line)
        if goal is None:
            continue
        parts = goal[1].split()
        if line.strip().startswith("// goal:"):
            pending += _read(parts, number)
            continue
        found[method] += _read(parts, number)
    return found


def _read(parts: list[str], line: int) -> list[Goal]:
    """The goals that stand in one comment."""
    left = iter(parts)
    return [Goal(word, next(left) if word in OPERANDS else "", line) for word in left]


def missed(wanted: list[Goal], report: dict) -> list[Goal]:
    """The goals that the report of a method (JSON) does not meet."""
    unreached = {row["line"]: row["proved"] for row in report["unreached"]}
    confirmed = [case for case in report["cases"] if case["outcome"] == "confirmed"]
    return [goal for goal in wanted if not _is_met(goal, report, unreached, confirmed)]


def _is_met(goal: Goal, report: dict, unreached: dict[int, bool], confirmed: list[dict]) -> bool:
    match goal.word:
        case "partly-dead":  # code that javac adds and nothing can reach, or that follows a call which always throws
            return True
        case "explored":  # on the inputs that were tried
            return report["status"] == "complete" or {each["code"] for each in report["reasons"]} <= {*LEFT_OUT}
        case "complete":
            return report["status"] == "complete"
        case "reach":
            return goal.line not in unreached
        case "dead":
            return unreached.get(goal.line) is True
        case "unreached":
            return goal.line in unreached
        case "throws":
            return any(case.get("exception") == goal.operand and case.get("line") == goal.line for case in confirmed)
        case "returns":
            return any(case.get("returned") == int(goal.operand) for case in confirmed)
        case "branches":
            return report["branches"]["covered"] == report["branches"]["total"]
        case "clean":
            return not any(case["ends"] == "throws" for case in report["cases"])
        case "classes":
            return report["status"] == "complete" and len(confirmed) == int(goal.operand)
        case "fails":
            return any(case.get("exception") == goal.operand for case in confirmed)
    raise AssertionError(goal)


def run(
    command: str, *arguments: str | Path, json_file: Path, timeout: int = 400
) -> tuple[dict, subprocess.CompletedProcess]:
    """Run a command of everypath with ``--json`` and return its document and the finished process.

    It has one worker where no other number is given: the other core runs other tests.
    """
    jobs = () if "--jobs" in arguments else ("--jobs", "1")
    done = preloaded.run(command, *arguments, *jobs, "--json", json_file, timeout=timeout)
    assert done.returncode in (0, 1), f"exit {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return json.loads(json_file.read_text()), done
