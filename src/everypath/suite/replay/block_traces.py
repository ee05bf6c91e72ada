"""Compares the blocks that a path entered with the probes that its replay passed.

Only the call under test is compared. The setup and class initialisers are left out on both sides, as the JVM runs
initialisers once per loader. Blocks that only one side knows are not compared: the JVM ends blocks after calls, the
machine does not. Of JDK classes, only predicted blocks are compared, as other code runs them, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from everypath.bridge import CLASS_BITS, BlockProbe
from everypath.classfile import access, dotted
from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError, LinkageError, MissingClassError
from everypath.suite.stubs import stubbed

if TYPE_CHECKING:
    from everypath.bridge import Bridge, MethodProbes, ProbeTable
    from everypath.classfile import MethodInfo
    from everypath.explore.paths import BlockTrace
    from everypath.program import Method
    from everypath.vm.interpreter import Machine

__all__ = ["TraceComparator"]

_NOWHERE = -1
"""The probe of a block without a comparable probe."""

_INTRINSIC = "Ljdk/internal/vm/annotation/IntrinsicCandidate;"
"""The JVM may replace the code of methods with this annotation."""


class TraceComparator:
    """Compares block traces of paths with replays, for one machine and one bridge. Facts of classes are cached."""

    def __init__(self, machine: Machine, bridge: Bridge) -> None:
        self._machine = machine
        self._bridge = bridge
        self._probe_of = _ProbeOfBlock(self)
        self._places: dict[int, tuple[Method, int]] = {}
        self._probes: dict[MethodInfo, dict[int, int]] = {}
        self._leaders: dict[MethodInfo, set[int]] = {}
        self._seen_blocks = 0
        self._known: set[int] = set()
        self._classes: set[str] = set()
        self._numbered = 0
        self._number_of: dict[int, int] = {}
        self._inverted = 0

    def parting(self, block_trace: BlockTrace, called: frozenset[int]) -> str:
        """The first place where the blocks of a replay differ from those of the path, as text; empty if they agree."""
        if self._bridge.classes_numbered != self._numbered:
            self._learn()
        predicted = frozenset(map(self._probe_of.__getitem__, block_trace.blocks))
        missed = predicted - called
        extra = (called & self._known) - predicted
        if not extra and (not missed or missed == {_NOWHERE}):
            return ""
        missed -= {_NOWHERE}
        extra -= set(map(self._probe_of.__getitem__, block_trace.prepared))
        if not missed and not extra:
            return ""
        parting = _Parting([self._probe_of[each] for each in block_trace.blocks], called, self._places, self._probes)
        return parting.text(missed, extra)

    def reached(self, called: Iterable[int]) -> frozenset[int]:
        """The blocks of target code whose probes a call passed."""
        self._learn()
        for number in range(self._inverted, len(self._machine.blocks)):
            probe = self._probe_of[number]
            if probe != _NOWHERE:
                self._number_of.setdefault(probe, number)
        self._inverted = len(self._machine.blocks)
        return frozenset(self._number_of[probe] for probe in called if probe in self._number_of)

    def probe_of(self, number: int) -> int:
        """The probe of a block that is not cached."""
        method, first, _ = self._machine.blocks[number]
        self._learn_class(method.owner.name)
        probe = self._probes.get(method.info, {}).get(first, _NOWHERE)
        self._probe_of[number] = probe
        return probe

    def _learn(self) -> None:
        names = self._bridge.numbered(self._numbered)
        self._numbered += len(names)
        for name in names:
            self._learn_class(name)

    def _learn_class(self, name: str) -> None:
        program = self._machine.program
        if name in self._classes or stubbed(name) is not None or not program.is_target_name(name):
            return
        self._classes.add(name)
        table = self._bridge.probes(name)
        try:
            cls = program.klass(name)
        except (MissingClassError, ClassFormatError, LinkageError):
            return
        if table is None:
            return
        ours = program.jdk.find(name) is None
        for probes in table.methods:
            method = cls.declared_method(probes.name, probes.descriptor)
            if method is not None and _is_compared(method) and self._machine.link(method).model is None:
                self._learn_method(table, probes, method, ours=ours)

    def _learn_method(self, table: ProbeTable, probes: MethodProbes, method: Method, *, ours: bool) -> None:
        for owner, first, _ in self._machine.blocks[self._seen_blocks :]:
            self._leaders.setdefault(owner.info, set()).add(first)
        self._seen_blocks = len(self._machine.blocks)
        leaders = self._leaders.get(method.info, set())
        base = (table.number << CLASS_BITS) + probes.first
        found = self._probes.setdefault(method.info, {})
        for offset, probe in enumerate(probes.probes):
            if isinstance(probe, BlockProbe) and probe.pcs[0] in leaders:
                found[probe.pcs[0]] = base + offset
                self._places[base + offset] = method, probe.pcs[0]
        if ours and not method.access & access.BRIDGE:  # a test may call the bridge where the path calls its target
            self._known.update(found.values())


class _ProbeOfBlock(dict[int, int]):
    """The cached probes of blocks by number."""

    def __init__(self, comparator: TraceComparator) -> None:
        super().__init__()
        self._comparator = comparator

    def __missing__(self, number: int) -> int:
        return self._comparator.probe_of(number)


def _is_compared(method: Method) -> bool:
    """False for class initialisers and ``values`` of enums, whose result the JDK caches: they run once per loader."""
    if method.name == "<clinit>" or (method.owner.is_enum and method.name == "values" and not method.parameters):
        return False
    return all(each.type != _INTRINSIC for each in method.annotations)


@dataclass(frozen=True)
class _Parting:
    """Finds the first difference between a block trace and a replay, in the order of the path.

    ``block_trace`` are the predicted probes in order, ``called`` those that the JVM passed. ``places`` maps a probe
    to the method and first bytecode index of its block, ``probes`` is the inverse.
    """

    block_trace: list[int]
    called: frozenset[int]
    places: dict[int, tuple[Method, int]]
    probes: dict[MethodInfo, dict[int, int]]

    def text(self, missed: Iterable[int], extra: Iterable[int]) -> str:
        """The first of the blocks that only the path or only the JVM entered, as text."""
        order: dict[int, int] = {}
        for at, probe in enumerate(self.block_trace):
            order.setdefault(probe, at)
        found: list[tuple[int, bool, int, int]] = []
        for probes, is_extra in ((missed, False), (extra, True)):
            for probe in probes:
                at = order.get(probe, len(order))
                shared = [each for each in self._before(probe) if each in self.called and order.get(each, at) < at]
                last = max(shared, key=order.__getitem__, default=_NOWHERE)
                found.append((order.get(last, at), is_extra, probe, last))
        _, is_extra, probe, last = min(found)
        return self._entered(probe, is_extra) if last == _NOWHERE else self._left(probe, last, is_extra)

    def _before(self, probe: int) -> list[int]:
        """The predecessors of a block in its method."""
        method, first = self.places[probe]
        return [
            other
            for pc, other in self.probes[method.info].items()
            if first in (block := method.flow.block_at(pc)).successors or first in block.handlers
        ]

    def _entered(self, probe: int, is_extra: bool) -> str:
        method, first = self.places[probe]
        name = f"{dotted(method.owner.name)}.{method.name}"
        here = f"{_where(method, first)}: the JVM"
        return f"{here} called {name}, the path does not" if is_extra else f"{here} did not call {name}, the path does"

    def _left(self, probe: int, last: int, is_extra: bool) -> str:
        method, first = self.places[probe]
        block = method.flow.block_at(self.places[last][1])
        here = f"{_where(method, method.instructions[block.last].pc)}: the JVM"
        if first not in block.successors:
            handler = f"the handler at {_line(method, first)}"
            return f"{here} went to {handler}, the path does not" if is_extra else f"{here} did not go to {handler}"
        known = self.probes[method.info]
        follows = [known[pc] for pc in block.successors if pc in known]
        predicted, real = set(self.block_trace), self.called
        took = [each for each in follows if each in real and each not in predicted]
        wanted = [each for each in follows if each in predicted and (is_extra or each not in real)]
        if not took:
            return f"{here} did not come to {_line(method, first)}, the path does"
        if not wanted:
            return f"{here} came to {_line(method, first)}, the path does not"
        return f"{here} took the branch to {self._lines(took)}, predicted {self._lines(wanted)}"

    def _lines(self, probes: Iterable[int]) -> str:
        return " and ".join(_line(*self.places[each]) for each in sorted(probes))


def _line(method: Method, pc: int) -> str:
    line = method.line(pc)
    alone = line > 0 and sum(method.line(each) == line for each in method.flow.blocks) == 1
    if alone:
        return f"line {line}"
    return f"line {line} (bytecode {pc})" if line > 0 else f"bytecode {pc}"


def _where(method: Method, pc: int) -> str:
    line = method.line(pc)
    if line <= 0:
        return f"{dotted(method.owner.name)}.{method.name}, bytecode {pc}"
    return f"{method.owner.source_path.rpartition('/')[2]}:{line}"
