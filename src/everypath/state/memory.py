"""The memory of one path: objects by address, static fields, and the decided references.

Copies share every object; the first state that writes an object copies it (`Obj.owner`). A copy that waits is
*resting*: its large tables are folded (`everypath.state.tables`) until one of them is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from everypath.errors import EngineError
from everypath.state.objects import BOOT, Obj, Token
from everypath.state.tables import FOLD_PART_RUNNING, SMALL_TABLE, Folded, fold
from everypath.term import Term, Value

if TYPE_CHECKING:
    from everypath.program import Class, Field
    from everypath.state.control import SharedTables

Hidden: TypeAlias = object
"""The hidden part of an object (`Obj.extra`)."""

FOLDED_TABLES: Final = ("heap", "statics", "initialised", "interned")
"""The tables that grow with the number of JDK classes and objects a path uses."""

NONE: Final[Mapping[str, Folded[object, object]]] = MappingProxyType({})
"""No table is folded."""


class Memory:
    """Objects, static fields and references of one path; see `State` for what each table holds.

    The attribute of a folded table of `FOLDED_TABLES` is not set (see `everypath.state.state.Resting`). ``bases`` maps
    names to the tables that related states share, ``folded`` maps them to this state's folded tables while it rests.
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

    def __init__(self, control: SharedTables) -> None:
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

    def _copy_memory(self, copied: Memory) -> None:
        """Make ``copied`` an independent copy. Both lose the right to write in place."""
        copied.control = self.control
        copied.open = self.open.copy()
        copied.unusable = self.unusable.copy()
        copied.decided = self.decided.copy()
        copied.refs = self.refs.copy()
        copied.monitors = self.monitors.copy()
        copied.class_objects = self.class_objects.copy()
        copied.next_address = self.next_address
        copied.folded = folded = self.folded or self._fold()
        copied.bases = self.bases
        if folded is NONE:
            copied.heap = self.heap.copy()
            copied.statics = self.statics.copy()
            copied.initialised = self.initialised.copy()
            copied.interned = self.interned.copy()
        else:
            for name in FOLDED_TABLES:
                if name not in folded:
                    setattr(copied, name, getattr(self, name).copy())
        self.token = Token()
        copied.token = Token()

    def _fold(self, part: int = FOLD_PART_RUNNING) -> Mapping[str, Folded[object, object]]:
        """The folded form of those `FOLDED_TABLES` that have many entries; the tables themselves stay."""
        largest = max(len(self.heap), len(self.statics), len(self.initialised), len(self.interned))
        if largest <= SMALL_TABLE:
            return NONE
        folded: dict[str, Folded[object, object]] = {}
        for name in FOLDED_TABLES:
            table = getattr(self, name)
            if len(table) > SMALL_TABLE:
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
        """The object at an address, for reading only: settled, an input with open identity, or in the boot image."""
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
        """Put a new object on the heap and return its address. Objects stay there; only those made by an instruction
        that is given up are removed again (`everypath.vm.compiled.deoptimisation.roll_back`).
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
        """Move an input object whose identity is now known from ``open`` to the heap."""
        obj = self.open.pop(address, None)
        if obj is not None:
            self.heap[address] = obj
