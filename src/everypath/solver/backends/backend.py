"""The common part of both solvers: terms are translated once, and an assertion stack follows the conditions asked."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from everypath.dataclass import dataclass
from everypath.errors import EngineError
from everypath.solver.backends.table_facts import TableFacts
from everypath.term import BOOL, BV32, Concrete, Model, Sort, Term, Value, evaluate, is_symbol, walk
from everypath.work import NETS

Node = TypeVar("Node")
"""A backend's own expression."""

HARD_OPERATORS = frozenset({"mul", "sdiv", "srem"})

STOPPED = "stopped"
RESOURCES = "resources"
"""Reasons of unknown answers: a limit was reached (`STOPPED`), and this limit was that of the work (`RESOURCES`)."""
NEARLY = 0.95
"""The part of its time after which a stopped check has run out of time. Before it, the check ran out of work."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer: ``sat`` with a model, ``unsat`` with a core (empty: all conditions), or ``unknown`` with a reason."""

    result: str
    model: Model | None = None
    reason: str = ""
    core: frozenset[Term] = frozenset()


class EncodingError(EngineError):
    """The backend has no translation for an operator."""


class Backend(ABC, Generic[Node]):
    """One solver, long-lived. ``check`` brings its assertion stack in step with the conditions, pop before push.

    Subclasses translate one node at a time (``_encode``) and wrap the solver's own calls.
    """

    name: str

    def __init__(self) -> None:
        self._nodes: dict[Term, Node] = {}
        self._stack: list[Term] = []
        self._interrupted = False
        """True if an exception ended a check: the solver's assertions may differ from the stack."""
        self.cut_short = False
        """True if the time limit ended a part of the last check."""
        self._bits: dict[Term, tuple[Term, ...]] = {}
        self._tables = TableFacts()
        self.restarts = 0

    # methods of subclasses ----------------------------------------------------------------------------------------

    @abstractmethod
    def _encode(self, term: Term, arguments: list[Node]) -> Node:
        """Return the node for ``term``, whose arguments are translated."""

    @abstractmethod
    def _constant(self, value: int | float | bool, sort: Sort) -> Node:
        """Return a literal."""

    @abstractmethod
    def _push(self, node: Node, sides: Iterable[Node]) -> None:
        """Push a level with this assertion and its side conditions."""

    @abstractmethod
    def _pop(self, levels: int) -> None:
        """Pop levels."""

    @abstractmethod
    def _check(self, seconds: float, work: float, resources: int) -> tuple[str, str]:
        """Return ``sat``, ``unsat`` or ``unknown``, and the reason of the last: `STOPPED` if a limit was reached."""

    @abstractmethod
    def _value(self, node: Node, sort: Sort) -> int | float | bool:
        """Return the value of a node in the current model."""

    @abstractmethod
    def _select(self, array: Node, index: Node) -> Node:
        """Return the node of an array read."""

    @abstractmethod
    def _bits_condition(self, term: Term) -> Node:
        """Return the condition that defines the bit pattern ``term`` (fp2bits), a fresh vector to the solver."""

    @abstractmethod
    def restart(self) -> None:
        """Delete everything, translations included."""

    @abstractmethod
    def worked(self) -> float:
        """Return the work since the last call, in seconds, measured in units that are the same in every run."""

    @abstractmethod
    def close(self) -> None:
        """Free everything. The backend must not be used afterwards."""

    # common --------------------------------------------------------------------------------------------------------

    def check(self, conditions: Sequence[Term], seconds: float, work: float = math.inf, resources: int = 0) -> Verdict:
        """Decide whether the conditions hold together; a model has a value for each of their symbols.

        ``seconds`` is the wall-clock limit, ``work`` limits the solver's own count of its work.

        An exception may interrupt a check at any place, such as that of an alarm. The next check then restarts.
        """
        if self._interrupted:
            self.restart()
        self._interrupted = True
        self.cut_short = False
        self._before_check(conditions)
        self._synchronise(conditions)
        applications = self._tables.applications(conditions)
        if applications:
            verdict = self._check_with_tables(conditions, applications, seconds, work, resources)
        else:
            verdict = self._verdict(conditions, seconds, work, resources)
        self._interrupted = False
        return verdict

    def _verdict(self, conditions: Sequence[Term], seconds: float, work: float, resources: int) -> Verdict:
        began = time.monotonic()
        result, reason = self._check(seconds, work, resources)
        if reason == STOPPED:
            late = time.monotonic() - began >= NEARLY * seconds
            self.cut_short |= late
            if late:
                NETS.strike("a query to the solvers")
            reason = "timeout" if late else RESOURCES
        model = self._model(conditions) if result == "sat" else None
        return Verdict(result, model, reason if model is None else "")

    def _check_with_tables(
        self, conditions: Sequence[Term], applications: Sequence[Term], seconds: float, work: float, resources: int
    ) -> Verdict:
        """Check with the known facts about tables; each model that violates a table adds the missing fact.

        The first check allows ASCII only, which people can read and about which all facts are known.
        """
        deadline = time.monotonic() + seconds
        familiar = [self.translate(part) for part in self._tables.familiar(applications)]
        while True:
            facts = [self.translate(fact) for each in applications for fact in self._tables.facts(each)]
            if familiar:
                self._push(facts[0], [*facts[1:], *familiar])
                familiar = []
                verdict = self._verdict(conditions, seconds / 3, work / 3, resources)
                self._pop(1)
                if verdict.result == "sat":
                    return verdict
            self._push(facts[0], facts[1:])
            verdict = self._verdict(conditions, max(deadline - time.monotonic(), 0.001), work, resources)
            self._pop(1)
            model = verdict.model
            if model is None or all(evaluate(condition, model) for condition in conditions):
                return verdict
            if not self._tables.learn(applications, model) or time.monotonic() > deadline:
                self.cut_short = True
                return Verdict("unknown", reason="timeout")

    def _before_check(self, conditions: Sequence[Term]) -> None:
        """Called before a check; subclasses restart if the solver has grown."""

    def _synchronise(self, conditions: Sequence[Term]) -> None:
        stack = self._stack
        common = 0
        for ours, theirs in zip(stack, conditions, strict=False):  # their common prefix
            if ours is not theirs:
                break
            common += 1
        if common < len(stack):
            self._pop(len(stack) - common)
            del stack[common:]
        for condition in conditions[common:]:
            node = self.translate(condition)
            self._push(node, [self._bits_condition(term) for term in self._bit_patterns(condition)])
            stack.append(condition)

    def _bit_patterns(self, condition: Term) -> tuple[Term, ...]:
        found = self._bits.get(condition)
        if found is None:
            found = tuple(term for term in walk(condition) if term.op == "fp2bits")
            self._bits[condition] = found
        return found

    def translate(self, root: Term) -> Node:
        """Return the solver's node for a term, translated once, without recursion."""
        nodes = self._nodes
        known = nodes.get(root)
        if known is not None:
            return known
        stack = [root]
        while stack:
            term = stack[-1]
            if term in nodes:
                stack.pop()
                continue
            arguments: tuple[Value, ...] = () if is_symbol(term) else term.args
            pending = [arg for arg in arguments if type(arg) is Term and arg not in nodes]
            if pending:
                stack.extend(pending)
                continue
            stack.pop()
            sorts = argument_sorts(term)
            nodes[term] = self._encode(
                term,
                [
                    nodes[arg] if type(arg) is Term else self._constant(arg, sort)
                    for arg, sort in zip(arguments, sorts, strict=False)  # a symbol has no arguments here
                ],
            )
        return nodes[root]

    def _model(self, conditions: Sequence[Term]) -> Model:
        values: dict[Term, Concrete] = {}
        cells: dict[Term, dict[int, int | float | bool]] = {}
        seen: set[Term] = set()
        for condition in conditions:
            stack = [condition]
            while stack:
                term = stack.pop()
                if term in seen:
                    continue
                seen.add(term)
                if term.sort.is_array:
                    if term.op == "var":
                        cells.setdefault(term, {})
                elif is_symbol(term):
                    values[term] = self._value(self._nodes[term], term.sort)
                    continue
                elif term.op == "select":
                    self._read_cells(term, cells)
                stack.extend(arg for arg in term.args if type(arg) is Term)
        values.update(cells)
        return Model(values)

    def _read_cells(self, read: Term, cells: dict[Term, dict[int, int | float | bool]]) -> None:
        """Add the elements of array symbols that ``read`` may find, at its index in the current model."""
        index_value = read.args[1]
        if type(index_value) is Term:
            index_node = self._nodes[index_value]
            index = int(self._value(index_node, BV32))
        else:
            index = int(index_value)
            index_node = self._constant(index, BV32)
        stack = [read.args[0]]
        while stack:
            array = stack.pop()
            assert type(array) is Term
            if array.op == "var":
                known = cells.setdefault(array, {})
                if index not in known:
                    known[index] = self._value(self._select(self._nodes[array], index_node), read.sort)
            elif array.op == "store":
                stack.append(array.args[0])
            elif array.op == "ite":
                stack.extend(array.args[1:])


_BOOL_ARGUMENTS = {"not", "conj", "disj"}


def argument_sorts(term: Term) -> list[Sort]:
    """Return the sort of each argument, also of those that are constants."""
    op = term.op
    args = term.args
    if op in _BOOL_ARGUMENTS:
        return [BOOL] * len(args)
    if op == "ite":
        return [BOOL, term.sort, term.sort]
    if op in ("shl", "shr", "ushr"):
        return [term.sort, BV32]
    if op == "select":
        array = args[0]
        assert type(array) is Term
        return [array.sort, BV32]
    if op == "store":
        assert term.sort.element is not None
        return [term.sort, BV32, term.sort.element]
    if op == "const_array":
        assert term.sort.element is not None
        return [term.sort.element]
    sort = next((arg.sort for arg in args if type(arg) is Term), term.sort)
    return [sort] * len(args)
