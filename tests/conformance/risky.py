"""Statements that reach the exceptional edges of single instructions, and shapes that need rare stack instructions.

Mixed into `generator.Writer`. Each risky step stands in a ``try`` of its own more often than not, so that a method goes
on after it.
"""

from __future__ import annotations

import random

ELEMENTS = ("int", "long", "float", "double", "boolean", "byte", "short", "char")

CASTS = ("int", "long", "float", "double", "byte", "short", "char")
BOUNDARIES = {
    "int": ("0", "-1", "1", "7", "33", "Integer.MIN_VALUE", "Integer.MAX_VALUE", "65535", "-129"),
    "long": ("0L", "-1L", "1L", "65L", "Long.MIN_VALUE", "Long.MAX_VALUE", "4294967297L", "(1L << 53) + 1"),
    "float": ("0f", "-0f", "Float.NaN", "Float.NEGATIVE_INFINITY", "1.1f", "3e9f", "-1e19f", "1e-45f", "16777216f"),
    "double": (
        "0.0",
        "-0.0",
        "Double.NaN",
        "Double.POSITIVE_INFINITY",
        "0.1",
        "-3e9",
        "1e19",
        "5e-324",
        "2147483648.5",
    ),
}

SUPPORT = """
  static class Custom extends RuntimeException { final int code; long[] more = { 1L };
    Custom(int code) { super("custom " + code); this.code = code; }
    Custom(String text, Throwable cause) { super(text, cause); this.code = -1; } }
  static class Checked extends Exception { Checked() { } Checked(Throwable cause) { super(cause); } }
  static class Bad0 { static int value = 1 / (counter - counter); }
  static class Bad1 { static long value; static { value = new int[0].length; if (value == 0) throw new Custom(4); } }
  static class Bad2 { static { Object o = "x"; Object n = (Number) o; } }
  static class Bad3 { static int use() { return 3; } static int value = use() / (counter - counter); }
  static class Bad4 extends Bad0 { static int other = 5; }
  static class Bad5 { static { if (counter == counter) throw new AssertionError(counter > 0 ? "plus" : null); } }
  static int fail(Throwable t) { counter = counter * 31 + t.getClass().getName().length(); last = t; return counter; }
  static Throwable last;
  static int recur(int n, long a) { if ((n & 7) == 0) return (int) a; return recur((n & 7) - 1, a * 31 + n) + n % 3; }
  static boolean even(int n) { return n == 0 || odd(n - 1); }
  static boolean odd(int n) { return n != 0 && even(n - 1); }
  static long many(String head, long... rest) {
    long s = head == null ? -1 : head.length(); for (long each : rest) s = s * 7 + each; return s; }
  static void fold(int value) { counter = counter * 31 + value; }
  static void fold(long value) { total = total * 31 + value; }
  static void fold(float value) { counter = counter * 31 + Float.floatToIntBits(value); }
  static void fold(double value) { total = total * 31 + Double.doubleToLongBits(value); }
  static Object nothing() { return null; }
  static <T> T unless(boolean no, T value) { return no ? null : value; }
"""

_NULL_ARRAYS = " ".join(
    f"try {{ {kind} v = unless(no, new {kind}[2])[at]; fold(at); }} catch (RuntimeException e) {{ fail(e); }} "
    f"try {{ unless(no, new {kind}[2])[at] = {'at > 0' if kind == 'boolean' else f'({kind}) at'}; }} "
    "catch (RuntimeException e) { fail(e); }\n   "
    for kind in ELEMENTS
)
CORNERS = f"""
  static void corners(int at) {{
    boolean no = at % 3 == 0;
    {_NULL_ARRAYS}
    fold(16777216f + at); fold(at / 3f - 0.1f);
    int[] one = {{ at }}; int[] two = one.clone(); two[0]++; fold(one[0]);
    String text = "Ab" + at;
    if (text.equals("ab3") || text.startsWith("b")) counter ^= 8;
    try {{ text = text.substring(at & 15); }} catch (RuntimeException e) {{ fail(e); }}
    if (new String(text).intern() == text.intern()) fold(text.hashCode());
  }}
"""
"""What random programs reach too rarely; each of their methods may begin with it."""


class RiskyStatements:
    """Needs the expressions of `generator.Writer`."""

    random: random.Random
    variables: list[tuple[str, str]]

    def _line(self, depth: int, text: str) -> None:
        raise NotImplementedError

    def _typed(self, kind: str, depth: int) -> str:
        raise NotImplementedError

    def _name(self) -> str:
        raise NotImplementedError

    def _s_risk(self, depth: int, returns: str) -> None:
        """Some steps that may throw."""
        for _ in range(3):
            self._risk(depth)

    def _risk(self, depth: int) -> None:
        r = self.random
        steps = (self._on_null, self._on_null, self._on_null, self._array_edge, self._array_edge, self._length)
        statement = r.choice((*steps, self._initialising, self._monitor, self._other))()
        if r.random() < 0.8:
            caught = r.choice(("RuntimeException | LinkageError", "RuntimeException | Error", "Throwable"))
            name = self._name()
            self._line(depth, f"try {{ {statement} }} catch ({caught} {name}) {{ fail({name}); }}")
        else:
            self._line(depth, statement)

    def _small(self) -> str:
        """An index or length that is often one too much."""
        r = self.random
        return r.choice(
            (
                f"({self._typed('int', 1)} & 3)",
                "-1",
                "0",
                "1",
                "2",
                self._typed("int", 1),
                f"-({self._typed('int', 1)} & 1)",
            )
        )

    def _on_null(self) -> str:
        r = self.random
        kind = r.choice(ELEMENTS)
        value = f"({kind}) ({self._typed(kind, 1)})"
        maybe = f"unless({self._typed('boolean', 1)}, new {kind}[2])"
        array = r.choice((maybe, f"(({kind}[]) nothing())"))
        base = r.choice(("((Base) nothing())", f"unless({self._typed('boolean', 1)}, new Left())"))
        return r.choice(
            (
                f"{array}[{self._small()}] = {value};",
                f"{array}[{self._small()}] = {value};",
                f"{kind} {self._name()} = {array}[{self._small()}];",
                f"{kind} {self._name()} = {array}[{self._small()}];",
                f"counter += {array}.length;",
                f"Object {self._name()} = ((Object[]) nothing())[{self._small()}];",
                f"((Object[]) nothing())[{self._small()}] = null;",
                f"counter += {base}.field;",
                f"{base}.wide = {self._typed('long', 1)};",
                f"counter += {base}.own({self._typed('int', 1)});",
                f"counter += ((Op) {base}).twice({self._typed('int', 1)});",
                "if (counter != 99) throw (RuntimeException) nothing();",
                f"if (total != 99) throw unless({self._typed('boolean', 1)}, new Custom({self._typed('int', 1)}));",
                f"counter += ((String) nothing()).length() + {self._typed('int', 0)};",
            )
        )

    def _array_edge(self) -> str:
        r = self.random
        kind = r.choice(ELEMENTS)
        size, at = r.choice((self._small(), "1", "2")), self._small()
        value = f"({kind}) ({self._typed(kind, 1)})"
        covariant = r.choice(("Integer[2]", "String[2]", "Base[2][]", "int[2][]"))
        few = f"({self._small()}) % 9"  # never too much memory
        return r.choice(
            (
                f"{kind} {self._name()} = (new {kind}[({size}) % 7])[{at}];",
                f"(new {kind}[({size}) % 7])[{at}] = {value};",
                f"(new {kind}[({size}) % 7])[{at}]{r.choice(('++', '--')) if kind != 'boolean' else ' |= true'};",
                f"Object[] {self._name()} = new String[{few}];",
                f"{kind}[] {self._name()} = new {kind}[{few}];",
                f"counter += new {kind}[-({self._typed('int', 1)} & 1)].length;",
                f"counter += new {kind}[{few}][{few}].length;",
                f"counter += new String[{few}][2][{few}].length;",
                f"((Object[]) new {covariant})[{at}] = {self._object()};",
                f"Object {self._name()} = new Object[] {{ {self._object()} }}[{at}];",
                f"(new Object[1])[{at}] = {self._object()};",
            )
        )

    def _length(self) -> str:
        """Arrays whose length may be negative."""
        r = self.random
        size = r.choice(
            ("-1", "Integer.MIN_VALUE", f"-({self._typed('int', 1)} & 1)", f"-({self._typed('int', 1)} & 3)")
        )
        made = r.choice((f"{r.choice(ELEMENTS)}[{size}]", f"{r.choice(('String', 'Base'))}[{size}]", f"int[2][{size}]"))
        return f"counter += new {made}.length;"

    def _object(self) -> str:
        return self.random.choice(("null", '"s"', "7", "new Left()", "new int[1]", "new Base[1]", "2.5", "nothing()"))

    def _initialising(self) -> str:
        value = self._typed("int", 1)
        return self.random.choice(
            (
                "counter += Bad0.value;", f"Bad0.value = {value};", "new Bad0();", f"Bad1.value = {value};",
                "counter += Bad1.value;", "new Bad2();", "counter += Bad3.use();", "Bad3.use();", "new Bad4();",
                f"Bad4.other = {value};", "counter += Bad4.other;", "new Bad5();", "(new Bad1[2])[0] = new Bad1();",
            )
        )  # fmt: skip

    def _monitor(self) -> str:
        inside = f"counter += {self._typed('int', 1)} / ({self._typed('int', 1)} & 1);"
        return self.random.choice(
            (
                f"synchronized (nothing()) {{ {inside} }}",
                f"synchronized (shared) {{ synchronized (shared) {{ {inside} }} }}",
            )
        )

    def _other(self) -> str:
        r = self.random
        kind = r.choice(("int", "long"))
        divisor = r.choice((f"({self._typed(kind, 1)} & 1)", "0", f"({kind}) ({self._typed('long', 2)})"))
        to = r.choice(("String", "Integer", "Base", "Right", "int[]", "Object[]", "Op", "Comparable<?>"))
        return r.choice(
            (
                f"{kind} {self._name()} = {self._typed(kind, 1)} / {divisor};",
                f"{kind} {self._name()} = {self._typed(kind, 1)} % {divisor};",
                f"{to} {self._name()} = ({to}) (Object) {self._object()};",
                f"{to} {self._name()} = ({to}) (Object) {self._object()};",
                f'if (total != 99) throw new Custom("outer", new Checked(new Custom({self._typed("int", 1)})));',
                f"if (last == null) throw new Custom({self._typed('int', 1)});",
                f"assert {self._typed('boolean', 2)} : {self._typed('int', 1)};",
            )
        )

    def _s_boundary(self, depth: int, returns: str) -> None:
        """Many operators on two values that are often on a boundary."""
        r = self.random
        kind = r.choice(("int", "long", "float", "double"))
        one, two = self._name(), self._name()
        for name in (one, two):
            value = self._typed(kind, 1) if r.random() < 0.4 else r.choice(BOUNDARIES[kind])
            self._line(depth, f"{kind} {name} = {value};")
        whole = kind in ("int", "long")
        operators = ["+", "-", "*", *(("&", "|", "^", "<<", ">>", ">>>") if whole else ("/", "%"))]
        results = [f"{one} {each} {two}" for each in r.sample(operators, 4)]
        results += [f"-{one}", *(f"({to}) {two}" for to in r.sample(CASTS, 4))]
        self._line(depth, " ".join(f"fold({each});" for each in results))
        for each in r.sample(("<", "<=", ">", ">=", "==", "!="), 3):
            self._line(depth, f"if ({one} {each} {two}) fold({r.randint(1, 99)}); else fold({r.randint(1, 99)});")
        narrow = r.choice(("byte", "short", "char"))
        cells = self._name()
        self._line(depth, f"{narrow}[] {cells} = new {narrow}[2]; {cells}[0] = ({narrow}) {one}; {cells}[1] += {two};")
        self._line(depth, f"fold({cells}[0]); fold({cells}[1]);")

    # -- shapes -------------------------------------------------------------------------------------------------

    def _s_chain(self, depth: int, returns: str) -> None:
        """Values that are used where they are assigned, and values that are thrown away."""
        r = self.random
        base = r.choice([name for name, kind in self.variables if kind == "Base"])
        kind = r.choice(ELEMENTS)
        other = r.choice([each for each in ELEMENTS if each != "boolean"])
        value = self._typed(kind, 2)
        made = f"{kind}[] {self._name()} = new {kind}[3];"
        array = made.split("[] ")[1].split(" ")[0]
        step = r.choice(("++", "--", " += 3", " *= 2", " -= 7"))
        numbers = f"{other}[] {self._name()} = new {other}[2];"
        cells = numbers.split("[] ")[1].split(" ")[0]
        at = f"{self._typed('int', 1)} & 1"
        choices = (
            f"{made} {kind} {self._name()} = {array}[{at}] = {array}[2] = {value};",
            f"{numbers} {other} {self._name()} = {cells}[{at}]{step};",
            f"{numbers} counter += (int) ({cells}[{at}]{step});",
            f"counter += {base}.field{step};",
            f"total += {base}.wide{step};",
            f"total = {base}.wide = {self._typed('long', 2)};",
            f"counter = {base}.field = counter = {self._typed('int', 2)};",
            f'many("p", {self._typed("long", 1)}, {self._typed("int", 1)});',
            f'total ^= many(null) + many("a", counter++, {self._typed("long", 1)});',
            f"{base}.own(counter);",
            "new Left();",
            f"recur({self._typed('int', 1)}, {self._typed('long', 1)});",
            f"counter += recur({self._typed('int', 1)}, total);",
            f"if (even({self._typed('int', 1)} & 15)) total++; else total--;",
            f"if ({base} == nothing()) counter++; if (nothing() != {base}) total += 3;",
            f"if ((Object) {base} == (Object) shared) counter++; else counter--;",
            f"if (nothing() == null) counter++; if ({base} != null) counter += 2;",
            f"double {self._name()} = shared[counter & 1] = shared[2] = {self._typed('double', 2)};",
            f"float {self._name()} = 2f + {self._typed('float', 1)} * 1f - 0f;",
            f"Object {self._name()} = {self._typed('boolean', 1)} ? null : (Object) {base};",
        )
        self._line(depth, r.choice(choices))
