"""What a path holds in memory: objects by address, static fields, and the references that were decided.

Copies share every object; each is copied by whoever writes it first (`Obj.owner`). A copy that waits *rests*: its large
tables are folded (`everypath.state.tables`) until somebody looks into one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from everypath.errors import EngineError
from everypath.state.objects import BOOT, Obj, Token
from everypath.state.tables import FEW, SMALL, Folded, fold
from everypath.term import Term, Value

if TYPE_CHECKING:
    from everypath.program import Class, Field
    from everypath.state.control import Control

Hidden: TypeAlias = object
"""The hidden part of an object (`Obj.extra`)."""

LARGE: Final = ("heap", "statics", "initialised", "interned")
"""The tables that may grow with what the path uses of the JDK."""

NONE: Final[Mapping[str, Folded[object, object]]] = MappingProxyType({})
"""No table is folded."""


class Memory:
    """Objects, static fields and references of one path; see `State` for what each table holds.

    A table of `LARGE` that is folded is not set: see `everypath.state.state.Resting`. ``bases`` are the tables that
    relatives share, by name, ``folded`` what this state has of them while it rests.
    """

    __slots__ = (
        "bases",
        "class_objects",
        "control",
        "decided",
        "folded",
        "heap",
        "initialised",
        "interned",
        "monitors",
        "next_address",
        "open",
        "refs",
        "statics",
        "token",
        "unusable",
    )

    def __init__(self, control: Control) -> None:
        self.control = control
        self.heap: dict[int, Obj] = {}
        self.open: dict[int, Obj] = {}
        self.statics: dict[Field, Value] = {}
        self.initialised: dict[Class, str] = {}
        self.unusable: dict[Class, int] = {}
        self.decided: dict[Term, int] = {}
        self.refs: dict[int, Term] = {}
        self.monitors: dict[int, int] = {}
        self.interned: dict[str, int] = {}
        self.class_objects: dict[Class, int] = {}
        self.next_address = 1
        self.token = Token()
        self.bases: Mapping[str, dict[object, object]] = {}
        self.folded: Mapping[str, Folded[object, object]] = NONE

    # -- copying ------------------------------------------------------------------------------------------------

    def _copy_memory(self, twin: Memory) -> None:
        """Make ``twin`` an independent copy. Both lose the right to write in place."""
        twin.control = self.control
        twin.open = self.open.copy()
        twin.unusable = self.unusable.copy()
        twin.decided = self.decided.copy()
        twin.refs = self.refs.copy()
        twin.monitors = self.monitors.copy()
        twin.class_objects = self.class_objects.copy()
        twin.next_address = self.next_address
        twin.folded = folded = self.folded or self._fold()
        twin.bases = self.bases
        if folded is NONE:
            twin.heap = self.heap.copy()
            twin.statics = self.statics.copy()
            twin.initialised = self.initialised.copy()
            twin.interned = self.interned.copy()
        else:
            for name in LARGE:
                if name not in folded:
                    setattr(twin, name, getattr(self, name).copy())
        self.token = Token()
        twin.token = Token()

    def _fold(self, part: int = FEW) -> Mapping[str, Folded[object, object]]:
        """The large tables that are large, folded; the tables themselves stay."""
        largest = max(len(self.heap), len(self.statics), len(self.initialised), len(self.interned))
        if largest <= SMALL:
            return NONE
        folded: dict[str, Folded[object, object]] = {}
        for name in LARGE:
            table = getattr(self, name)
            if len(table) > SMALL:
                base = self.bases.get(name)
                found = folded[name] = fold(table, base, part)
                if found.base is not base:
                    self.bases = {**self.bases, name: found.base}
        return folded

    def _unfold(self) -> None:
        for name, table in self.folded.items():
            setattr(self, name, table.unfolded())
        self.folded = NONE

    # -- objects ------------------------------------------------------------------------------------------------

    def reference(self, value: Value) -> Value:
        """An input reference that is already decided as its address; anything else unchanged."""
        return self.decided.get(value, value) if isinstance(value, Term) else value

    def object(self, address: int) -> Obj:
        """The object at an address: settled, input object with open identity, or of the boot image. For reading
        only.
        """
        obj = self.heap.get(address)
        if obj is None:
            obj = self.open.get(address)
        if obj is not None:
            return obj
        if address < 0 and self.control.boot is not None:
            obj = self.control.boot.object(address)
            obj.owner = BOOT
            self.heap[address] = obj
            return obj
        raise EngineError(f"no object at address {address}")

    def writable(self, address: int) -> Obj:
        """The object at an address, this state's own copy."""
        obj = self.object(address)
        if obj.owner is not self.token:
            obj = obj.copy(self.token)
            if address in self.open:
                self.open[address] = obj
            else:
                self.heap[address] = obj
        return obj

    def allocate(self, obj: Obj) -> int:
        """Put a new object on the heap, where it stays; only what the present instruction made is taken back where that
        is given up (`everypath.vm.compiled.deoptimisation.roll_back`).
        """
        address = self.next_address
        self.next_address = address + 1
        self.heap[address] = obj
        return address

    def new_object(self, cls: Class, extra: Hidden = None) -> int:
        """A new instance with default field values."""
        return self.allocate(Obj(cls, self.control.defaults(cls), self.token, extra))

    def new_array(self, cls: Class, elements: list[Value]) -> int:
        """A new array with these elements."""
        return self.allocate(Obj(cls, elements, self.token))

    def add_input(self, ref: Term, obj: Obj, *, settled: bool = False) -> int:
        """Materialise an input reference, decided not null, as ``obj``. Its identity stays open unless ``settled``."""
        address = self.next_address
        self.next_address = address + 1
        self.decided[ref] = address
        self.refs[address] = ref
        if settled:
            self.heap[address] = obj
        else:
            self.open[address] = obj
        return address

    def settle(self, address: int) -> None:
        """The identity of an input object is known from here on: it joins the fast heap."""
        obj = self.open.pop(address, None)
        if obj is not None:
            self.heap[address] = obj
