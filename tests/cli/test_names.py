"""Hostile names, run whole: tests are generated for them, compiled by ``javac`` and run by the real JUnit."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.cli.support import everypath
from tests.compiling import QUICK, javac

from everypath.explore.outcome import LEFT_OUT

BODY = "static int pick(int a) { return a > 10 ? 1 : 0; }"

LONG = r"\u65e5" * 80

SOURCES = {
    # A nested class beside one of the joined name, and two nested classes with one joined name.
    "joined/Option.java": f"package joined; public class Option {{ {BODY} public static class Builder {{ {BODY} }} }}",
    "joined/OptionBuilder.java": f"package joined; public class OptionBuilder {{ {BODY} }}",
    "joined/A.java": f"package joined; class A {{ static class BC {{ {BODY} }} }}",
    "joined/AB.java": f"package joined; class AB {{ static class C {{ {BODY} }} }}",
    "joined/Option_Builder.java": f"package joined; class Option_Builder {{ {BODY} }}",
    # Names that differ in case only; classes called as test classes are.
    "cased/All.java": f"""package cased;
        class Fee {{ {BODY} }}
        class fee {{ {BODY} static int call(fee fee) {{ return fee == null ? 1 : 2; }} }}
        class FeeTest {{ {BODY} }}
        class Fee2 {{ {BODY} }}
        class FeeGeneratedTest {{ {BODY} }}""",
    # The names of classes of java.lang and JUnit, and of packages and variables.
    "lang/All.java": f"""package lang;
        class String {{ {BODY} java.lang.String text(java.lang.String a) {{ return a.length() > 3 ? "x" : a; }} }}
        class Object {{ {BODY} static java.lang.Object same(java.lang.Object a) {{ return a == null ? "x" : a; }} }}
        class Integer {{ static java.lang.Integer box(int a) {{
            return a > 3 ? java.lang.Integer.valueOf(a) : null; }} }}
        class Exception {{ static int fail(int a) {{ if (a > 3) throw new IllegalStateException("x"); return a; }} }}
        class IllegalStateException extends java.lang.RuntimeException {{
            IllegalStateException(java.lang.String text) {{ super(text); }} }}
        class Limits {{ static int last(int a) {{ return a == 0x7fffffff ? 1 : 0; }} }}
        class ArithmeticException {{ static int divide(int a, int b) {{ return a / b; }} }}
        class Test {{ {BODY} }}
        class Assertions {{ {BODY} }}
        class Override {{ {BODY} }}
        class SuppressWarnings {{ {BODY}
            static int of(java.util.List<Fee> fees) {{ return fees.size() > 1 ? 1 : 0; }} }}
        class Fee {{ final int a; Fee(int a) {{ this.a = a; }} int twice() {{ return a > 3 ? 2 * a : 0; }} }}
        class List {{ static int of(java.util.List<java.lang.String> a) {{ return a.isEmpty() ? 1 : 0; }} }}
        class System {{ static void print(int a) {{ if (a > 3) java.lang.System.out.println("many"); }} }}
        class Math {{ {BODY} }}""",
    "packages/All.java": """package packages;
        class packages { static int java(java.util.List<Integer> java, int packages, int org) {
            return java.size() > 1 ? packages : org > 2 ? 5 : 6; } }
        class result { static int result(int result) { return result > 3 ? 1 : 0; } }
        class value { int value; value(int value) { this.value = value; }
            static int value(value value, int assertEquals) { return value.value > assertEquals ? 1 : 0; }
            static value made(int a) { return a > 3 ? new value(a) : null; }
            static int all(int result, int returned, int actual, int result2) {
                return result > returned ? actual : result2; }
            static int call(java.util.function.IntUnaryOperator p1, int p0) { return p1.applyAsInt(p0) > 3 ? 1 : 0; } }
        class thrown { static int thrown(int thrown, String exception) { return exception.length() / thrown; } }""",
    # The default package, with a name of java.lang in it.
    "Plain.java": f"public class Plain {{ {BODY} }} class Number {{ {BODY} Integer box(Integer a) {{ return a; }} }}",
    # Dollars and underscores.
    "dollars/All.java": f"""package dollars;
        class A$B {{ {BODY} }}
        class A {{ static class B$C {{ {BODY} }} static class $ {{ {BODY} }} }}
        class $ {{ {BODY} }}
        class $$ {{ {BODY} }}
        class $1 {{ {BODY} static int $2(int $a, int _a) {{ return $a > _a ? 1 : 0; }} }}
        class Last$ {{ {BODY} static class Inner {{ {BODY} }} int $f; int f() {{ return $f > 3 ? 1 : 0; }} }}
        class __ {{ static int __(int __) {{ return __ > 3 ? 1 : 0; }}
            static int $(int $) {{ return $ > 3 ? 1 : 0; }} }}""",
    # Keywords of other languages and of newer Java.
    "in/is/def.java": """package in.is;
        public class def { static int fun(int val, int object) { return val > object ? 1 : 0; }
            static int lambda(int with, int from) { return with > from ? 1 : 0; }
            static int record(int record, int sealed) { return record > sealed ? 1 : 0; }
            static int permits(int when, int var) { return when > var ? 1 : 0; }
            static int None(boolean True) { return True ? 1 : 0; } }
        class module { static int exports(int opens) { return opens > 3 ? 1 : 0; } }
        class self { int print; int __init__(int self) { return self > print ? 1 : 0; } }""",
    # Unicode: accents in both forms, other scripts, a letter outside the basic plane, a currency sign.
    "unicode/All.java": """package unicode;
        class Gr\\u00f6\\u00dfe { int \\u00f6; int pr\\u00fcfe(int \\u00fc) { return \\u00fc > \\u00f6 ? 1 : 0; } }
        class Gro\\u0308\\u00dfe { static int pick(int a) { return a > 10 ? 1 : 0; } }
        class \\u65e5\\u672c { static int \\u672c(int \\u65e5) { return \\u65e5 > 10 ? 1 : 0; } }
        class \\ud835\\udcb3 { static int \\ud835\\udcb4(int \\ud835\\udcb5) { return \\ud835\\udcb5 > 10 ? 1 : 0; } }
        class \\u20acuro { static int \\u20ac(int \\u20ac) { return \\u20ac > 10 ? 1 : 0; } }
        class \\u0130 { static int pick(int a) { return a > 10 ? 1 : 0; } }
        class \\u0131 { static int pick(int a) { return a > 10 ? 1 : 0; } }""",
    # Long names.
    "tall/All.java": f"""package tall;
        class {"L" * 240} {{ {BODY} static int {"m" * 30_000}(int a) {{ return a > 10 ? 1 : 0; }} }}
        class {"L" * 239}M {{ {BODY} }}
        class {LONG} {{ {BODY} }}""",
    # Names that only other compilers write: see `PATCHED`.
    "bytecode/Odd.java": f"""package bytecode;
        public class Odd {{ int f_1; {BODY}
            static int run_impl(int a) {{ return a > 10 ? 1 : 0; }}
            int read() {{ return f_1 > 3 ? 1 : 0; }}
            static int pick1(int a) {{ return a > 10 ? 1 : 0; }}
            static long pick2(int a) {{ return a > 10 ? 1 : 0; }} }}""",
}
"""Sources by path. Names that differ in case only cannot be files of this repository."""


PATCHED = ((b"run_impl", b"run-impl"), (b"f_1", b"f-1"), (b"pick2", b"pick1"))
"""What becomes of names in ``Odd.class``: no identifiers, and methods that differ in the type of the result only."""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled sources in ``classes``, the tests in ``tests`` and the result in ``out.json``."""
    folder = tmp_path_factory.mktemp("names")
    (folder / "case").touch()
    if (folder / "CASE").exists():
        pytest.skip("a file system that knows no case")
    for path, text in SOURCES.items():
        (folder / "src" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "src" / path).write_text(text, encoding="ascii")
    javac("-g", "-parameters", "-nowarn", "-d", folder / "classes", *sorted((folder / "src").rglob("*.java")))
    odd = folder / "classes" / "bytecode" / "Odd.class"
    for before, after in PATCHED:
        odd.write_bytes(odd.read_bytes().replace(before, after))
    done = everypath("generate", "classes", "-o", "tests", "--json", "out.json", "--budget", "120", cwd=folder)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return folder


def test_every_method_is_analysed_and_every_class_has_tests(generated: Path) -> None:
    found = json.loads((generated / "out.json").read_text(encoding="utf-8"))
    for each in found["methods"]:
        assert each["status"] == "complete" or {reason["code"] for reason in each["reasons"]} <= {*LEFT_OUT}, each
    text = "".join(path.read_text(encoding="ascii") for path in generated.rglob("*Test.java"))
    tested = {each["class"] for each in found["methods"] if each["method"] != "<init>"}
    for name in tested:
        simple = name.rpartition(".")[2]
        shown = "".join(each if each.isascii() else _escaped(each) for each in simple)
        nested = [f"{shown[:at]}.{shown[at + 1 :]}" for at, each in enumerate(shown) if each == "$"]
        assert any(each in text for each in (shown, *nested)), name
    assert found["summary"]["failed"] == 0
    assert not [why for why in found["summary"]["tests"].get("dropped", ()) if "compile" in why or "error" in why]


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def test_no_two_test_classes_are_one_file_anywhere(generated: Path) -> None:
    files = [path.relative_to(generated / "tests") for path in generated.joinpath("tests").rglob("*.java")]
    assert len({str(path).casefold() for path in files}) == len(files)
    assert all(len(path.name.encode()) < 250 for path in files)


def test_the_tests_compile_and_pass(generated: Path, console: Path, tmp_path: Path) -> None:
    classes, subjects = tmp_path / "classes", generated / "classes"
    javac("-nowarn", "-d", classes, "-cp", f"{subjects}:{console}", *sorted((generated / "tests").rglob("*.java")))
    command = ["java", *QUICK, "-ea", "-Dfile.encoding=UTF-8", "-jar", console, "execute"]
    command += ["-cp", f"{classes}:{subjects}", "--scan-class-path", classes, "--details", "summary"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stdout[-3000:]
