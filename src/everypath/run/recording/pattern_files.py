"""Writes and reads test patterns as files: JSON, or the same as XML (``docs/interchange.md``).

A pattern is a plan of Java expressions, the call, and its expected result. A plan consists of a few kinds of nodes
(`NODES`), written by name with their fields. Other content is refused with a `UsageError`.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from everypath.classfile import internal_name
from everypath.dataclass import dataclass
from everypath.errors import UsageError
from everypath.run.results import Analysis, ClassMember
from everypath.suite.testcase import NODES, TestCase

__all__ = ["NODES", "Recorded", "read_patterns", "write_patterns"]

FORMAT, VERSION = "everypath-patterns", 1
_KEPT = ("recipe", "returns", "throws", "observations", "package", "jdk_target", "null_args", "forced")
_ODD = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


@dataclass(frozen=True)
class Recorded:
    """The content of a file: the targets it was made from, and the patterns of all classes."""

    targets: tuple[str, ...]
    patterns: tuple[TestCase, ...]


def write_patterns(analysis: Analysis, path: Path) -> None:
    """Write the classes and patterns of a run, as XML if the file's name ends in ``.xml``."""
    found = _document(analysis)
    if path.suffix == ".xml":
        tree = ElementTree.ElementTree(_element("patterns", found))
        ElementTree.indent(tree)
        tree.write(path, encoding="utf-8", xml_declaration=True)
    else:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def read_patterns(path: Path) -> Recorded:
    """The patterns of a file. Raises `UsageError` if it is no pattern file, or is damaged."""
    try:
        if path.suffix == ".xml":
            found: Any = _value(ElementTree.parse(path).getroot())
        else:
            found = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise UsageError(f"{path}: holds no test patterns of everypath")
        if found.get("version") != VERSION:
            raise UsageError(f"{path}: version {found.get('version')} of the format is not known; this is {VERSION}")
        patterns = [
            _case(method, row, pattern)
            for method in found["methods"]
            for row in method["classes"]
            for pattern in row["patterns"]
        ]
        return Recorded(tuple(map(str, found["targets"])), tuple(patterns))
    except OSError as problem:
        raise UsageError(f"{path}: {problem.strerror or problem}") from problem
    except (ValueError, KeyError, TypeError, AttributeError, ElementTree.ParseError) as problem:
        raise UsageError(f"{path}: is damaged: {type(problem).__name__}: {problem}") from problem


def _document(analysis: Analysis) -> dict[str, object]:
    methods = []
    for method in analysis.methods:
        rows = [
            {
                "path": each.number,
                "ends": each.ends,
                "condition": each.condition,
                "effect": each.effect,
                "writes": [write.as_json() for write in each.described.changes],
                "patterns": [_pattern(pattern) for pattern in each.patterns if pattern.outcome == "confirmed"],
            }
            for each in method.classes
        ]
        named = {"class": method.class_name, "method": method.method, "descriptor": method.descriptor}
        methods.append({**named, "classes": rows})
    head = {"format": FORMAT, "version": VERSION, "jdk": analysis.jdk, "targets": list(analysis.targets)}
    return {**head, "methods": methods}


def _pattern(pattern: ClassMember) -> dict[str, object]:
    plan = {name: _encoded(getattr(pattern.case, name)) for name in _KEPT}
    return {"kind": pattern.kind, "expression": pattern.case.expression, "plan": plan}


def _case(method: Mapping[str, Any], row: Mapping[str, Any], pattern: Mapping[str, Any]) -> TestCase:
    plan = {name: _decoded(pattern["plan"][name]) for name in _KEPT}
    return TestCase(
        class_name=internal_name(method["class"]),
        method=method["method"],
        descriptor=method["descriptor"],
        expression=pattern["expression"],
        condition=row["condition"],
        effect=row["effect"],
        **plan,
    )


def _encoded(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {each.name: _encoded(getattr(value, each.name)) for each in dataclasses.fields(value) if each.init}
        return {"is": type(value).__name__, **fields}
    if isinstance(value, tuple | list):
        return [_encoded(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"is": "float", "value": next(name for name, odd in _ODD.items() if repr(odd) == repr(value))}
    return value


def _decoded(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, list):
        return tuple(_decoded(each) for each in value)
    if not isinstance(value, dict):
        return value
    kind = value["is"]
    if kind == "float":
        return _ODD[value["value"]]
    fields = {name: _decoded(each) for name, each in value.items() if name != "is"}
    return NODES[kind](**fields)


# ---- the same as XML: objects, lists and plain values


def _element(tag: str, value: object) -> ElementTree.Element:
    made = ElementTree.Element(tag)
    if isinstance(value, dict):
        made.set("type", "object")
        made.extend([_named(name, each) for name, each in value.items()])
    elif isinstance(value, list):
        made.set("type", "list")
        made.extend([_element("item", each) for each in value])
    elif value is None:
        made.set("type", "null")
    else:
        kind = {bool: "boolean", int: "int", float: "float", str: "string"}[type(value)]
        made.set("type", kind)
        made.text = json.dumps(value)[1:-1] if isinstance(value, str) else json.dumps(value)
    return made


def _named(name: str, value: object) -> ElementTree.Element:
    made = _element("field", value)
    made.set("name", name)
    return made


def _value(element: ElementTree.Element) -> Any:  # noqa: ANN401 - any JSON value
    kind, text = element.get("type"), element.text or ""
    if kind == "object":
        return {str(each.get("name")): _value(each) for each in element}
    if kind == "list":
        return [_value(each) for each in element]
    if kind == "null":
        return None
    if kind not in ("boolean", "int", "float", "string"):
        raise ValueError(f"no value is of the type {kind}")
    return json.loads(f'"{text}"' if kind == "string" else text)
