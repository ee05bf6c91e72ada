"""The command that replays: one case of the last run, or the patterns of a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.cli.analysing import CLEAN, FINDINGS, print_line
from everypath.errors import UsageError
from everypath.project import open_target
from everypath.run.options import Options
from everypath.run.process import temporary_folder
from everypath.run.workload import Workload

if TYPE_CHECKING:
    from everypath.suite import TestCase, Verdict


def replay_case(named: str, targets: tuple[str, ...], options: Options) -> int:
    """Replay a finding or a case of the last run in this folder, and print what the JVM did."""
    from everypath.report import one_line
    from everypath.run.recording import load_last_run

    run = load_last_run(Path.cwd())
    case = run.case(named)
    if case is None:
        raise UsageError(f"{named}: the last run in this folder has no such finding, and no such case worth a test")
    classpath = options.classpath or tuple(map(Path, run.classpath))
    options = replace(options, classpath=classpath, jdk=options.jdk or run.jdk)
    (verdict,), jdk = _verdicts([case], targets or run.targets, options)
    print_line(sys.stdout, f"{one_line(case.expression)}   when {one_line(case.condition)}", options)
    print_line(sys.stdout, f"    recorded {one_line(case.effect)}", options)
    detail = f": {one_line(verdict.detail)}" if verdict.detail else ""
    print_line(sys.stdout, f"    replayed on JDK {jdk}: {verdict.outcome.value}{detail}", options)
    if verdict.throw is not None and verdict.throw.trace:
        throw = verdict.throw
        thrown = ": ".join(part for part in (dotted(throw.class_name), throw.message) if part)
        print_line(sys.stdout, f"    {one_line(thrown)}", options)
        for frame in throw.trace:
            print_line(sys.stdout, f"        at {frame}", options)
    return CLEAN if verdict.confirmed else FINDINGS


def replay_file(file: Path, targets: tuple[str, ...], options: Options) -> int:
    """Replay the patterns of a file; the exit code is 1 if one no longer gives the recorded result."""
    from everypath.report import counted, one_line
    from everypath.run.recording import read_patterns

    recorded = read_patterns(file)
    verdicts, _ = _verdicts(recorded.patterns, targets or recorded.targets, options)
    wrong = [each for each in verdicts if not each.confirmed]
    right = len(verdicts) - len(wrong)
    for verdict in wrong:
        case = verdict.case
        print_line(
            sys.stdout, f"{one_line(case.expression)}: {verdict.outcome.value}: {one_line(verdict.detail)}", options
        )
        print_line(sys.stdout, f"    recorded {one_line(case.effect)}, when {one_line(case.condition)}", options)
    print_line(sys.stdout, f"{counted(len(verdicts), 'pattern')}: {right} as recorded, {len(wrong)} not", options)
    return FINDINGS if wrong else CLEAN


def _verdicts(cases: Sequence[TestCase], targets: tuple[str, ...], options: Options) -> tuple[list[Verdict], str]:
    """Replay cases: returns their verdicts and the version of the JDK."""
    from everypath.run.workload import open_bridge
    from everypath.suite import verify_many

    with temporary_folder(options.no_cache):
        target = open_target(
            targets, options.classpath, options.jdk, lambda line: print_line(sys.stdout, line, options)
        )
        workload = Workload(target.names, target.classes, target.classpath, target.jdk, options)
        bridge = open_bridge(workload)
        try:
            return verify_many(cases, bridge, frozenset(target.classes).__contains__), target.jdk.version
        finally:
            bridge.close()
