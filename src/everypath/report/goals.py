"""The goals of the target as CSV, one row for each: what covered it first, or why nothing did."""

from __future__ import annotations

import csv
from io import StringIO

from everypath.run import Analysis

HEAD = ("class", "method", "descriptor", "kind", "line", "pc", "target", "covered by", "reason")


def goals_text(analysis: Analysis) -> str:
    """The table with a header. ``target`` is empty for blocks, and ``line`` where there are no line numbers."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(HEAD)
    for each in analysis.goals:
        kind, target = ("block", "") if each.target < 0 else ("side", each.target)
        name = each.class_name, each.method, each.descriptor
        rows.writerow((*name, kind, each.line or "", each.pc, target, each.covered_by or "", each.reason))
    return out.getvalue()
