"""Records the answers of library processes about JDK objects, in memory and on disk: the boot image of one JDK.

A *recording* holds the requests for objects in the order in which one process was asked, with its answers. Objects have
numbers. An object is sent once, so an answer may refer to objects of earlier answers. When another process takes over,
it is asked all requests again, in order. If it gives the same answer, its numbers mean the same objects. If it gives
another answer (a table ordered by identity hash codes, a time, a temporary folder), no later answer may refer to the
objects of that answer.

On disk a recording grows from run to run. An answer is used without asking a process only after two processes gave the
same answer. An answer is dropped after three times at which two processes differed: then it depends on the process.
(Once or twice may be chance, because caches of the JDK depend on earlier requests.) The key of a recording consists of
the JDK, the flags, our Java code, and the properties of the machine that a JVM can see.

Two runs at the same time start with the same recording and extend it differently. Their answers cannot be mixed,
because each process numbers objects in its own way. When the second one saves, the common beginning counts as confirmed
by two processes. Of the rest the longer recording is kept, and the requests that only the other one has are noted: the
next process is asked these too.
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
from everypath.errors import BridgeError

_FORMAT: Final = 5
_MOST_NODES: Final = 100_000
_MOST_REQUESTS: Final = 3_000
_UNSTABLE: Final = 3
"""A request is dropped after two processes answered it differently this many times."""

SPAN: Final = 1 << 18
"""Numbers reserved for the objects of one answer: another process may answer with more objects."""

Message: TypeAlias = dict[str, Json]


_OPEN: WeakSet[Recording] = WeakSet()


@atexit.register
def save_all() -> None:
    """Save all recordings of this Python process."""
    for recording in list(_OPEN):
        recording.save()


_DIFFERS: Final[Message] = {"failure": "it holds objects that differ from process to process"}
_FAILS: Final[Message] = {"failure": "no process could answer"}
_TOO_LARGE: Final[Message] = {"failure": "too many objects"}


@dataclass(slots=True, eq=False)
class _Row:
    """One request and its answer. An answer from disk stays encoded in ``stored`` until it is read."""

    request: Message
    start: int
    """The number of its first object, if it has objects of its own."""
    end: int
    answer: Message
    stored: bytes | None = None
    process: int = 0
    """The number of the process of this run that gave the answer; 0 if it was read from disk."""
    is_confirmed: bool = False
    """True if two processes gave this answer."""
    is_used: bool = False
    """True if this run has received objects of the answer."""

    def content(self) -> Message:
        if self.stored is not None:
            self.answer = cast("Message", marshal.loads(self.stored))
            self.stored = None
        return self.answer

    def nodes(self) -> list[list[Json]]:
        return cast("list[list[Json]]", self.content().get("nodes", []))


class Recording:
    """The recording that one bridge uses.

    ``live`` sends a request to the library process and starts it if needed; an empty request only starts it. ``end``
    ends the process, as each object is sent once: after an error in the middle of an exchange, a new one is asked. With
    a ``key``, the recording starts with the one that is stored under it on disk.
    """

    def __init__(
        self, live: Callable[[Message], Message], key: str | None = None, end: Callable[[], None] = lambda: None
    ) -> None:
        self._live = live
        self._end = end
        self._is_torn = False
        """True if an error ended an exchange with the process: it may have sent objects that are not recorded."""
        self._failed: Counter[str] = Counter()
        """How many processes failed at a request."""
        self._key = key
        self._rows: dict[str, _Row] = {}
        self._ordered: list[_Row] = []
        self._starts: list[int] = []
        self._differed: Counter[str] = Counter()
        """How often two processes answered a request differently."""
        self._differing: set[_Row] = set()
        """Rows that a process of this run answered differently: their objects may have numbers of other rows."""
        self._unanswered: dict[str, Message] = {}
        """Requests of other runs that the next process must be asked."""
        self._nodes: dict[int, list[Json]] = {}
        self._received: set[int] = set()
        self._renumbered: set[_Row] = set()
        """Rows that this run uses and whose numbers mean other objects in the running process."""
        self._next = 0
        self._process = 1
        self._is_read = False
        self._is_synchronised = False
        self._before: bytes | None = None
        self._is_changed = False
        self._is_kept = False
        """True if it was saved before: the recording on disk may be its own."""
        _OPEN.add(self)

    @property
    def is_empty(self) -> bool:
        """True if no request was recorded, in this run or before."""
        if not self._is_read:
            self._read()
        return not self._ordered

    def answer(self, request: Message) -> Message:
        """The answer, with all objects below it that this bridge has not received before."""
        if not self._is_read:
            self._read()
        name = _name(request)
        row = self._rows.get(name)
        if row is None:
            self._synchronise()
            row = self._rows.get(name) or self._ask(name, request)
        elif not row.is_confirmed and not row.process:
            self._synchronise()
        answer = row.content()
        if "failure" in answer:
            return answer
        row.is_used = True
        nodes = self._missing(answer)
        return _DIFFERS if nodes is None else {**answer, "nodes": nodes}

    def restarted(self) -> None:
        """Note that another process takes over: it must repeat all requests before it gets a new one."""
        self._process += 1
        self._is_synchronised = False

    def _synchronise(self) -> None:
        """Make sure that a process runs and that its numbers mean the recorded objects."""
        if self._is_torn:
            self._end()
        self._live({})
        if self._is_synchronised and not self._is_torn:
            return
        self._is_torn = True
        self._renumbered.clear()
        for name, row in self._rows.items():
            answer = self._sent_again(name, row)
            if answer == row.content():
                self._is_changed |= not row.is_confirmed
                row.is_confirmed = True
                continue
            self._differed[name] += 1
            self._differing.add(row)
            self._is_changed = True
            if row.is_used:
                self._renumbered.add(row)
            else:
                self._replace_answer(row, answer)
        self._is_synchronised = True
        for name, request in self._unanswered.items():
            if name not in self._rows and self._failed[name] < _UNSTABLE:
                self._ask(name, request)
        self._unanswered.clear()
        self._is_torn = False

    def _ask(self, name: str, request: Message) -> _Row:
        self._is_torn, was_torn = True, self._is_torn
        row = _Row(request, self._next, self._next, {})
        try:
            answer = self._send(row)
        except BridgeError:
            self._failed[name] += 1
            raise
        self._append(name, row)
        self._replace_answer(row, answer)
        self._is_changed = True
        self._is_torn = was_torn
        return row

    def _sent_again(self, name: str, row: _Row) -> Message:
        """The answer of a new process to a recorded request. One that several processes failed at is given up."""
        if self._failed[name] >= _UNSTABLE:
            return _FAILS
        try:
            return self._send(row)
        except BridgeError:
            self._failed[name] += 1
            raise

    def _send(self, row: _Row) -> Message:
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

    def _replace_answer(self, row: _Row, answer: Message) -> None:
        """Replace the answer of a row by that of the running process."""
        for node in row.nodes():
            self._nodes.pop(cast("int", node[0]), None)
        row.answer, row.stored, row.process = answer, None, self._process
        numbers = [cast("int", node[0]) for node in row.nodes()]
        if numbers:
            self._next = max(self._next, max(numbers) // SPAN * SPAN + SPAN)
            row.end = max(row.end, row.start + SPAN)
        if numbers and max(numbers) >= row.start + SPAN:
            row.answer = _TOO_LARGE
        elif self._renumbered and any(self._row_of(number) in self._renumbered for number in _references_outside(row)):
            row.answer = _DIFFERS
        self._nodes.update({cast("int", node[0]): node for node in row.nodes()})

    # ---- numbers

    def _row_of(self, number: int) -> _Row:
        """The row that holds an object. If several rows begin at the number, only the last one has objects."""
        return self._ordered[bisect_right(self._starts, number) - 1]

    def _missing(self, answer: Message) -> list[list[Json]] | None:
        """The objects below an answer that were not given before; None if one of them is not recorded."""
        work = list(_references_among(_roots(answer)))
        given: dict[int, list[Json]] = {}
        for number in work:
            if number in self._received or number in given:
                continue
            row = self._row_of(number)
            row.is_used = True
            if number not in self._nodes:
                self._nodes.update({cast("int", node[0]): node for node in row.nodes()})
            node = self._nodes.get(number)
            if node is None:
                return None
            given[number] = node
            work.extend(_references_of(node))
        self._received.update(given)
        return list(given.values())

    # ---- on disk

    def _read(self) -> None:
        self._is_read = True
        self._before = usercache.load("boot", self._key) if self._key is not None else None
        if self._before is None:
            return
        kept = _Stored.of(self._before)
        self._differed.update(kept.differed)
        for request, start, end, confirmed, stored in kept.rows:
            row = _Row(request, start, end, {}, stored, is_confirmed=confirmed)
            self._append(_name(request), row)
        self._unanswered.update((_name(request), request) for request in kept.unanswered)

    def save(self) -> None:
        """Save the recording for other runs, merged with the one that another run has saved meanwhile."""
        if not self._is_changed or self._key is None:
            return
        self._is_changed = False
        rows = [
            (row.request, row.start, row.end, row.is_confirmed, row.stored or marshal.dumps(row.answer))
            for row in self._rows_to_save()
        ]
        kept = _Stored(rows, dict(self._differed), list(self._unanswered.values()))
        with usercache.changing("boot"):
            now = usercache.load("boot", self._key)
            before, self._before = self._before, kept.stored()
            if now is not None and now != before:
                kept = kept.merged_with(_Stored.of(now), confirms=not self._is_kept)
            usercache.save("boot", self._key, kept.stored())
        self._is_kept = True

    def _rows_to_save(self) -> list[_Row]:
        """The rows to save: those that do not depend on the process and refer to no row that does, up to the limits."""
        lasting: list[_Row] = []
        left_out: set[_Row] = set()
        nodes = 0
        for name, row in self._rows.items():
            nodes += len(row.nodes())
            full = nodes > _MOST_NODES or len(lasting) >= _MOST_REQUESTS
            differs = row in self._differing or row.answer is _DIFFERS or self._differed[name] >= _UNSTABLE
            if full or differs or any(self._row_of(number) in left_out for number in _references_outside(row)):
                left_out.add(row)
            else:
                lasting.append(row)
        return lasting


_StoredRow: TypeAlias = tuple[Message, int, int, bool, bytes]
"""Request, first number, end of the numbers, True if two processes gave the answer, and the answer."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """A recording as it is stored on disk."""

    rows: list[_StoredRow]
    differed: dict[str, int]
    unanswered: list[Message]

    @staticmethod
    def of(content: bytes) -> _Stored:
        return _Stored(*marshal.loads(content))

    def stored(self) -> bytes:
        return marshal.dumps((self.rows, dict(sorted(self.differed.items())), self.unanswered))

    def merged_with(self, other: _Stored, *, confirms: bool) -> _Stored:
        """Merge two recordings. With ``confirms``, their common beginning counts as given by two processes."""
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
        return _Stored(
            rows,
            dict(Counter(self.differed) | Counter(other.differed)),
            list(unanswered.values())[: _MOST_REQUESTS - len(rows)],
        )


def _is_same(one: _StoredRow, other: _StoredRow) -> bool:
    return one[:3] == other[:3] and (one[4] == other[4] or bool(marshal.loads(one[4]) == marshal.loads(other[4])))


def _name(request: Message) -> str:
    return json.dumps(request, sort_keys=True)


def _roots(answer: Message) -> Iterator[Json]:
    yield answer.get("value")
    for _, _, value in cast("list[list[Json]]", answer.get("fields", [])):
        yield value


def _references_among(values: Iterator[Json]) -> Iterator[int]:
    for value in values:
        if isinstance(value, list) and value[0] == "r":
            yield cast("int", value[1])


def _references_of(node: list[Json]) -> Iterator[int]:
    if node[1] == "o":
        return _references_among(value for _, _, value in cast("list[list[Json]]", node[3]))
    return _references_among(iter(cast("list[Json]", node[3]))) if node[1] == "a" else iter(())


def _references_outside(row: _Row) -> Iterator[int]:
    """The numbers of objects of other rows that a row refers to."""
    own = {cast("int", node[0]) for node in row.nodes()}
    yield from (number for number in _references_among(_roots(row.content())) if number not in own)
    for node in row.nodes():
        yield from (number for number in _references_of(node) if number not in own)


def key_for(jdk: Jdk, java_side: str, heap_megabytes: int, *, archived: bool = False) -> str | None:
    """The key of a recording: all that the static state of a JDK depends on. None if the JDK cannot be identified.

    In an ``archived`` process some objects come from an archive of classes.
    """
    try:
        identity = usercache.identity_of(jdk.modules)
    except OSError:
        return None
    machine = [*os.uname()[:4], os.cpu_count(), len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0]
    parts = [_FORMAT, identity, str(jdk.home), jdk.version, java_side, FLAGS, heap_megabytes, archived, machine]
    return json.dumps(parts)
