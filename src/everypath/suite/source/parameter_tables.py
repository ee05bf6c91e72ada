"""The rows of parameterised tests as Java source: CSV if the values fit, else arrays returned by a method."""

from __future__ import annotations

import math
import re

from everypath.dataclass import dataclass
from everypath.suite.source.frameworks import Framework
from everypath.suite.source.writer import SourceWriter
from everypath.suite.testcase import Boxed, Expression, Literal, Null, StaticField, Text, TypeNames, Variable, string

__all__ = ["Row", "Table", "TableWriter"]

_PLAIN = re.compile(r"[\w.:;!?+*/=@%&()\[\]{}<>$~^-]+(?: [\w.:;!?+*/=@%&()\[\]{}<>$~^-]+)*", re.ASCII)
"""Texts that need no quotes in CSV."""
_QUOTABLE = re.compile(r"[ -&(-~]*")
_LONGEST = 4_000
"""The most characters of a text in CSV: JUnit reads 4,096 characters of a column."""
_NULL = "null"
"""The text for null in CSV."""


@dataclass(frozen=True, slots=True)
class Row:
    """One case of a parameterised test: the values of the parameters, and its name as a test of its own."""

    name: str
    values: tuple[Expression, ...]
    comment: tuple[str, ...] = ()
    case: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The parameters of a parameterised test, and its rows."""

    parameters: tuple[Variable, ...]
    rows: tuple[Row, ...]


class TableWriter:
    """Writes the annotations and the provider method of a parameterised test."""

    def __init__(self, framework: Framework, names: TypeNames, writer: SourceWriter) -> None:
        self._framework = framework
        self._names = names
        self._writer = writer

    def parameters(self, table: Table | None) -> str:
        """The parameters of the test; empty without a table."""
        declared = table.parameters if table is not None else ()
        return ", ".join(f"{self._names.type(each.descriptor)} {each.name}" for each in declared)

    def head(self, name: str, table: Table) -> str:
        """The annotations of the test, after the method that returns its rows, if there is one."""
        rows = [self._csv(row) for row in table.rows] if self._framework.table else [None]
        texts = [row for row in rows if row is not None]
        given = [value for row in table.rows for value in row.values]
        nulls = any(isinstance(each, Null) for each in given)
        if len(texts) == len(table.rows) and not (nulls and Text(_NULL) in given):
            mark, source = self._mark(self._framework.table), self._mark(self._framework.csv)
            listed = f"{{\n{self._items(table, [string(each) for each in texts])}}}"
            elements = f"value = {listed}, nullValues = {string(_NULL)}" if nulls else listed
            return f"@{mark}\n@{source}({elements})\n"
        values = ["{" + ", ".join(map(self._value, row.values)) + "}" for row in table.rows]
        object_ = self._names.java_lang("Object")
        arrays = f"return new {object_}[][] {{\n{self._items(table, values)}}};"
        if self._framework.table:
            method = f"static {object_}[][] {name}() {{\n{arrays}\n}}\n"
            return f"{method}@{self._mark(self._framework.table)}\n@{self._mark(self._framework.provider)}\n"
        provider = f"@{self._mark(self._framework.provider)}\npublic {object_}[][] {name}Rows() {{\n{arrays}\n}}\n"
        return f'{provider}@{self._mark(self._framework.test)}(dataProvider = "{name}Rows")\n'

    def _mark(self, annotation: str) -> str:
        return self._names.class_name(annotation)

    @staticmethod
    def _items(table: Table, texts: list[str]) -> str:
        """The rows, a line each, after comments with their conditions."""
        rows = zip(table.rows, texts, strict=True)
        return "".join("".join(f"// {each}\n" for each in row.comment) + f"{text},\n" for row, text in rows)

    def _value(self, value: Expression) -> str:
        """A value in an array of objects, boxed to its type."""
        return self._writer.expression(value)

    @staticmethod
    def _csv(row: Row) -> str | None:
        """The row as CSV; None if a value does not fit."""
        found = [_csv_value(each) for each in row.values]
        texts = [each for each in found if each is not None]
        return ", ".join(texts) if len(texts) == len(found) else None


def _csv_value(value: Expression) -> str | None:
    match value:
        case Null():
            return _NULL
        case StaticField(name=name):
            return name
        case Boxed(value=inside):
            return _csv_value(inside)
        case Literal(descriptor="Z", value=number):
            return "true" if number else "false"
        case Literal(descriptor="C", value=number):
            return _csv_text(chr(int(number)))
        case Literal(descriptor="F" | "D", value=number):
            return repr(float(number)) if math.isfinite(number) else None
        case Literal(value=number):
            return str(int(number))
        case Text(value=text):
            return _csv_text(text)
    return None


def _csv_text(text: str) -> str | None:
    if len(text) > _LONGEST:
        return None
    if _PLAIN.fullmatch(text):
        return text
    return f"'{text}'" if _QUOTABLE.fullmatch(text) and "\\" not in text else None
