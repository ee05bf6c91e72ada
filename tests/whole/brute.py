"""Brute force: every input of a method run on the JVM, against the classes that `paths` reports, as Java.

The condition and the effect of each class are compiled as they are printed. For every input, exactly one condition has
to hold, and what the method returns, throws and leaves behind has to be the effect of that class. A condition that
throws does not hold: that an array is there goes without saying where a condition looks into it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Parameter:
    type: str
    name: str

    @property
    def is_array(self) -> bool:
        return self.type.endswith("[]")

    @property
    def declared(self) -> str:
        return f"{_type(self.type)} {self.name}"


def _type(name: str) -> str:
    return {"Light": "Small.Light", "Pet": "Kinds.Pet"}.get(name, name)


def signature(source: str, method: str) -> tuple[str, list[Parameter]]:
    """The return type and the parameters of a static method, read off its source."""
    found = re.search(rf"^    static ([\w\[\]]+) {method}\((.*)\) \{{", source, re.MULTILINE)
    assert found, method
    parts = [each.split() for each in found[2].split(", ") if each]
    return found[1], [Parameter(kind, name) for kind, name in parts]


def harness(owner: str, source: str, document: dict) -> str:
    """A Java program that prints a line for each mismatch, and for each method the number of its inputs."""
    methods = [each for each in document["methods"] if each["class"] == f"classes.{owner}"]
    bodies = "".join(_method(owner, source, each, at) for at, each in enumerate(methods))
    calls = " ".join(f"m{at}();" for at in range(len(methods)))
    return (
        f"package classes;\n\npublic final class Brute{owner} extends Trying {{\n"
        f"    public static void main(String[] arguments) {{ {calls} }}\n{bodies}}}\n"
    )


def _method(owner: str, source: str, report: dict, number: int) -> str:
    name = report["method"]
    returns, inputs = signature(source, name)
    classes = [each for each in report["classes"] if each["ends"] in ("returns", "throws")]
    declared = ", ".join(each.declared for each in inputs)
    passed = ", ".join(each.name for each in inputs)
    shown = "".join(f' + " " + told({each.name})' for each in inputs)
    call = f"{owner}.{name}({passed})"
    lines = [f"static void t{number}({declared}) {{", "hits = 0;", "Small.total = 0;"]
    lines += [
        f"if (c{number}_{at}({passed})) {{ if (hits++ == 0) {{ taken = {at}; e{number}_{at}({passed}); }} }}"
        for at in range(len(classes))
    ]
    lines += ["String result;", "Small.total = 0;", f'String input = "{name}"{shown};']
    run = f'{call}; result = "returns";' if returns == "void" else f'result = "returns " + told({call});'
    lines += [f"try {{ {run} }}"]
    lines += ['catch (RuntimeException e) { result = "throws " + e.getClass().getSimpleName(); }']
    left = "".join(f' + " " + told({each.name})' for each in inputs if each.is_array)
    lines += [f'judge(input, expected, result{left} + " " + Small.total);', "}"]
    lines += [f"static void m{number}() {{", "int count = 0;", *_loops(number, inputs)]
    lines += [f'System.out.println("tried {name} " + count);', "}"]
    for at, each in enumerate(classes):
        lines += _class(f"{number}_{at}", declared, returns, inputs, each)
    return "".join(f"    {line}\n" for line in lines)


def _loops(number: int, inputs: list[Parameter]) -> list[str]:
    """Every combination of the inputs; two arrays also as one object."""
    arrays = [each.name for each in inputs if each.is_array]
    narrow = bool(arrays) or sum(each.type == "byte" for each in inputs) > 2
    values = {"byte": "FEW" if narrow else "BYTES", "boolean": "BOTH", "Light": "LIGHTS", "Pet": "PETS"}
    values |= {"boolean[]": "booleans()", "byte[]": "bytes()"}
    lines = []
    for each in inputs:
        second = len(arrays) == 2 and each.name == arrays[1]
        lines.append(f"for ({each.declared} : {f'with({arrays[0]})' if second else values[each.type]})")
    passed = ", ".join(f"copy({each.name})" if each.is_array else each.name for each in inputs)
    body = f"t{number}({passed});"
    if len(arrays) == 2:
        first, second_ = arrays
        same = ", ".join("one" if each.is_array else each.name for each in inputs)
        one = f"boolean[] one = copy({first}); t{number}({same});"
        body = f"if ({first} != {second_} || {first} == null) {body} else {{ {one} }}"
    return [*lines, f"{{ count++; {body} }}"]


def _class(mark: str, declared: str, returns: str, inputs: list[Parameter], row: dict) -> list[str]:
    lines = [
        f"static boolean c{mark}({declared}) {{",
        f"try {{ return {row['condition']}; }}",
        "catch (NullPointerException | ArrayIndexOutOfBoundsException e) { return false; }",
        "}",
        f"static void e{mark}({declared}) {{",
    ]
    arrays = [each for each in inputs if each.is_array]
    for at, each in enumerate(arrays):
        lines.append(f"{each.type} copy_{each.name} = copy({each.name});")
        lines += [f"if ({each.name} == {other.name}) copy_{each.name} = copy_{other.name};" for other in arrays[:at]]
    after = []
    for at, write in enumerate(row["writes"]):
        place, value = write["place"], write["value"]
        name = place.partition("[")[0]
        if "[" in place:
            kind = next(each.type[:-2] for each in arrays if each.name == name)
            lines += [f"int i{at} = {place[len(name) + 1 : -1]};", f"{kind} v{at} = ({kind}) ({value});"]
            after.append(f"copy_{name}[i{at}] = v{at};")
        else:
            lines.append(f"var v{at} = {value};")
            after.append(f"{place} = v{at};")
    lines += [_result(returns, row), *after]
    left = "".join(f' + " " + told(copy_{each.name})' for each in arrays)
    return [*lines, f'expected = result{left} + " " + Small.total;', "}"]


def _result(returns: str, row: dict) -> str:
    if row["ends"] == "throws":
        return f'String result = "throws {row["exception"].rpartition(".")[2]}";'
    if returns == "void":
        return 'String result = "returns";'
    text = row["result"]
    if returns in ("boolean[]", "Light", "char"):
        text = f"({_type(returns)}) ({text})"
    return f'String result = "returns " + told({text});'
