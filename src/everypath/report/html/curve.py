"""The plot of the curve of a run: its covered goals over time, and the points at which findings were added."""

from __future__ import annotations

from collections.abc import Sequence

from everypath.report.html.elements import Markup, join, tag
from everypath.run import CurvePoint

WIDTH, HEIGHT, MARGIN = 640, 160, 4
MOST_POINTS = 100
"""The most points that are drawn."""

__all__ = ["plot"]


def plot(curve: Sequence[CurvePoint], seconds: float) -> Markup:
    """The plot of a run of so many seconds; empty if it has fewer than two points."""
    if len(curve) < 2 or not curve[-1].goals:
        return join([])
    last = curve[-1]
    drawn = [*curve[:: len(curve) // MOST_POINTS + 1], last]
    end = max(seconds, last.seconds)

    def place(at: float, goals: int) -> tuple[float, float]:
        x = MARGIN + (WIDTH - 2 * MARGIN) * at / end
        return round(x, 1), round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * goals / last.goals, 1)

    steps = [place(0.0, 0)]
    for each in drawn:
        steps += [(place(each.seconds, 0)[0], steps[-1][1]), place(each.seconds, each.goals)]
    steps.append((place(end, 0)[0], steps[-1][1]))
    line = tag("polyline", points=" ".join(f"{x},{y}" for x, y in steps), fill="none", stroke="currentColor")
    known, marks = 0, []
    for each in drawn:
        if each.findings > known:
            x, y = place(each.seconds, each.goals)
            text = f"{each.seconds:.1f} s: {each.goals} goals, {each.findings} findings"
            marks.append(tag("circle", tag("title", text), cx=str(x), cy=str(y), r=3))
        known = each.findings
    label = f"{last.goals} goals covered and {last.findings} findings after {end:.1f} s"
    drawing = tag("svg", line, *marks, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=label, class_="curve")
    return tag("figure", drawing, tag("figcaption", f"Goals covered over time: {label}", class_="soft"))
