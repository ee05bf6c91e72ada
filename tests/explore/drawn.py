"""Small classes drawn at random, and what the JVM does to their objects in random sequences of calls.

A drawn class has private fields (numbers, flags, the constant of an enum, an array with a size, a string) and methods
that guard, count, store, grow, switch states, change other objects of the class and throw. `Drawn.driver` calls a
method and gives the name of what it threw, so sequences go on behind an exception.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from everypath.bridge import (
    NULL,
    ArrayNode,
    Bridge,
    Call,
    EnumNode,
    Literal,
    New,
    NewArray,
    ObjectNode,
    Plan,
    Primitive,
    Ref,
    Status,
    Step,
    Text,
)
from everypath.explore.behaviours import SummaryCase, symbols_of
from everypath.inputs.places import parameter_places
from everypath.program import Class, Method
from everypath.term import (
    BV16,
    BV32,
    ELEMENT_SORTS,
    Model,
    Term,
    array_sort,
    evaluate,
    is_null,
    primitive_symbol,
    ref_var,
    var,
    variables,
)

MODES = ("OPEN", "BUSY", "SHUT")
PACKAGE = "drawn"


@dataclass(frozen=True)
class Drawn:
    """A class and its source."""

    name: str
    source: str

    def write(self, folder: Path) -> None:
        """Write the source below a folder."""
        (folder / f"{self.name}.java").write_text(self.source)


class Drawer:
    """Draws one class."""

    def __init__(self, random: Random, name: str) -> None:
        self.random = random
        self.name = name
        pool = ["int count", "int limit", "long total", "byte step", "boolean open", "Mode mode", "String label"]
        self.fields = sorted(random.sample(pool, random.randint(1, 4)), key=pool.index)
        if random.random() < 0.6:
            self.fields += [random.choice(["int[] items", "byte[] items", "long[] items"]), "int size"]
        self.names = {each.split()[1]: each.split()[0] for each in self.fields}

    def draw(self) -> Drawn:
        """The class."""
        body = [f"    private {each};" for each in self.fields]
        body += self._constructors()
        body += [self._method(number) for number in range(self.random.randint(2, 5))]
        if self.random.random() < 0.3:
            body.append(self._of_another())
        lines = "\n\n".join(body)
        source = f"package {PACKAGE};\n\npublic class {self.name} {{\n{lines}\n{_mode(self.names)}}}\n"
        return Drawn(self.name, source)

    def _constructors(self) -> Iterator[str]:
        yield self._constructor("", self._first)
        if self.random.random() < 0.6:
            numbers = [each for each in self.names if self.names[each] in ("int", "long", "byte")]
            if numbers:
                chosen = self.random.choice(numbers)
                typed = self.names[chosen]
                guard = self.random.choice(["", f"if (given < {self.random.randint(-1, 2)}) {_THROW} "])
                yield self._constructor(
                    f"{typed} given", lambda name: "given" if name == chosen else self._first(name), guard
                )

    def _constructor(self, given: str, first: object, guard: str = "") -> str:
        assert callable(first)
        assigned = " ".join(f"this.{each} = {value};" for each in self.names if (value := first(each)) is not None)
        return f"    public {self.name}({given}) {{ {guard}{assigned} }}"

    def _first(self, name: str) -> str | None:
        typed = self.names[name]
        if typed.endswith("[]"):
            return f"new {typed[:-2]}[{self.random.randint(0, 3)}]"
        if name == "size":
            return None
        choices = {
            "int": ["0", "1", "3", "-1"],
            "long": ["0L", "5L"],
            "byte": ["(byte) 1", "(byte) 0"],
            "boolean": ["true", "false"],
            "Mode": [f"Mode.{each}" for each in MODES] + ["null"],
            "String": ['"a"', '""', "null"],
        }
        return self.random.choice(choices[typed]) if self.random.random() < 0.8 else None

    def _method(self, number: int) -> str:
        given = self.random.choice(["", "int x", "int x", "long x", "boolean x", "String s", "int x, int y", "int[] a"])
        guard = f"        {self._guard(given)}\n" if self.random.random() < 0.6 else ""
        steps = "\n".join(f"        {self._step(given)}" for _ in range(self.random.randint(1, 3)))
        return f"    public int m{number}({given}) {{\n{guard}{steps}\n        return {self._result()};\n    }}"

    def _of_another(self) -> str:
        step = self._step("").replace("this.", "other.")
        return f"    public int other({self.name} other) {{\n        {step}\n        return 0;\n    }}"

    def _result(self) -> str:
        return self.random.choice(["0", "1", *(f"this.{each}" for each in self.names if self.names[each] == "int")])

    def _guard(self, given: str) -> str:
        return f"if ({self._condition(given)}) {self.random.choice([_THROW, 'return -1;', 'return -1;'])}"

    def _condition(self, given: str) -> str:
        random, found = self.random, []
        for name, typed in self.names.items():
            this = f"this.{name}"
            if typed in ("int", "long", "byte"):
                found += [f"{this} {random.choice(_COMPARED)} {random.randint(-2, 5)}"]
            elif typed == "boolean":
                found += [this, f"!{this}"]
            elif typed == "Mode":
                found += [f"{this} == Mode.{random.choice(MODES)}", f"{this} == null"]
            elif typed == "String":
                found += [f"{this} == null", f"{this} != null && {this}.length() > {random.randint(0, 2)}"]
            else:
                found += ["this.size >= this.items.length", "this.size == this.items.length", "this.size <= 0"]
        if "int x" in given or "long x" in given:
            found += [f"x {random.choice(_COMPARED)} {random.randint(-3, 6)}"] * 2
            found += [f"x {random.choice(_COMPARED)} this.{each}" for each, of in self.names.items() if of == "int"]
        if "boolean x" in given:
            found += ["x", "!x"]
        return random.choice(found)

    def _step(self, given: str) -> str:
        random, name = self.random, self.random.choice(list(self.names))
        typed, this = self.names[name], f"this.{name}"
        if random.random() < 0.15 and given:
            return f"if ({self._condition(given)}) {{ {self._step('')} }}"
        if typed in ("int", "long", "byte"):
            found = [f"{this}++;", f"{this}--;", f"{this} += 2;", f"{this} = ({typed}) ({this} * 2);", f"{this} = 0;"]
            if "int x" in given or "long x" in given:
                found += [f"{this} = ({typed}) x;", f"{this} += x;", f"{this} = ({typed}) ({this} % x);"]
        elif typed == "boolean":
            found = [f"{this} = true;", f"{this} = !{this};", *([f"{this} = x;"] if "boolean x" in given else [])]
        elif typed == "Mode":
            found = [f"{this} = Mode.{random.choice(MODES)};", _TURN]
            found += [f"{this} = null;"] if random.random() < 0.3 else []
        elif typed == "String":
            found = [f'{this} = "ab";', f"{this} = null;", *([f"{this} = s;"] * 3 if "String s" in given else [])]
        else:
            found = self._on_array(typed[:-2], given)
        return random.choice(found)

    def _on_array(self, element: str, given: str) -> list[str]:
        value = f"({element}) x" if "int x" in given or "long x" in given else "1"
        copied = f"java.util.Arrays.copyOf(this.items, this.items.length + {self.random.randint(1, 2)})"
        found = [
            f"this.items[this.size++] = {value};",
            "if (this.size > 0) { this.size--; }",
            f"if (this.size < this.items.length) {{ this.items[this.size] = {value}; this.size++; }}",
            f"if (this.size == this.items.length) {{ this.items = {copied}; }}",
            f"if (this.size > 0 && this.items[0] == 7) {{ this.size = 0; }} else {{ this.items[0] = {value}; }}",
        ]
        return found + (["this.items = a;"] if "int[] a" in given and element == "int" else [])


_THROW = 'throw new IllegalStateException("no");'
_TURN = "switch (this.mode) { case OPEN: this.mode = Mode.BUSY; break; default: this.mode = Mode.SHUT; }"
_COMPARED = ("<", ">", "==", "!=", ">=", "<=")


def _mode(names: Mapping[str, str]) -> str:
    return f"\n    public enum Mode {{ {', '.join(MODES)} }}\n" if "Mode" in names.values() else ""


def drawn(seed: int, count: int) -> list[Drawn]:
    """So many classes; the same for the same seed."""
    return [Drawer(Random(f"{seed}.{number}"), f"C{number}").draw() for number in range(count)]


# ---- sequences on the JVM


@dataclass(frozen=True)
class Argument:
    """What is passed to one parameter: a number or a flag, a string, the elements of an array, or null."""

    descriptor: str
    value: int | str | tuple[int, ...] | None

    def steps(self, first: int) -> list[Step]:
        """The steps of a plan that make it, the last of which yields it."""
        if self.value is None:
            return [Literal.null()]
        if isinstance(self.value, str):
            return [Literal.text(self.value)]
        if isinstance(self.value, tuple):
            made: list[Step] = [Literal.of(self.descriptor[1:], each) for each in self.value]
            elements = tuple((at, first + at) for at in range(len(made)))
            return [*made, NewArray(self.descriptor[1:], len(made), elements)]
        return [Literal.of(self.descriptor, self.value)]


@dataclass(frozen=True)
class Made:
    """One call, or the constructor: what it was given and threw, and what the object was before and is after it."""

    method: Method
    arguments: tuple[Argument, ...]
    before: Mapping[Term, object] | None
    after: Mapping[Term, object] | None
    thrown: str


def draw_argument(random: Random, descriptor: str) -> Argument:
    """Something to pass, mostly small."""
    if descriptor == "Z":
        return Argument(descriptor, random.randint(0, 1))
    if descriptor == "Ljava/lang/String;":
        return Argument(descriptor, random.choice([None, "", "a", "abc"]))
    if descriptor[0] == "[":
        return Argument(descriptor, random.choice([None, (), (7,), (1, 2), (0, 0, 7)]))
    small = random.randint(-3, 7)
    if descriptor == "B":
        return Argument(descriptor, random.choice([small, 127, -128]))
    return Argument(descriptor, random.choice([small, small, small, (1 << 31) - 1, -(1 << 31)]))


def callable_methods(cls: Class) -> list[Method]:
    """The methods of a drawn class that take no other object of it."""
    return [
        each
        for each in cls.methods
        if each.has_code and each.name[0] == "m" and f"L{cls.name};" not in each.parameters and not each.is_static
    ]


def constructors(cls: Class) -> list[Method]:
    """The constructors."""
    return [each for each in cls.methods if each.is_constructor]


Called = tuple[Method, tuple[Argument, ...]]


def draw_sequence(random: Random, cls: Class, most: int = 8) -> list[Called]:
    """A constructor and up to so many calls."""
    calls = [random.choice(constructors(cls))]
    calls += [random.choice(callable_methods(cls)) for _ in range(random.randint(0, most))]
    return [(each, tuple(draw_argument(random, of) for of in each.parameters)) for each in calls]


def plan_of(calls: Sequence[Called], *, direct: bool) -> Plan:
    """The plan of a constructor and calls; the last one is the call, and where not ``direct``, what it throws is
    caught as that of the others is.
    """
    steps: list[Step] = []
    receiver = -1
    for number, (method, arguments) in enumerate(calls):
        given = []
        for each in arguments:
            steps += each.steps(len(steps))
            given.append(len(steps) - 1)
        owner = method.owner.name
        if not number:
            steps.append(New(owner, method.descriptor, tuple(given)))
            receiver = len(steps) - 1
        elif direct and number == len(calls) - 1:
            steps.append(Call(owner, method.name, method.descriptor, receiver, tuple(given)))
        else:
            passed = f"(L{owner};{''.join(method.parameters)})Ljava/lang/String;"
            name = f"{owner.rpartition('/')[2]}_{method.name}"
            steps.append(Call(f"{PACKAGE}/Driver", name, passed, None, (receiver, *given)))
    return Plan(tuple(steps), len(steps) - 1, (receiver,))


def driver(classes: Sequence[Class]) -> str:
    """The source of a class that calls each method of the classes and gives the name of what it threw."""
    found = []
    for cls in classes:
        simple = cls.name.rpartition("/")[2]
        for each in callable_methods(cls):
            typed = ", ".join(f"{_JAVA[of]} p{at}" for at, of in enumerate(each.parameters))
            passed = ", ".join(f"p{at}" for at in range(len(each.parameters)))
            given = f"{simple} c{', ' if typed else ''}{typed}"
            found.append(
                f"    static String {simple}_{each.name}({given}) {{\n"
                f'        try {{ c.{each.name}({passed}); return ""; }}\n'
                "        catch (RuntimeException e) { return e.getClass().getName(); }\n    }"
            )
    return f"package {PACKAGE};\n\nclass Driver {{\n" + "\n".join(found) + "\n}\n"


_JAVA = {"I": "int", "J": "long", "Z": "boolean", "B": "byte", "Ljava/lang/String;": "String", "[I": "int[]"}


def run_sequences(bridge: Bridge, sequences: Sequence[Sequence[Called]]) -> list[list[Made]]:
    """What the JVM does in each sequence, call by call; one whose constructor throws ends there."""
    plans = [plan_of(calls[:length], direct=False) for calls in sequences for length in range(1, len(calls) + 1)]
    outcomes = iter(bridge.replay_many(plans))
    found = []
    for calls in sequences:
        made: list[Made] = []
        before: Mapping[Term, object] | None = None
        broken = False
        for method, arguments in calls:
            outcome = next(outcomes)
            if broken:
                continue
            if outcome.status is not Status.OK:
                assert method.is_constructor, outcome
                made.append(Made(method, arguments, None, None, (outcome.exception or "").replace("/", ".")))
                broken = True
                continue
            after = observed(method.owner, outcome.objects, outcome.observed[0])
            thrown = outcome.returned.value if isinstance(outcome.returned, Text) else ""
            made.append(Made(method, arguments, before, after, thrown))
            before = after
        found.append(made)
    return found


def observed(cls: Class, objects: Sequence[object], value: object) -> Mapping[Term, object]:
    """The symbols of the fields of an object that the JVM showed, with their values; what has none is left out."""
    assert isinstance(value, Ref)
    node = objects[value.id]
    assert isinstance(node, ObjectNode)
    found: dict[Term, object] = {}
    for of, known in symbols_of(cls).items():
        now = node.field(of.name)
        if isinstance(now, Primitive):
            (symbol,) = known
            found[symbol] = now.value
            continue
        found[known[0]] = now == NULL
        if isinstance(now, Text):
            found[known[1]] = len(now.units)
        elif isinstance(now, Ref):
            inside = objects[now.id]
            if isinstance(inside, ArrayNode):
                elements = [each.payload for each in inside.elements if isinstance(each, Primitive)]
                found |= {known[1]: inside.length, known[2]: dict(enumerate(elements))}
            elif isinstance(inside, EnumNode):
                found[known[1]] = MODES.index(inside.name)
    return found


def given_model(method: Method, arguments: Sequence[Argument]) -> dict[Term, object]:
    """The symbols of a method's arguments with their values."""
    found: dict[Term, object] = {}
    for place, each in zip(parameter_places(method), arguments, strict=True):
        if each.descriptor[0] not in "L[":
            for symbol in variables(primitive_symbol(place.name, each.descriptor)):
                found[symbol] = bool(each.value) if each.descriptor == "Z" else each.value
            continue
        null = is_null(ref_var(place.name))
        assert isinstance(null, Term)
        found[null] = each.value is None
        if isinstance(each.value, str):
            chars = dict(enumerate(ord(unit) for unit in each.value))
            found |= {var(f"{place.name}.length", BV32): len(each.value), var(place.name, array_sort(BV16)): chars}
        elif isinstance(each.value, tuple):
            found[var(f"{place.name}.length", BV32)] = len(each.value)
            found[var(place.name, array_sort(ELEMENT_SORTS[each.descriptor[1:]]))] = dict(enumerate(each.value))
    return found


def explains(change: SummaryCase, made: Made) -> bool:
    """Whether a change is what a call did: it is of that method, its condition held, it ended so, and left that."""
    if change.method is not made.method or change.made != (made.before is None):
        return False
    if (change.detail.replace("/", ".") if not change.returned else "") != made.thrown or made.after is None:
        return False
    model = Model({**(made.before or {}), **given_model(made.method, made.arguments)})
    if not all(evaluate(each, model) for each in change.conditions):
        return False
    for symbol, now in made.after.items():
        then = change.after.get(symbol, symbol)
        if then is None:
            continue
        expected = evaluate(then, model)
        if isinstance(now, dict):
            if any(expected.get(at, 0) != value for at, value in now.items()):
                return False
        elif expected != now:
            return False
    return True
