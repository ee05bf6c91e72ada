"""Path conditions as files: of SMT-LIB 2, a folder for each method with a file for each class and each infeasible side;
of Java, a class for each method.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from everypath.run import MethodReport

__all__ = ["write_predicates", "write_scripts"]


def write_scripts(methods: Sequence[MethodReport], folder: Path) -> None:
    """Write ``DIR/shop.Fee.fee/class-1.smt2`` and so on; the number is that of the class in the other reports.

    Overloads have their descriptor in the folder's name. Infeasible sides are ``infeasible-1.smt2`` and so on.
    """
    names = [f"{each.class_name}.{each.method}" for each in methods]
    for each, name in zip(methods, names, strict=True):
        place = folder / _plain(f"{name}{each.descriptor}" if names.count(name) > 1 else name)
        place.mkdir(parents=True, exist_ok=True)
        for kind, scripts in (
            ("class", [row.smtlib for row in each.classes]),
            ("infeasible", [side.smtlib for side in each.infeasible]),
        ):
            for number, script in enumerate(scripts, 1):
                (place / f"{kind}-{number}.smt2").write_text(script, encoding="utf-8")


def write_predicates(methods: Sequence[MethodReport], folder: Path) -> None:
    """Write ``DIR/shop/FeeFeePaths.java`` and so on, in the packages of the methods; those of further overloads have
    a number in their names.
    """
    written: set[Path] = set()
    for made in (each.predicates for each in methods if each.predicates is not None):
        number, place = 1, folder / f"{made.name}.java"
        while place in written:
            number += 1
            place = folder / f"{made.name}{number}.java"
        written.add(place)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(made.renamed(place.stem).source, encoding="utf-8")


def _plain(name: str) -> str:
    return re.sub(r"[^\w.$-]", "_", name)
