"""Java drivers: one static method per method of the JDK, over primitives and strings only.

The drivers are generated from the public methods of the modelled classes, so a new model, or a new method of a newer
JDK, is compared without a line written for it. What a driver cannot be made for is listed, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from everypath.program import Class, Method, Program

STRING = "java/lang/String"
OWNERS = (
    STRING,
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Character",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Boolean",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Math",
    "java/lang/StrictMath",
)
"""The classes whose public methods are all driven."""

PRIMITIVES = {
    "Z": "boolean",
    "B": "byte",
    "S": "short",
    "C": "char",
    "I": "int",
    "J": "long",
    "F": "float",
    "D": "double",
}
BOXES = {
    "java/lang/Integer": "I",
    "java/lang/Long": "J",
    "java/lang/Short": "S",
    "java/lang/Byte": "B",
    "java/lang/Character": "C",
    "java/lang/Boolean": "Z",
    "java/lang/Float": "F",
    "java/lang/Double": "D",
}
MUTABLE = ("java/lang/StringBuilder", "java/lang/StringBuffer")
TEXT = "Ljava/lang/String;"

_ARGUMENTS = {
    TEXT: (TEXT, "{0}"),
    "Ljava/lang/CharSequence;": (TEXT, "{0}"),
    "Ljava/lang/Object;": (TEXT, "{0}"),
    "Ljava/lang/StringBuilder;": (TEXT, "new StringBuilder({0})"),
    "Ljava/lang/StringBuffer;": (TEXT, "new StringBuffer({0})"),
    "[C": (TEXT, "{0}.toCharArray()"),
    "[B": (TEXT, "bytes({0})"),
    "[I": (TEXT, "points({0})"),
    "[Ljava/lang/CharSequence;": (TEXT, "new CharSequence[] {{{0}, null, {0}}}"),
    "Ljava/lang/Iterable;": (TEXT, 'java.util.List.of({0}, "x", {0})'),
    "Ljava/util/Locale;": ("I", "locale({0})"),
    "Ljava/nio/charset/Charset;": ("I", "charset({0})"),
}
"""How an argument of a type is made of a driver's parameter."""

_RESULTS = {
    "[C": "new String({0})",
    "[B": "text({0})",
    "[Ljava/lang/String;": "text({0})",
    "Ljava/util/stream/IntStream;": "text({0}.toArray())",
    "Ljava/util/stream/Stream;": "text({0}.toArray())",
    "Ljava/lang/CharSequence;": "String.valueOf({0})",
    "Ljava/lang/Object;": "String.valueOf({0})",
    "Ljava/lang/StringBuilder;": "{0}.toString()",
    "Ljava/lang/StringBuffer;": "{0}.toString()",
    "Ljava/lang/AbstractStringBuilder;": "{0}.toString()",
}

EXEMPT = {
    "describeConstable": "java.lang.constant",
    "resolveConstantDesc": "java.lang.constant",
    "getInteger": "system properties",
    "getLong": "system properties",
    "getBoolean": "system properties",
    "random": "not a function of its arguments",
    "getChars": "driven by hand",
    "toChars": "driven by hand",
    "format": "driven by hand",
    "formatted": "driven by hand",
    "transform": "driven by hand",
    "wait": "threads",
    "notify": "threads",
    "notifyAll": "threads",
    "getClass": "reflection",
    "trimToSize": "shown by capacity",
    "<clinit>": "never called",
}
"""Methods without a generated driver, and why."""


CAPACITY_CHANGES = frozenset({"ensureCapacity", "repeat", "setLength"})
"""Methods that use as much memory as an argument demands. The machine and the JVM have different amounts."""


@dataclass(frozen=True, slots=True)
class Driver:
    """A static method of the class ``Drivers``, the model that it calls, and the descriptors of its parameters."""

    name: str
    key: tuple[str, str, str]
    parameters: tuple[str, ...]
    source: str

    @property
    def title(self) -> str:
        """The driven method for people."""
        owner, name, descriptor = self.key
        return f"{owner.rsplit('/', 1)[-1]}.{name}{descriptor}"


def driven(program: Program) -> tuple[list[Driver], list[tuple[str, str, str]]]:
    """The drivers for a JDK, and the public methods no driver can be made for."""
    drivers: list[Driver] = []
    missing: list[tuple[str, str, str]] = []
    for owner in OWNERS:
        cls = program.klass(owner)
        for method in _public(cls):
            key = (owner, method.name, method.descriptor)
            driver = _driver(f"m{len(drivers)}", key, method)
            if driver is not None:
                drivers.append(driver)
            elif method.name not in EXEMPT:
                missing.append(key)
    return drivers, missing


def _public(cls: Class) -> Iterator[Method]:
    for method in cls.methods:
        if method.access & 1 and not method.is_synthetic and method.name not in EXEMPT:
            yield method


def _driver(name: str, key: tuple[str, str, str], method: Method) -> Driver | None:
    owner = key[0]
    parameters: list[str] = []
    arguments: list[str] = []

    def take(descriptor: str, pattern: str) -> str:
        parameters.append(descriptor)
        return pattern.format(f"p{len(parameters) - 1}")

    plain = owner.replace("/", ".")
    statements: list[str] = []
    is_constructor = method.name == "<init>"
    target = plain
    if not method.is_static and not is_constructor:
        if owner == STRING:
            target = take(TEXT, "{0}")
        elif owner in MUTABLE:
            statements.append(f"{plain} receiver = {take(TEXT, f'new {plain}({{0}})')};")
            target = "receiver"
        elif owner in BOXES:
            target = f"{plain}.valueOf({take(BOXES[owner], '{0}')})"
        else:
            return None
    for descriptor in method.parameters:
        made = _argument(descriptor)
        if made is None:
            return None
        if descriptor == "I" and method.name in CAPACITY_CHANGES:
            made = ("I", "({0} % 5000)")
        arguments.append(take(*made))
    call = (
        f"new {plain}({', '.join(arguments)})" if is_constructor else f"{target}.{method.name}({', '.join(arguments)})"
    )
    returns = f"L{owner};" if is_constructor else method.returns
    shown = _shown(returns, call)
    if shown is None:
        return None
    kind, expression = shown
    if target == "receiver":
        if kind == "void":
            statements.append(f'{call}; String result = "";')
        else:
            statements.append(f"String result = String.valueOf({expression});")
        kind, expression = "String", 'result + "|" + receiver + "|" + receiver.capacity()'
    statements.append(f"return {expression};" if kind != "void" else f"{call};")
    listed = ", ".join(f"{_java(descriptor)} p{i}" for i, descriptor in enumerate(parameters))
    source = f"    static {kind} {name}({listed}) throws Exception {{ {' '.join(statements)} }}"
    return Driver(name, key, tuple(parameters), source)


def _argument(descriptor: str) -> tuple[str, str] | None:
    if descriptor in PRIMITIVES:
        return descriptor, "{0}"
    box = descriptor[1:-1]
    if box in BOXES:
        return BOXES[box], "{0}"
    return _ARGUMENTS.get(descriptor)


def _shown(descriptor: str, call: str) -> tuple[str, str] | None:
    """The Java type and the expression of a driver's result."""
    if descriptor == "V":
        return "void", ""
    if descriptor in PRIMITIVES:
        return PRIMITIVES[descriptor], call
    if descriptor == TEXT:
        return "String", call
    box = descriptor[1:-1]
    if box in BOXES:
        return PRIMITIVES[BOXES[box]], call
    pattern = _RESULTS.get(descriptor)
    return None if pattern is None else ("String", pattern.format(call))


def _java(descriptor: str) -> str:
    return PRIMITIVES.get(descriptor, "String")


HEAD = """
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

final class Drivers {
    private static final Charset[] CHARSETS = {
        StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII,
        StandardCharsets.UTF_16, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE
    };

    static Charset charset(int number) { return CHARSETS[Math.floorMod(number, 6)]; }

    static Locale locale(int number) {
        switch (Math.floorMod(number, 4)) {
            case 0: return Locale.ROOT;
            case 1: return Locale.ENGLISH;
            case 2: return Locale.GERMANY;
            default: return Locale.JAPAN;
        }
    }

    static byte[] bytes(String text) {
        byte[] result = new byte[text.length()];
        for (int i = 0; i < result.length; i++) { result[i] = (byte) text.charAt(i); }
        return result;
    }

    static int[] points(String text) {
        int[] result = new int[text.length()];
        for (int i = 0; i < result.length; i++) { result[i] = text.charAt(i) * (i % 2 == 1 ? 1 : 17); }
        return result;
    }

    static String text(byte[] bytes) {
        StringBuilder result = new StringBuilder();
        for (byte each : bytes) { result.append((char) (each & 255)); }
        return result.toString();
    }

    static String text(int[] numbers) {
        StringBuilder result = new StringBuilder();
        for (int each : numbers) { result.append(each).append(' '); }
        return result.toString();
    }

    static String text(Object[] parts) {
        StringBuilder result = new StringBuilder();
        for (Object each : parts) { result.append(each).append('|'); }
        return result.append(parts.length).toString();
    }

"""

BY_HAND = {
    "getChars": "static String {0}(String a, int p, int q, String b, int at) {{"
    " char[] target = b.toCharArray(); a.getChars(p, q, target, at); return new String(target); }}",
    "builderGetChars": "static String {0}(String a, int p, int q, String b, int at) {{"
    " char[] target = b.toCharArray(); new StringBuilder(a).getChars(p, q, target, at); return new String(target); }}",
    "toChars": "static String {0}(int point) {{ return new String(Character.toChars(point)); }}",
    "transform": "static String {0}(String a) {{ return a.transform(x -> x + x.length()); }}",
    "capacity": "static String {0}(String a, String b, int size) {{"
    ' StringBuilder s = new StringBuilder(size & 63).append(a); String seen = s.capacity() + " ";'
    " s.append(b).append(a).append(size); seen += s.capacity() + \" \"; s.insert(0, b).append('x').append(true);"
    ' seen += s.capacity() + " "; s.setLength(Math.abs(size % 40)); seen += s.capacity() + " "; s.trimToSize();'
    ' seen += s.capacity() + " "; s.ensureCapacity(size % 90); s.replace(0, 1, a); s.delete(0, 2).append(2L);'
    " return seen + s.capacity(); }}",
    "joiner": "static String {0}(String a, String b, String c) {{"
    " java.util.StringJoiner j = new java.util.StringJoiner(a, b, c).setEmptyValue(c + b); String empty = j.toString();"
    ' j.add(a).add(b).add("x"); return empty + j + j.length() + j.merge(j); }}',
    "switching": 'static int {0}(String a) {{ switch (a) {{ case "": return 1; case "a": return 2;'
    ' case "Aa": return 3; case "BB": return 4; case "hello": return 5; default: return 0; }} }}',
    "interned": "static boolean {0}(String a, String b) {{ return a.intern() == b.intern()"
    " && a.intern() == new String(a).intern(); }}",
    "boxes": "static String {0}(int a, long b, char c, short d, byte e, boolean f) {{"
    " Integer i = a, j = a; Long k = b, l = b;"
    " Character m = c, n = c; Short o = d, p = d; Byte q = e, r = e; Boolean s = f, t = f;"
    ' return "" + (i == j) + (k == l) + (m == n) + (o == p) + (q == r) + (s == t) + i.equals(j) + i.hashCode(); }}',
    "concat": "static String {0}(String a, int b, long c, char d, boolean e, double f, float g, byte h, short i) {{"
    " return a + b + c + d + e + f + g + h + i + null; }}",
    "insensitive": "static int {0}(String a, String b) {{ return String.CASE_INSENSITIVE_ORDER.compare(a, b); }}",
    "regex": 'static String {0}(String a) {{ return a.matches("[a-c]+\\\\d{{2}}|h.*o|\\\\s*") + "|"'
    ' + a.replaceAll("([a-z])(\\\\d?)", "<$2$1>") + "|" + a.replaceFirst("\\\\W+", "_") + "|"'
    ' + text(a.split("[,;]\\\\s*|l+")) + text(a.split("")); }}',
    "builderCompare": "static int {0}(String a, String b) {{"
    " return new StringBuilder(a).compareTo(new StringBuilder(b))"
    " + new StringBuffer(b).compareTo(new StringBuffer(a)); }}",
    "turkish": 'static String {0}(String a) {{ Locale tr = new Locale("tr");'
    " return a.length() + (a.indexOf(0x307) >= 0 || a.indexOf(0x3a3) >= 0"
    " || a.chars().anyMatch(c -> Character.isSurrogate((char) c))"
    ' || a.toUpperCase(Locale.ROOT).length() != a.length() ? ""'
    " : a.toUpperCase(tr) + a.toLowerCase(tr)); }}",
    "encodingNamed": "static String {0}(String a, int b) throws Exception {{ byte[] as = a.getBytes(charset(b).name());"
    " return text(as) + new String(as, charset(b).name()) + new String(bytes(a), charset(b + 1).name()); }}",
}
"""Drivers written by hand: a format of the Java source with the place of the name."""

HAND_PARAMETERS = {
    "getChars": (TEXT, "I", "I", TEXT, "I"),
    "builderGetChars": (TEXT, "I", "I", TEXT, "I"),
    "toChars": ("I",),
    "transform": (TEXT,),
    "capacity": (TEXT, TEXT, "I"),
    "joiner": (TEXT, TEXT, TEXT),
    "switching": (TEXT,),
    "interned": (TEXT, TEXT),
    "boxes": ("I", "J", "C", "S", "B", "Z"),
    "concat": (TEXT, "I", "J", "C", "Z", "D", "F", "B", "S"),
    "insensitive": (TEXT, TEXT),
    "regex": (TEXT,),
    "builderCompare": (TEXT, TEXT),
    "turkish": (TEXT,),
    "encodingNamed": (TEXT, "I"),
}

FORMATS = {
    "I": ("d", "x", "X", "o", "s", "S", "b", "h", "c"),
    "J": ("d", "x", "o", "s"),
    "S": ("d", "x", "o"),
    "B": ("d", "x", "X", "o"),
    "C": ("c", "C", "s", "b", "d"),
    TEXT: ("s", "S", "b", "B", "h", "d", "c", "x"),
    "Z": ("b", "B", "s", "d"),
    "D": ("f", "e", "E", "g", "a", "s"),
    "F": ("f", "e", "g"),
}
"""The conversions that values of each type are formatted with."""


def hand_made() -> list[Driver]:
    """The drivers written by hand, those of ``String.format`` among them."""
    drivers = [
        Driver(f"h{i}", ("", name, ""), HAND_PARAMETERS[name], f"    {source.format(f'h{i}')}")
        for i, (name, source) in enumerate(BY_HAND.items())
    ]
    for kind, conversions in FORMATS.items():
        for conversion in conversions:
            name = f"f{len(drivers)}"
            source = (
                f"    static String {name}(String flags, {_java(kind)} value) {{"
                f' try {{ return String.format("[%" + flags + "{conversion}]%n", value); }}'
                " catch (java.util.IllegalFormatException e) { return e.getClass().getName() + e.getMessage(); } }"
            )
            drivers.append(Driver(name, ("", f"format %{conversion} of {kind}", ""), ("flags", kind), source))
    odd = (
        "    static String odd(String format, int a, String b) { try { return String.format(format, a, b, null, 7L); }"
        " catch (java.util.IllegalFormatException e) { return e.getClass().getName() + e.getMessage(); } }"
    )
    drivers.append(Driver("odd", ("", "format", ""), ("format", "I", TEXT), odd))
    return drivers


def source_of(drivers: list[Driver]) -> str:
    """The Java source of the drivers."""
    return HEAD + "\n".join(driver.source for driver in drivers) + "\n}\n"
