"""The table of the zoo as Markdown: a row for each library, and what was wrong."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.zoo.libraries import Library
from benchmarks.zoo.results import Result

COLUMNS = (
    "library",
    "kinds",
    "methods",
    "failed",
    "error",
    "warning",
    "note",
    "tests",
    "fail",
    "broken",
    "branches",
    "instr.",
    "s",
    "MB",
)
MOST_PROBLEMS = 12
"""So many problems of one library are listed."""


def table(rows: Sequence[tuple[Library, Result]]) -> str:
    """The Markdown table of some results, with a row for all together."""
    lines = [f"| {' | '.join(COLUMNS)} |", "|---|---" + "|---:" * (len(COLUMNS) - 2) + "|"]
    lines += [_row(f"{each.name} {each.version}", ", ".join(each.kinds), [result]) for each, result in rows]
    lines.append(_row("together", f"{len(rows)} libraries", [result for _, result in rows]))
    return "\n".join(lines) + "\n"


def with_table(page: str, text: str) -> str:
    """The text of a page with its first table replaced by another one, or with the table at its end."""
    lines = page.splitlines(keepends=True)
    first = next((at for at, line in enumerate(lines) if line.startswith("|")), len(lines))
    last = next((at for at in range(first, len(lines)) if not lines[at].startswith("|")), len(lines))
    return "".join([*lines[:first], text, *lines[last:]])


def _row(name: str, kinds: str, results: Sequence[Result]) -> str:
    levels = (sum(each.findings.get(level, 0) for each in results) for level in ("error", "warning", "note"))
    failing = sum(len({test for run in each.runs for test, _ in run.failed}) for each in results)
    cells: list[object] = [name, kinds, sum(each.methods for each in results)]
    cells += [sum(len(each.failed) for each in results), *levels, sum(each.tests for each in results)]
    cells += [failing, sum(len(each.not_compiling) for each in results)]
    cells += [_share([each.branches for each in results]), _share([each.instructions for each in results])]
    cells += [f"{max(each.seconds for each in results):.1f}", f"{max(each.megabytes for each in results):.0f}"]
    return f"| {' | '.join(map(str, cells))} |"


def _share(counts: Sequence[tuple[int, int]]) -> str:
    covered, total = (sum(each[at] for each in counts) for at in (0, 1))
    return f"{100 * covered / total:.1f} %" if total else "-"


def problems(rows: Sequence[tuple[Library, Result]], megabytes: float | None) -> str:
    """The problems of all libraries as a list, empty if there are none."""
    lines = []
    for library, result in rows:
        found = list(result.problems(megabytes))
        lines += [f"- {library.name}: {each}" for each in found[:MOST_PROBLEMS]]
        if len(found) > MOST_PROBLEMS:
            lines.append(f"- {library.name}: and {len(found) - MOST_PROBLEMS} more")
    return "".join(f"{line}\n" for line in lines)
