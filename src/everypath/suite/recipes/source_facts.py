"""Facts about classes that decide how Java source may name them."""

from __future__ import annotations

from collections.abc import Callable

from everypath.dataclass import dataclass
from everypath.suite.testcase import SourceName, outer_name

__all__ = ["SourceFacts"]


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What the writer must know of the classes it names.

    ``resolve``: internal name to source name. ``sibling``: whether a package (dotted) has a top-level class of a simple
    name. ``generic``: whether a class has type parameters, so that naming it plainly is a raw use. ``enum``: whether
    it is an enum.
    """

    resolve: Callable[[str], SourceName] = outer_name
    sibling: Callable[[str, str], bool] = lambda _package, _simple: False
    generic: Callable[[str], bool] = lambda _name: False
    enum: Callable[[str], bool] = lambda _name: False
