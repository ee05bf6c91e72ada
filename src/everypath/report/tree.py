"""The execution tree of a method: its classes by the decisions they share, as SVG and as HTML that folds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from everypath.dataclass import dataclass, field
from everypath.report.reasons import one_line
from everypath.run import MethodReport
from everypath.run.results import PathClass

__all__ = ["Node", "tree_html", "tree_of", "tree_svg"]

_ROW, _MARGIN, _GAP, _CHARACTER = 26, 12, 28, 7
_LONGEST = 60
"""The number of characters of a label in the SVG; the whole text is its tooltip."""

_STYLE = """
 body { font: 14px/1.5 system-ui, sans-serif; margin: 2em; color: #222; background: #fff; }
 details { margin-left: 1.4em; border-left: 1px solid #ccc; padding-left: .6em; }
 code { font: 13px ui-monospace, monospace; }
 .returns { color: #06602c; } .throws { color: #a01010; } .such { color: #666; }
"""


@dataclass
class Node:
    """A node of the tree. ``label`` is the text of the decisions between the parent and this node. The node has
    children, or is an equivalence class with its number.
    """

    label: str = ""
    children: list[Node] = field(default_factory=list)
    ends: list[tuple[int, PathClass]] = field(default_factory=list)


def tree_of(classes: Sequence[PathClass]) -> Node:
    """The tree of equivalence classes, numbered from 1 in order. Successive decisions without a branch are one node."""
    root = Node()
    for number, each in enumerate(classes, 1):
        at = root
        for decision in each.described.decisions:
            following = next((child for child in at.children if child.label == decision), None)
            if following is None:
                following = Node(decision)
                at.children.append(following)
            at = following
        at.ends.append((number, each))
    _join(root)
    return root


def _join(root: Node) -> None:
    todo = [root]
    while todo:
        node = todo.pop()
        while node is not root and len(node.children) == 1 and not node.ends:
            (child,) = node.children
            node.label = f"{node.label} && {child.label}"
            node.children, node.ends = child.children, child.ends
        todo += node.children


# ---- HTML


def tree_html(reports: Sequence[MethodReport]) -> str:
    """One page that loads no other files. Every decision can be folded."""
    lines = ["<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8"><title>Execution trees</title>']
    lines += [f"<style>{_STYLE}</style></head><body>"]
    for report in reports:
        lines.append(f"<h1><code>{escape(report.signature)}</code></h1>")
        lines.append(f"<p>{escape(report.status.value)}, {len(report.classes)} classes</p>")
        lines += _folding(tree_of(report.classes), 0)
    return "\n".join([*lines, "</body></html>"]) + "\n"


def _folding(root: Node, depth: int) -> Iterator[str]:
    todo: list[Node | str] = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            yield node
            continue
        if node.label:
            yield f"<details open><summary><code>{escape(one_line(node.label))}</code></summary>"
            todo.append("</details>")
        for number, each in node.ends:
            yield (
                f'<p class="{each.ends}">{number}. <code>{escape(one_line(each.effect))}</code><br>'
                f'<span class="such"><code>{escape(_witness(each))}</code></span></p>'
            )
        todo += reversed(node.children)


def _witness(each: PathClass) -> str:
    return f"{one_line(each.case.expression)}   {each.outcome}" if each.case is not None else each.outcome


# ---- SVG


@dataclass
class _Box:
    text: str
    whole: str
    column: int
    row: float
    above: _Box | None
    style: str = ""


def tree_svg(report: MethodReport) -> str:
    """The tree of one method, drawn from left to right."""
    boxes = _placed(tree_of(report.classes), report.signature)
    columns = max((box.column for box in boxes), default=0) + 1
    widths = [max(len(box.text) for box in boxes if box.column == at) * _CHARACTER + 16 for at in range(columns)]
    starts = [_MARGIN + sum(widths[:at]) + at * _GAP for at in range(columns)]
    height = round(max(box.row for box in boxes) + 1) * _ROW + 2 * _MARGIN
    width = starts[-1] + widths[-1] + _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' font-family="monospace" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for box in boxes:
        x, y = starts[box.column], _MARGIN + box.row * _ROW
        if box.above is not None:
            from_x = starts[box.above.column] + widths[box.above.column]
            from_y = _MARGIN + box.above.row * _ROW + 10
            middle = (from_x + x) / 2
            curve = f"M{from_x},{from_y:g} C{middle:g},{from_y:g} {middle:g},{y + 10:g} {x},{y + 10:g}"
            lines.append(f'<path d="{curve}" fill="none" stroke="#999"/>')
        fill = {"returns": "#e3f4e8", "throws": "#fbe4e4"}.get(box.style, "#eef2f8")
        lines.append(
            f'<g><title>{escape(box.whole)}</title><rect x="{x}" y="{y:g}" width="{widths[box.column]}" height="20"'
            f' rx="4" fill="{fill}"/><text x="{x + 8}" y="{y + 14:g}">{escape(box.text)}</text></g>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


def _placed(root: Node, name: str) -> list[_Box]:
    """The boxes of a tree: each equivalence class has a row of its own, each decision is centred on its children."""
    boxes: list[_Box] = []
    rows = 0

    def place(node: Node, label: str, column: int, above: _Box | None) -> _Box:
        nonlocal rows
        box = _Box(_short(label), one_line(label), column, 0.0, above)
        boxes.append(box)
        below = [place(child, child.label, column + 1, box) for child in node.children]
        for number, each in node.ends:
            end = _Box(_short(f"{number}. {each.effect}"), one_line(each.effect), column + 1, rows, box, each.ends)
            boxes.append(end)
            below.append(end)
            rows += 1
        box.row = (below[0].row + below[-1].row) / 2 if below else rows
        return box

    place(root, name, 0, None)
    return boxes


def _short(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
