"""Accesses to objects that may alias: two inputs that the path treats as distinct objects.

An input object has its own address until the path decides that it is the same object as another one. `log_read` and
`log_write` record the accesses to such objects. If two of them may be one object and one access is a write, the order
matters. `assume_distinct` then asks the exploration to explore the paths on which they are one object, and notes it if
the exploration does not.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from everypath.state.endings import Reason

if TYPE_CHECKING:
    from everypath.state.state import Accesses, State
    from everypath.term import Term


CONTENT = "content"
"""The key of the text of a string builder."""


def log_read(state: State, address: int, key: Hashable, time: int | None = None) -> None:
    """Record that a field or element of an open object is read.

    ``key`` is the `Field`, the array class, or `CONTENT`. ``time`` is the number of conditions before the access; None:
    all.
    """
    _check_alias(state, address, key, state.writes)
    state.reads = _logged(state, state.reads, address, key, time)


def log_write(state: State, address: int, key: Hashable, time: int | None = None) -> None:
    """Record that a field or element of an open object is written; ``key`` and ``time`` as for `log_read`."""
    _check_alias(state, address, key, state.reads)
    _check_alias(state, address, key, state.writes)
    state.writes = _logged(state, state.writes, address, key, time)


def _logged(state: State, log: Accesses, address: int, key: Hashable, time: int | None) -> Accesses:
    known = log.get(key, {})
    if address in known:
        return log
    return {**log, key: {**known, address: len(state.path) if time is None else time}}


def _check_alias(state: State, address: int, key: Hashable, log: Accesses) -> None:
    others = log.get(key)
    if others is None or (len(others) == 1 and address in others):
        return
    for other in sorted(others):
        if other != address and _may_alias(state, address, other):
            assume_distinct(
                state, state.refs.get(address), state.refs.get(other), "read and write of a field of two inputs"
            )


def _may_alias(state: State, left: int, right: int) -> bool:
    if left in state.open and right in state.open:
        left_ref, right_ref = state.refs[left], state.refs[right]
        left_types, right_types = state.types.get(left_ref), state.types.get(right_ref)
        if left_types is not None and right_types is not None:
            return bool(left_types & right_types)
        return state.open[left].cls is state.open[right].cls
    return (left in state.open and right < 0) or (right in state.open and left < 0)


def assume_distinct(state: State, left: Term | None, right: Term | None, detail: str) -> None:
    """Note that a path treats two references as distinct, although they may alias. None: the reference is no input.

    If the exploration does not explore the paths on which they are one object, the path notes the reason ``alias``.
    """
    if left is None or right is None or not state.control.explores_alias(state, left, right):
        _note_alias(state, detail)


def _note_alias(state: State, detail: str) -> None:
    """Note once that two references that may alias were assumed to be distinct."""
    if not any(reason.code == "alias" for reason in state.reasons):
        state.reasons += (Reason("alias", detail, state.here()),)
