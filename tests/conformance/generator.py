"""Random Java classes that always compile and always end: one seed, one class.

Each class has a few static methods over primitives, strings and arrays; later ones may call earlier ones. Loops run a
fixed small number of times, and what recurs is bounded. Expressions are typed as they are made, with explicit casts
where Java wants them.
"""

from __future__ import annotations

import random

from tests.conformance.risky import CORNERS, SUPPORT, RiskyStatements

PRIMITIVES = ("int", "long", "float", "double", "boolean", "byte", "short", "char")
NUMERIC = ("int", "long", "float", "double")
LITERALS = {
    "int": ("0", "1", "-1", "7", "31", "255", "65536", "-2147483648", "2147483647", "0x5A5A5A5A"),
    "long": ("0L", "1L", "-1L", "63L", "4294967296L", "-9223372036854775808L", "9223372036854775807L", "123456789012L"),
    "float": ("0f", "-0f", "1.5f", "-2.25f", "3.4e38f", "1e-45f", "Float.NaN", "Float.POSITIVE_INFINITY", "16777217f"),
    "double": (
        "0d",
        "-0d",
        "0.1",
        "-1.5",
        "1e300",
        "4.9e-324",
        "Double.NaN",
        "Double.NEGATIVE_INFINITY",
        "2147483648d",
    ),
    "boolean": ("true", "false"),
    "byte": ("(byte) 0", "(byte) -128", "(byte) 127"),
    "short": ("(short) -32768", "(short) 300"),
    "char": ("'a'", "(char) 65535", "(char) 0"),
}
DESCRIPTORS = {
    **{"int": "I", "long": "J", "float": "F", "double": "D", "boolean": "Z", "byte": "B", "short": "S", "char": "C"},
    "String": "Ljava/lang/String;",
}
ARGUMENTS = (*PRIMITIVES * 3, *(f"{each}[]" for each in PRIMITIVES), "int[][]", "long[][]", "String", "String[]")
"""The types of parameters, the usual ones more than once."""
CAUGHT = ("ArithmeticException", "ArrayIndexOutOfBoundsException", "RuntimeException", "NullPointerException")


def descriptor(kind: str) -> str:
    """The descriptor of a type as it is written in Java."""
    element = kind.rstrip("[]")
    return "[" * kind.count("[]") + DESCRIPTORS[element]


class Writer(RiskyStatements):
    """Writes one class; ``methods`` then has the name, the types of the parameters and the type of the result of each
    method that may be called.
    """

    def __init__(self, seed: int, methods: int = 4) -> None:
        self.random = random.Random(seed)
        self.name = f"Random{seed}"
        self.lines: list[str] = []
        self.methods: list[tuple[str, tuple[str, ...], str]] = []
        self.count = methods
        self.fresh = 0
        self.variables: list[tuple[str, str]] = []
        self.fixed: set[str] = set()
        self.loops = 0
        self.budget = 0

    # -- the class ----------------------------------------------------------------------------------------------

    def source(self) -> str:
        """The class, and the small hierarchy it makes objects of."""
        r = self.random
        self.lines = [
            f"class {self.name} {{",
            "  static int counter = 3; static long total = 5L; static double[] shared = new double[3];",
            "  interface Op { int apply(int a); default int twice(int a) { return apply(apply(a)); } }",
            "  static class Base implements Op { int field = 1; long wide = 2;",
            f"    public int apply(int a) {{ field {r.choice(['+', '-', '^'])}= a; return field {r.choice('+*')} 3; }}",
            "    int own(int a) { return a + field; } }",
            "  static class Left extends Base { int own(int a) { wide += a; return super.own(a) * 2; } }",
            "  static class Right extends Left { Right(int a) { field = a; }",
            "    public int apply(int a) { return a / field; } public int twice(int a) { return -a; } }",
            SUPPORT,
            CORNERS,
        ]
        for number in range(self.count):
            self._method(number)
        self.lines.append("}")
        return "\n".join(self.lines) + "\n"

    def _method(self, number: int) -> None:
        r = self.random
        parameters = tuple(r.choice(ARGUMENTS) for _ in range(r.randint(0, 4)))
        returns = r.choice((*PRIMITIVES, "void", "int[]", "Object"))
        self.variables = [(f"p{i}", kind) for i, kind in enumerate(parameters)]
        self.fixed = set()
        self.fresh = self.loops = 0
        self.budget = 26
        header = ", ".join(f"{kind} p{i}" for i, kind in enumerate(parameters))
        self.lines.append(f"  static {returns} m{number}({header}) {{")
        self.lines.append("    if ((counter & 7) == 3) corners(counter);")
        self._open_variables()
        for _ in range(r.randint(3, 7)):
            self._statement(2, returns)
        if returns != "void":
            self.lines.append(f"    return {self._result(returns)};")
        self.lines.append("  }")
        self.methods.append((f"m{number}", parameters, returns))

    def _result(self, returns: str) -> str:
        if returns in PRIMITIVES or returns == "String":
            return self._typed(returns, 2)
        held = [name for name, kind in self.variables if kind == returns or (returns == "Object" and kind[-1] in "]e")]
        return self.random.choice((*held, "null"))

    def _open_variables(self) -> None:
        r = self.random
        for kind in r.sample(["int", "long", "double", "float"], 2):
            self._declare(2, kind)
        element = r.choice(("int", "long", "byte", "char", "short", "float", "double", "boolean"))
        name = self._name()
        self.lines.append(f"    {element}[] {name} = new {element}[{r.randint(1, 4)}];")
        self.variables.append((name, element + "[]"))
        name = self._name()
        made = r.choice(("new Base()", "new Left()", f"new Right({self._typed('int', 1)})"))
        self.lines.append(f"    Base {name} = {made};")
        self.variables.append((name, "Base"))

    # -- statements ---------------------------------------------------------------------------------------------

    def _name(self) -> str:
        self.fresh += 1
        return f"v{self.fresh}"

    def _declare(self, depth: int, kind: str) -> None:
        name = self._name()
        self._line(depth, f"{kind} {name} = {self._typed(kind, 3)};")
        self.variables.append((name, kind))

    def _line(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    def _assignable(self) -> tuple[str, str]:
        found = [v for v in self.variables if v[1] in PRIMITIVES and v[0] not in self.fixed]
        return self.random.choice(found)

    def _block(self, depth: int, returns: str, size: int = 2) -> None:
        saved = list(self.variables)
        for _ in range(self.random.randint(1, size)):
            self._statement(depth, returns)
        self.variables = saved

    def _statement(self, depth: int, returns: str) -> None:
        self.budget -= 1
        simple = self.budget < 0 or depth > 5
        kinds = [
            "assign",
            "assign",
            "declare",
            "array",
            "compound",
            "static",
            "field",
            "risk",
            "risk",
            "chain",
            "chain",
        ]
        kinds += ["boundary", "boundary"]
        if not simple:
            kinds += ["if", "if", "for", "while", "switch", "try", "exit"]
        getattr(self, "_s_" + self.random.choice(kinds))(depth, returns)

    def _s_assign(self, depth: int, returns: str) -> None:
        name, kind = self._assignable()
        self._line(depth, f"{name} = {self._typed(kind, 3)};")

    def _s_compound(self, depth: int, returns: str) -> None:
        name, kind = self._assignable()
        if kind == "boolean":
            self._line(depth, f"{name} {self.random.choice('&|^')}= {self._typed('boolean', 2)};")
        elif self.random.random() < 0.4:
            self._line(depth, f"{name}{self.random.choice(('++', '--'))};")
        elif kind in ("float", "double"):
            self._line(depth, f"{name} {self.random.choice('+-*/%')}= {self._typed(self.random.choice(NUMERIC), 2)};")
        else:
            operator = self.random.choice(("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"))
            self._line(depth, f"{name} {operator}= {self._typed(self.random.choice(('int', 'long')), 2)};")

    def _s_declare(self, depth: int, returns: str) -> None:
        self._declare(depth, self.random.choice(PRIMITIVES))

    def _s_array(self, depth: int, returns: str) -> None:
        name, kind = self.random.choice([v for v in self.variables if v[1].endswith("[]")])
        self._line(depth, f"{name}[{self._index(name)}] = {self._argument(kind[:-2], 2)};")

    def _s_static(self, depth: int, returns: str) -> None:
        target, kind = self.random.choice((("counter", "int"), ("total", "long"), ("shared[1]", "double")))
        self._line(depth, f"{target} = {self._typed(kind, 2)};")

    def _s_field(self, depth: int, returns: str) -> None:
        name = self.random.choice([v for v, kind in self.variables if kind == "Base"])
        field, kind = self.random.choice((("field", "int"), ("wide", "long")))
        self._line(depth, f"{name}.{field} = {self._typed(kind, 2)};")

    def _s_if(self, depth: int, returns: str) -> None:
        self._line(depth, f"if ({self._typed('boolean', 3)}) {{")
        self._block(depth + 1, returns)
        if self.random.random() < 0.6:
            self._line(depth, "} else {")
            self._block(depth + 1, returns)
        self._line(depth, "}")

    def _s_for(self, depth: int, returns: str) -> None:
        name = self._name()
        self._line(depth, f"for (int {name} = 0; {name} < {self.random.randint(1, 5)}; {name}++) {{")
        saved = list(self.variables)
        self.variables.append((name, "int"))
        self.fixed.add(name)
        self.loops += 1
        self._block(depth + 1, returns, 3)
        self.loops -= 1
        self.variables = saved
        self._line(depth, "}")

    def _s_while(self, depth: int, returns: str) -> None:
        name = self._name()
        self.fixed.add(name)
        self._line(depth, f"int {name} = {self.random.randint(0, 4)};")
        self._line(depth, f"do {{ {name}--;")
        self.loops += 1
        self._block(depth + 1, returns)
        self.loops -= 1
        self._line(depth, f"}} while ({name} > 0 && {self._typed('boolean', 2)});")

    def _s_switch(self, depth: int, returns: str) -> None:
        self._line(depth, f"switch ({self._typed('int', 2)} {self.random.choice(('& 3', '% 5', '>> 28'))}) {{")
        for label in self.random.sample(range(-4, 5), self.random.randint(1, 4)):
            self._line(depth, f"case {label}: {{")
            self._block(depth + 1, returns, 1)
            self._line(depth, "}")
            if self.random.random() < 0.7:
                self._line(depth + 1, "if (counter != 12345) break;")
        self._line(depth, "default: {")
        self._block(depth + 1, returns, 1)
        self._line(depth, "} }")

    def _s_try(self, depth: int, returns: str) -> None:
        self._line(depth, "try {")
        self._block(depth + 1, returns, 3)
        handled = self.random.random() < 0.8
        if handled:
            caught = self.random.choice(CAUGHT)
            self._line(depth, f"}} catch ({caught} e{depth}) {{")
            self._block(depth + 1, returns)
        if not handled or self.random.random() < 0.4:
            self._line(depth, "} finally {")
            self._block(depth + 1, returns, 1)
        self._line(depth, "}")

    def _s_exit(self, depth: int, returns: str) -> None:
        leaving = [
            "return;" if returns == "void" else f"return {self._result(returns)};",
            f'throw new IllegalStateException("t{depth}");',
        ]
        if self.loops:
            leaving += ["break;", "continue;"]
        self._line(depth, f"if ({self._typed('boolean', 2)}) {self.random.choice(leaving)}")

    # -- expressions --------------------------------------------------------------------------------------------

    def _index(self, array: str) -> str:
        bounded = f"({self._typed('int', 1)} & 1)"
        return self.random.choice(
            (bounded, bounded, bounded, bounded, f"({self._typed('int', 1)}) % {array}.length", self._typed("int", 1))
        )

    def _typed(self, kind: str, depth: int) -> str:
        """An expression of exactly this type (or a subtype that Java widens to it)."""
        r = self.random
        leaves = [name for name, other in self.variables if other == kind]
        if depth <= 0 or r.random() < 0.15:
            return r.choice(leaves) if leaves and r.random() < 0.75 else f"({r.choice(LITERALS[kind])})"
        options = ["literal", "variable", "cast", "conditional", "element", "call"]
        if kind == "boolean":
            options += ["logic", "comparison", "comparison"]
        elif kind in ("int", "long"):
            options += ["arithmetic"] * 4 + ["shift", "bits", "unary", "object"]
        elif kind in ("float", "double"):
            options += ["real"] * 4 + ["unary"]
        return getattr(self, "_e_" + r.choice(options))(kind, depth - 1)

    def _e_literal(self, kind: str, depth: int) -> str:
        return f"({self.random.choice(LITERALS[kind])})"

    def _e_variable(self, kind: str, depth: int) -> str:
        return self._typed(kind, 0)

    def _e_cast(self, kind: str, depth: int) -> str:
        if kind == "boolean":
            return f"(!{self._typed('boolean', depth)})"
        other = self.random.choice([each for each in PRIMITIVES if each != "boolean"])
        return f"(({kind}) ({self._typed(other, depth)}))"

    def _e_conditional(self, kind: str, depth: int) -> str:
        first, second = self._typed(kind, depth), self._typed(kind, depth)
        return f"({self._typed('boolean', depth)} ? ({kind}) {first} : ({kind}) {second})"

    def _e_element(self, kind: str, depth: int) -> str:
        arrays = [name for name, other in self.variables if other == kind + "[]"]
        if not arrays:
            return self._typed(kind, depth)
        name = self.random.choice(arrays)
        return f"{name}[{self._index(name)}]"

    def _e_call(self, kind: str, depth: int) -> str:
        found = [method for method in self.methods if method[2] == kind]
        if not found or self.loops > 1:
            return self._typed(kind, depth)
        name, parameters, _ = self.random.choice(found)
        return f"{name}({', '.join(self._argument(each, min(depth, 1)) for each in parameters)})"

    def _argument(self, kind: str, depth: int) -> str:
        """An argument or element of any type."""
        if kind in PRIMITIVES:
            return self._typed(kind, depth)
        if kind == "String":
            return self.random.choice(('"a"', '""', '"x\\u20ac"', "(String) null"))
        held = [name for name, other in self.variables if other == kind]
        made = f"new {kind} {{ {self._argument(kind[:-2], min(depth, 1))} }}"
        return self.random.choice((*held * 2, made, f"({kind}) null"))

    def _e_object(self, kind: str, depth: int) -> str:
        objects = [name for name, other in self.variables if other == "Base"]
        if not objects:
            return self._typed(kind, depth)
        name = self.random.choice(objects)
        if kind == "long":
            return f"{name}.wide"
        argument = self._typed("int", min(depth, 1))
        return self.random.choice(
            (f"{name}.own({argument})", f"((Op) {name}).twice({argument})", f"{name}.field", f"((Left) {name}).own(2)")
        )

    def _e_logic(self, kind: str, depth: int) -> str:
        operator = self.random.choice(("&&", "||", "^", "==", "!=", "&", "|"))
        return f"({self._typed('boolean', depth)} {operator} {self._typed('boolean', depth)})"

    def _e_comparison(self, kind: str, depth: int) -> str:
        operator = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
        return f"({self._number(depth)} {operator} {self._number(depth)})"

    def _number(self, depth: int) -> str:
        return self._typed(self.random.choice(NUMERIC), depth)

    def _e_arithmetic(self, kind: str, depth: int) -> str:
        return f"({self._typed(kind, depth)} {self.random.choice('+-*+-*+-*/%')} {self._typed(kind, depth)})"

    def _e_shift(self, kind: str, depth: int) -> str:
        count = self._typed(self.random.choice(("int", "long")), depth)
        return f"({self._typed(kind, depth)} {self.random.choice(('<<', '>>', '>>>'))} {count})"

    def _e_bits(self, kind: str, depth: int) -> str:
        return f"({self._typed(kind, depth)} {self.random.choice('&|^')} {self._typed(kind, depth)})"

    def _e_real(self, kind: str, depth: int) -> str:
        return f"({self._typed(kind, depth)} {self.random.choice('+-*+-*+-*/%')} {self._typed(kind, depth)})"

    def _e_unary(self, kind: str, depth: int) -> str:
        operator = self.random.choice(("-", "~") if kind in ("int", "long") else ("-",))
        return f"({operator}{self._typed(kind, depth)})"
