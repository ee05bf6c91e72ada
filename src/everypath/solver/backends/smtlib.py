"""Writes conditions as SMT-LIB 2.6 with bit-vectors, arrays and IEEE floats.

A script contains all that the backends get; tables of characters are functions. Conditions that are decided without a
solver are comments: those on the classes of inputs, and whether two inputs are the same object.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from everypath.dataclass import dataclass
from everypath.solver.backends.backend import EncodingError, argument_sorts
from everypath.term import BOOL, BV32, F32, Model, Row, Sort, Table, Term, Value, evaluate, is_symbol, table_of, walk
from everypath.term.values import DOUBLE_NAN_BITS, FLOAT_NAN_BITS, double_to_bits, float_to_bits

__all__ = ["Script", "script"]

_LONG = 400
"""Longer expressions, in characters, become a definition."""
_FORMAT = {32: "8 24", 64: "11 53"}
_PLAIN = {
    "add": "bvadd",
    "sub": "bvsub",
    "mul": "bvmul",
    "neg": "bvneg",
    "sdiv": "bvsdiv",
    "srem": "bvsrem",
    "and": "bvand",
    "or": "bvor",
    "xor": "bvxor",
    "lt": "bvslt",
    "ult": "bvult",
    "eq": "=",
    "ite": "ite",
    "not": "not",
    "conj": "and",
    "disj": "or",
    "select": "select",
    "store": "store",
    "flt": "fp.lt",
    "fle": "fp.leq",
    "feq": "fp.eq",
    "is_nan": "fp.isNaN",
    "fneg": "fp.neg",
    "fabs": "fp.abs",
    "fadd": "fp.add RNE",
    "fsub": "fp.sub RNE",
    "fmul": "fp.mul RNE",
    "fdiv": "fp.div RNE",
    "fsqrt": "fp.sqrt RNE",
}
_SHIFTS = {"shl": "bvshl", "shr": "bvashr", "ushr": "bvlshr"}


@dataclass(frozen=True)
class Script:
    """A script, and the name of each symbol of the conditions in it. `text` ends with ``(check-sat)``."""

    text: str
    names: Mapping[Term, str]


def script(
    conditions: Sequence[Term], comments: Iterable[str] = (), witness: Model | None = None, status: str = ""
) -> Script:
    """Return conditions as a script: a declaration for each symbol, an assertion for each condition.

    ``comments`` come first. With a ``witness``, each symbol is fixed to its value there. ``status`` is the known
    answer: ``sat`` or ``unsat``.
    """
    writer = _Writer(conditions)
    assertions = [f"(assert {writer.text(each)})" for each in conditions]
    fixed = [] if witness is None else [f"(assert {each})" for each in writer.fixed(witness)]
    lines = [f"; {line}".rstrip() for comment in comments for line in comment.splitlines() or [""]]
    lines.append(f"(set-logic {writer.logic})")
    if status:
        lines.append(f"(set-info :status {status})")
    lines += [*writer.declarations, *writer.definitions, *(f"(assert {each})" for each in writer.sides), *assertions]
    if fixed:
        lines += ["; the witness", *fixed]
    lines.append("(check-sat)")
    return Script("\n".join(lines) + "\n", writer.names)


class _Writer:
    """Writes declarations, definitions and expressions."""

    def __init__(self, conditions: Sequence[Term]) -> None:
        self.declarations: list[str] = []
        self.definitions: list[str] = []
        self.sides: list[str] = []
        self.names: dict[Term, str] = {}
        self._texts: dict[Term, str] = {}
        self._taken = set(_RESERVED)
        self._tables: dict[Table, str] = {}
        self._sorts: set[Sort] = set()
        self._uses = Counter(
            arg
            for each in dict.fromkeys(term for condition in conditions for term in walk(condition))
            for arg in ([] if is_symbol(each) else each.args)
            if type(arg) is Term
        )

    @property
    def logic(self) -> str:
        """Return the smallest logic with the sorts used."""
        arrays = any(sort.is_array for sort in self._sorts)
        floats = any(sort.is_float for sort in self._sorts)
        return f"QF_{'A' if arrays else ''}BV{'FP' if floats else ''}"

    def text(self, root: Term) -> str:
        """Return the expression of a condition; shared parts become definitions."""
        pending = [root]
        while pending:
            term = pending[-1]
            if term in self._texts:
                pending.pop()
                continue
            arguments: tuple[Value, ...] = () if is_symbol(term) else term.args
            missing = [arg for arg in arguments if type(arg) is Term and arg not in self._texts]
            if missing:
                pending += reversed(missing)
                continue
            pending.pop()
            self._sorts.add(term.sort)
            written = self._written(term, arguments)
            if arguments and (self._uses[term] > 1 or len(written) > _LONG):
                name = self._name(f"${len(self.definitions)}")
                self.definitions.append(f"(define-fun {name} () {_sort(term.sort)} {written})")
                written = name
            self._texts[term] = written
        return self._texts[root]

    def fixed(self, witness: Model) -> Iterable[str]:
        """Yield the value of each symbol in a model as an equation, one for each element of an array."""
        for symbol, name in self.names.items():
            if symbol.op == "fp2bits":
                continue
            value = evaluate(symbol, witness) if symbol.op == "var" else witness.get(symbol)
            if isinstance(value, Mapping):
                element = symbol.sort.element
                assert element is not None
                for index in sorted(value):
                    yield f"(= (select {name} {_constant(index, BV32)}) {_constant(value[index], element)})"
            elif value is not None:
                yield f"(= {name} {_constant(value, symbol.sort)})"

    # names ---------------------------------------------------------------------------------------------------------

    def _name(self, preferred: str) -> str:
        preferred = re.sub(r"[|\\]", "_", preferred)
        name, number = preferred, 1
        while name in self._taken:
            number += 1
            name = f"{preferred}#{number}"
        self._taken.add(name)
        return name if re.fullmatch(r"[A-Za-z_$][A-Za-z0-9_.$]*", name) else f"|{name}|"

    def _declared(self, term: Term, preferred: str) -> str:
        name = self.names[term] = self._name(preferred)
        self.declarations.append(f"(declare-const {name} {_sort(term.sort)})")
        return name

    # translation ---------------------------------------------------------------------------------------------------

    def _written(self, term: Term, values: Sequence[Value]) -> str:
        op = term.op
        if is_symbol(term):
            return self._declared(term, _preferred_name(term))
        given = [
            self._texts[value] if type(value) is Term else _constant(value, sort)
            for value, sort in zip(values, argument_sorts(term), strict=True)
        ]
        if op in _PLAIN:
            return f"({_PLAIN[op]} {' '.join(given)})"
        special = getattr(self, f"_write_{op}", None)
        if special is None:
            raise EncodingError(f"SMT-LIB has no translation for {op}")
        written: str = special(term, given)
        return written

    def _write_sext(self, term: Term, given: list[str]) -> str:
        return f"((_ sign_extend {_widening(term)}) {given[0]})"

    def _write_zext(self, term: Term, given: list[str]) -> str:
        return f"((_ zero_extend {_widening(term)}) {given[0]})"

    def _write_trunc(self, term: Term, given: list[str]) -> str:
        return f"((_ extract {term.sort.width - 1} 0) {given[0]})"

    def _write_shift(self, term: Term, given: list[str]) -> str:
        width, count = term.sort.width, term.args[1]
        if type(count) is int:
            amount = _constant(count & (width - 1), term.sort)
        else:
            amount = f"(bvand {given[1]} {_constant(width - 1, BV32)})"
            if width == 64:
                amount = f"((_ zero_extend 32) {amount})"
        return f"({_SHIFTS[term.op]} {given[0]} {amount})"

    _write_shl = _write_shr = _write_ushr = _write_shift

    def _write_const_array(self, term: Term, given: list[str]) -> str:
        return f"((as const {_sort(term.sort)}) {given[0]})"

    def _write_lcmp(self, term: Term, given: list[str]) -> str:
        less, equal = (f"({op} {' '.join(given)})" for op in ("bvslt", "="))
        return f"(ite {less} {_INT[-1]} (ite {equal} {_INT[0]} {_INT[1]}))"

    def _write_fcmp(self, term: Term, given: list[str]) -> str:
        less, equal, greater = (f"({op} {' '.join(given)})" for op in ("fp.lt", "fp.eq", "fp.gt"))
        other = _INT[1] if term.payload == 1 else f"(ite {greater} {_INT[1]} {_INT[-1]})"
        return f"(ite {less} {_INT[-1]} (ite {equal} {_INT[0]} {other}))"

    # floats --------------------------------------------------------------------------------------------------------

    def _write_i2fp(self, term: Term, given: list[str]) -> str:
        return f"((_ to_fp {_FORMAT[term.sort.width]}) RNE {given[0]})"

    _write_fp2fp = _write_i2fp

    def _write_bits2fp(self, term: Term, given: list[str]) -> str:
        return f"((_ to_fp {_FORMAT[term.sort.width]}) {given[0]})"

    def _write_fp2bits(self, term: Term, given: list[str]) -> str:
        """Declare a fresh vector for the bits of a float; a side condition defines it, with one pattern for NaN."""
        source = term.args[0]
        assert type(source) is Term
        width = term.sort.width
        name = self._declared(term, f"bits of {source!r}"[:80])
        canonical = _constant(FLOAT_NAN_BITS if width == 32 else DOUBLE_NAN_BITS, term.sort)
        same = f"(= ((_ to_fp {_FORMAT[width]}) {name}) {given[0]})"
        self.sides.append(f"(ite (fp.isNaN {given[0]}) (= {name} {canonical}) {same})")
        return name

    def _write_fp2i(self, term: Term, given: list[str]) -> str:
        source = term.args[0]
        assert type(source) is Term
        width = term.sort.width
        limit = 1 << (width - 1)
        value = given[0]
        converted = f"((_ fp.to_sbv {width}) RTZ {value})"
        low = (
            f"(ite (fp.leq {value} {_constant(float(-limit), source.sort)}) {_constant(-limit, term.sort)} {converted})"
        )
        high = f"(ite (fp.geq {value} {_constant(float(limit), source.sort)}) {_constant(limit - 1, term.sort)} {low})"
        return f"(ite (fp.isNaN {value}) {_constant(0, term.sort)} {high})"

    def _write_frem(self, term: Term, given: list[str]) -> str:
        """Return C's fmod, from the IEEE remainder of the magnitudes, which is within half the divisor around zero."""
        divisor = f"(fp.abs {given[1]})"
        nearest = self._defined(f"(fp.rem (fp.abs {given[0]}) {divisor})", term.sort)
        negative = f"(fp.lt {nearest} {_constant(0.0, term.sort)})"
        raised = f"(fp.add RNE {nearest} {divisor})"
        size = self._defined(f"(fp.abs (ite {negative} {raised} {nearest}))", term.sort)
        return f"(ite (fp.isNegative {given[0]}) (fp.neg {size}) {size})"

    def _defined(self, written: str, sort: Sort) -> str:
        name = self._name(f"${len(self.definitions)}")
        self.definitions.append(f"(define-fun {name} () {_sort(sort)} {written})")
        return name

    # tables --------------------------------------------------------------------------------------------------------

    def _write_lookup(self, term: Term, given: list[str]) -> str:
        table = table_of(term)
        name = self._tables.get(table)
        if name is None:
            name = self._tables[table] = self._name(table.name)
            body = _search_of(table, table.rows)
            self.definitions.append(f"(define-fun {name} (($n (_ BitVec 32))) {_sort(term.sort)} {body})")
        return f"({name} {given[0]})"


def _search_of(table: Table, rows: Sequence[Row]) -> str:
    """Return the value at ``$n`` as a binary search of the rows."""
    if len(rows) > 1:
        middle = len(rows) // 2
        below, above = _search_of(table, rows[:middle]), _search_of(table, rows[middle:])
        return f"(ite (bvslt $n {_constant(rows[middle].low, BV32)}) {below} {above})"
    default = _entry(table, table.default, relative=table.relative)
    if not rows:
        return default
    row = rows[0]
    inside = f"(bvsle {_constant(row.low, BV32)} $n) (bvsle $n {_constant(row.high, BV32)})"
    if row.step == 2:
        inside += f" (= (bvand $n {_INT[1]}) {_constant(row.low & 1, BV32)})"
    return f"(ite (and {inside}) {_entry(table, row.value, relative=bool(row.slope))} {default})"


def _entry(table: Table, value: int, *, relative: bool) -> str:
    if relative:
        number = f"(bvadd $n {_constant(value, BV32)})"
        return f"(= {number} {_INT[1]})" if table.condition else number
    return _constant(value == 1, BOOL) if table.condition else _constant(value, BV32)


def _preferred_name(symbol: Term) -> str:
    """Return the preferred name of a symbol."""
    if symbol.op == "is_null":
        return f"{_preferred_name(symbol.args[0])} == null" if isinstance(symbol.args[0], Term) else repr(symbol)
    return symbol.payload if symbol.op == "var" and isinstance(symbol.payload, str) else repr(symbol)


def _widening(term: Term) -> int:
    source = term.args[0]
    assert type(source) is Term
    return term.sort.width - source.sort.width


def _sort(sort: Sort) -> str:
    if sort.is_array:
        assert sort.element is not None
        return f"(Array (_ BitVec 32) {_sort(sort.element)})"
    if sort.is_vector:
        return f"(_ BitVec {sort.width})"
    if sort.is_float:
        return f"(_ FloatingPoint {_FORMAT[sort.width]})"
    return "Bool"


def _constant(value: float, sort: Sort) -> str:
    if sort is BOOL:
        return "true" if value else "false"
    if sort.is_float:
        if value != value:
            return f"(_ NaN {_FORMAT[sort.width]})"
        bits = float_to_bits(value) if sort is F32 else double_to_bits(value)
        digits = f"{bits & ((1 << sort.width) - 1):0{sort.width}b}"
        exponent = 1 + int(_FORMAT[sort.width].split()[0])
        return f"(fp #b{digits[0]} #b{digits[1:exponent]} #b{digits[exponent:]})"
    return f"#x{int(value) & ((1 << sort.width) - 1):0{sort.width // 4}x}"


_INT = {number: _constant(number, BV32) for number in (-1, 0, 1)}
_RESERVED = frozenset(
    re.findall(
        r"\S+",
        "let forall exists match par as true false not and or xor ite select store distinct RNE RNA RTP RTN RTZ fp "
        "check assert exit push pop reset echo Bool Array Float32 Float64 Int Real String _ $n",
    )
)
"""Words that cannot be names of symbols, with ``$n``, the parameter of tables."""
