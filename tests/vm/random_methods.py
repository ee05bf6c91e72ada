"""Random Java methods: loops, branches, switches, jumps out of loops, exceptions, objects, arrays and calls.

Every method takes two ints, returns a long and ends on every input. Its code depends on the seed only.
"""

from __future__ import annotations

from random import Random

HEAD = """
class %(name)s {
    static int fuel;
    static long total = 3;
    interface Shape { int size(int n); }
    static class Square implements Shape {
        int side = 2;
        public int size(int n) { side += n & 3; return side * side; }
    }
    static class Line implements Shape {
        long length = 5;
        public int size(int n) { length ^= n; return (int) length; }
    }
    static abstract class Base implements Shape {
        int[] seen = new int[4];
        public int size(int n) { seen[n & 3]++; return seen[(n >>> 1) & 3] + more(n); }
        abstract int more(int n);
    }
    static class Deep extends Base {
        int more(int n) { return n <= 0 ? 1 : more((n & 7) - 1) + seen.length; }
    }
    static Shape shape(int n) {
        switch (n & 3) {
            case 0: return new Square();
            case 1: return new Line();
            default: return new Deep();
        }
    }
    static boolean burn() { return --fuel > 0; }
"""


class MethodGenerator:
    """Generates the body of one method."""

    def __init__(self, seed: int, callable_: int) -> None:
        self.random = Random(seed)
        self.callable = callable_
        self.labels = 0
        self.loops: list[str] = []

    def method(self, number: int) -> str:
        body = self.statements(3, 4)
        lines = [
            f"    static long m{number}(int a, int b) {{",
            "        int c = a ^ 5, d = 7; long x = b, y = 1L << 40; double u = a, v = 0.5; char k = 'k'; byte t = 3;",
            "        int[] p = new int[8]; byte[] q = new byte[5]; Shape[] shapes = new Shape[3]; boolean f = a > b;",
            *("        " + line for line in body),
            "        long hash = c * 31L + d + x * 7 + y + Double.doubleToLongBits(u + v) + k + t + (f ? 1 : 0);",
            "        for (int i = 0; i < 8; i++) hash = hash * 31 + p[i] + (i < 5 ? q[i] : 0);",
            "        return hash + total;",
            "    }",
        ]
        return "\n".join(lines)

    def statements(self, depth: int, most: int) -> list[str]:
        found = []
        for _ in range(self.random.randint(1, most)):
            found += self.statement(depth)
        return found

    def statement(self, depth: int) -> list[str]:
        r = self.random
        kinds = ["int", "int", "long", "double", "array", "narrow", "object", "call", "static", "ternary", "compare"]
        if depth > 0:
            kinds += ["if", "if", "else", "for", "while", "do", "switch", "try", "jump"]
        elif self.loops:
            kinds += ["jump"]
        return getattr(self, "draw_" + r.choice(kinds))(depth)

    def number(self) -> str:
        constant = str(self.random.choice((0, 1, 2, -1, 7, 31, 65535, -2147483648, 2147483647, 1103515245)))
        return self.random.choice([*"abcdkt", "(int) x", "(int) u", "p[c & 7]", "q[1]", "p.length", constant])

    def expression(self) -> str:
        r = self.random
        left, right = self.number(), self.number()
        operator = r.choice(["+", "-", "*", "&", "|", "^", "<<", ">>", ">>>", "/", "%"])
        if operator in "/%":
            right = f"(({right}) | 1)" if r.random() < 0.8 else right
        return f"(({left}) {operator} ({right}))"

    def condition(self) -> str:
        r = self.random
        kind = r.random()
        operator = r.choice(["<", "<=", ">", ">=", "==", "!="])
        if kind < 0.5:
            return f"{self.number()} {operator} {self.expression()}"
        if kind < 0.65:
            return f"x {operator} y + {self.number()}"
        if kind < 0.8:
            return f"u {operator} v * {self.number()}"
        if kind < 0.9:
            return f"({self.condition()}) {r.choice(['&&', '||'])} ({self.condition()})"
        return r.choice(["f", "!f", "shapes[1] == null", "shapes[0] != shapes[2]", "shapes[2] instanceof Deep"])

    def draw_int(self, depth: int) -> list[str]:
        target = self.random.choice(["c", "d", "a", "b"])
        return [
            f"{target} {self.random.choice(['=', '+=', '-=', '^=', '*='])} {self.expression()};",
            f"{target}++;",
        ][: self.random.randint(1, 2)]

    def draw_long(self, depth: int) -> list[str]:
        target, other = self.random.choice([("x", "y"), ("y", "x")])
        operator = self.random.choice(["+", "-", "*", "&", "|", "^", ">>>", ">>", "<<"])
        return [f"{target} = ({other} {operator} {self.number()}) + {target};"]

    def draw_double(self, depth: int) -> list[str]:
        return [f"{self.random.choice(['u', 'v'])} {self.random.choice(['+=', '-=', '*=', '/='])} {self.number()};"]

    def draw_compare(self, depth: int) -> list[str]:
        return [f"f = {self.condition()};"]

    def draw_array(self, depth: int) -> list[str]:
        index = self.random.choice(["c & 7", "d & 7", "7", "0", "(a + b) & 7"])
        return [f"p[{index}] {self.random.choice(['=', '+=', '^='])} {self.expression()};"]

    def draw_narrow(self, depth: int) -> list[str]:
        target, kind = self.random.choice([("k", "char"), ("t", "byte"), ("q[(c & 3) + 1]", "byte"), ("c", "short")])
        return [f"{target} = ({kind}) {self.expression()};"]

    def draw_object(self, depth: int) -> list[str]:
        place = self.random.randint(0, 2)
        return [
            f"if (shapes[{place}] == null) shapes[{place}] = shape({self.number()});",
            f"c += shapes[{place}].size({self.number()});",
        ]

    def draw_call(self, depth: int) -> list[str]:
        if self.callable == 0:
            return self.draw_int(depth)
        return [f"if (burn()) x ^= m{self.random.randrange(self.callable)}({self.number()}, {self.number()});"]

    def draw_static(self, depth: int) -> list[str]:
        return [f"total = total * 31 + {self.number()};"]

    def draw_ternary(self, depth: int) -> list[str]:
        chosen = (
            f"({self.condition()}) ? {self.expression()} : ({self.condition()}) ? {self.number()} : {self.number()}"
        )
        return [f"d = c + ({chosen});"]

    def draw_if(self, depth: int) -> list[str]:
        return [f"if ({self.condition()}) {{", *self.statements(depth - 1, 3), "}"]

    def draw_else(self, depth: int) -> list[str]:
        rest = ["} else {", *self.statements(depth - 1, 2), "}"]
        return [f"if ({self.condition()}) {{", *self.statements(depth - 1, 2), *rest]

    def loop(self, depth: int, head: str, tail: str = "}") -> list[str]:
        self.labels += 1
        label = f"L{self.labels}"
        self.loops.append(label)
        body = self.statements(depth - 1, 3)
        self.loops.pop()
        return [f"{label}: {head} {{", *body, tail]

    def draw_for(self, depth: int) -> list[str]:
        i = f"i{self.labels}"
        return self.loop(depth, f"for (int {i} = 0; {i} < {self.random.randint(1, 9)} && burn(); {i}++)")

    def draw_while(self, depth: int) -> list[str]:
        return self.loop(depth, f"while (burn() && ({self.condition()}))")

    def draw_do(self, depth: int) -> list[str]:
        return self.loop(depth, "do", f"}} while (burn() && ({self.condition()}));")

    def draw_switch(self, depth: int) -> list[str]:
        keys = self.random.choice([range(5), (0, 10, 1000, -7), range(20)])
        found = [f"switch ({self.number()} & {self.random.choice([7, 15, -1])}) {{"]
        for key in self.random.sample(list(keys), min(len(keys), self.random.randint(1, 6))):
            found += [f"case {key}:", *self.statements(0, 2)]
            if self.random.random() < 0.6:
                found.append("break;")
        return [*found, "default:", *self.statements(0, 1), "}"]

    def draw_try(self, depth: int) -> list[str]:
        caught = self.random.choice(["ArithmeticException", "IndexOutOfBoundsException", "RuntimeException"])
        rest = [f"}} catch ({caught} e) {{", *self.statements(0, 2)]
        if self.random.random() < 0.4:
            rest += ["} finally {", *self.statements(0, 1)]
        risky = self.random.choice(
            [f"c = 100 / {self.number()};", f"d = p[{self.number()}];", "x = shapes[1].size(c);"]
        )
        return ["try {", *self.statements(depth - 1, 2), risky, *rest, "}"]

    def draw_jump(self, depth: int) -> list[str]:
        if not self.loops:
            return [f"if ({self.condition()}) return c + x;"]
        label = self.random.choice(self.loops)
        return [f"if ({self.condition()}) {self.random.choice(['break', 'continue'])} {label};"]


def random_class(name: str, seed: int, methods: int) -> str:
    """The source of a class with the methods ``m0`` to ``m{methods - 1}``."""
    generators = [MethodGenerator(seed * 1_000 + number, number) for number in range(methods)]
    parts = [HEAD % {"name": name}, *(generator.method(number) for number, generator in enumerate(generators))]
    run = "    static long run(int number, int a, int b) {\n        fuel = 200; total = 3;\n        switch (number) {\n"
    run += "".join(f"            case {n}: return m{n}(a, b);\n" for n in range(methods))
    return "\n".join([*parts, run + "            default: return 0;\n        }\n    }\n}\n"])
