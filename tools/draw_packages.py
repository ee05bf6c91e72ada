"""Draws the packages and what they import, from the imports themselves, as ``docs/packages.svg``.

    python -m tools.draw_packages [--check]

A row for each package, those at the top import those below; the boxes in a row are the packages inside it, lowest
first. An arc joins two packages where the upper one imports the lower one and no package between them already says so
(transitive reduction). ``--check`` ends with 1 where the committed drawing is not this one.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping
from html import escape

from tools.check_structure import ROOT, Module, modules

DRAWING = ROOT / "docs" / "packages.svg"
WIDTH, ROW, LEFT, GAP = 1120, 34, 190, 6
BOX, CHARACTER = 22, 6.6


def top_package(name: str) -> str:
    """The package right below ``everypath`` that a module belongs to; empty for the root."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def imported(found: Mapping[str, Module], level: int) -> dict[str, set[str]]:
    """What each package imports, packages cut after so many names."""

    def cut(module: str) -> str:
        return ".".join(module.split(".")[1:level])

    edges: defaultdict[str, set[str]] = defaultdict(set)
    for module in found.values():
        source = cut(module.package if level > 2 else module.name)
        edges[source].update(
            target
            for each in module.imports
            if each.target in found
            and (target := cut(found[each.target].package if level > 2 else each.target)) not in ("", source)
        )
    return edges


def ordered(names: set[str], edges: Mapping[str, set[str]]) -> list[str]:
    """Names so that each comes after all that it imports (by name where the order is free)."""
    placed: list[str] = []
    left = set(names)
    while left:
        free = sorted(name for name in left if not (edges.get(name, set()) & left) - {name})
        placed += free or sorted(left)
        left -= set(placed)
    return placed


def reduced(edges: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """The edges without those that a longer way already shows."""

    def reach(start: str, seen: set[str]) -> set[str]:
        for target in edges.get(start, ()):
            if target not in seen:
                seen.add(target)
                reach(target, seen)
        return seen

    return [
        (source, target)
        for source, targets in sorted(edges.items())
        for target in sorted(targets)
        if not any(target in reach(other, set()) for other in targets if other != target)
    ]


def drawing() -> str:
    """The drawing as SVG."""
    found = modules()
    tops = {top_package(name) for name in found} - {"", "__main__"}
    edges = imported(found, 2)
    rows = ordered(tops, edges)
    inner = imported(found, 3)
    height = ROW * len(rows) + 20
    place = {name: height - 10 - ROW * (at + 1) for at, name in enumerate(rows)}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    for source, target in reduced({name: edges.get(name, set()) & tops for name in tops}):
        start, end = place[source] + BOX / 2, place[target] + BOX / 2
        bow = min(90, 12 + 6 * abs(rows.index(source) - rows.index(target)))
        parts.append(
            f'<path d="M 100 {start:.0f} C {100 - bow} {start:.0f} {100 - bow} {end:.0f} 100 {end:.0f}" '
            'fill="none" stroke="#8aa" stroke-width="1.2"/>'
        )
    for name in rows:
        top = place[name]
        parts.append(f'<rect x="100" y="{top}" width="80" height="{BOX}" rx="4" fill="#2b5d6b"/>')
        parts.append(f'<text x="140" y="{top + 15}" fill="white" text-anchor="middle">{escape(name)}</text>')
        x = float(LEFT)
        members = {each.partition(".")[2] for each in inner if each.startswith(f"{name}.")}
        below = {
            each: {t.partition(".")[2] for t in inner[f"{name}.{each}"] if t.startswith(f"{name}.")} for each in members
        }
        for each in ordered(members, below):
            width = CHARACTER * len(each) + 12
            parts.append(
                f'<rect x="{x:.0f}" y="{top}" width="{width:.0f}" height="{BOX}" rx="4" fill="#e8f1f2" stroke="#9bb"/>'
            )
            parts.append(f'<text x="{x + width / 2:.0f}" y="{top + 15}" text-anchor="middle">{escape(each)}</text>')
            x += width + GAP
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    text = drawing()
    if "--check" in sys.argv:
        sys.exit(
            f"{DRAWING.name} is out of date: run python -m tools.draw_packages" if DRAWING.read_text() != text else 0
        )
    DRAWING.write_text(text)
