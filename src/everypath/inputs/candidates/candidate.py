"""One candidate class of an input, and the way in which an object of it is made."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass

if TYPE_CHECKING:
    from everypath.program import Class


class Kind(Enum):
    """The way in which an object of a candidate class is made."""

    TEXT = "text"
    ARRAY = "array"
    BOX = "box"
    ENUM = "enum"
    CLASS = "class"
    MEMBER = "member"
    LIST = "list"
    MAP = "map"
    OPTIONAL = "optional"
    FIELDS = "fields"
    RECIPE = "recipe"
    CONSTANT = "constant"
    PROXY = "proxy"
    STUB = "stub"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A class that an input may have. ``late``: it is tried only if simpler candidates left goals open. ``rooted``: it
    is tried only for the arguments of the entry itself.
    """

    cls: Class
    kind: Kind
    forced: bool = False
    late: bool = False
    rooted: bool = False

    @property
    def bit(self) -> int:
        """The bit of the class in sets of candidate classes."""
        return 1 << self.cls.number


DATA = {
    "java/util/ArrayList": Kind.LIST,
    "java/util/HashMap": Kind.MAP,
    "java/util/HashSet": Kind.MAP,
    "java/util/LinkedHashMap": Kind.MAP,
    "java/util/LinkedHashSet": Kind.MAP,
    "java/util/Optional": Kind.OPTIONAL,
}
"""The classes of the JDK whose objects may be data, with the kind of their candidates: lists, maps and sets of any size
with any elements, and optionals of any value.
"""


def never_free(cls: Class) -> bool:
    """Says of each class that its objects are built as callers do, without symbolic fields."""
    return False
