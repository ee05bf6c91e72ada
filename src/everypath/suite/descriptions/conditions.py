"""Makes a path condition short and prints it with readable names.

Conditions are canonical and minimised (`everypath.term.minimised`: ``n > 0 && n != 0 && n > 1 && n <= 2`` is
``n == 2``, ``s.length() - 4 >= 0`` is ``s.length() >= 4``), and a solver drops conditions that others imply. Every step
keeps the set of inputs exactly as it is.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from everypath.classfile import PRIMITIVES
from everypath.explore.witnesses import Reader
from everypath.inputs import BoxInput, ConstantInput, EnumInput, InputShape, Slot, Stub, TextInput
from everypath.inputs.places import index_name
from everypath.solver import Solver
from everypath.state import Bounds, class_constraint
from everypath.state.text import Elements, bounded, hash_code
from everypath.suite.descriptions.input_strings import TextCache
from everypath.suite.descriptions.short_names import short_names
from everypath.suite.descriptions.string_conditions import StringConditionPrinter
from everypath.suite.input_classes import InputClasses
from everypath.suite.testcase import outer_name, primitive, string
from everypath.term import (
    INT_MAX,
    Minimiser,
    Model,
    Printed,
    Term,
    Value,
    digest,
    evaluate,
    ge,
    not_,
    ref_var,
    size,
    table_of,
    to_java,
    variables,
    walk,
)

__all__ = [
    "LONGEST_CONDITION",
    "ConditionPrinter",
    "ConditionTextCache",
    "condition_text",
    "condition_texts",
    "implied",
    "is_renamed",
    "readable",
]

_MOST_ASKED = 8
"""The solver does not shorten longer lists of conditions, since they are printed only in part."""
_LARGEST_ASKED = 120
_LARGEST_READ = 4_000
"""Terms with more nodes are not shortened: only a small part of them is printed."""
_HASHED = (Bounds().length, Bounds().length * 4)
"""Length bounds for which hash codes of strings are recognised."""
_SMALLEST_HASH = 60
_LONGEST = 4_000
"""Characters of one printed path condition; conditions beyond them are left out."""
LONGEST_CONDITION = 400
"""Characters of the condition of one case, which is shown on one line; its longest parts are left out."""
_MORE = "…"
_AND = " && "
_CLASS_TEST = re.compile(r" instanceof |\.getClass\(\)")
_UNSEEN = frozenset({"has_class", "same_class", "is_null"})
"""Conditions with these operations are not given to the solver that shortens conditions."""


# ---- which conditions are shown

_Text = tuple[str, Term, Value]
"""An input string: its name, chars and length."""


class ConditionTextCache:
    """Caches of the shortened and printed conditions of one entry, whose paths share most of their conditions."""

    def __init__(self) -> None:
        self.minimisers: dict[frozenset[Term], Minimiser] = {}
        """By the length terms of the shape."""
        self.printed: dict[Hashable, dict[Term, str]] = {}
        """By the names under which inputs are printed."""
        self.string_caches: dict[Hashable, TextCache] = {}
        """By these names and the input strings."""
        self.readers: dict[frozenset[Term], Reader] = {}
        """By the arrays of booleans of the shape."""
        self._hashes: dict[tuple[_Text, ...], dict[Value, str]] = {}

    def hashes(self, shape: InputShape) -> dict[Value, str]:
        """Map terms that are the hash code of an input string, as the model computes it, to the string's name.

        The canonical form of each term is in it, too.
        """
        builds = ((node.name, node.build) for node in shape.nodes.values())
        texts = tuple((name, build.chars, build.length) for name, build in builds if isinstance(build, TextInput))
        found = self._hashes.get(texts)
        if found is None:
            canon = self.minimiser().canon
            plain = {
                hash_code(bounded(Elements(chars, length), cap)): name
                for name, chars, length in texts
                for cap in _HASHED
            }
            found = self._hashes[texts] = plain | {canon.value(each): name for each, name in plain.items()}
        return found

    def reader(self, booleans: frozenset[Term]) -> Reader:
        """The reader for these arrays of booleans, without knowledge about indexes."""
        found = self.readers.get(booleans)
        if found is None:
            found = self.readers[booleans] = Reader(booleans)
        return found

    def minimiser(self, lengths: frozenset[Term] = frozenset()) -> Minimiser:
        """The minimiser for these length terms."""
        found = self.minimisers.get(lengths)
        if found is None:
            found = self.minimisers[lengths] = Minimiser(lengths)
        return found


def readable(
    conditions: Sequence[Term],
    lengths: Iterable[Term] = (),
    assumed: Iterable[Term] = (),
    solver: Solver | None = None,
    reading: ConditionTextCache | None = None,
    classes: InputClasses | None = None,
    known: Iterable[Term] = (),
) -> tuple[Term, ...]:
    """The conditions in their order, shortened.

    ``lengths`` are never negative. Neither ``assumed``, which are limits of the exploration, nor ``known``, which hold
    for all inputs, are shown. With a ``solver``, conditions that others imply are dropped, too. ``reading`` is the
    cache for the paths of the entry. ``classes`` is what is known of the classes of the inputs on the path.
    """
    lengths, known = frozenset(lengths), frozenset(known)
    assumed = frozenset(assumed) | known
    shown = _classes_merged(_parts(each for each in conditions if each not in assumed), classes or InputClasses())
    if all(map(_is_of_null, shown)):
        return tuple(dict.fromkeys(shown))
    minimiser = (reading or ConditionTextCache()).minimiser(lengths)
    large = [each for each in shown if not minimiser.canon.is_small(each, _LARGEST_READ)]
    merged = [*minimiser.minimised(each for each in shown if each not in large), *large]
    is_asked = len(merged) > 1 or (merged and known)
    if solver is not None and is_asked and len(merged) <= _MOST_ASKED and sum(map(size, merged)) <= _LARGEST_ASKED:
        merged = _without_implied(merged, lengths, solver, known)
    return tuple(merged)


def _is_of_null(condition: Term) -> bool:
    """True for ``x == null`` and ``x != null``: no other condition implies or strengthens them."""
    if condition.op == "not":
        inner = condition.args[0]
        return isinstance(inner, Term) and inner.op == "is_null"
    return condition.op == "is_null"


def _parts(conditions: Iterable[Term]) -> list[Term]:
    """The conditions with conjunctions split into their parts."""
    found: list[Term] = []
    waiting = list(conditions)[::-1]
    while waiting:
        condition = waiting.pop()
        if condition.op == "conj":
            waiting += reversed([part for part in condition.args if isinstance(part, Term)])
        else:
            found.append(condition)
    return found


def _classes_merged(conditions: Sequence[Term], classes: InputClasses) -> list[Term]:
    """The conditions, those on the class of one reference merged at the place of the first."""
    known: dict[Term, list[Term]] = {}
    for condition in conditions:
        constraint = class_constraint(condition)
        if constraint is not None:
            known.setdefault(constraint[0], []).append(condition)
    merged: list[Term] = []
    for condition in conditions:
        constraint = class_constraint(condition)
        if constraint is None:
            merged.append(condition)
        elif constraint[0] in known:
            merged += classes.merged(constraint[0], known.pop(constraint[0]))
    return [*merged, *classes.unstated(conditions)]


def _without_implied(
    conditions: list[Term], lengths: frozenset[Term], solver: Solver, known: Iterable[Term]
) -> list[Term]:
    """The conditions without those that the others and the ``known`` ones imply. Equations are dropped last."""
    holds = sorted((each for each in known if not any(part.op in _UNSEEN for part in walk(each))), key=digest)
    asked = [each for each in conditions if not any(part.op in _UNSEEN for part in walk(each))]
    kept = list(asked)
    for each in sorted(asked, key=lambda condition: condition.op == "eq"):
        rest = [other for other in kept if other is not each]
        shared = variables(each)
        if not any(shared & variables(other) for other in (*rest, *holds)):
            continue
        obvious = [ge(length, 0) for other in (*rest, *holds, each) for length in _in_order(variables(other) & lengths)]
        if solver.contradict([*rest, *holds, *obvious, not_(each)]):
            kept = rest
    return [each for each in conditions if each in kept or each not in asked]


def _in_order(lengths: Iterable[Term]) -> list[Term]:
    """Lengths in an order that does not change between runs."""
    return sorted(lengths, key=lambda each: str(each.payload))


# ---- how conditions are printed

_CALLED = re.compile(r"\.(get|contains|containsKey)\(\)\[([^\]]*)\]")
"""An element of a list, or what a map answers for a key, in an access path."""

_LATER = re.compile(r" \|\| | && | \? ")
"""Operators whose right side is evaluated for some inputs only."""


class ConditionPrinter:
    """Prints terms over the inputs of one shape as Java. Each symbol has the shortest unique name.

    ``shown`` are the values that will be printed, ``reading`` is the cache for the paths of the entry. ``classes`` is
    what is known of the classes of the inputs.
    """

    def __init__(
        self,
        shape: InputShape,
        shown: Sequence[Value],
        reading: ConditionTextCache | None = None,
        classes: InputClasses | None = None,
    ) -> None:
        self._classes = classes or InputClasses()
        self._kept = tuple(_kept(shape))
        self._texts = frozenset(node.name for node in shape.nodes.values() if isinstance(node.build, TextInput))
        raw = {name for value in shown if isinstance(value, Term) for name in _symbols(value)}
        indexes = shape.indexes
        raw |= {name for index in indexes.values() for name in _symbols(index)}
        shorts = short_names(raw, {slot.name for slot in shape.roots}, _answers(shape))
        self._names = {
            name: _CALLED.sub(r".\1(\2)", short) if "()[" in name else short for name, short in shorts.items()
        }
        self._sequences = frozenset(name for name in self._texts if shape.node(name).is_sequence)
        self._strings = StringConditionPrinter(shape, self._string)
        reading = reading or ConditionTextCache()
        self._canon = reading.minimiser().canon
        large = any(isinstance(v, Term) and size(v) > _SMALLEST_HASH for v in shown)
        self._hashes = reading.hashes(shape) if large else {}
        self._write_indexes(indexes)
        self._keys: dict[str, str] = {}
        """The texts of the keys that maps were asked for, by their names."""
        self._write_keys(shape)
        same = (frozenset(self._names.items()), self._texts, frozenset(self._hashes.items()))
        self._printed = reading.printed.setdefault(same, {})
        self._strings.share(reading.string_caches.setdefault((same, self._strings.key), self._strings.cache))

    def _write_indexes(self, indexes: Mapping[str, Term]) -> None:
        """Write the symbolic indexes of elements in the names as Java."""
        for name, index in indexes.items():
            text = to_java(index, self._name)
            self._names = {
                path: shown.replace(f"[{name}]", f"[{text}]").replace(f".get({name})", f".get({text})")
                for path, shown in self._names.items()
            }

    def _write_keys(self, shape: InputShape) -> None:
        """Write the keys that maps were asked for in the names as Java."""
        keys = {each.name: self._key(each.key) for build in shape.maps for each in build.keys}
        keys |= {index_name(ref_var(key.name)): self._key(key) for build in shape.maps for key, _ in build.order}
        self._keys = {f"({name})": f"({text})" for name, text in keys.items() if text != name}
        self._names = {path: self._with_keys(shown) for path, shown in self._names.items()}

    def _with_keys(self, shown: str) -> str:
        for name, text in self._keys.items():
            shown = shown.replace(name, text)
        return shown

    def _key(self, key: Slot | str | BoxInput | EnumInput | None) -> str:
        match key:
            case Slot(name=name):
                return self.place(name)
            case str():
                return string(key)
            case BoxInput(value=Slot(descriptor=kind, value=value)):
                shown = (
                    to_java(value, self._name) if isinstance(value, Term) else primitive(kind, value or 0, cast=False)
                )
                return shown if kind in "IZCJD" else f"({PRIMITIVES[kind]}) {shown}"
            case EnumInput(class_name=owner, constant=constant):
                return f"{'.'.join(outer_name(owner).parts)}.{constant}"
        return "null"

    def java(self, value: Value) -> str:
        """The value as Java."""
        if not isinstance(value, Term):
            return to_java(value, self._name)
        text = self._printed.get(value)
        if text is None:
            read = self._canon.value(value) if self._canon.is_small(value, _LARGEST_READ) else value
            text = to_java(read, self._name)
            if not any(each.op == "has_class" for each in variables(value)):
                self._printed[value] = text
        return text

    def condition(self, conditions: Sequence[Term], known: Sequence[str] = ()) -> str:
        """The conditions and the texts ``known``, joined with ``&&``; the longest ones are left out if there is too
        much.

        ``x != null`` is left out where another condition dereferences ``x``.
        """
        parts = [each for each in self.parts(conditions, beside=len(known)) if each not in implied(known)]
        return _AND.join(_shortened([*parts, *known])) or "true"

    def parts(self, conditions: Sequence[Term], beside: int = 0) -> list[str]:
        """The texts that `condition` joins; ``beside`` is the number of further texts that it adds."""
        shown, rest = self._within_budget(self._strings.guarded(conditions))
        texts = [text for _, text in shown]
        kept = [
            text
            for at, (condition, text) in enumerate(shown)
            if not self._is_implied_by_use(condition, [*texts[:at], *texts[at + 1 :], *self._kept])
        ]
        if len(kept) + len(self._kept) + beside > 1:
            enclosed = {
                text for condition, text in shown if self._needs_parentheses(condition) and text == self._one(condition)
            }
            kept = [f"({text})" if text in enclosed else text for text in kept]
        if rest:
            kept.append(_MORE)
        return [*self._kept, *kept]

    def place(self, name: str) -> str:
        """The name under which the input with this access path is shown."""
        known = self._names.get(name)
        if known is None and "()[" in name:
            return self._with_keys(_CALLED.sub(r".\1(\2)", name))
        return known if known is not None else self._sized(name)

    def _within_budget(self, conditions: Sequence[Term]) -> tuple[list[tuple[Term, str]], bool]:
        """The conditions with their texts, until the limit of printed text is reached, and true if some are left out.

        A group of them is shown once, at the place of its first condition.
        """
        groups = self._strings.groups(conditions)
        first = {min(group.positions): group.text for group in groups}
        others = {at for group in groups for at in group.positions}.difference(first)
        others |= {at for group in groups for at in group.implied}
        others |= self._strings.settled(conditions).difference(first)
        printed = 0
        shown: list[tuple[Term, str]] = []
        for at, each in enumerate(conditions):
            if at in others:
                continue
            if printed > _LONGEST:
                return shown, True
            text = first[at] if at in first else self._one(each)
            printed += len(text) + len(_AND)
            shown.append((each, text))
        return shown, False

    def _needs_parentheses(self, condition: Term) -> bool:
        """True if a condition needs parentheses beside others."""
        if condition.op == "lookup":
            return table_of(condition).spelling.compound
        constraint = class_constraint(condition)
        if constraint is not None:
            spelled = self._classes.spelled(condition, self.java(constraint[0]))
            return spelled is not None and spelled.operator == "||"
        return condition.op in ("disj", "ite", "store") and self._strings.whole(condition) is None

    def _one(self, condition: Term) -> str:
        emptiness = self._emptiness(condition)
        return emptiness if emptiness is not None else self.java(condition)

    def _emptiness(self, condition: Term) -> str | None:
        """``s.isEmpty()`` for a string of length 0, ``!s.isEmpty()`` for a longer one."""
        inner = condition.args[0] if condition.op == "not" else condition
        if not isinstance(inner, Term) or inner.op not in ("eq", "lt"):
            return None
        length, number = sorted(inner.args, key=lambda each: not isinstance(each, Term))
        if not isinstance(length, Term) or type(number) is not int:
            return None
        path = str(length.payload).removesuffix(".length")
        if length.op != "var" or path == length.payload or path not in self._texts:
            return None
        none, one, many = (evaluate(condition, Model({length: count})) for count in (0, 1, INT_MAX))
        if none == one or one != many:
            return None
        name = self._string(path)
        return f"{name}.isEmpty()" if none else f"!{name}.isEmpty()"

    def _is_implied_by_use(self, condition: Term, others: Sequence[str]) -> bool:
        """True for ``x != null`` if another text dereferences ``x`` for all inputs, or tests its type."""
        tested = condition.args[0] if condition.op == "not" else None
        if not isinstance(tested, Term) or tested.op != "is_null":
            return False
        reference = tested.args[0]
        if not isinstance(reference, Term):
            return False
        name = re.escape(self.java(reference))
        used = re.compile(rf"(?<![\w.$]){name}(?:\.|\[| as initialised)")
        class_test = re.compile(rf"(?<![\w.$]){name}\.getClass\(\)")
        type_test = re.compile(rf"\(*{name} instanceof ")
        for other in others:
            if class_test.search(other):
                return False  # `x != null` stands before `x.getClass()`
            if used.search(_LATER.split(other, 1)[0]) or all(map(type_test.match, other.split(" || "))):
                return True
        return False

    def _string(self, path: str) -> str:
        """The name of an input string, or what it contains if other sequences of chars may be there."""
        return f"{self._sized(path)}{'.toString()' if path in self._sequences else ''}"

    def _sized(self, path: str) -> str:
        """The name of an input that has a length."""
        name = f"{path}.length"
        return self._names.get(name, name).removesuffix(".length")

    def _name(self, term: Term) -> str | Printed | None:
        constraint = class_constraint(term)
        if constraint is not None:
            return self._classes.spelled(term, self.java(constraint[0]))
        hashed = self._hashes.get(term)
        if hashed is not None:
            return f"{self._string(hashed)}.hashCode()"
        if term.op in ("conj", "disj"):
            return self._strings.whole(term)
        if not isinstance(term.payload, str) or term.op != "var":
            return None
        name = self._names.get(term.payload)
        if name is None:
            return None
        if name.endswith(".length") and term.payload.removesuffix(".length") in self._texts:
            return name + "()"
        return name


def _answers(shape: InputShape) -> set[str]:
    """The names of what stubs and sources of unknown values answered."""
    stubs = (node.build for node in shape.nodes.values() if isinstance(node.build, Stub))
    answers = (*(each for stub in stubs for each in stub.answers), *shape.sources)
    return {each.slot.name for each in answers if each.slot is not None}


def condition_text(
    conditions: Sequence[Term], shape: InputShape, assumed: Iterable[Term] = (), solver: Solver | None = None
) -> str:
    """The text of conditions over the inputs of a shape, shortened; ``assumed`` and ``solver`` as for `readable`."""
    shown = readable(conditions, shape.lengths, assumed, solver)
    return ConditionPrinter(shape, shown).condition(shown)


def condition_texts(conditions: Sequence[Term], shape: InputShape) -> list[str]:
    """The texts of conditions over the inputs of a shape, shortened."""
    shown = readable(conditions, shape.lengths)
    return ConditionPrinter(shape, shown).parts(shown)


def is_renamed(value: Value | None) -> bool:
    """True if a value contains setup arguments or answers of stubs: their names depend on the other values shown.

    All other inputs have their access paths as names.
    """
    return isinstance(value, Term) and any("#" in name or ".new." in name for name in _symbols(value))


def implied(known: Sequence[str]) -> set[str]:
    """The conditions ``x != null`` that ``known`` texts of the form ``x == object`` imply."""
    return {f"{each.partition(' == ')[0]} != null" for each in known if " == " in each and not each.endswith("null")}


def _shortened(parts: Sequence[str]) -> list[str]:
    """The parts without the longest ones, with a mark in the place of those left out. Tests of classes are kept."""
    kept = list(range(len(parts)))
    length = sum(len(each) + len(_AND) for each in parts)
    others = [at for at in kept if not _CLASS_TEST.search(parts[at])]
    for at in sorted(others, key=lambda at: (-len(parts[at]), at)):
        if length <= LONGEST_CONDITION:
            break
        kept.remove(at)
        length -= len(parts[at]) + len(_AND)
    shown: list[str] = []
    for at, part in enumerate(parts):
        if at in kept and part != _MORE:
            shown.append(part)
        elif not shown or shown[-1] != _MORE:
            shown.append(_MORE)
    return shown


def _kept(shape: InputShape) -> Iterator[str]:
    """Texts for the static fields that still have their initialised value."""
    for each in shape.statics:
        node = shape.nodes.get(each.slot.name)
        if node is not None and node.build == ConstantInput(each.owner, each.name, each.slot.descriptor):
            yield f"{each.slot.name} as initialised"


def _symbols(value: Term) -> set[str]:
    parts = (part for symbol in variables(value) for part in ((symbol,) if symbol.op == "var" else walk(symbol)))
    return {part.payload for part in parts if part.op == "var" and isinstance(part.payload, str)}
