"""The command line of the zoo: measures what is missing, then prints and writes the table.

make zoo                    all libraries, 60 s each; goes on where it was stopped
make zoo ONLY=gson          one of them (or several: ONLY="gson guava")
make zoo SECONDS=20         with another budget
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.fetching import ROOT, FetchError
from benchmarks.history import figure
from benchmarks.outside import FRAMEWORKS
from benchmarks.zoo.libraries import Library, jars_of, libraries
from benchmarks.zoo.measuring import Places, measure
from benchmarks.zoo.results import Key, Result, digest_of_sources, load, save
from benchmarks.zoo.table import problems, table, with_table

CACHE = ROOT / ".cache" / "zoo"


def arguments() -> argparse.Namespace:
    """The parsed command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", help="names of the list; all without one")
    parser.add_argument("--seconds", type=int, default=60, help="the budget of each library")
    parser.add_argument("--memory", type=int, metavar="MB", help="the limit of each run; more than this is a problem")
    parser.add_argument("--framework", choices=FRAMEWORKS, default="junit5", help="what the tests are written for")
    parser.add_argument("--option", action="append", default=[], help="a further option of everypath generate")
    parser.add_argument("--again", action="store_true", help="measure again what is measured")
    parser.add_argument("--table", action="store_true", help="only the table of what is measured, whatever the sources")
    parser.add_argument("--write", type=Path, help="a page whose table is replaced by this one")
    return parser.parse_args()


def main() -> int:
    """Measure, print, write; 1 if anything was wrong."""
    given = arguments()
    if given.memory:
        given.option += ["--memory", f"{given.memory}M"]
    listed = libraries()
    unknown = sorted(set(given.libraries) - {each.name for each in listed})
    if unknown:
        sys.exit(f"{', '.join(unknown)}: not in the list ({', '.join(each.name for each in listed)})")
    chosen = [each for each in listed if not given.libraries or each.name in given.libraries]
    sources, rows, missing = digest_of_sources(), [], 0
    for library in chosen:
        key = Key(library.name, library.coordinates, given.seconds, tuple(given.option), sources, given.framework)
        result = kept(key) if given.table else result_of(library, key, again=given.again)
        if result is None:
            missing += 1
            continue
        rows.append((library, result))
        if not given.table:
            print(summary(library, result, given.memory), flush=True)
    if not rows:
        sys.exit("nothing is measured")
    return conclude(rows, given, missing)


def result_of(library: Library, key: Key, *, again: bool) -> Result | None:
    """The kept result of this key, else a new one; None if the library cannot be fetched."""
    file = CACHE / "results" / f"{library.name}.json"
    known = load(file)
    if known is not None and known.key == key and not again:
        return known
    try:
        jars = jars_of(library, CACHE / "libraries")
    except FetchError as problem:
        print(f"{library.name}: {problem}", file=sys.stderr, flush=True)
        return None
    result = measure(key, jars, Places(CACHE / "work" / library.name), CACHE / "cache")
    file.parent.mkdir(parents=True, exist_ok=True)
    save(result, file)
    return result


def kept(key: Key) -> Result | None:
    """The last result of a library with the same budget and options, whatever the sources."""
    known = load(CACHE / "results" / f"{key.library}.json")
    return known if known is not None and replace(known.key, sources=key.sources) == key else None


def summary(library: Library, result: Result, megabytes: float | None) -> str:
    """What is printed after one library: a line, and its problems."""
    found = problems([(library, result)], megabytes)
    state = "" if found else "fine: "
    return (
        f"{library.name} {library.version}: {state}{result.tests} tests, {result.seconds:.1f} s, "
        f"{result.megabytes:.0f} MB\n{found}".rstrip()
    )


def conclude(rows: Sequence[tuple[Library, Result]], given: argparse.Namespace, missing: int) -> int:
    """Print the table and the problems, write the table, hand on the figures; the exit code."""
    text, wrong = table(rows), problems(rows, given.memory)
    print(f"\n{text}\n{wrong or 'No problems.'}")
    CACHE.mkdir(parents=True, exist_ok=True)
    (CACHE / "table.md").write_text(text + wrong, encoding="utf-8")
    if given.write is not None:
        page = given.write.read_text(encoding="utf-8") if given.write.exists() else ""
        given.write.write_text(with_table(page, text), encoding="utf-8")
    if missing:
        print(f"{missing} libraries are not measured")
    found = [result for _, result in rows]
    covered, total = (sum(each.branches[at] for each in found) for at in (0, 1))
    figure("zoo: branches", 100 * covered / max(total, 1), "%", more_is_better=True)
    figure("zoo: problems", sum(len(list(each.problems(given.memory))) for each in found), "problems", goal=0)
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    sys.exit(main())
