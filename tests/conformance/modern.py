"""Statements on interfaces, generics, exceptions of the program's own, collections, and patterns of newer Java.

Mixed into `rich_generator.RichWriter`; each leaves a mark in the trace.
"""

from __future__ import annotations

import random

SUPPORT = """
  interface Greeter { String name(); default String greet() { return prefix() + name(); }
    private String prefix() { return "hi " + counted(); } static int counted() { return ++greeted; }
    static Greeter of(String s) { return () -> s; } }
  interface Polite extends Greeter { default String greet() { return "dear " + Greeter.super.greet(); } }
  interface Loud { default String greet() { return "HEY"; } }
  static int greeted;
  static class Both implements Polite, Loud { String held = "both"; public String name() { return held; }
    public String greet() { return Polite.super.greet() + Loud.super.greet(); } }
  static <T extends Comparable<T>> T most(T one, T two) {
    return one == null ? two : two == null || one.compareTo(two) > 0 ? one : two; }
  @SafeVarargs static <T> java.util.List<T> listed(T... all) {
    java.util.List<T> made = new java.util.ArrayList<>(); for (T each : all) made.add(each); return made; }
  static class Box<T extends Number> implements Comparable<Box<T>> { T held; Box(T held) { this.held = held; }
    public int compareTo(Box<T> o) { return Integer.compare(held.intValue(), o.held.intValue()); }
    <R> R fold(java.util.function.BiFunction<T, Integer, R> f) { return f.apply(held, counter); } }
  static class Guard implements AutoCloseable { final int n; Guard(int n) { this.n = n; trace.append("o").append(n);
    if (n % 5 == 4) throw new Custom(n); }
    public void close() throws Checked { trace.append("c").append(n);
      if (n % 3 == 1) throw new Checked(new Custom(n)); } }
  static int leave(int n) {
    try { if (n > 2) throw new Custom(n); return n; } catch (Custom e) { trace.append('k');
      if (n > 9) throw e; return -n; }
    finally { trace.append('y'); if (n == 5) return 55; counter ^= n; } }
  static String chain(Throwable t) {
    StringBuilder all = new StringBuilder(); for (Throwable at = t; at != null; at = at.getCause()) {
    all.append(at.getClass().getName()).append(':').append(text(at));
    for (Throwable s : at.getSuppressed()) all.append('+').append(text(s)); } return all.toString(); }
  static String text(Throwable t) { return t instanceof ClassCastException ? "cast" : t.getMessage(); }
  sealed interface Tree permits Leaf, Twig { }
  record Leaf(int value) implements Tree { Leaf { if (value == 13) throw new Custom(13); } }
  record Twig(Tree left, Tree right) implements Tree { static int made; Twig { made++; }
    int size() { return weigh(left) + weigh(right); } }
  record Mixed(byte b, short s, char c, boolean z, float f, double d, long j, String t, int[] a) { }
  static int weigh(Tree t) { if (t instanceof Leaf l) return l.value();
    if (t instanceof Twig w && w.left() != null) return w.size(); return -1; }
"""

NEWEST = """
  static String shape(Object o) {
    return switch (o) {
      case null -> "null";
      case Integer i when i > 100 -> "big" + i;
      case Integer i -> "int" + i;
      case Twig(Leaf(int a), Leaf(int b)) when a > b -> "down" + (a - b);
      case Twig(Leaf l, var r) -> "leaf" + l + r;
      case Twig t -> "twig" + t.size();
      case Color c when c == Color.RED -> "red";
      case Color c -> c.name();
      case String s when s.length() > 2 -> s.substring(1);
      case CharSequence s -> "cs" + s.length();
      case int[] a -> "ints" + a.length;
      default -> o.getClass().getSimpleName();
    };
  }
  static int sealedTree(Tree t) {
    return switch (t) { case Leaf(int v) -> v * 2; case Twig(Tree a, Tree b) -> sealedTree(a) - sealedTree(b); };
  }
  static int colored(Color c) {
    return switch (c) { case RED -> 1; case GREEN -> counter; case BLUE -> throw new Custom(3); }; }
"""

_LISTS = "java.util."


class ModernStatements:
    """Needs the expressions of `rich_generator.RichWriter`."""

    random: random.Random
    newest: bool

    def _line(self, depth: int, text: str) -> None:
        raise NotImplementedError

    def _typed(self, kind: str, depth: int) -> str:
        raise NotImplementedError

    def _any(self, depth: int) -> str:
        raise NotImplementedError

    def _name(self) -> str:
        raise NotImplementedError

    def _i(self) -> str:
        raise NotImplementedError

    def _log(self, depth: int, text: str) -> None:
        raise NotImplementedError

    def _caught(self, depth: int, statement: str) -> None:
        """A step whose exception is put into the trace with all that hangs on it."""
        e = self._name()
        self._line(depth, f"try {{ {statement} }} catch (Exception {e}) {{ trace.append(chain({e})); }}")

    def _m_interfaces(self, depth: int, returns: str) -> None:
        text = self._typed("String", 1)
        name = self._name()
        self._line(depth, f"final String {name} = {text};")
        made = self.random.choice(
            (f"Greeter.of({name})", "new Both()", f"(Polite) () -> {name}", "(Greeter) new Both()::greet")
        )
        self._log(depth, f"({made}).greet() + Greeter.counted()")

    def _m_generics(self, depth: int, returns: str) -> None:
        r = self.random
        one, two = self._i(), self._i()
        self._log(
            depth,
            r.choice(
                (
                    f"most({one}, {two})",
                    f"most({self._typed('String', 1)}, {self._typed('String', 1)})",
                    f"most(new Box<>({one}), new Box<>({two})).held",
                    f'new Box<>({self._typed("long", 1)}).<String>fold((a, b) -> a + "/" + b)',
                    f"listed({one}, {two}, 3).indexOf(3) + listed({self._any(1)}).size()",
                    f"most(Color.GREEN, {self._typed('boolean', 1)} ? Color.RED : null)",
                )
            ),
        )

    def _m_exceptions(self, depth: int, returns: str) -> None:
        r = self.random
        e = self._name()
        guards = f"try (Guard a = new Guard({self._i()} & 7); Guard b = new Guard({self._i()} & 7)) {{ "
        guards += f"counter += a.n + b.n; if ({self._typed('boolean', 1)}) throw new Custom(counter); }}"
        rethrow = f"try {{ counter += leave({self._i()} & 15); }} "
        rethrow += f"catch (RuntimeException {e}) {{ {e}.addSuppressed(new Checked()); throw {e}; }}"
        wrap = f"try {{ counter /= {self._i()} & 1; }} "
        wrap += f"catch (ArithmeticException {e}) {{ throw new Checked({e}); }} finally {{ trace.append('w'); }}"
        self._caught(depth, r.choice((guards, guards, rethrow, wrap, f"trace.append(leave({self._i()} & 15));")))

    def _m_trees(self, depth: int, returns: str) -> None:
        name = self._name()
        self._caught(
            depth,
            f"Tree {name} = new Twig(new Leaf({self._i()}), new Leaf({self._i()} & 15)); "
            f"trace.append(weigh({name})).append({name});"
            f"trace.append({name}.equals(new Twig(new Leaf(1), null))).append({name}.hashCode());",
        )
        if self.newest:
            right = self.random.choice(("new Leaf(2)", "null", "new Twig(new Leaf(1), new Leaf(2))"))
            self._caught(depth, f"trace.append(sealedTree(new Twig(new Leaf({self._i()}), {right})));")

    def _m_records(self, depth: int, returns: str) -> None:
        name, other = self._name(), self._name()
        values = [
            f"({kind}) ({self._typed(kind, 1)})"
            for kind in ("byte", "short", "char", "boolean", "float", "double", "long")
        ]
        self._line(depth, f"Mixed {name} = new Mixed({', '.join(values)}, {self._typed('String', 0)}, null);")
        self._line(
            depth,
            f"Mixed {other} = new Mixed({name}.b(), {name}.s(), {name}.c(), {name}.z(), {name}.f(), "
            f"{self._typed('double', 0)}, {name}.j(), {name}.t(), null);",
        )
        self._log(
            depth, self.random.choice((f"{name}", f"{name}.hashCode()", f'{name}.equals({other}) + "" + {other}'))
        )

    def _m_patterns(self, depth: int, returns: str) -> None:
        r = self.random
        made = r.choice(
            (self._i(), self._typed("String", 1), "Color.RED", "Color.GREEN", "null", "new int[2]", "2.5",
             "new StringBuilder(\"ab\")",
             f"new Twig(new Leaf({self._i()}), new Leaf({self._i()}))", "new Twig(new Leaf(1), null)",
             "new Twig(null, null)", "'c'")
        )  # fmt: skip
        if self.newest:
            twig = f"new Twig(new Leaf({self._i()} & 3), new Leaf({self._i()} & 3))"
            for each in (made, twig, r.choice(("7", "101", "new Twig(new Leaf(1), null)", "Color.RED", "Color.BLUE"))):
                self._caught(depth, f"trace.append(shape({each}));")
            self._caught(depth, f"trace.append(colored(Color.values()[({self._i()} & 0x7fffffff) % 3]));")
        else:
            name = self._name()
            self._line(depth, f"Object {name} = {made};")
            self._line(
                depth,
                f"if ({name} instanceof Twig t{name} && t{name}.left() instanceof Leaf l{name}) "
                f"trace.append(l{name}.value());",
            )
            self._line(depth, f"else trace.append({name} instanceof Tree);")

    def _m_lists(self, depth: int, returns: str) -> None:
        r, name = self.random, self._name()
        kind = r.choice(
            ("ArrayList", "LinkedList", "ArrayDeque", "TreeSet", "HashSet", "LinkedHashSet", "PriorityQueue")
        )
        self._line(depth, f"{_LISTS}Collection<Integer> {name} = new {_LISTS}{kind}<>();")
        steps = (
            f"{name}.add({self._i()} & 7);", f"{name}.add({self._i()});", f"{name}.remove((Object) ({self._i()} & 7));",
            f"{name}.addAll({_LISTS}List.of(4, {self._i()} & 3, 9));", f"{name}.removeIf(x -> x % 3 == 0);",
            f"{name}.clear();",
        )  # fmt: skip
        for _ in range(r.randint(2, 5)):
            self._line(depth, r.choice(steps[:2] + steps))
        self._line(depth, f"for (int each : {name}) trace.append(each).append(',');")
        self._log(depth, r.choice((f"{name}.size()", f"{name}.contains(4)", f"{name}", f"{name}.iterator().hasNext()")))
        self._caught(depth, f"trace.append({name}.iterator().next());")

    def _m_maps(self, depth: int, returns: str) -> None:
        r, name = self.random, self._name()
        kind = r.choice(("HashMap", "TreeMap", "LinkedHashMap"))
        key = r.choice(('"k" + (' + self._i() + " & 3)", f"String.valueOf({self._typed('char', 1)})", '"Aa"', '"BB"'))
        self._line(depth, f"{_LISTS}Map<String, Integer> {name} = new {_LISTS}{kind}<>();")
        steps = (
            f"{name}.put({key}, {self._i()});", f"{name}.merge({key}, 1, Integer::sum);", f"{name}.remove({key});",
            f"{name}.putIfAbsent({key}, counter);", f"{name}.computeIfAbsent({key}, String::length);",
            f"{name}.compute({key}, (k, v) -> v == null ? 1 : v > 2 ? null : v + 1);",
        )  # fmt: skip
        for _ in range(r.randint(2, 5)):
            self._line(depth, r.choice(steps))
        self._line(
            depth,
            f"for (var each : {name}.entrySet()) trace.append(each.getKey()).append('=').append(each.getValue());",
        )
        self._log(
            depth, r.choice((f"{name}.size()", f"{name}.get({key})", f"{name}", f'{name}.getOrDefault("none", 3)'))
        )

    def _m_text(self, depth: int, returns: str) -> None:
        block = '"""\n      one "two"\n        \\tthree \\\n      four\n      """'
        self._log(
            depth,
            self.random.choice(
                (
                    block,
                    f'String.join("-", "a", {self._typed("String", 1)})',
                    f'String.format("%d|%s", {self._i()}, {self._typed("String", 1)})',
                )
            ),
        )
