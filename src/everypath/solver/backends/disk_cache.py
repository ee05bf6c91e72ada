"""Keeps the answers of solvers to the queries of one method on disk between runs.

A solver's model depends on its queries since it was started. So the key of an answer is its query *and all queries
before it since the start*, as a chain of digests. An answer found is exactly what the solver would answer now, so a run
gives the same results with and without the cache. If the chain leads to a query that is not on disk, the solver is
first asked those that the disk answered (`everypath.solver.backends.solver_backends`).

An answer *unsat* with a valid checksum, of the same solvers, version of everypath and chain, is trusted. A model is
evaluated on its query first. *Unknown* is kept if the limit of work ended the query, for that is the same in every run,
and never if the time limit did.
"""

from __future__ import annotations

import importlib.util
import marshal
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeAlias

from everypath import usercache
from everypath.solver.answers import Limits
from everypath.solver.backends.backend import RESOURCES, Verdict
from everypath.term import Concrete, Model, Term, evaluate, variables
from everypath.term.operations import constant_digest

_FORMAT: Final = 3
_MOST: Final = 20_000
"""The number of answers kept for one method."""
_REMEMBERED: Final = 20_000

_Plain: TypeAlias = "int | float | bool | dict[int, int | float | bool]"
_Stored: TypeAlias = "list[tuple[bytes, _Plain]] | str | None"
"""A model, its symbols by digest; None for unsat; the reason for unknown."""
_Entry: TypeAlias = "tuple[float, _Stored]"
"""The work of an answer (`Statistics.work`), and the answer."""


class StoredAnswers:
    """The answers of one method, by the chain of its queries. ``name`` identifies the method."""

    def __init__(self, name: str, limits: Limits) -> None:
        self._name = name
        self._limits = limits
        self.chain = b""
        """The digest of all queries since the solvers were started, and of the kinds of their answers."""
        self.begin_again()
        self._asked = b""
        self._answers: dict[bytes, _Entry] = {}
        self.work = 0.0
        """The work that the solvers did for the answer found last."""
        self._used: dict[bytes, None] = {}
        self._digests: dict[Term, bytes] = {}
        self._is_read = False
        self._is_changed = False

    def find(self, query: Sequence[Term], limits: Limits) -> Verdict | None:
        """Return the answer to this query within these limits, after those before it.

        If there is none, returns None, and the caller must call `note`.
        """
        if not self._is_read:
            self._read()
        chain = blake2b(self.chain + repr((limits.work, limits.quick)).encode(), digest_size=16)
        for condition in query:
            chain.update(self._digest(condition))
        self._asked = chain.digest()
        if self._asked not in self._answers:
            return None
        self.work, stored = self._answers[self._asked]
        verdict = self._verdict(query, stored)
        if verdict is not None:
            self._used[self._asked] = None
            self._go_on(verdict.result)
        return verdict

    def note(self, verdict: Verdict, work: float, *, in_time: bool) -> None:
        """Store the solvers' answer to the last query that was not found, and its work.

        ``in_time``: no solver was stopped by the time limit.
        """
        stored = self._plain(verdict) if in_time or verdict.result != "unknown" else _NOT_KEPT
        if stored is not _NOT_KEPT and len(self._used) < _MOST:
            self._answers[self._asked] = work, stored
            self._used[self._asked] = None
            self._is_changed = True
        self._go_on(verdict.result)

    def begin_again(self) -> None:
        """Begin a new chain: the solvers were started anew."""
        self.chain = _seed(self._limits.first_try, self._limits.work, self._limits.resources)

    def _go_on(self, result: str) -> None:
        self.chain = blake2b(self._asked + result.encode(), digest_size=16).digest()

    def _verdict(self, query: Sequence[Term], stored: _Stored) -> Verdict | None:
        if stored is None:
            return Verdict("unsat")
        if isinstance(stored, str):
            return Verdict("unknown", None, stored)
        symbols = {self._digest(symbol): symbol for condition in query for symbol in variables(condition)}
        values: dict[Term, Concrete] = {}
        for name, value in stored:
            symbol = symbols.get(name)
            if symbol is None:
                return None
            values[symbol] = value
        model = Model(values)
        return Verdict("sat", model) if all(evaluate(condition, model) for condition in query) else None

    def _plain(self, verdict: Verdict) -> _Stored:
        if verdict.result == "unsat":
            return None
        if verdict.reason == RESOURCES:
            return RESOURCES
        if verdict.result != "sat" or verdict.model is None:
            return _NOT_KEPT
        stored: list[tuple[bytes, _Plain]] = []
        for symbol, value in verdict.model.items():
            if isinstance(value, Mapping):
                if type(value) is not dict:
                    return _NOT_KEPT
                value = dict(value)
            stored.append((self._digest(symbol), value))
        return stored

    def _digest(self, root: Term) -> bytes:
        """Return a digest of a term. Unlike in `everypath.term.digest`, operands have an order, as for solvers."""
        known = self._digests
        if len(known) > _REMEMBERED:
            known.clear()
        stack = [root]
        while stack:
            term = stack[-1]
            pending = [arg for arg in term.args if type(arg) is Term and arg not in known]
            if pending and term not in known:
                stack.extend(pending)
                continue
            stack.pop()
            if term not in known:
                payload = sorted(term.payload) if isinstance(term.payload, frozenset) else term.payload
                head = f"{term.op}\0{term.sort.name}\0{payload!r}\0{len(term.args)}\0".encode("utf-8", "surrogatepass")
                parts = [known[arg] if type(arg) is Term else constant_digest(arg) for arg in term.args]
                known[term] = blake2b(head + b"".join(parts), digest_size=16).digest()
        return known[root]

    def _read(self) -> None:
        self._is_read = True
        data = usercache.load("solver", self._key())
        if data is not None:
            self._answers = marshal.loads(data)

    def save(self) -> None:
        """Write the answers to disk if any is new; of too many, those that were not used this time are dropped."""
        if not self._is_changed:
            return
        self._is_changed = False
        kept = {asked: stored for asked, stored in self._answers.items() if asked not in self._used}
        kept.update((asked, self._answers[asked]) for asked in self._used)
        for asked in list(kept)[: max(0, len(kept) - _MOST)]:
            del kept[asked]
        usercache.save("solver", self._key(), marshal.dumps(kept))

    def _key(self) -> str:
        return f"{_FORMAT}\0{self._name}\0{_seed(0.0, 0.0, 0).hex()}"


_NOT_KEPT: Final[_Stored] = []


@lru_cache(maxsize=8)
def _seed(first_try: float, work: float, resources: int) -> bytes:
    """Return the beginning of every chain: a digest of the solvers, of the code that makes queries, and of limits."""
    parts = [usercache.version_of("solver", "term"), repr(first_try), repr(work), repr(resources)]
    for name in ("z3", "bitwuzla"):
        spec = importlib.util.find_spec(name)
        places = [*(spec.submodule_search_locations or ()), spec.origin or ""] if spec is not None else []
        files = [file for place in places for file in _libraries(Path(place))]
        parts += [usercache.identity_of(file) for file in files]
    return bytes.fromhex(usercache.digest_of(*parts))


def _libraries(place: Path) -> list[Path]:
    """Return the files of a solver: that of a module, or the shared libraries of a package."""
    if place.is_file():
        return [place]
    return sorted([*place.glob("lib/*z3*"), *place.glob("*.so")]) if place.is_dir() else []
