"""Pickles terms. Unpickling makes nodes in the table of the receiving process, so equality is identity there, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from everypath.term.core import Payload, Term, Value, make_with_floats, walk
from everypath.term.operations.structure import size
from everypath.term.values import Sort

_SMALL = 100
"""Terms up to this size are pickled node by node, so that pickle shares nodes; larger ones without recursion."""


def rebuild_term(op: str, args: tuple[Value, ...], sort: Sort, payload: Payload) -> Term:
    """Return one node, in this process's table."""
    return make_with_floats(op, args, sort, payload)


def rebuild_large_term(nodes: Sequence[tuple[str, tuple[object, ...], Sort, Payload]]) -> Term:
    """Return a term from its nodes, arguments first; a 1-tuple among the arguments is the index of an earlier node."""
    built: list[Term] = []
    for op, arguments, sort, payload in nodes:
        args = tuple([built[arg[0]] if type(arg) is tuple else arg for arg in arguments])
        built.append(make_with_floats(op, args, sort, payload))  # type: ignore[arg-type]  # terms and constants
    return built[-1]


def reduce_term(term: Term) -> tuple[Callable[..., Term], tuple[object, ...]]:
    """Return what pickle stores for ``term``."""
    if size(term) <= _SMALL:
        return rebuild_term, (term.op, term.args, term.sort, term.payload)
    index: dict[Term, int] = {}
    nodes: list[tuple[str, tuple[object, ...], Sort, Payload]] = []
    for node in walk(term):
        if node is not term and node._size <= _SMALL:
            continue
        arguments = tuple([(index[arg],) if type(arg) is Term and arg in index else arg for arg in node.args])
        index[node] = len(nodes)
        nodes.append((node.op, arguments, node.sort, node.payload))
    return rebuild_large_term, (nodes,)
