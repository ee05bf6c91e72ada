"""Random Java classes over objects, strings, lambdas and nested control flow, on top of `generator.Writer`.

Every method takes primitives and returns the trace of what it did: a string in which each step leaves a mark, so a
wrong step is seen even where later ones would hide it.
"""

from __future__ import annotations

from tests.conformance.generator import ARGUMENTS, PRIMITIVES, Writer
from tests.conformance.modern import NEWEST, ModernStatements
from tests.conformance.modern import SUPPORT as MODERN

STRINGS = ('""', '"a"', '"Aa"', '"BB"', '"one"', '"two"', '"12"', '"-7"', '"\\u00e9x"', '"Zz\\u20ac"', "null")
MESSAGES = "ArithmeticException | IndexOutOfBoundsException | NegativeArraySizeException | IllegalStateException"
PRELUDE = """
  static StringBuilder trace = new StringBuilder();
  static int mark(String what, int value) { trace.append(what).append(value).append(';'); return value; }
  static boolean mark(String what, boolean value) { trace.append(what).append(value).append(';'); return value; }
  static int sum(int... all) { int s = all.length; for (int each : all) s = 31 * s + each; return s; }
  static boolean same(Object one, Object two) { return one == two; }
  static String kind(Object o) { return "o"; }
  static String kind(Integer o) { return "I"; }
  static String kind(long o) { return "j"; }
  static String kind(double o) { return "d"; }
  enum Color {
    RED, GREEN { int weight() { return 7; } @Override public String toString() { return "green!"; } }, BLUE;
    static int asked;
    int weight() { asked++; return ordinal() + 1; }
    Color next() { return values()[(ordinal() + 1) % values().length]; }
  }
  interface Shape { int area(); default String label() { return "s" + area(); } }
  record Dot(int x, long y) implements Shape { public int area() { return x; } }
  record Pair(Object left, double right) implements Shape {
    Pair { if (right != right) throw new IllegalStateException("right is " + right); }
    public int area() { return left == null ? -1 : left.hashCode(); }
    public String label() { return "p" + Shape.super.label(); }
  }
  static abstract class Node<T> {
    T item;
    Node(T item) { this.item = item; trace.append("N").append(describe()); }
    abstract T take(T other);
    String describe() { return "node"; }
  }
  static class Sum extends Node<Integer> {
    int extra = 5;
    { trace.append("i").append(extra); }
    Sum(int v) { super(v); extra += v; }
    Integer take(Integer other) { return item + other + extra; }
    String describe() { return "sum" + extra; }
  }
  static class Glue extends Node<String> {
    Glue(String s) { super(s); }
    String take(String other) { return item + other; }
  }
  static class First {
    static { trace.append("First;"); }
    static final int CONSTANT = 9;
    static final Integer BOXED = mark("BOXED", 3);
    static int value = mark("value", 4);
  }
  static class Second extends First {
    static int early = late() + 1;
    static int other = mark("other", value * 2);
    static int late() { return mark("late", other); }
  }
  interface Third { int THIRD = mark("THIRD", 6); default int third() { return 1; } }
  static class Fourth implements Third { static int fourth = mark("fourth", 8); }
  static class Broken { static int value = mark("broken", counter) / (counter - counter); static void touch() { } }
  class Inner { int own = counter; class Deep { int both() { return own + counter + base; } } }
  int base = 11;
"""


class RichWriter(Writer, ModernStatements):
    """Writes one class ``Rich<seed>`` whose methods all return strings; ``newest``: in the Java of today."""

    def __init__(self, seed: int, methods: int = 3, *, newest: bool = False) -> None:
        super().__init__(seed, methods)
        self.name = f"Rich{seed}"
        self.newest = newest

    def source(self) -> str:
        """The class with its supporting types."""
        lines = super().source().splitlines()
        support = [PRELUDE, MODERN, NEWEST] if self.newest else [PRELUDE, MODERN]
        return "\n".join([lines[0], *support, *lines[1:]]) + "\n"

    def _method(self, number: int) -> None:
        r = self.random
        parameters = tuple(r.choice(ARGUMENTS) for _ in range(r.randint(0, 3)))
        self.variables = [(f"p{i}", kind) for i, kind in enumerate(parameters)]
        self.fixed = set()
        self.fresh = self.loops = 0
        self.budget = 22
        header = ", ".join(f"{kind} p{i}" for i, kind in enumerate(parameters))
        self.lines.append(f"  static String m{number}({header}) {{")
        self.lines.append("    try {")
        self._open_variables()
        self._declare(2, "String")
        self._r_operators(2, "String")
        for _ in range(r.randint(4, 8)):
            self._statement(2, "String")
        self._line(2, f"return trace.append({self._any(2)}).toString();")
        self.lines.append(f"    }} catch ({MESSAGES} end) {{")
        self.lines.append('      return trace + "!" + end.getClass().getName() + end.getMessage();')
        self.lines.append("    } }")
        self.methods.append((f"m{number}", parameters, "String"))

    def _statement(self, depth: int, returns: str) -> None:
        if self.random.random() < 0.4:
            super()._statement(depth, returns)
            return
        self.budget -= 1
        kinds = [
            "operators", "operators", "operators", "log", "join", "strings", "colors", "lambda", "grid", "first",
            "first",
            "small", "boxes", "pattern", "records", "nodes", "builder", "messages", "order", "chars", "nested", "inner",
            "lock", "covariant", *["text"] * 5, *["builder"] * 3, *["boxes", "messages", "records", "pattern"],
        ]  # fmt: skip
        modern = ["interfaces", "generics", "exceptions", "exceptions", "trees", "records", "patterns", "patterns"]
        modern += ["lists", "maps", "text"]
        if self.budget > 0 and depth < 5:
            kinds += ["labels", "labels", "tries", "tries"]
        chosen = self.random.choice([*(f"_r_{each}" for each in kinds), *(f"_m_{each}" for each in modern)])
        getattr(self, chosen)(depth, returns)

    # -- expressions --------------------------------------------------------------------------------------------

    def _typed(self, kind: str, depth: int) -> str:
        if kind != "String":
            return super()._typed(kind, depth)
        r = self.random
        leaves = [name for name, other in self.variables if other == "String"]
        if depth <= 0:
            return r.choice(leaves) if leaves and r.random() < 0.7 else f"((String) {r.choice(STRINGS)})"
        one, two = self._typed("String", depth - 1), self._any(depth - 1)
        choices = (
            f"({one} + {two})",
            f'("<" + {two} + {self._any(depth - 1)} + {one})',
            f"String.valueOf({self._any(0)})",
            f"({self._typed('boolean', depth - 1)} ? {one} : {self._typed('String', 0)})",
            f"({one} + (char) ({self._typed('int', 0)} & 127))",
        )
        return r.choice(choices)

    def _any(self, depth: int) -> str:
        """An expression of a random printable kind."""
        return self._typed(self.random.choice((*PRIMITIVES, "String", "int", "char")), depth)

    def _i(self) -> str:
        return self._typed("int", 1)

    def _log(self, depth: int, text: str) -> None:
        self._line(depth, f"trace.append({text}).append(' ');")

    # -- strings ------------------------------------------------------------------------------------------------

    def _r_log(self, depth: int, returns: str) -> None:
        self._log(depth, self._any(3))

    def _r_join(self, depth: int, returns: str) -> None:
        self._log(depth, " + ".join(['"j"', *(self._any(1) for _ in range(self.random.randint(1, 5)))]))

    def _r_text(self, depth: int, returns: str) -> None:
        name = self._name()
        self._line(depth, f'String {name} = "" + {self._typed("String", 2)};')
        other = self._typed("String", 1)
        calls = (
            f"{name}.length()", f"{name}.hashCode()", f"{name}.equals({other})", f"{name}.isEmpty()",
            f'{name}.indexOf("a")', f"{name}.lastIndexOf('e')", f"{name}.toUpperCase()", f"{name}.trim()",
            f'{name}.compareTo("" + {other})', f'{name}.startsWith("B")', f'{name}.contains("w")',
            f"{name}.charAt({self._i()} & 1)", f"{name}.substring({self._i()} & 1)", f"{name}.replace('a', 'b')",
            f"({name} == ({other}))", f'("x" + {name}).intern() == "xone"', f"{name}.concat({name})",
            f"{name}.repeat({self._i()} & 3)", f"({name} + 'q').chars().sum()",
        )  # fmt: skip
        for each in self.random.sample(calls, 7):
            self._tried(depth, each)

    def _tried(self, depth: int, value: str) -> None:
        """A value, or the message of the exception that comes instead."""
        e = self._name()
        self._line(depth, f"try {{ trace.append({value}).append(' '); }}")
        self._line(depth, f"catch (RuntimeException {e}) {{ trace.append({e}.getClass());")
        self._line(depth, f"if (!({e} instanceof ClassCastException)) trace.append({e}.getMessage()); }}")

    def _r_builder(self, depth: int, returns: str) -> None:
        r, name = self.random, self._name()
        self._line(depth, f"StringBuilder {name} = new StringBuilder({r.choice(('', '4', self._typed('String', 0)))});")
        steps = (
            f"append({self._any(1)})", f"append({self._any(1)})", f"insert(0, {self._any(0)})", "reverse()",
            f"append('c').setCharAt({self._i()} & 1, 'z')", f"deleteCharAt({self._i()} & 3)",
            f"append({self._i()}).append((Object) null)", f"setLength({self._i()} & 7)", "append(1.5f).append(2L)",
        )  # fmt: skip
        for _ in range(r.randint(3, 6)):
            step, e = r.choice(steps), self._name()
            self._line(
                depth, f"try {{ {name}.{step}; }} catch (IndexOutOfBoundsException {e}) {{ trace.append({e}); }}"
            )
        self._log(depth, f"{name}.length() + {name}.toString()")

    def _r_strings(self, depth: int, returns: str) -> None:
        r, name = self.random, self._name()
        labels = r.sample([word for word in STRINGS if word != "null"], 4)
        key = f'("" + {self._typed("String", 1)})'
        if r.random() < 0.5:
            self._line(depth, f"int {name} = switch ({key}) {{ case {labels[0]}, {labels[1]} -> {self._i()};")
            self._line(depth, f"case {labels[2]} -> {{ int y = {self._i()}; yield y / 3; }}")
            self._line(depth, f"default -> {self._i()}; }};")
            self._log(depth, name)
            return
        self._line(depth, f"switch ({key}) {{")
        for number, label in enumerate(labels):
            stop = " break;" if r.random() < 0.5 else ""
            self._line(depth, f"case {label}: trace.append({number});{stop}")
        self._line(depth, f"default: trace.append({self._any(1)}); }}")

    def _r_chars(self, depth: int, returns: str) -> None:
        first = self._name()
        self._line(depth, f"char {first} = (char) ({self._i()} & 7 | 'a' - 1);")
        self._line(depth, f"switch ({first}) {{ case 'a': {first}++; case 'c': {first} += 1.7; break;")
        self._line(depth, f"case '\\u2028': break; default: {first} -= {self._typed('long', 1)}; }}")
        self._log(depth, f'{first} + "" + (int) {first} + ({first} + 1)')

    # -- numbers ------------------------------------------------------------------------------------------------

    def _r_operators(self, depth: int, returns: str) -> None:
        """Operators on variables, each result on its own."""
        r, one, two = self.random, self._name(), self._name()
        kind = r.choice(("int", "long", "float", "double"))
        other = kind if r.random() < 0.7 else r.choice(("int", "long", "float", "double"))
        self._line(depth, f"{kind} {one} = {self._typed(kind, r.randint(0, 1))};")
        self._line(depth, f"{other} {two} = {self._typed(other, r.randint(0, 1))};")
        whole = kind in ("int", "long") and other in ("int", "long")
        if whole:
            self._line(depth, f"if ({two} != 0) trace.append({one} / {two}).append(' ').append({one} % {two});")
            self._log(depth, f'{one} / -7 + "," + {one} % -7 + "," + ({one} >>> 5) + "," + ({one} << {two})')
        else:
            self._log(depth, f'{one} % 3 + "," + {two} % 0.75 + "," + {one} / {two} + "," + -{one} + "," + -{two}')
        self._log(depth, f'(long) (float) {one} + "," + (double) (float) {two}')
        operators = ["+", "-", "*", "<", "<=", ">", ">=", "==", "!="]
        operators += ["<<", ">>", ">>>", "&", "|", "^"] if whole else ["/", "%"]
        for operator in r.sample(operators, 4):
            self._log(depth, f"({one} {operator} {two})")
        self._line(depth, f"if (!({one} {r.choice(('<', '<=', '>', '>='))} {two})) trace.append('!');")
        casts = ("int", "long", "float", "double", "byte", "short", "char")
        self._log(depth, ' + "," + '.join(f"({cast}) {r.choice((one, two))}" for cast in casts))

    def _r_small(self, depth: int, returns: str) -> None:
        r, name, at = self.random, self._name(), self._name()
        kind = r.choice(("byte", "short", "char", "int", "long", "float"))
        self._line(depth, f"{kind}[] {name} = {{ ({kind}) {self._i()}, ({kind}) {self._i()}, ({kind}) 3 }};")
        self._line(depth, f"int {at} = {self._i()} & 1;")
        operators = ["+", "-", "*", "/", "%"] if kind == "float" else ["+", "-", "*", "/", "%", "&", "<<", ">>", ">>>"]
        operand = r.choice(("int", "long", "char", "byte"))
        self._line(depth, f"{name}[{at}++] {r.choice(operators)}= {self._typed(operand, 2)};")
        self._line(depth, f"{name}[{at}]{r.choice(('++', '--'))}; {name}[{at} - 1] = {name}[{at}]++;")
        self._log(depth, f'{name}[0] + "," + {name}[1] + "," + -{name}[2]++ + {at}')

    def _r_boxes(self, depth: int, returns: str) -> None:
        r, one, two = self.random, self._name(), self._name()
        kind, box = r.choice((("int", "Integer"), ("long", "Long"), ("char", "Character"), ("byte", "Byte")))
        value = f"({kind}) ({self._i()} % {r.choice((3, 127, 128, 129, 1000))})"
        self._line(depth, f"{box} {one} = {value}, {two} = {value};")
        checks = (
            f"{one} == {two}", f"{one}.equals({two})", f"{one}.hashCode()", f"{one} <= {two}", f"kind({one})",
            f"(true ? {one} : {self._typed('double', 1)})", f"((Object) {one}).equals({self._i()})",
            f"{one}++ + {two}", f"{one}.compareTo({two})", f"(Object) {one} instanceof Number",
        )  # fmt: skip
        for each in r.sample(checks, 4):
            self._log(depth, each)
        edges = " + ".join(f'"" + same(({kind}) {edge}, ({kind}) {edge})' for edge in (127, 128, -128, -129))
        self._log(depth, f'{one} + "" + ({one} == {two}) + {edges}')

    def _r_order(self, depth: int, returns: str) -> None:
        r, at = self.random, self._name()
        self._line(depth, f"int {at} = {self._i()} & 15;")
        choices = (
            f"sum({at}++, {at}, --{at}, {at} = {self._i()}, {at})",
            f"({at} += ({at} = 3) + {at}++ * {at})",
            f'mark("l", {at}) - mark("r", {self._i()}) * mark("x", {at} >> 1)',
            f'(mark("a", {at} > 3) || mark("b", {at} < 9) && mark("c", {at} != 5))',
            f"sum() + sum({at}) + sum(new int[] {{ {at}, {at}-- }})",
            f"new int[] {{ {at}++, {at}++, {at} }}[{at} & 1]",
            f"(({at} & 1) == 0 ? {at}++ : --{at}) + {at}",
        )
        self._log(depth, r.choice(choices))
        self._log(depth, at)

    def _r_messages(self, depth: int, returns: str) -> None:
        r = self.random
        risky = (
            f"10 / ({self._i()} & 1)", f"10L % ({self._typed('long', 1)} & 1)", f"new int[3][{self._i()} >> 30].length",
            f"(new long[2])[{self._i()} & 3]", f"(new byte[{self._i()} & 3])[1]", '"abc".charAt(' + self._i() + ")",
            f'"abc".substring({self._i()} & 7)', f'Integer.parseInt("" + {self._typed("String", 1)})',
            f"((Object[]) new String[1])[0] = (Object) {self._i()}", f'Color.valueOf("" + {self._typed("String", 0)})',
            f'java.util.Objects.requireNonNull({self._typed("String", 0)}, "missing")',
            f"java.util.List.of(1, 2).get({self._i()} & 3)", f"new Pair(null, {self._typed('double', 1)}).area()",
            f"Math.addExact({self._i()}, {self._i()})", f"Math.toIntExact({self._typed('long', 1)})",
            f"Math.addExact({self._i()}, Integer.MAX_VALUE)", f"Math.abs({self._i()} | Integer.MIN_VALUE)",
            f"Math.floorMod({self._i()}, {self._i()} & 7)", f"Math.max(-0f, {self._typed('float', 1)})",
            f"Math.round({self._typed('double', 1)})", f"Integer.bitCount({self._i()})", "Math.abs(Integer.MIN_VALUE)",
            f"Long.compare({self._typed('long', 1)}, {self._i()})", f"Double.compare({self._typed('double', 1)}, -0.0)",
        )  # fmt: skip
        for each in r.sample(risky, 5):
            self._tried(depth, each)

    # -- objects ------------------------------------------------------------------------------------------------

    def _r_colors(self, depth: int, returns: str) -> None:
        r, name = self.random, self._name()
        self._line(depth, f"Color {name} = Color.values()[{self._i()} & 1];")
        if r.random() < 0.5:
            self._line(depth, f"{name} = {name}.next();")
        if r.random() < 0.5:
            self._line(depth, f"switch ({name}) {{ case GREEN: trace.append('g'); case RED: trace.append(1);")
            self._line(depth, f"{r.choice(('break;', ''))} default: trace.append({self._any(1)}); }}")
        else:
            self._log(depth, f"switch ({name}) {{ case RED -> 'r'; case BLUE -> {self._i()}; case GREEN -> 2.5f; }}")
        self._log(depth, f"{name}.weight() + {name}.name() + {name} + Color.asked + {name}.compareTo(Color.GREEN)")

    def _r_records(self, depth: int, returns: str) -> None:
        one, two = self._name(), self._name()
        self._line(
            depth, f"Dot {one} = new Dot({self._i()}, {self._typed('long', 1)}), {two} = new Dot({one}.x(), 7L);"
        )
        wide = self._typed("float", 1)
        self._line(depth, f"Shape {one}s = {self._typed('boolean', 1)} ? {one} : new Pair({self._any(1)}, {wide});")
        checks = (
            f"{one}.equals({two}) + \"\" + {two}.equals(new Dot({one}.x(), 7))", f"{one}.hashCode()",
            f"new Pair({one}, -0.0).equals(new Pair({one}, 0.0))", f"{one}s.label()", f"{one}s.area()",
            f"{one} + \"/\" + {two}", f"new Pair({one}.y(), {self._i()}).hashCode()", f"new Pair({two}, 1.0) + \"\"",
        )  # fmt: skip
        for each in self.random.sample(checks, 4):
            self._log(depth, each)

    def _r_nodes(self, depth: int, returns: str) -> None:
        name = self._name()
        if self.random.random() < 0.6:
            self._line(depth, f"Node<Integer> {name} = new Sum({self._i()});")
            self._log(depth, f"{name}.take({self._i()}) + {name}.describe() + {name}.item")
        else:
            self._line(depth, f"Node<String> {name} = new Glue({self._typed('String', 1)});")
            self._log(depth, f"{name}.take({self._typed('String', 0)}) + {name}.describe()")

    def _r_pattern(self, depth: int, returns: str) -> None:
        r, name = self.random, self._name()
        made = r.choice((
            self._typed("String", 1), self._i(), self._typed("char", 1), self._typed("double", 1), "Color.BLUE",
            "new Dot(1, 2)", "new int[] { 4 }", "new Pair[0]", "null", "null",
        ))  # fmt: skip
        self._line(depth, f"Object {name} = {made};")
        self._line(depth, f"if ({name} instanceof String s{name} && s{name}.length() > 1) trace.append(s{name});")
        self._line(depth, f"else if ({name} instanceof Integer i{name}) trace.append(i{name} + 1);")
        self._line(depth, f"else if (!({name} instanceof Shape h{name})) trace.append({name} instanceof Comparable);")
        self._line(depth, f"else trace.append(h{name}.area());")
        tests = ("Object[]", "Shape[]", "int[]", "Number", "CharSequence", "Enum", "Cloneable", "Dot")
        self._log(depth, f'({name} instanceof {r.choice(tests)}) + "" + (((Object) null) instanceof String)')
        cast = r.choice(("String", "Number", "Shape", "Integer", "Object[]"))
        self._line(depth, f"try {{ trace.append(({cast}) {name} == null); }}")
        self._line(depth, f"catch (ClassCastException e{name}) {{ trace.append('C'); }}")

    def _r_covariant(self, depth: int, returns: str) -> None:
        r, name = self.random, self._name()
        self._line(
            depth,
            f"Object[] {name} = {r.choice(('new String[2]', 'new Shape[2]', 'new Object[1]', 'new Integer[3]'))};",
        )
        stored = r.choice(("null", '"s"', "new Dot(1, 1)", "7", f"new int[{self._i()} & 1]", "new Dot[1]"))
        self._line(depth, f"try {{ {name}[{self._i()} & 1] = {stored}; trace.append('k'); }}")
        self._line(depth, f"catch (ArrayStoreException e{name}) {{ trace.append(e{name}.getMessage()); }}")
        self._log(depth, f"{name}.getClass().getSimpleName() + {name}.clone().length + ({name}[0] == null)")

    def _r_inner(self, depth: int, returns: str) -> None:
        r, name = self.random, self._name()
        self._line(depth, f"{self.name}.Inner.Deep {name} = new {self.name}().new Inner().new Deep();")
        fixed = self._name()
        self._line(depth, f"final int {fixed} = {self._i()};")
        anonymous = f"new Shape() {{ int seen = {fixed}; public int area() {{ return seen++ + {fixed}; }} }}"
        self._line(depth, f"Shape {name}s = {anonymous};")
        self._log(depth, r.choice((f"{name}.both()", f"{name}s.area() + {name}s.area() + {name}s.label()")))

    def _r_lambda(self, depth: int, returns: str) -> None:
        r, fixed, name = self.random, self._name(), self._name()
        self._line(depth, f"final int {fixed} = {self._i()};")
        p = "java.util.function."
        if r.random() < 0.5:
            body = r.choice((f"x -> x * {fixed} + 1", "Math::abs", f"x -> {{ counter += x; return x ^ {fixed}; }}"))
            self._line(depth, f"{p}IntUnaryOperator {name} = {body};")
            self._log(depth, f"{name}.andThen(x -> x - {fixed}).applyAsInt({self._i()}) + counter")
        elif r.random() < 0.5:
            self._line(depth, f'{p}Supplier<String> {name} = () -> "l" + {fixed};')
            self._line(depth, f"{p}Function<Object, String> {name}f = String::valueOf;")
            self._line(depth, f"{p}BiFunction<Integer, Long, Dot> {name}b = Dot::new;")
            self._log(depth, f"{name}.get() + {name}f.apply({self._any(1)}) + {name}b.apply({fixed}, 4L)")
        else:
            self._line(depth, f"int[] {name} = {{ {self._i()}, 5, {fixed} }};")
            self._line(depth, f"Runnable {name}r = () -> {{ {name}[0]++; {name}[1] /= {name}[2] & 1; }};")
            self._line(depth, f"try {{ {name}r.run(); {name}r.run(); }} finally {{ trace.append({name}[0]); }}")

    # -- arrays -------------------------------------------------------------------------------------------------

    def _r_grid(self, depth: int, returns: str) -> None:
        r, name = self.random, self._name()
        kind = r.choice(("int", "long", "char", "double", "boolean", "byte"))
        shape = r.choice(("[2][3]", "[3][2]", f"[2][{self._i()} & 3]"))
        self._line(depth, f"{kind}[][] {name} = new {kind}{shape};")
        if r.random() < 0.4:
            self._line(depth, f"{name}[{self._i()} & 1] = new {kind}[{self._i()} & 3];")
        if r.random() < 0.5:
            self._line(depth, f"{name}[1] = {name}[0].clone();")
        self._line(depth, f"{name}[{self._i()} & 1][{self._i()} & 3] = {self._typed(kind, 1)};")
        if kind not in ("boolean",):
            self._line(depth, f"{name}[{self._i()} & 1][1]{r.choice(('++', '--', ' += 3', ' *= 7'))};")
        self._line(depth, f"for ({kind}[] row : {name}) {{ for ({kind} cell : row) trace.append(cell).append(','); }}")

    # -- control ------------------------------------------------------------------------------------------------

    def _r_labels(self, depth: int, returns: str) -> None:
        r, outer, i, j = self.random, self._name(), self._name(), self._name()
        self._line(depth, f"{outer}: for (int {i} = 0; {i} < {r.randint(1, 4)}; {i}++) {{")
        self._line(depth, f"for (int {j} = {i}; {j} < 4; {j}++) {{")
        saved = list(self.variables)
        self.variables += [(i, "int"), (j, "int")]
        self.fixed |= {i, j}
        self.loops += 1
        self._block(depth + 1, returns)
        self._line(depth + 1, f"if ({self._typed('boolean', 2)}) {r.choice(('break', 'continue'))} {outer};")
        if r.random() < 0.5:
            self._line(
                depth + 1, f"try {{ if ({self._typed('boolean', 1)}) continue {outer}; }} finally {{ counter++; }}"
            )
        self._block(depth + 1, returns)
        self.loops -= 1
        self.variables = saved
        self._line(depth, f"}} trace.append({i}); }}")

    def _r_tries(self, depth: int, returns: str) -> None:
        r = self.random
        inner = 'throw new IllegalStateException("inner" + counter);'
        self._line(depth, "try { try {")
        self._block(depth + 1, returns)
        leave = [inner, f"counter /= {self._i()} & 1;", "return trace.append('R').toString();"]
        leave += ["break;", "continue;"] if self.loops else []
        self._line(depth, f"if ({self._typed('boolean', 1)}) {{ {r.choice(leave)} }}")
        e = self._name()
        self._line(depth, f"}} catch (ArithmeticException {e}) {{ trace.append({e}.getMessage());")
        self._block(depth + 1, returns)
        self._line(depth, "if ((counter & 1) == 0) throw new IndexOutOfBoundsException(counter);")
        self._line(depth, "} finally { trace.append('f');")
        self._block(depth + 1, returns, 1)
        caught = "IllegalStateException | IndexOutOfBoundsException"
        self._line(depth, f"}} }} catch ({caught} {e}) {{ trace.append({e}.getMessage());")
        self._line(depth, "} finally { trace.append('F'); }")

    def _r_nested(self, depth: int, returns: str) -> None:
        """Resources closed in reverse order, suppressed exceptions, and a cause."""
        name = self._name()
        self._line(depth, f"try (AutoCloseable {name} = () -> {{ trace.append('1'); throw new Exception(\"c\"); }};")
        self._line(depth, f"AutoCloseable {name}b = () -> trace.append('2')) {{")
        self._line(depth, f"if ({self._typed('boolean', 1)}) throw new RuntimeException(\"body\"); trace.append('b');")
        self._line(depth, f"}} catch (Exception e{name}) {{ trace.append(text(e{name}));")
        self._line(depth, f"trace.append(e{name}.getSuppressed().length); }}")

    def _r_first(self, depth: int, returns: str) -> None:
        uses = (
            "First.CONSTANT", "First.BOXED", "First.value", "Second.other", "Second.early", "Second.value",
            "Third.THIRD", "Fourth.fourth", "new Fourth().third()", "new Second[1].length", "Second.late()",
            "++First.value", "Color.asked",
        )  # fmt: skip
        if self.random.random() < 0.25:
            e = self._name()
            self._line(depth, f"try {{ Broken.touch(); }} catch (ExceptionInInitializerError {e}) {{")
            self._line(depth, f"trace.append('X').append({e}.getCause().getMessage()).append({e}.getMessage()); }}")
            self._line(depth, f"catch (NoClassDefFoundError {e}) {{ trace.append('Y').append({e}.getMessage()); }}")
        self._log(depth, self.random.choice(uses))

    def _r_lock(self, depth: int, returns: str) -> None:
        self._line(depth, "synchronized (trace) {")
        self._block(depth + 1, returns, 1)
        self._line(depth, "}")
