"""Probes, and the tables that say what each probe of a class stands for.

Probes sit at the start of each basic block, at each line that begins inside a block behind an instruction that may
throw, and on each edge out of a conditional jump or switch. A block also ends behind each call: what follows a call
that threw is not covered.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TypeAlias, cast

from everypath.bridge.messages.plan import Json
from everypath.classfile import internal_name
from everypath.dataclass import dataclass

CLASS_BITS = 16
"""A probe id is the class's number (given by the bridge) shifted by this, plus the probe's number in its class."""


@dataclass(frozen=True, slots=True)
class BlockProbe:
    """A basic block, or some lines of it, by the pcs of its instructions."""

    pcs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EdgeProbe:
    """The edge from the conditional jump or switch at ``pc`` to ``target``."""

    pc: int
    target: int


Probe: TypeAlias = BlockProbe | EdgeProbe


@dataclass(frozen=True)
class MethodProbes:
    """The probes of one method, numbered from ``first`` in its class; ``note`` is the reason if it has none."""

    klass: str
    name: str
    descriptor: str
    first: int
    probes: tuple[Probe, ...]
    lines: tuple[tuple[int, int], ...]
    note: str | None

    @cached_property
    def instructions(self) -> frozenset[int]:
        """The pcs of all instructions."""
        return frozenset(pc for probe in self.probes if isinstance(probe, BlockProbe) for pc in probe.pcs)

    @cached_property
    def branches(self) -> frozenset[tuple[int, int]]:
        """All branches, as pc and target."""
        return frozenset((probe.pc, probe.target) for probe in self.probes if isinstance(probe, EdgeProbe))

    @cached_property
    def _line_of(self) -> dict[int, int]:
        """The source line of each instruction, by its pc; 0 if it has none."""
        starts = sorted(self.lines)
        return {pc: next((number for start, number in reversed(starts) if start <= pc), 0) for pc in self.instructions}

    def lines_of(self, pcs: Iterable[int]) -> frozenset[int]:
        """The source lines that the instructions at these pcs belong to."""
        return frozenset(map(self._line_of.__getitem__, pcs)) - {0}

    @cached_property
    def all_lines(self) -> frozenset[int]:
        """The source lines of all instructions."""
        return self.lines_of(self.instructions)


@dataclass(frozen=True)
class ProbeTable:
    """The probes of one class; ``number`` is its number in probe ids, ``note`` the reason if it has no probes."""

    klass: str
    number: int
    methods: tuple[MethodProbes, ...]
    note: str | None

    def method(self, name: str, descriptor: str) -> MethodProbes | None:
        """The method's probes; None when the class has no such method with code."""
        for method in self.methods:
            if method.name == name and method.descriptor == descriptor:
                return method
        return None

    def locate(self, probe: int) -> tuple[MethodProbes, Probe]:
        """The method and the probe of a probe id; raises KeyError if the id is of another class."""
        local = probe & (1 << CLASS_BITS) - 1
        if probe >> CLASS_BITS == self.number:
            for method in self.methods:
                if method.first <= local < method.first + len(method.probes):
                    return method, method.probes[local - method.first]
        raise KeyError(probe)


def decode_table(wire: Json, number: int) -> ProbeTable:
    """A probe table from its wire format (``ProbeTable.java``)."""
    name, _, note, methods = cast("list[Json]", wire)
    klass = internal_name(cast("str", name))
    return ProbeTable(
        klass,
        number,
        tuple(_method(klass, method) for method in cast("list[list[Json]]", methods)),
        cast("str | None", note),
    )


def _method(klass: str, wire: list[Json]) -> MethodProbes:
    name, descriptor, first, note, probes, lines = wire
    numbers = cast("list[int]", lines)
    return MethodProbes(
        klass,
        cast("str", name),
        cast("str", descriptor),
        cast("int", first),
        tuple(
            EdgeProbe(probe[1], probe[2]) if probe[0] < 0 else BlockProbe(tuple(probe))
            for probe in cast("list[list[int]]", probes)
        ),
        tuple(zip(numbers[::2], numbers[1::2], strict=True)),
        cast("str | None", note),
    )
