"""Whole libraries against their floors: branches that the written tests cover, as JaCoCo measures them.

    make bench-libraries [ONLY="gson commons-cli"] [MOST=120]

Each row is one run of ``everypath generate`` on a whole library, within its budget. JUnit then runs the written tests
without ``-ea``, as for the zoo. Of a package of the JDK, JaCoCo measures nothing: its row has what the probes count in
the replays. Results are kept, as there; ``--again`` measures anew. Ends with 1 if a row misses its floor, or has one of
the zoo's problems. ``MOST`` leaves out rows with more seconds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.fetching import ROOT, FetchError
from benchmarks.zoo.libraries import Library, jars_of
from benchmarks.zoo.measuring import Places, measure
from benchmarks.zoo.results import Key, Result, digest_of_sources, load, save

CACHE = ROOT / ".cache" / "zoo"


@dataclass(frozen=True)
class Row:
    """A library, and for each budget in seconds the branches that are to be covered, in percent. ``options`` are
    further ones of everypath.
    """

    library: Library
    floors: tuple[tuple[int, float], ...]
    options: tuple[str, ...] = ()


def _row(coordinates: str, *floors: tuple[int, float]) -> Row:
    return Row(Library(coordinates.split(":")[1], coordinates, ()), floors)


ROWS = (
    _row("commons-cli:commons-cli:1.9.0", (60, 88.0), (240, 95.0)),
    _row("com.google.code.gson:gson:2.11.0", (120, 80.0), (600, 87.0)),
    _row("com.fasterxml.jackson.core:jackson-databind:2.17.2", (300, 60.0), (900, 65.0)),
    _row("org.apache.commons:commons-lang3:3.14.0", (300, 85.0), (900, 93.0)),
    Row(Library("java.text", "java.text", ()), ((600, 65.0),), ("--sweep", "on")),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the rows, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", help="names of libraries; all without one")
    parser.add_argument("--most", type=int, default=10_000, help="leave out rows with more seconds")
    parser.add_argument("--again", action="store_true", help="measure again what is measured")
    parser.add_argument("--option", action="append", default=[], help="a further option of everypath generate")
    given = parser.parse_args(arguments)
    print("| library | s | branches | floor | instructions | tests | failing | took | MB |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    missed = False
    for row in ROWS:
        if given.libraries and row.library.name not in given.libraries:
            continue
        for seconds, floor in row.floors:
            if seconds <= given.most:
                missed |= _measured(row, seconds, floor, tuple(given.option), again=given.again)
    return int(missed)


def _measured(row: Row, seconds: int, floor: float, options: tuple[str, ...], *, again: bool) -> bool:
    """Measure and print one row. True if it misses its floor or has a problem."""
    library = row.library
    key = Key(library.name, library.coordinates, seconds, (*row.options, *options), digest_of_sources())
    file = CACHE / "rows" / f"{library.name}-{seconds}.json"
    result = load(file)
    if result is None or result.key != key or again:
        try:
            jars = jars_of(library, CACHE / "libraries")
        except FetchError as problem:
            print(f"{library.name}: {problem}", file=sys.stderr)
            return True
        result = measure(key, jars, Places(CACHE / "work" / f"{library.name}-{seconds}"), CACHE / "cache")
        file.parent.mkdir(parents=True, exist_ok=True)
        save(result, file)
    print(_text(library, result, floor), flush=True)
    problems = list(result.problems(None))
    for each in problems:
        print(f"    {each}", file=sys.stderr, flush=True)
    return bool(problems) or _percent(result.branches) < floor


def _text(library: Library, result: Result, floor: float) -> str:
    failing = len({test for run in result.runs for test, _ in run.failed})
    cells = [
        f"{library.name} {library.version}".strip(),
        f"{result.key.seconds}",
        f"{_percent(result.branches):.1f} %",
    ]
    cells += [f"{floor:.0f} %", f"{_percent(result.instructions):.1f} %", str(result.tests), str(failing)]
    cells += [f"{result.seconds:.1f} s", f"{result.megabytes:.0f}"]
    return f"| {' | '.join(cells)} |"


def _percent(count: tuple[int, int]) -> float:
    return 100.0 * count[0] / count[1] if count[1] else 0.0


if __name__ == "__main__":
    sys.exit(main())
