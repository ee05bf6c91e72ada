"""Baselines: files of known findings. A comparison shows new findings and fixed ones.

A baseline holds no lines and no inputs, so it changes only if findings appear or are fixed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from everypath.errors import UsageError
from everypath.run.findings.suppression import apply_suppressions
from everypath.run.results import Analysis, BaselineFinding, Finding, Status, Suppression

__all__ = ["CUT_SHORT", "compare_with_baseline", "read_baseline", "write_baseline"]

FORMAT, VERSION = "everypath-baseline", 1
_ANALYSED = (Status.COMPLETE, Status.BOUNDED, Status.PARTIAL)
CUT_SHORT = frozenset(
    {"time", "work", "budget", "not-replayed", "interrupted", "memory", "worker-died", "stuck", "error"}
)
"""The reasons for which another run of the same methods may find more."""


def read_baseline(path: Path) -> tuple[BaselineFinding, ...]:
    """The findings of a baseline file. Raises `UsageError` if it is no baseline, or damaged."""
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise UsageError(f"{path}: is no baseline of everypath")
        if found.get("version") != VERSION:
            raise UsageError(f"{path}: version {found.get('version')} of the format is not known; this is {VERSION}")
        return tuple(
            BaselineFinding(**{name: _text(value) for name, value in row.items()}) for row in found["findings"]
        )
    except FileNotFoundError as problem:
        raise UsageError(f"{path}: there is no such baseline; --write-baseline {path} makes one") from problem
    except OSError as problem:
        raise UsageError(f"{path}: {problem.strerror or problem}") from problem
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise UsageError(f"{path}: is damaged: {type(problem).__name__}: {problem}") from problem


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def write_baseline(path: Path, analysis: Analysis, old: Sequence[BaselineFinding], *, selected: bool) -> int:
    """Write the findings of a run, with those known from an older baseline. Returns how many.

    Findings of methods that the run did not analyse are copied from the older baseline.
    """
    found = [*analysis.findings, *(each for each in analysis.suppressed if _is_known(each))]
    rows = {each.id: _known(each) for each in found}
    fixed = {each.id for each in _fixed(analysis, old, selected=selected)}
    rows |= {each.id: each for each in old if each.id not in rows and each.id not in fixed}
    ordered = sorted(rows.values(), key=lambda row: (row.entry, row.rule, row.place, row.id))
    document = {"format": FORMAT, "version": VERSION, "findings": [vars(row) for row in ordered]}
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return len(rows)


def compare_with_baseline(
    analysis: Analysis, old: Sequence[BaselineFinding], path: Path, *, selected: bool
) -> Analysis:
    """The result, with known findings moved to `Analysis.suppressed`, and with the fixed ones.

    ``selected``: only some of the target's methods were selected for analysis.
    """
    ids = {each.id for each in old}
    why = Suppression("baseline", str(path))
    new = apply_suppressions(analysis, lambda finding: why if finding.id in ids else None)
    return replace(new, baseline=str(path), fixed=_fixed(analysis, old, selected=selected))


def _fixed(analysis: Analysis, old: Sequence[BaselineFinding], *, selected: bool) -> tuple[BaselineFinding, ...]:
    """Known findings that do not occur any more. Their methods were analysed up to the bounds, or do not exist any
    more.
    """
    found = {each.id for each in (*analysis.findings, *analysis.suppressed)}
    analysed = {
        _entry(*report.key): report.status in _ANALYSED
        and CUT_SHORT.isdisjoint(reason.code for reason in report.reasons)
        for report in analysis.methods
    }
    return tuple(
        each
        for each in old
        if each.id not in found and not analysis.interrupted and analysed.get(each.entry, not selected)
    )


def _entry(class_name: str, method: str, descriptor: str) -> str:
    return f"{class_name}#{method}{descriptor}"


def _known(finding: Finding) -> BaselineFinding:
    entry = _entry(finding.class_name, finding.method, finding.descriptor)
    return BaselineFinding(finding.id, finding.rule, finding.level.value, entry, finding.place, finding.headline)


def _is_known(finding: Finding) -> bool:
    return finding.suppression is not None and finding.suppression.kind == "baseline"
