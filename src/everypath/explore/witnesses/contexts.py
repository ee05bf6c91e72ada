"""Execution contexts: which indexes into an array are one element, each case with its own condition (CTB, section V).

The indexes are those at which the path's condition or effect reads or writes. A partition of these indexes into
equal ones is a context if some input of the path has it; partitions that contradict the path's condition are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from everypath.dataclass import dataclass, field, replace
from everypath.explore.paths import Path
from everypath.explore.witnesses.array_elements import Reader
from everypath.explore.witnesses.members import narrowed
from everypath.explore.witnesses.minimal import holds, varied
from everypath.inputs import PrimitiveArrayInput
from everypath.solver import Sat, Solver, Unknown
from everypath.state import Ending, SymbolicArray
from everypath.term import Model, Term, Value, eq, evaluate, ne, ref_var, walk

__all__ = ["Context", "Contexts", "contexts_of", "indexes_of"]

Access = tuple[Term, Value]
"""An array as it was before the call, and an index into it."""


@dataclass(frozen=True)
class Context:
    """One aliasing case of a path. ``path`` is the path for the inputs of this case.

    ``blocks`` are the sets of indexes that are one element, with their array, in the order of their first use.
    ``conditions`` are what the case adds to the condition of the path, without what the path implies.
    """

    path: Path
    blocks: tuple[tuple[Term, tuple[Value, ...]], ...]
    conditions: tuple[Term, ...]
    _first: Mapping[Access, Value] = field(default_factory=dict, compare=False)

    def represent(self, array: Term, index: Value) -> Value:
        """The first index that is the same element; the index itself if the path does not use it."""
        return self._first.get((array, index), index)

    def same(self, array: Term, left: Value, right: Value) -> bool | None:
        """True if two indexes are one element; None if the path does not use one of them."""
        first, second = self._first.get((array, left)), self._first.get((array, right))
        if first is None or second is None:
            return None
        return first is second or (not isinstance(first, Term) and first == second)


@dataclass(frozen=True)
class Contexts:
    """The contexts of a path. ``complete`` is True if no others are possible: the solver decided every case, and the
    limit on their number was not reached.
    """

    found: tuple[Context, ...]
    complete: bool = True


def indexes_of(path: Path) -> dict[Term, list[Value]]:
    """The indexes at which a path's condition or effect reads or writes each input array that has at least two.

    They stand in the order in which the conditions mention them first.
    """
    arrays = {
        node.build.elements: path.state.decided.get(ref_var(node.name))
        for node in path.shape.nodes.values()
        if isinstance(node.build, PrimitiveArrayInput)
    }
    found: dict[Term, dict[Value, None]] = {array: {} for array in arrays}
    for value in _values_of(path, arrays.values()):
        for each in walk(value):
            if each.op in ("select", "store"):
                root = _root(each)
                if root in found:
                    found[root].setdefault(each.args[1])
    positions = _first_positions(path.constraints)
    last = len(positions)
    return {
        array: sorted(indexes, key=lambda each: positions.get(each, last) if isinstance(each, Term) else last)
        for array, indexes in found.items()
        if len(indexes) > 1
    }


def _first_positions(conditions: Iterable[Term]) -> dict[Term, int]:
    """The terms of the conditions, numbered by their first mention: code checks an index before it uses it."""
    found: dict[Term, int] = {}
    for condition in conditions:
        for each in walk(condition):
            found.setdefault(each, len(found))
    return found


def _values_of(path: Path, arrays: Iterable[int | None]) -> Iterator[Value]:
    """The values of a path's condition and effect: its conditions, the elements of its input arrays, its result."""
    yield from path.constraints
    for address in dict.fromkeys(arrays):
        if address:
            obj = path.state.object(address)
            if isinstance(obj, SymbolicArray):
                yield obj.elements
    if path.ending is Ending.RETURNED and path.state.result is not None:
        yield path.state.result


def _root(term: Term) -> Value:
    array: Value = term
    while isinstance(array, Term) and array.op in ("select", "store") and (array is term or array.op == "store"):
        array = array.args[0]
    return array


def contexts_of(path: Path, solver: Solver, most: int = 2000) -> Contexts:
    """The contexts of a path, those with the most different elements first.

    None are found if there is only one case. The search ends after ``most`` contexts.
    """
    accesses = [(array, index) for array, indexes in indexes_of(path).items() for index in indexes]
    search = _Search(path, solver, accesses, most)
    search.go(0, {}, (), (), path.witness)
    if len(search.found) == 1 and search.complete:
        return Contexts(())
    search.found.sort(key=lambda each: (-len(each[1].blocks), each[0]))
    return Contexts(tuple(context for _, context in search.found), search.complete)


class _Search:
    """Enumerates the partitions, one index after the other.

    While indexes are placed, the solver is given only those conditions of the path that read no element. A complete
    partition is then checked with all conditions, in which reads of written elements are rewritten by the partition
    (`Reader`). No query is needed for a case that the model at hand satisfies.
    """

    def __init__(self, path: Path, solver: Solver, accesses: Sequence[Access], most: int) -> None:
        self.path = path
        self.solver = solver
        self.accesses = accesses
        self.most = most
        self.complete = True
        self.found: list[tuple[tuple[int, ...], Context]] = []
        self._numeric = varied(path.constraints, path.witness)
        self._plain = [each for each in self._numeric if not any(part.op == "select" for part in walk(each))]

    def go(
        self,
        at: int,
        first: dict[Access, Value],
        conditions: tuple[Term, ...],
        shown: tuple[Term, ...],
        model: Model,
    ) -> None:
        """Place the indexes from number ``at`` on in every possible block, and keep each complete partition.

        ``first`` maps each placed index to the first index of its block. ``conditions`` say so, ``shown`` are those
        of them that texts show, and ``model`` satisfies them.
        """
        if len(self.found) >= self.most:
            self.complete = False
            return
        if at == len(self.accesses):
            self._keep(first, conditions, shown, model)
            return
        array, index = self.accesses[at]
        blocks = list(dict.fromkeys(value for (other, _), value in first.items() if other is array))
        options = self._options(index, blocks, conditions, model)
        possible = [block for block, _, _ in options if block is not None]
        for block, added, found in options:
            stated: tuple[Term, ...] = ()
            if len(options) > 1:
                made = [ne(index, each) for each in possible] if block is None else [eq(index, block)]
                stated = tuple(each for each in made if isinstance(each, Term))
            placed = {**first, (array, index): index if block is None else block}
            self.go(at + 1, placed, (*conditions, *added), (*shown, *stated), found)

    def _options(
        self, index: Value, blocks: Sequence[Value], conditions: tuple[Term, ...], model: Model
    ) -> list[tuple[Value | None, tuple[Term, ...], Model]]:
        """The possible cases of an index: its block (None for a new one), its conditions, and a model of them."""
        cases: list[tuple[Value | None, list[Value]]] = [(None, [ne(index, each) for each in blocks])]
        cases += [(each, [eq(index, each)]) for each in blocks]
        found = []
        for block, case in cases:
            if any(each is False for each in case):
                continue
            added = tuple(each for each in case if isinstance(each, Term))
            if all(evaluate(each, model) is True for each in added):
                found.append((block, added, model))
                continue
            answer = self.solver.check([*self._plain, *conditions, *added], hint=model)
            if isinstance(answer, Sat):
                found.append((block, added, self.path.witness.with_(dict(answer.model))))
            elif isinstance(answer, Unknown):
                self.complete = False
        return found

    def _keep(
        self, first: dict[Access, Value], conditions: tuple[Term, ...], shown: tuple[Term, ...], model: Model
    ) -> None:
        """Add the context of a complete partition, unless the solver refutes it or cannot decide it."""
        blocks: dict[Access, list[Value]] = {}
        for (array, index), value in first.items():
            blocks.setdefault((array, value), []).append(index)
        numbers = {block: at for at, block in enumerate(blocks)}
        order = tuple(numbers[array, value] for (array, _), value in first.items())
        indexes_by_block = tuple((array, tuple(indexes)) for (array, _), indexes in blocks.items())
        context = Context(self.path, indexes_by_block, shown, first)
        if not holds(self._numeric, model):
            reader = Reader(known=context)
            plain = [reader.plain(each) for each in self._numeric]
            answer = self.solver.check([*plain, *conditions], hint=model)
            if not isinstance(answer, Sat):
                self.complete = self.complete and not isinstance(answer, Unknown)
                return
            model = answer.model
        path = narrowed(self.path, conditions, shown, model, self.solver)
        if path is None:
            self.complete = False
        else:
            self.found.append((order, replace(context, path=path)))
