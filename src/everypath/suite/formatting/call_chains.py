"""Chains of names and calls joined by dots: their links, and the first links that form one unit.

``java.util.List.of(1)`` begins with the name of a class, which is broken from what follows only where it must be.
"""

from __future__ import annotations

from collections.abc import Sequence

from everypath.suite.formatting.syntax import Atom, Code, Index, MethodCall, Select, Type

__all__ = ["STREAMS", "fills", "indexed", "indexed_name", "is_call", "links", "prefixes"]

STREAMS = ("stream", "parallelStream", "toBuilder")
"""Calls that end a unit."""

_SHORT_CALL = 4


def indexed(code: Code | Type) -> tuple[Code | Type, list[Code]]:
    """The indexed expression and its indexes."""
    indexes: list[Code] = []
    while isinstance(code, Index):
        indexes.insert(0, code.index)
        code = code.array
    return code, indexes


def indexed_name(link: Code) -> str:
    """The name of a link, without its indexes and arguments."""
    base = indexed(link)[0]
    return base.name if isinstance(base, MethodCall | Select) else base.text if isinstance(base, Atom) else ""


def is_call(link: Code) -> bool:
    """True if the link is a call without an index."""
    return isinstance(link, MethodCall)


def links(code: Code) -> tuple[list[Code], Code | Type | None]:
    """The links of a chain, and the expression before them; None if the chain starts with a name or a call."""
    found: list[Code] = []
    node: Code | Type | None = code
    while node is not None:
        base = indexed(node)[0]
        if isinstance(base, Select | MethodCall) and not isinstance(node, Type):
            found.insert(0, node)
            node = base.target
        elif isinstance(base, Atom) and not isinstance(node, Type) and _is_name(base):
            found.insert(0, node)
            return found, None
        else:
            return found, node
    return found, None


def _is_name(atom: Atom) -> bool:
    return not atom.sign and (atom.text[0].isalpha() or atom.text[0] in "_$\\")


def prefixes(links: Sequence[Code], started: bool) -> list[int]:
    """The positions of the last links of the units with which the chain begins."""
    found: set[int] = set()
    names: list[str] = []
    for link in links:
        base, indexes = indexed(link)
        names.append(indexed_name(link))
        if isinstance(base, MethodCall) or indexes:
            break
    end = _type_prefix(names)
    if end is not None:
        found.add(end)
    calls = [at for at, each in enumerate(links) if is_call(each)]
    if sum(1 for at in calls if at or started) == 1 and calls[0] > 0:
        found.add(calls[0])
    if not found and indexed_name(links[0]) in ("this", "super") and not indexed(links[0])[1]:
        found.add(1)
    found |= {at for at in calls if indexed_name(links[at]) in STREAMS}
    return sorted(found)


def _type_prefix(names: Sequence[str]) -> int | None:
    """The end of the longest prefix that is named like a type or a static member of one."""
    state, end = "start", None
    for at, name in enumerate(names):
        letters = [each for each in name if each.isalpha()]
        upper = bool(letters) and letters[0].isupper()
        mixed = any(each.islower() for each in letters) if upper else any(each.isupper() for each in letters)
        if state == "member":
            break
        if upper and (mixed or len(name) == 1):
            state = "type"
        elif state == "type":
            state = "member"
        elif upper:
            state = "ambiguous"
        elif mixed or state == "ambiguous":
            break
        if state in ("type", "member"):
            end = at
    return end


def fills(call: MethodCall) -> bool:
    """True if the argument of such a short call needs no further indentation."""
    return len(call.name) <= _SHORT_CALL and len(call.arguments) == 1
