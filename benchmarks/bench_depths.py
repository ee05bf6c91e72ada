"""Errors of a whole library by the depth of calls and the iterations of loops: Artemis's last table.

    python -m benchmarks.bench_depths [--library jackson-databind] [--seconds 300] [--depth N ...] [--loop N ...]

Each row is one run of ``everypath check`` on a whole library of the zoo, without sequences of calls (``--sweep off``),
with a fixed ``--call-depth`` and ``--loop``, within the budget. *Unique* are findings: one for each exception and
place, by severity. *Pruned* is the share of the sides of decisions that were refuted without a query to a solver. Rows
are kept; a second call measures what is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence

from benchmarks.fetching import ROOT
from benchmarks.zoo.libraries import jars_of, libraries
from benchmarks.zoo.results import digest_of_sources

CACHE = ROOT / ".cache" / "depths"
KILLED_AFTER = 120.0
"""A run that is so many seconds over its budget is killed."""

HEAD = "| call depth / loop | errors | warnings | notes | paths | pruned | methods that time cut | took |"


def row(library: str, depth: int, loop: int, seconds: int) -> str:
    """One row of the table. Raises `ValueError` if the run writes no result."""
    found = next(each for each in libraries() if each.name == library)
    jar, *others = jars_of(found, ROOT / ".cache" / "zoo" / "libraries")
    document = CACHE / "out.json"
    document.unlink(missing_ok=True)
    command = [sys.executable, "-m", "everypath", "check", str(jar), "--json", str(document), "--sweep", "off"]
    command += ["--budget", f"{seconds}s", "--call-depth", str(depth), "--loop", str(loop)]
    command += ["--classpath", os.pathsep.join(map(str, others))] if others else []
    began = time.monotonic()
    done = subprocess.run(
        command, cwd=CACHE, timeout=seconds + KILLED_AFTER, capture_output=True, text=True, check=False
    )
    took = time.monotonic() - began
    if not document.exists():
        raise ValueError(f"{depth}/{loop}: {done.stderr[-500:]}")
    result = json.loads(document.read_text(encoding="utf-8"))
    counted = result["summary"]["findings"]
    paths = [each["paths"] for each in result["methods"]]
    explored, infeasible, pruned = (sum(each[name] for each in paths) for name in ("explored", "infeasible", "pruned"))
    cut = sum(any(reason["code"] == "time" for reason in each["reasons"]) for each in result["methods"])
    share = 100 * pruned / max(explored + infeasible + pruned, 1)
    severities = " | ".join(f"{counted[each]:,}" for each in ("error", "warning", "note"))
    return f"| {depth}/{loop} | {severities} | {explored:,} | {share:.0f} % | {cut:,} | {took:.0f} s |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", default="jackson-databind", help="a library of the zoo")
    parser.add_argument("--seconds", type=int, default=300, help="the budget of a run")
    parser.add_argument("--depth", type=int, nargs="+", default=[0, 1, 2, 3], help="depths of calls")
    parser.add_argument("--loop", type=int, nargs="+", default=[1, 2], help="iterations of loops")
    given = parser.parse_args(arguments)
    CACHE.mkdir(parents=True, exist_ok=True)
    kept = CACHE / f"{given.library}-{given.seconds}-{digest_of_sources()}.json"
    known: dict[str, str] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    for depth in given.depth:
        for loop in given.loop:
            if f"{depth}/{loop}" not in known:
                known[f"{depth}/{loop}"] = row(given.library, depth, loop, given.seconds)
                kept.write_text(json.dumps(known, indent=1), encoding="utf-8")
                print(known[f"{depth}/{loop}"], file=sys.stderr, flush=True)
    print("\n".join((HEAD, "|---" * 8 + "|", *known.values())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
