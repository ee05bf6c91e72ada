"""Facts about classes that decide how Java source may name them."""

from __future__ import annotations

from collections.abc import Callable

from everypath.dataclass import dataclass
from everypath.suite.testcase import SourceName, outer_name

__all__ = ["SourceFacts"]


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """The facts that the source writer needs.

    ``resolve`` maps an internal name to its source name. ``sibling`` says whether a package (dotted) has a top-level
    class of a simple name, ``generic`` whether a class has type parameters, so that its plain name is a raw type,
    ``enum`` whether it is an enum, and ``inherits`` whether a class is a subtype of another one.
    """

    resolve: Callable[[str], SourceName] = outer_name
    sibling: Callable[[str, str], bool] = lambda _package, _simple: False
    generic: Callable[[str], bool] = lambda _name: False
    enum: Callable[[str], bool] = lambda _name: False
    inherits: Callable[[str, str], bool] = lambda _name, _other: True
