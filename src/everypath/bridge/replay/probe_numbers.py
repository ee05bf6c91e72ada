"""Numbers for probes that are unique among all classes of one bridge.

The JVM numbers the probes of each class from 0. A probe id is the number of the class, shifted by `CLASS_BITS`, plus
that number. Classes are numbered in the order in which the bridge first meets them.
"""

from __future__ import annotations

from itertools import islice
from typing import cast

from everypath.bridge.messages import CLASS_BITS, Json
from everypath.classfile import internal_name

__all__ = ["ProbeNumbers"]


class ProbeNumbers:
    """The numbers of classes, which turn the hits of a replay into probe ids."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def class_number(self, dotted_name: str) -> int:
        """The number of a class, which gets one if it has none."""
        return self._numbers.setdefault(dotted_name, len(self._numbers))

    def class_names(self, first: int = 0) -> list[str]:
        """The internal names of the numbered classes, by number, from ``first`` on."""
        return [internal_name(name) for name in islice(self._numbers, first, None)]

    def probe_ids(self, wire: Json) -> tuple[int, ...]:
        """The ids of the probes in a message: for each class its dotted name and the numbers of its probes."""
        numbers = self._numbers
        hits: list[int] = []
        for entry in cast("list[list[Json]]", wire or []):
            name = cast("str", entry[0])
            number = numbers.get(name)
            base = (self.class_number(name) if number is None else number) << CLASS_BITS
            hits += [base + cast("int", local) for local in entry[1:]]
        return tuple(hits)
