"""A path condition as people want to read it: without what the rest says anyway, and with readable names.

Conditions are canonical and minimised (`everypath.term.minimised`: ``n > 0 && n != 0 && n > 1 && n <= 2`` is
``n == 2``, ``s.length() - 4 >= 0`` is ``s.length() >= 4``), and a solver drops what the other conditions imply. Every
step keeps the set of inputs exactly as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence

from everypath.explore.witnesses.array_elements import Reader
from everypath.inputs import ConstantInput, InputShape, Stub, TextInput
from everypath.solver import Solver
from everypath.state import Bounds, class_constraint
from everypath.state.text import Elements, bounded, hash_code
from everypath.suite.descriptions.string_conditions import StringConditionPrinter, TextCache
from everypath.term import (
    INT_MAX,
    Minimiser,
    Model,
    Term,
    Value,
    evaluate,
    ge,
    has_class,
    not_,
    size,
    table_of,
    to_java,
    variables,
    walk,
)

__all__ = ["LONGEST_CONDITION", "ConditionPrinter", "Reading", "implied", "is_renamed", "readable"]

_MOST_ASKED = 8
"""Longer conditions are not shortened by the solver: nobody reads them whole."""
_LARGEST_ASKED = 120
_LARGEST_READ = 4_000
"""Terms of more nodes are left as they are: a small part of them is printed."""
_HASHED = (Bounds().length, Bounds().length * 4)
"""Length bounds under which hash codes of strings are told from other terms."""
_SMALLEST_HASH = 60
_LONGEST = 4_000
"""Characters of one condition; what goes beyond them is left out."""
LONGEST_CONDITION = 400
"""Characters of the condition of one case, which people read in a line; its longest parts are left out."""
_MORE = "…"
_AND = " && "
_UNSEEN = frozenset({"has_class", "same_class", "is_null"})
"""Parts of conditions of which the solver for short conditions is not asked."""
_SETUP = re.compile(r".*\.(?:new|[\w$<>]+#\d+)\.")
_ANSWER = re.compile(r"~(\d+)")


# ---- what is said


_Text = tuple[str, Term, Value]
"""An input string: its name, chars and length."""


class Reading:
    """What was made short and printed for the paths of one entry: they have most of their conditions in common."""

    def __init__(self) -> None:
        self.minimisers: dict[frozenset[Term], Minimiser] = {}
        """By the terms that are lengths there."""
        self.printed: dict[Hashable, dict[Term, str]] = {}
        """By the names that it was printed with."""
        self.string_caches: dict[Hashable, TextCache] = {}
        """By these names, and the strings."""
        self.readers: dict[frozenset[Term], Reader] = {}
        """By the arrays of booleans there."""
        self._hashes: dict[tuple[_Text, ...], dict[Value, str]] = {}

    def hashes(self, shape: InputShape) -> dict[Value, str]:
        """The hash codes of the input strings as the library's model writes them out, and their canonical forms, by
        the strings' names.
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
        """The one for these arrays of booleans, where nothing is known of indexes."""
        found = self.readers.get(booleans)
        if found is None:
            found = self.readers[booleans] = Reader(booleans)
        return found

    def minimiser(self, lengths: frozenset[Term] = frozenset()) -> Minimiser:
        """The one for these lengths."""
        found = self.minimisers.get(lengths)
        if found is None:
            found = self.minimisers[lengths] = Minimiser(lengths)
        return found


def readable(
    conditions: Sequence[Term],
    lengths: Iterable[Term] = (),
    assumed: Iterable[Term] = (),
    solver: Solver | None = None,
    reading: Reading | None = None,
) -> tuple[Term, ...]:
    """The conditions made short, in their order.

    ``lengths`` are never negative; ``assumed`` are limits of the exploration and no part of what people are told.
    With a ``solver``, what the others imply is dropped, too. ``reading`` remembers from one path to the next.
    """
    lengths, assumed = frozenset(lengths), frozenset(assumed)
    shown = _classes_merged(_parts(each for each in conditions if each not in assumed))
    if all(map(_is_of_null, shown)):
        return tuple(dict.fromkeys(shown))
    minimiser = (reading or Reading()).minimiser(lengths)
    large = [each for each in shown if not minimiser.canon.reads(each, _LARGEST_READ)]
    merged = [*minimiser.minimised(each for each in shown if each not in large), *large]
    if solver is not None and 1 < len(merged) <= _MOST_ASKED and sum(map(size, merged)) <= _LARGEST_ASKED:
        merged = _without_implied(merged, lengths, solver)
    return tuple(merged)


def _is_of_null(condition: Term) -> bool:
    """Whether a condition says that a reference is null, or that it is not: nothing else says more or less of that."""
    if condition.op == "not":
        inner = condition.args[0]
        return isinstance(inner, Term) and inner.op == "is_null"
    return condition.op == "is_null"


def _parts(conditions: Iterable[Term]) -> list[Term]:
    """The conditions with conjunctions taken apart."""
    found: list[Term] = []
    for condition in conditions:
        if condition.op == "conj":
            found += _parts(part for part in condition.args if isinstance(part, Term))
        else:
            found.append(condition)
    return found


def _classes_merged(conditions: Sequence[Term]) -> list[Term]:
    """The conditions with what they say of the class of each reference said once, where it was said first."""
    known: dict[Term, list[tuple[frozenset[str], bool]]] = {}
    for condition in conditions:
        constraint = class_constraint(condition)
        if constraint is not None:
            known.setdefault(constraint[0], []).append(constraint[1:])
    merged: list[Term] = []
    for condition in conditions:
        constraint = class_constraint(condition)
        if constraint is None:
            merged.append(condition)
        elif constraint[0] in known:
            condition_of_class = _one_class_condition(constraint[0], known.pop(constraint[0]))
            merged += [condition_of_class] if isinstance(condition_of_class, Term) else []
    return merged


def _one_class_condition(ref: Term, constraints: Sequence[tuple[frozenset[str], bool]]) -> Value:
    excluded = frozenset(name for names, holds in constraints if not holds for name in names)
    named = [names for names, holds in constraints if holds]
    if not named:
        return not_(has_class(ref, excluded))
    return has_class(ref, frozenset.intersection(*named) - excluded)


def _without_implied(conditions: list[Term], lengths: frozenset[Term], solver: Solver) -> list[Term]:
    """The conditions without those that the others imply; equations stay where there is a choice."""
    asked = [each for each in conditions if not any(part.op in _UNSEEN for part in walk(each))]
    kept = list(asked)
    for each in sorted(asked, key=lambda condition: condition.op == "eq"):
        rest = [other for other in kept if other is not each]
        shared = variables(each)
        if not any(shared & variables(other) for other in rest):
            continue
        obvious = [ge(length, 0) for other in (*rest, each) for length in _in_order(variables(other) & lengths)]
        if solver.contradict([*rest, *obvious, not_(each)]):
            kept = rest
    return [each for each in conditions if each in kept or each not in asked]


def _in_order(lengths: Iterable[Term]) -> list[Term]:
    """Lengths in an order that is the same in every run."""
    return sorted(lengths, key=lambda each: str(each.payload))


# ---- how it is said

_LATER = re.compile(r" \|\| | && | \? ")
"""What follows these is looked into for some inputs only."""


class ConditionPrinter:
    """Prints terms over the inputs of one shape, each symbol under the shortest name that is no other's.

    ``reading`` remembers from one path of the entry to the next.
    """

    def __init__(
        self,
        shape: InputShape,
        shown: Sequence[Value],
        reading: Reading | None = None,
    ) -> None:
        self._kept = tuple(_kept(shape))
        self._texts = frozenset(node.name for node in shape.nodes.values() if isinstance(node.build, TextInput))
        raw = {name for value in shown if isinstance(value, Term) for name in _symbols(value)}
        roots = {slot.name for slot in shape.roots}
        answers = {
            answer.slot.name
            for node in shape.nodes.values()
            if isinstance(node.build, Stub)
            for answer in node.build.answers
            if answer.slot is not None
        }
        answers |= {answer.slot.name for answer in shape.sources if answer.slot is not None}
        self._names = _short_names(raw, roots, answers)
        self._strings = StringConditionPrinter(shape, self._string)
        reading = reading or Reading()
        self._canon = reading.minimiser().canon
        large = any(isinstance(v, Term) and size(v) > _SMALLEST_HASH for v in shown)
        self._hashes = reading.hashes(shape) if large else {}
        same = (frozenset(self._names.items()), self._texts, frozenset(self._hashes.items()))
        self._printed = reading.printed.setdefault(same, {})
        self._strings.cache = reading.string_caches.setdefault((same, self._strings.key), self._strings.cache)

    def java(self, value: Value) -> str:
        """The value as Java."""
        if not isinstance(value, Term):
            return to_java(value, self._name)
        text = self._printed.get(value)
        if text is None:
            read = self._canon.value(value) if self._canon.reads(value, _LARGEST_READ) else value
            text = self._printed[value] = to_java(read, self._name)
        return text

    def condition(self, conditions: Sequence[Term], known: Sequence[str] = ()) -> str:
        """The conditions joined with what else is ``known``, without the longest where that is too much to read; that
        something is not null goes without saying where it is looked into.
        """
        parts = [each for each in self.parts(conditions, beside=len(known)) if each not in implied(known)]
        return _AND.join(_shortened([*parts, *known])) or "true"

    def parts(self, conditions: Sequence[Term], beside: int = 0) -> list[str]:
        """The conditions one by one, as `condition` joins them with so many others ``beside`` them."""
        shown, rest = self._within_budget(self._strings.guarded(conditions))
        texts = [text for _, text in shown]
        kept = [
            text
            for at, (condition, text) in enumerate(shown)
            if not self._goes_without_saying(condition, [*texts[:at], *texts[at + 1 :], *self._kept])
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
        """The name under which the place with this access path is shown."""
        known = self._names.get(name)
        return known if known is not None else self._string(name)

    def _within_budget(self, conditions: Sequence[Term]) -> tuple[list[tuple[Term, str]], bool]:
        """The conditions with their texts, until so much was printed that nobody reads on, and whether some are left.

        A group of them is shown once, where its first stands.
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
        """Whether a condition among others needs parentheses."""
        if condition.op == "lookup":
            return table_of(condition).spelling.compound
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
        name = self._names.get(str(length.payload), str(length.payload)).removesuffix(".length")
        return f"{name}.isEmpty()" if none else f"!{name}.isEmpty()"

    def _goes_without_saying(self, condition: Term, others: Sequence[str]) -> bool:
        tested = condition.args[0] if condition.op == "not" else None
        if not isinstance(tested, Term) or tested.op != "is_null":
            return False
        reference = tested.args[0]
        if not isinstance(reference, Term):
            return False
        name = re.escape(self.java(reference))
        used = re.compile(rf"^{name} instanceof |(?<![\w.$]){name}(?:\.|\[| as initialised)")
        return any(used.search(_LATER.split(other, 1)[0]) for other in others)

    def _string(self, path: str) -> str:
        """The name of an input string."""
        name = f"{path}.length"
        return self._names.get(name, name).removesuffix(".length")

    def _name(self, term: Term) -> str | None:
        hashed = self._hashes.get(term)
        if hashed is not None:
            return f"{self._names.get(hashed + '.length', hashed).removesuffix('.length')}.hashCode()"
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


def is_renamed(value: Value | None) -> bool:
    """Whether a value speaks of inputs whose names depend on what is shown beside them: what a setup passes, and what
    stubs answer. All others have their access paths as names.
    """
    return isinstance(value, Term) and any("#" in name or ".new." in name for name in _symbols(value))


def implied(known: Sequence[str]) -> set[str]:
    """That a place is not null, where it is known to be some object."""
    return {f"{each.partition(' == ')[0]} != null" for each in known if " == " in each and not each.endswith("null")}


def _shortened(parts: Sequence[str]) -> list[str]:
    """The parts that are read, with a mark in the place of those between them that are not."""
    kept = list(range(len(parts)))
    length = sum(len(each) + len(_AND) for each in parts)
    for at in sorted(kept, key=lambda at: (-len(parts[at]), at)):
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
    """What is said of the static fields that still hold what initialisation left there."""
    for each in shape.statics:
        node = shape.nodes.get(each.slot.name)
        if node is not None and node.build == ConstantInput(each.owner, each.name, each.slot.descriptor):
            yield f"{each.slot.name} as initialised"


def _symbols(value: Term) -> set[str]:
    parts = (part for symbol in variables(value) for part in ((symbol,) if symbol.op == "var" else walk(symbol)))
    return {part.payload for part in parts if part.op == "var" and isinstance(part.payload, str)}


def _short_names(raw: Iterable[str], roots: Iterable[str], answers: Iterable[str] = ()) -> dict[str, str]:
    """Access paths without how the object was set up: ``this.new.capacity`` is ``capacity``, unless that is another.

    Then, and where it made another object than ``this``, an argument of a constructor is named as if it were a field
    (``this.capacity``, ``point.x``); arguments of calls are numbered in the order in which the setup passes them
    (``amount1``, ``amount2``).
    """
    marked = {name: _marked(name, frozenset(answers)) if answers else name for name in raw}
    if not answers and not any(_SETUP.match(name) for name in marked):
        return marked
    names = sorted(marked.values(), key=_natural)
    done = {name: name for name in names if not _SETUP.match(name)}
    taken = {*roots, *(_head(name) for name in done)}
    arguments = list(dict.fromkeys(_argument(name) for name in names if name not in done))
    wanted = Counter(_SETUP.sub("", each) for each in arguments)
    numbers: Counter[str] = Counter()
    shorts: dict[str, str] = {}
    for each in arguments:
        bare, path = _SETUP.sub("", each), each.replace(".new.", ".")
        of_another = ".new." in each and not each.startswith("this.")
        if wanted[bare] == 1 and bare not in taken and not (of_another and path not in taken):
            shorts[each] = bare
        elif "#" not in path and path not in shorts.values():
            shorts[each] = path
        else:
            numbers[bare] += 1
            while f"{bare}{numbers[bare]}" in taken or f"{bare}{numbers[bare]}" in wanted:
                numbers[bare] += 1
            shorts[each] = f"{bare}{numbers[bare]}"
    for name in names:
        if name not in done:
            argument = _argument(name)
            done[name] = shorts[argument] + name.removeprefix(argument)
    return {name: _answered(done[mark], done.values()) for name, mark in marked.items()}


def _marked(name: str, answers: frozenset[str]) -> str:
    """An access path in which the number of a stub's answer stands after ``~``, not ``#`` as that of a setup call."""
    for end in range(1, len(name) + 1):
        if name[:end] in answers and name[end : end + 1] in ("", ".", "["):
            head, _, number = name[:end].rpartition("#")
            return f"{head}~{number}{_marked(name[end:], frozenset())}"
    return name


def _argument(name: str) -> str:
    """The argument of the innermost setup call or constructor in an access path: ``x.new.s`` of ``x.new.s.length``."""
    match = _SETUP.match(name)
    assert match is not None
    return match[0] + _head(name[match.end() :])


def _natural(name: str) -> list[tuple[int, str]]:
    """A sort key under which call 10 comes after call 2."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]


def _head(name: str) -> str:
    return re.split(r"[.\[#]", name, maxsplit=1)[0]


def _answered(name: str, names: Iterable[str]) -> str:
    """``f.apply()`` for the first answer of a stub where no other is shown, else ``f.apply()#1``, ``f.apply()#2``."""
    match = _ANSWER.search(name)
    if match is None:
        return name
    called = name[: match.start()]
    numbers = {found[1] for each in names if each.startswith(f"{called}~") and (found := _ANSWER.search(each))}
    single = len(numbers) == 1 and match[1] == "0"
    return f"{called}(){'' if single else f'#{int(match[1]) + 1}'}{name[match.end() :]}"
