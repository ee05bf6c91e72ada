"""Code, types, hierarchies and objects of any depth: nothing recurses over them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator

import pytest
from tests.explore.lab import WRONG, Lab

from everypath.classfile import Jdk
from everypath.inputs.code_facts import PlainConstructor, plain_constructor
from everypath.program import Program
from everypath.suite import TestCase, verify_many

BLOCKS, CLASSES, STATEMENTS = 3000, 3000, 9000

LOOPS = """
import java.util.*;
import java.util.function.*;

class Loops {
    static final class Node {
        Node next;
        int value;

        Node(Node next, int value) {
            this.next = next;
            this.value = value;
        }
    }

    record Pair(Object a, Object b) {}

    static int hash(int x, int y) { int h = x; for (int i = 0; i < 20000; i++) h = 31 * h + y; return h > 5 ? 1 : 0; }
    static Object arrays(int x) { Object[] a = {x}; for (int i = 0; i < 5000; i++) a = new Object[] {a}; return a; }
    static Node chain(int x) { Node n = null; for (int i = 0; i < 5000; i++) n = new Node(n, x + i); return n; }
    static Object records(int x) { Object o = x; for (int i = 0; i < 3000; i++) o = new Pair(o, null); return o; }
    static Object lists(int x) {
        List<Object> l = new ArrayList<>();
        for (int i = 0; i < 3000; i++) { List<Object> o = new ArrayList<>(); o.add(l); l = o; }
        return x > 3 ? l : null;
    }
    static Object optionals(int x) { Object o = x; for (int i = 0; i < 3000; i++) o = Optional.of(o); return o; }
    static void causes(int x) {
        RuntimeException t = new RuntimeException("x");
        for (int i = 0; i < 500; i++) t = new RuntimeException("y", t);
        if (x > 3) throw t;
    }
    static String concat(String a) { String s = a; for (int i = 0; i < 1000; i++) s = s + a; return s; }
    static String cut(String a) {
        String s = a;
        for (int i = 0; i < 50; i++) s = s.isEmpty() ? a : s.substring(1);
        return s;
    }
    static int functions(int x) {
        Function<Integer, Integer> f = a -> a + 1;
        for (int i = 0; i < 500; i++) f = f.andThen(a -> a + 1);
        return f.apply(x) > 600 ? 1 : 0;
    }
    static int recursed(int x) { return recurse(x, 2500) > 5000 ? 1 : 0; }
    private static int recurse(int x, int n) { return n == 0 ? x : recurse(x + 1, n - 1); }
}
"""

BLOCKS_TEXT = (
    "class Blocks { static int nested(int x) { int y = 0;"
    + "".join(f"if (x > {number}) {{ y += {number};\n" for number in range(BLOCKS))
    + "}" * BLOCKS
    + "return y; }\nstatic int loops(int x) { int y = 0;"
    + "".join(f"for (int i{number} = 0; i{number} < 1; i{number}++) {{\n" for number in range(200))
    + "y += x;"
    + "}" * 200
    + "return y > 3 ? 1 : 0; } }"
)

EXPRESSIONS = (
    "class Expressions { static int left(int x) { return "
    + "(" * 2000
    + "x"
    + "+1)" * 2000
    + " > 5 ? 1 : 0; }\nstatic int right(int x) { return ("
    + "1+(" * 1500
    + "x"
    + ")" * 1500
    + ") > 5 ? 1 : 0; }\nstatic String concat(String s, int x) { return "
    + " + ".join(f'"a{number}" + x' for number in range(300))
    + "; }\nstatic int types("
    + "java.util.List<" * 200
    + "String"
    + ">" * 200
    + " a) { return a == null ? 0 : 1; }\nstatic int dimensions(int"
    + "[]" * 255
    + " a) { return a == null ? 0 : a.length > 1 ? 1 : 2; } }"
)

HUGE = (
    "class Huge { static int huge(int x) { int y = 0;" + "y = y * 31 + x;\n" * STATEMENTS + "return y > 5 ? 1 : 0; } }"
)
"""A method of nearly 64 KB, the most that a class file can hold (JVMS 4.7.3)."""

CHAIN = "class A0000 { int f; A0000() { f = 1; } } class A0001 extends A0000 { A0001() { super(); } }"
FACES = "interface I0000 { int F = 7; } interface I0001 extends I0000 {}"


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """The classes, compiled by a ``javac`` with a large stack."""
    folder = tmp_path_factory.mktemp("deep")
    texts = {"Loops": LOOPS, "Blocks": BLOCKS_TEXT, "Expressions": EXPRESSIONS, "Huge": HUGE, "C": CHAIN, "F": FACES}
    for name, text in texts.items():
        (folder / f"{name}.java").write_text(text)
    javac = shutil.which("javac") or pytest.skip("no javac on the path")
    command = [javac, "-J-Xss1g", "-g", "-nowarn", "-d", folder / "classes", *folder.glob("*.java")]
    subprocess.run(command, check=True, timeout=300, capture_output=True)
    for kind in "AI":  # a chain of classes of equal form, as their names are equally long
        link = (folder / "classes" / f"{kind}0001.class").read_bytes()
        for number in range(2, CLASSES):
            name, above = f"{kind}{number:04d}".encode(), f"{kind}{number - 1:04d}".encode()
            data = link.replace(f"{kind}0001".encode(), b"@@@@@").replace(f"{kind}0000".encode(), above)
            (folder / "classes" / f"{name.decode()}.class").write_bytes(data.replace(b"@@@@@", name))
    found = Lab(folder / "classes")
    yield found
    found.bridge.close()


@pytest.mark.parametrize(
    ("owner", "method"),
    [
        *(("Loops", name) for name in ("hash", "arrays", "chain", "records", "lists", "optionals", "causes")),
        *(("Loops", name) for name in ("concat", "cut", "functions", "recursed")),
        *(("Blocks", name) for name in ("nested", "loops")),
        *(("Expressions", name) for name in ("left", "right", "concat", "types", "dimensions")),
        ("Huge", "huge"),
    ],
)
def test_deep_code_and_objects(deep: Lab, owner: str, method: str) -> None:
    result = deep.explore(owner, method, seconds=1.5)
    assert result.paths
    built = [deep.builder.build(path) for path in result.paths[:5]]
    cases = [each for each in built if isinstance(each, TestCase)]
    verdicts = verify_many(cases, deep.bridge, deep.program.is_target_name)
    assert not [verdict for verdict in verdicts if verdict.outcome in WRONG]


def test_a_long_chain_of_classes(deep: Lab) -> None:
    program = Program(deep.program.classpath, Jdk.find().image())
    last = program.klass(f"A{CLASSES - 1:04d}")
    assert len(list(last.superclasses())) == CLASSES + 1
    assert program.resolve_field(last, "f", "I").owner.name == "A0000"
    constructor = last.declared_method("<init>", "()V")
    assert constructor is not None
    assert plain_constructor(program, constructor) == PlainConstructor({}, frozenset({("A0000", "f")}))
    face = program.klass(f"I{CLASSES - 1:04d}")
    assert len(face.superinterfaces()) == CLASSES - 1
    assert program.resolve_field(face, "F", "I").owner.name == "I0000"
