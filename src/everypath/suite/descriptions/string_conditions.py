"""Prints conditions on strings as calls of `String`: ``s.equals("on")`` for the length and every char.

Strings are arrays of chars with a length (`everypath.state.text`), so one call in code becomes many conditions on
elements. A group of conditions that is equivalent to ``equals`` or ``startsWith`` is printed as that call.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from everypath.inputs import InputShape
from everypath.suite.descriptions.input_strings import Group, InputStrings, TextCache
from everypath.suite.descriptions.string_groups import CHAR, StringGroups, whitespace
from everypath.term import (
    Model,
    Term,
    evaluate,
    not_,
    substitute,
    variables,
)

__all__ = ["StringConditionPrinter"]


class StringConditionPrinter:
    """Prints conditions on the input strings of one shape. ``name`` returns the name under which a string is shown."""

    def __init__(self, shape: InputShape, name: Callable[[str], str]) -> None:
        self._strings = InputStrings(shape, name)
        self._groups_of = StringGroups(self._strings)

    @property
    def cache(self) -> TextCache:
        """The texts found so far."""
        return self._strings.cache

    def share(self, cache: TextCache) -> None:
        """Use the cache of another printer with the same `key` and names."""
        self._strings.cache = cache

    @property
    def key(self) -> Hashable:
        """The strings; together with the names they decide the texts."""
        return tuple(self._strings.symbols.items()), self._strings.taken

    def guarded(self, conditions: Sequence[Term]) -> list[Term]:
        """The conditions, reordered: a condition that a string has a char comes before conditions that read it."""
        found = list(conditions)
        for array, name in self._strings.by_chars.items():
            least = 0
            for at, condition in enumerate(found):
                reads = [index for read, index in self._strings.reads(condition).values() if read == name]
                if array not in variables(condition) or not reads:
                    least = max(least, self._strings.least(name, condition))
                elif max(reads) >= least and self._strings.symbols[name][1] not in variables(condition):
                    later = next(
                        (each for each in found[at + 1 :] if self._strings.least(name, each) > max(reads)), None
                    )
                    if later is not None:
                        found.remove(later)
                        found.insert(at, later)
                        least = self._strings.least(name, later)
        return found

    def settled(self, conditions: Sequence[Term]) -> set[int]:
        """The positions of conditions that follow from another one, which lists the values of a char."""
        left: dict[Term, tuple[int, list[int]]] = {}
        for at, condition in enumerate(conditions):
            values = self._strings.listed(condition)
            if values is not None:
                left.setdefault(values[0], (at, values[1]))
        settled = set()
        for at, condition in enumerate(conditions) if left else ():
            reads = list(self._strings.reads(condition))
            if len(reads) == 1 and reads[0] in left and left[reads[0]][0] != at:
                claim = substitute(condition, {reads[0]: CHAR})
                known = (Model({CHAR: each}) for each in left[reads[0]][1])
                if variables(claim) == {CHAR} and all(evaluate(claim, model) is True for model in known):
                    settled.add(at)
        return settled

    def groups(self, conditions: Sequence[Term]) -> list[Group]:
        """The disjoint groups among conditions."""
        if not self._strings.order:
            return []
        asked = tuple(conditions)
        known = self._strings.cache.groups.get(asked)
        if known is None:
            known = self._strings.cache.groups[asked] = self._groups(conditions)
        return known

    def _groups(self, conditions: Sequence[Term]) -> list[Group]:
        found = [*self._groups_of.literals(conditions), *self._groups_of.pairs(conditions)]
        for more_groups in (self._groups_of.absent, self._groups_of.alike, self._groups_of.visible):
            taken = {at for group in found for at in group.positions | group.implied}
            found += [group for group in more_groups(conditions) if taken.isdisjoint(group.positions)]
        return found

    def whole(self, term: Term) -> str | None:
        """The text of a conjunction that is one group, or of a disjunction that is the negation of one or
        ``isWhitespace``.

        None for other terms.
        """
        if term.op not in ("conj", "disj") or not self._strings.order:
            return None
        if term not in self._strings.cache.whole:
            self._strings.cache.whole[term] = self._whole(term)
        return self._strings.cache.whole[term]

    def _whole(self, term: Term) -> str | None:
        for name, index, claim, is_open in self._groups_of.claimed(term) if term.op == "disj" else ():
            if claim in whitespace() and not is_open:
                return f"Character.isWhitespace({self._strings.name(name)}.charAt({index}))"
        parts = [part for part in term.args if isinstance(part, Term)]
        if len(parts) != len(term.args):
            return None
        if term.op == "disj":
            negated = [not_(part) for part in parts]
            parts = [each for each in negated if isinstance(each, Term)]
        groups = self.groups(parts)
        if len(groups) != 1 or len(groups[0].positions) != len(parts):
            return None
        return groups[0].text if term.op == "conj" else groups[0].opposite
