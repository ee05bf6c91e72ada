"""Execution contexts: which indexes into an array are one element, each case with its own condition (CTB, section V).

The indexes are those that the path's condition or effect reads or writes. Every partition of them that some input of
the path realises is one context; partitions that the path's condition refutes are none.
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

    ``blocks`` are the sets of indexes that are one element, with their array, in the order of their first use;
    ``conditions`` what it adds to the condition of the path, as far as the path does not imply it.
    """

    path: Path
    blocks: tuple[tuple[Term, tuple[Value, ...]], ...]
    conditions: tuple[Term, ...]
    _first: Mapping[Access, Value] = field(default_factory=dict, compare=False)

    def represent(self, array: Term, index: Value) -> Value:
        """The first index that is the same element; the index itself where it is none of the path's."""
        return self._first.get((array, index), index)

    def same(self, array: Term, left: Value, right: Value) -> bool | None:
        """Whether two indexes are one element."""
        first, second = self._first.get((array, left)), self._first.get((array, right))
        if first is None or second is None:
            return None
        return first is second or (not isinstance(first, Term) and first == second)


@dataclass(frozen=True)
class Contexts:
    """The contexts of a path. ``complete``: no other is possible (the solver knew every answer, and none were too
    many).
    """

    found: tuple[Context, ...]
    complete: bool = True


def indexes_of(path: Path) -> dict[Term, list[Value]]:
    """The indexes at which a path's condition or effect reads or writes each input array, in their order."""
    arrays = {
        node.build.elements: path.state.decided.get(ref_var(node.name))
        for node in path.shape.nodes.values()
        if isinstance(node.build, PrimitiveArrayInput)
    }
    found: dict[Term, dict[Value, None]] = {array: {} for array in arrays}
    for value in _shown(path, arrays.values()):
        for each in walk(value):
            if each.op in ("select", "store"):
                root = _root(each)
                if root in found:
                    found[root].setdefault(each.args[1])
    said = _first_said(path.constraints)
    last = len(said)
    return {
        array: sorted(indexes, key=lambda each: said.get(each, last) if isinstance(each, Term) else last)
        for array, indexes in found.items()
        if len(indexes) > 1
    }


def _first_said(conditions: Iterable[Term]) -> dict[Term, int]:
    """The terms of the conditions in the order of their first mention: an index is checked before it is used."""
    found: dict[Term, int] = {}
    for condition in conditions:
        for each in walk(condition):
            found.setdefault(each, len(found))
    return found


def _shown(path: Path, arrays: Iterable[int | None]) -> Iterator[Value]:
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
    """The contexts of a path, those with the most elements first; a path without indexes in question has none."""
    accesses = [(array, index) for array, indexes in indexes_of(path).items() for index in indexes]
    search = _Search(path, solver, accesses, most)
    search.go(0, {}, (), (), path.witness)
    if len(search.found) == 1 and search.complete:
        return Contexts(())
    search.found.sort(key=lambda each: (-len(each[1].blocks), each[0]))
    return Contexts(tuple(context for _, context in search.found), search.complete)


class _Search:
    """Goes through the partitions, index by index, under what the path says of all but elements; what is left is asked
    with all elements told apart, so that no write has to be looked through. A model at hand answers one case for free.
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
        told: tuple[Term, ...],
        model: Model,
    ) -> None:
        """Every way to place the indexes from number ``at`` on."""
        if len(self.found) >= self.most:
            self.complete = False
            return
        if at == len(self.accesses):
            self._keep(first, conditions, told, model)
            return
        array, index = self.accesses[at]
        blocks = list(dict.fromkeys(value for (other, _), value in first.items() if other is array))
        options = self._options(index, blocks, conditions, model)
        possible = [block for block, _, _ in options if block is not None]
        for block, added, found in options:
            said: tuple[Term, ...] = ()
            if len(options) > 1:
                made = [ne(index, each) for each in possible] if block is None else [eq(index, block)]
                said = tuple(each for each in made if isinstance(each, Term))
            placed = {**first, (array, index): index if block is None else block}
            self.go(at + 1, placed, (*conditions, *added), (*told, *said), found)

    def _options(
        self, index: Value, blocks: Sequence[Value], conditions: tuple[Term, ...], model: Model
    ) -> list[tuple[Value | None, tuple[Term, ...], Model]]:
        """The elements that the index may be, each with what that says and a model: one of ``blocks``, or None."""
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
        self, first: dict[Access, Value], conditions: tuple[Term, ...], told: tuple[Term, ...], model: Model
    ) -> None:
        blocks: dict[Access, list[Value]] = {}
        for (array, index), value in first.items():
            blocks.setdefault((array, value), []).append(index)
        numbers = {block: at for at, block in enumerate(blocks)}
        order = tuple(numbers[array, value] for (array, _), value in first.items())
        told_blocks = tuple((array, tuple(indexes)) for (array, _), indexes in blocks.items())
        context = Context(self.path, told_blocks, told, first)
        if not holds(self._numeric, model):
            reader = Reader(known=context)
            plain = [reader.plain(each) for each in self._numeric]
            answer = self.solver.check([*plain, *conditions], hint=model)
            if not isinstance(answer, Sat):
                self.complete = self.complete and not isinstance(answer, Unknown)
                return
            model = answer.model
        path = narrowed(self.path, conditions, told, model, self.solver)
        if path is None:
            self.complete = False
        else:
            self.found.append((order, replace(context, path=path)))
