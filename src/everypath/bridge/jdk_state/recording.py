"""What library processes have told of JDK objects, in memory and on disk: the boot image of one JDK.

A *recording* is the requests for objects in the order in which one process was asked, with its answers. Objects are
known by number; an object is sent once, so an answer may point into those before it. A process that takes over is asked
everything again, in order: where it answers alike, its numbers mean the same objects, and it goes on from there. Where
it does not (a table laid out by hashes of this process, a time, a temporary folder), nothing that comes later may point
there.

On disk a recording grows from run to run. An answer is taken from it without asking a process only after two processes
gave it alike, and it is not kept at all after three times at which two processes differed: it depends on the process.
(Once or twice may be chance: caches of the JDK hold what a run did before.) The key holds the JDK, the flags, our Java
code, and what a machine is to a JVM.

Runs at the same time begin with one recording and go on with different ones. Their answers cannot be mixed, as each
process numbers objects in its own way: what they agree on from the beginning two processes gave alike; of the rest that
of the longer recording stays, and the next process that answers is also asked for what only the other one holds.
"""

from __future__ import annotations

import atexit
import json
import marshal
import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, cast
from weakref import WeakSet

from everypath import usercache
from everypath.bridge.messages import Json
from everypath.bridge.processes import FLAGS
from everypath.classfile import Jdk
from everypath.dataclass import dataclass

_FORMAT: Final = 5
_MOST_NODES: Final = 100_000
_MOST_REQUESTS: Final = 3_000
_UNSTABLE: Final = 3
"""So many times two processes answered a request differently before it is kept no more."""

SPAN: Final = 1 << 18
"""Numbers kept for the objects of one answer: in a process that takes over, an answer may have other ones."""

Message: TypeAlias = dict[str, Json]


_OPEN: WeakSet[Recording] = WeakSet()


@atexit.register
def save_all() -> None:
    """Keep what was recorded in this process."""
    for recording in list(_OPEN):
        recording.save()


_DIFFERS: Final[Message] = {"failure": "it holds objects that differ from process to process"}
_TOO_LARGE: Final[Message] = {"failure": "too many objects"}


@dataclass(slots=True, eq=False)
class _Row:
    """One request and what was answered: in ``stored`` until somebody looks."""

    request: Message
    start: int
    """The number of its first object, if it has objects of its own."""
    end: int
    answer: Message
    stored: bytes | None = None
    process: int = 0
    """Which process of this run gave the answer; 0: it was read from disk."""
    is_confirmed: bool = False
    """Whether two processes gave this answer."""
    is_used: bool = False
    """Whether this run was given objects of it."""

    def content(self) -> Message:
        if self.stored is not None:
            self.answer = cast("Message", marshal.loads(self.stored))
            self.stored = None
        return self.answer

    def nodes(self) -> list[list[Json]]:
        return cast("list[list[Json]]", self.content().get("nodes", []))


class Recording:
    """The recording that one bridge uses. ``live`` sends a request to its library process, which it starts if needed;
    an empty one only starts it. With a ``key`` the recording begins with what lies on disk under it.
    """

    def __init__(self, live: Callable[[Message], Message], key: str | None = None) -> None:
        self._live = live
        self._key = key
        self._rows: dict[str, _Row] = {}
        self._ordered: list[_Row] = []
        self._starts: list[int] = []
        self._differed: Counter[str] = Counter()
        """How often two processes answered a request differently."""
        self._differing: set[_Row] = set()
        """Rows that a process of this run answered differently: their objects may have numbers of other rows."""
        self._unanswered: dict[str, Message] = {}
        """What other processes were asked for, and the next that answers here will be."""
        self._nodes: dict[int, list[Json]] = {}
        self._given: set[int] = set()
        self._doubted: set[_Row] = set()
        """Rows that this run uses, whose numbers mean other objects in the process that runs."""
        self._next = 0
        self._process = 1
        self._is_read = False
        self._is_in_step = False
        self._before: bytes | None = None
        self._is_changed = False
        self._is_kept = False
        """Whether it was saved before: what lies on disk may be its own."""
        _OPEN.add(self)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was asked yet, in this run or before."""
        if not self._is_read:
            self._read()
        return not self._ordered

    def answer(self, request: Message) -> Message:
        """The answer, with all objects it needs that this bridge has not given out before."""
        if not self._is_read:
            self._read()
        name = _name(request)
        row = self._rows.get(name)
        if row is None:
            self._get_in_step()
            row = self._rows.get(name) or self._ask(name, request)
        elif not row.is_confirmed and not row.process:
            self._get_in_step()
        answer = row.content()
        if "failure" in answer:
            return answer
        row.is_used = True
        return {**answer, "nodes": list(self._missing(answer))}

    def restarted(self) -> None:
        """Another process takes over: before it is asked for more, it is asked for what there is."""
        self._process += 1
        self._is_in_step = False

    def _get_in_step(self) -> None:
        """Make sure that a process runs whose numbers mean what is recorded."""
        self._live({})
        if self._is_in_step:
            return
        self._doubted.clear()
        for name, row in self._rows.items():
            answer = self._sent(row)
            if answer == row.content():
                self._is_changed |= not row.is_confirmed
                row.is_confirmed = True
                continue
            self._differed[name] += 1
            self._differing.add(row)
            self._is_changed = True
            if row.is_used:
                self._doubted.add(row)
            else:
                self._put(row, answer)
        self._is_in_step = True
        for name, request in self._unanswered.items():
            if name not in self._rows:
                self._ask(name, request)
        self._unanswered.clear()

    def _ask(self, name: str, request: Message) -> _Row:
        row = _Row(request, self._next, self._next, {})
        answer = self._sent(row)
        self._append(name, row)
        self._put(row, answer)
        self._is_changed = True
        return row

    def _sent(self, row: _Row) -> Message:
        answer = self._live({**row.request, "from": row.start})
        answer.pop("id", None)
        if "without" in row.request and "fields" in answer:
            without = cast("list[Json]", row.request["without"])
            fields = cast("list[list[Json]]", answer["fields"])
            answer["fields"] = [field for field in fields if field[0] not in without]
        return answer

    def _append(self, name: str, row: _Row) -> None:
        self._rows[name] = row
        self._ordered.append(row)
        self._starts.append(row.start)
        self._next = max(self._next, row.end)

    def _put(self, row: _Row, answer: Message) -> None:
        """What the running process answered becomes the row's answer."""
        for node in row.nodes():
            self._nodes.pop(cast("int", node[0]), None)
        row.answer, row.stored, row.process = answer, None, self._process
        numbers = [cast("int", node[0]) for node in row.nodes()]
        if numbers:
            self._next = max(self._next, max(numbers) // SPAN * SPAN + SPAN)
            row.end = max(row.end, row.start + SPAN)
        if numbers and max(numbers) >= row.start + SPAN:
            row.answer = _TOO_LARGE
        elif self._doubted and any(self._row_of(number) in self._doubted for number in _outside(row)):
            row.answer = _DIFFERS
        self._nodes.update({cast("int", node[0]): node for node in row.nodes()})

    # ---- numbers

    def _row_of(self, number: int) -> _Row:
        """The row that holds an object: of those that begin there, the last, as the others have none."""
        return self._ordered[bisect_right(self._starts, number) - 1]

    def _missing(self, answer: Message) -> Iterator[list[Json]]:
        """The objects below an answer that were not given out before."""
        work = list(_pointed_at(_roots(answer)))
        for number in work:
            if number in self._given:
                continue
            self._given.add(number)
            row = self._row_of(number)
            row.is_used = True
            if number not in self._nodes:
                self._nodes.update({cast("int", node[0]): node for node in row.nodes()})
            node = self._nodes[number]
            yield node
            work.extend(_numbers_in(node))

    # ---- on disk

    def _read(self) -> None:
        self._is_read = True
        self._before = usercache.load("boot", self._key) if self._key is not None else None
        if self._before is None:
            return
        kept = _Kept.of(self._before)
        self._differed.update(kept.differed)
        for request, start, end, confirmed, stored in kept.rows:
            row = _Row(request, start, end, {}, stored, is_confirmed=confirmed)
            self._append(_name(request), row)
        self._unanswered.update((_name(request), request) for request in kept.unanswered)

    def save(self) -> None:
        """Keep on disk what other runs may use, together with what others have kept meanwhile."""
        if not self._is_changed or self._key is None:
            return
        self._is_changed = False
        rows = [
            (row.request, row.start, row.end, row.is_confirmed, row.stored or marshal.dumps(row.answer))
            for row in self._lasting()
        ]
        kept = _Kept(rows, dict(self._differed), list(self._unanswered.values()))
        with usercache.changing("boot"):
            now = usercache.load("boot", self._key)
            before, self._before = self._before, kept.stored()
            if now is not None and now != before:
                kept = kept.beside(_Kept.of(now), confirms=not self._is_kept)
            usercache.save("boot", self._key, kept.stored())
        self._is_kept = True

    def _lasting(self) -> list[_Row]:
        """The rows that do not depend on the process, nor point into one that does, as many as are kept."""
        lasting: list[_Row] = []
        left_out: set[_Row] = set()
        nodes = 0
        for name, row in self._rows.items():
            nodes += len(row.nodes())
            full = nodes > _MOST_NODES or len(lasting) >= _MOST_REQUESTS
            differs = row in self._differing or row.answer is _DIFFERS or self._differed[name] >= _UNSTABLE
            if full or differs or any(self._row_of(number) in left_out for number in _outside(row)):
                left_out.add(row)
            else:
                lasting.append(row)
        return lasting


_KeptRow: TypeAlias = tuple[Message, int, int, bool, bytes]
"""Request, first number and end of numbers, whether two processes answered so, and the answer."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A recording as it lies on disk."""

    rows: list[_KeptRow]
    differed: dict[str, int]
    unanswered: list[Message]

    @staticmethod
    def of(content: bytes) -> _Kept:
        return _Kept(*marshal.loads(content))

    def stored(self) -> bytes:
        return marshal.dumps((self.rows, dict(sorted(self.differed.items())), self.unanswered))

    def beside(self, other: _Kept, *, confirms: bool) -> _Kept:
        """What is kept of two recordings; ``confirms``: what they have in common was given by two processes."""
        longer, shorter = (other, self) if len(other.rows) >= len(self.rows) else (self, other)
        alike = 0
        while alike < len(shorter.rows) and _is_same(longer.rows[alike], shorter.rows[alike]):
            alike += 1
        rows = longer.rows
        if confirms:
            rows = [(*row[:3], True, row[4]) for row in rows[:alike]] + rows[alike:]
        known = {_name(row[0]) for row in rows}
        asked = [row[0] for row in shorter.rows[alike:]] + self.unanswered + other.unanswered
        unanswered = {name: request for request in asked if (name := _name(request)) not in known}
        return _Kept(
            rows,
            dict(Counter(self.differed) | Counter(other.differed)),
            list(unanswered.values())[: _MOST_REQUESTS - len(rows)],
        )


def _is_same(one: _KeptRow, other: _KeptRow) -> bool:
    return one[:3] == other[:3] and (one[4] == other[4] or bool(marshal.loads(one[4]) == marshal.loads(other[4])))


def _name(request: Message) -> str:
    return json.dumps(request, sort_keys=True)


def _roots(answer: Message) -> Iterator[Json]:
    yield answer.get("value")
    for _, _, value in cast("list[list[Json]]", answer.get("fields", [])):
        yield value


def _pointed_at(values: Iterator[Json]) -> Iterator[int]:
    for value in values:
        if isinstance(value, list) and value[0] == "r":
            yield cast("int", value[1])


def _numbers_in(node: list[Json]) -> Iterator[int]:
    if node[1] == "o":
        return _pointed_at(value for _, _, value in cast("list[list[Json]]", node[3]))
    return _pointed_at(iter(cast("list[Json]", node[3]))) if node[1] == "a" else iter(())


def _outside(row: _Row) -> Iterator[int]:
    """The numbers of objects of other rows that a row points to."""
    own = {cast("int", node[0]) for node in row.nodes()}
    yield from (number for number in _pointed_at(_roots(row.content())) if number not in own)
    for node in row.nodes():
        yield from (number for number in _numbers_in(node) if number not in own)


def key_for(jdk: Jdk, java_side: str, heap_megabytes: int, *, archived: bool = False) -> str | None:
    """What the static state of a JDK depends on, as a key; None where the JDK cannot be told from another. In an
    ``archived`` process some objects come ready made from an archive of classes.
    """
    try:
        identity = usercache.identity_of(jdk.modules)
    except OSError:
        return None
    machine = [*os.uname()[:4], os.cpu_count(), len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0]
    parts = [_FORMAT, identity, str(jdk.home), jdk.version, java_side, FLAGS, heap_megabytes, archived, machine]
    return json.dumps(parts)
