"""Conditions on classes are true Java: compiled as they are printed, and asked about objects on the JVM.

The input of each path meets just its own condition. One that throws does not hold. Objects of many classes, of which
most were never tried, meet at most one, and exactly one if the method is complete.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from tests.compiling import javac
from tests.preloaded import run
from tests.whole.running import JAVA

from everypath.classfile import Jdk

SOURCE = JAVA / "asked" / "Asked.java"
UNCOMPILED = {"<init>", "element"}
"""Methods whose conditions name what the calls that build the input pass, and the constructor."""
OBJECTS = (
    'null, new Object(), 1, 2L, 1.5, "a", "", new int[1], new String[1], new Object[1], new Integer[1], new Long[1],'
    " new Asked(), new Asked.Number(1), new Asked.Sum(1, 2), new Asked.Unknown(), new Asked.Guessed(), new Asked.Dog(),"
    " new Asked.Puppy(), new Asked.Bird(), new Asked.Square(), new Asked.Stranger(), new java.math.BigDecimal(1),"
    " new ArrayList<>(), new java.util.LinkedList<>(), java.util.Map.entry(1, 2), (Asked.Shape) () -> 3, String.class,"
    " new Asked.Animal() { int legs() { return 9; } }, new ArrayList<>() { }, new Asked.Square() { }"
)


def _parameters(method: str) -> list[tuple[str, str]]:
    """The types and names of the parameters of a method, erased."""
    found = re.search(rf"^    static (?:<.*> )?[\w\[\]]+ {method}\((.*)\) \{{", SOURCE.read_text(), re.MULTILINE)
    assert found, method
    parts = (re.sub("<.*>", "", each).rsplit(" ", 1) for each in found[1].split(", "))
    nested = {"Expression", "Animal", "Shape"}
    return [(f"Asked.{kind}" if kind in nested else {"T": "Comparable"}.get(kind, kind), name) for kind, name in parts]


def _method(report: dict) -> str:
    """A method that lists the conditions that hold, and calls of it with the inputs of the paths and with others."""
    name = report["method"]
    parameters = _parameters(name)
    declared = ", ".join(f"{kind} {each}" for kind, each in parameters)
    lines = [f"static List<Integer> {name}({declared}) {{", "List<Integer> found = new ArrayList<>();"]
    for number, row in enumerate(report["classes"], 1):
        asked = f"if ({row['condition']}) {{ found.add({number}); }}"
        lines.append(f"try {{ {asked} }} catch (NullPointerException | IndexOutOfBoundsException none) {{ }}")
    lines += ["return found;", "}", f"static void ask_{name}() throws Throwable {{"]
    for number, row in enumerate(report["classes"], 1):
        *setup, call = re.split(r"; (?=\w)", row["expression"])
        asked = call.replace(f"Asked.{name}(", f"{name}(")
        lines.append(f'{{ {"".join(f"{each}; " for each in setup)}tell("{name} {number}", {asked}); }}')
    loops = "".join(f"for (Object {each}_ : OBJECTS) " for _, each in parameters)
    fits = " && ".join(f"({each}_ == null || {each}_ instanceof {kind})" for kind, each in parameters)
    passed = ", ".join(f"({kind}) {each}_" for kind, each in parameters)
    return "\n".join([*lines, f'{loops}if ({fits}) tell("{name} any", {name}({passed}));', "}"])


def test_the_input_of_a_path_meets_just_its_condition(tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    done = run("paths", "asked.Asked#*", SOURCE.parent, "--json", out, timeout=400)
    assert done.returncode == 0, done.stderr
    methods = [each for each in json.loads(out.read_text())["methods"] if each["method"] not in UNCOMPILED]
    bodies = "\n".join(map(_method, methods))
    calls = " ".join(f"ask_{each['method']}();" for each in methods)
    (tmp_path / "Asking.java").write_text(
        "package asked;\n\nimport asked.Asked.*;\nimport java.util.*;\n\nclass Asking {\n"
        f"static final Object[] OBJECTS = {{{OBJECTS}}};\n"
        "static void tell(String asked, List<Integer> found) { System.out.println(asked + ' ' + found); }\n"
        f"public static void main(String[] arguments) throws Throwable {{ {calls} }}\n{bodies}\n}}\n"
    )
    jdk = Jdk.find()
    javac("-nowarn", "-d", tmp_path, tmp_path / "Asking.java", SOURCE, tool=jdk.javac)
    ran = subprocess.run([jdk.java, "-cp", tmp_path, "asked.Asking"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[:4000]
    exact = {each["method"] for each in methods if each["status"] == "complete"}
    assert exact
    for line in ran.stdout.splitlines():
        method, asked, found = line.split(" ", 2)
        numbers = json.loads(found)
        if asked == "any":
            assert len(numbers) == 1 if method in exact else len(numbers) < 2, line
        else:
            assert numbers == [int(asked)], line
