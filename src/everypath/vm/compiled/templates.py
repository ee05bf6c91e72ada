"""Templates: the lines of generated code for each instruction.

No type checks are written. Terms overload the operators; what cannot be decided raises, and tier 0 executes the
instruction. **In every template the only side effect is the last action**, so that it may raise anywhere. Operands that
are terms give the same terms as in tier 0. An instruction without a template is executed *in place* by its handler of
tier 0 (`everypath.vm.compiled.deoptimisation.in_place`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import DoubleConst, FloatConst, IntConst, LongConst, StringConst
from everypath.state import Obj
from everypath.term import Term, fcmp, fneg, lcmp
from everypath.term.values import NAN
from everypath.vm.compiled import runtime
from everypath.vm.compiled.deoptimisation import Interpreted, Uninitialised, Unprofiled, UnreadField, in_place
from everypath.vm.opcodes import CONVERSIONS, DIVISIONS, OPERATIONS, SHIFTS, VALUES, variable_of
from everypath.vm.references import instance_creator

if TYPE_CHECKING:
    from everypath.program import Class
    from everypath.term import Value
    from everypath.vm.compiled.writer import Writer
    from everypath.vm.instructions import InstructionSite

Template: TypeAlias = "Callable[[Writer, InstructionSite], None]"

TEMPLATES: dict[str, Template] = {}

_KINDS = "ilfda"
_INT = "-2147483648 <= {0} <= 2147483647"
_LONG = "-9223372036854775808 <= {0} <= 9223372036854775807"


def template(*names: str) -> Callable[[Template], Template]:
    """Register the template of these instructions."""

    def register(made: Template) -> Template:
        for name in names:
            if name in TEMPLATES:
                raise ValueError(name)
            TEMPLATES[name] = made
        return made

    return register


def literal(w: Writer, value: Value) -> str:
    """A constant as an expression."""
    if isinstance(value, Term) or (isinstance(value, float) and not math.isfinite(value)):
        return w.constant(value)
    return repr(value)


# -- constants, variables, stack ----------------------------------------------------------------------------------


@template(*VALUES)
def constant(w: Writer, site: InstructionSite) -> None:
    """Push the constant that the mnemonic names."""
    w.push(literal(w, VALUES[site.name]))


@template("nop")
def nop(w: Writer, site: InstructionSite) -> None:
    """Nothing."""


@template("bipush", "sipush")
def immediate(w: Writer, site: InstructionSite) -> None:
    """Push the operand."""
    w.push(str(site.instruction.operand))


@template("ldc", "ldc_w", "ldc2_w")
def load_constant(w: Writer, site: InstructionSite) -> None:
    """Write a number as a literal, look a string up, and load any other constant in place."""
    value = site.constant()
    if isinstance(value, IntConst | LongConst | FloatConst | DoubleConst):
        w.push(literal(w, value.value))
    elif isinstance(value, StringConst):
        text = repr(value.value)
        w.compute(f"{w.use('interned')}.get({text}) or {w.constant(site.machine.intern)}(state, {text})")
    else:
        execute_in_place(w, site, 0, results=1)


@template(*(f"{kind}load{suffix}" for kind in _KINDS for suffix in ("", "_0", "_1", "_2", "_3")))
def load(w: Writer, site: InstructionSite) -> None:
    """Push a local variable."""
    w.push(f"l{variable_of(site)}")


@template(*(f"{kind}store{suffix}" for kind in _KINDS for suffix in ("", "_0", "_1", "_2", "_3")))
def store(w: Writer, site: InstructionSite) -> None:
    """Pop into a local variable."""
    variable, value = f"l{variable_of(site)}", w.pop()
    w.free(variable)
    w.line(f"{variable} = {value}")


@template("iinc")
def increment(w: Writer, site: InstructionSite) -> None:
    """Add a constant to a local variable."""
    variable, amount = f"l{site.instruction.operand}", site.instruction.second
    w.free(variable)
    w.line(f"{variable} = {variable} {'-' if amount < 0 else '+'} {abs(amount)}")
    _wrap_int(w, variable)


@template("pop")
def pop(w: Writer, site: InstructionSite) -> None:
    """Drop one entry."""
    w.pop()


@template("pop2")
def pop2(w: Writer, site: InstructionSite) -> None:
    """Drop two words."""
    del w.stack[-1 if site.wide(0) else -2 :]


@template("swap")
def swap(w: Writer, site: InstructionSite) -> None:
    """Exchange the two topmost entries."""
    w.stack[-1], w.stack[-2] = w.stack[-2], w.stack[-1]


def _copy(w: Writer, count: int, below: int) -> None:
    w.pin(count)
    depth = len(w.stack) - count - below
    w.stack[depth:depth] = w.stack[len(w.stack) - count :]


@template("dup", "dup_x1", "dup_x2", "dup2", "dup2_x1", "dup2_x2")
def duplicate(w: Writer, site: InstructionSite) -> None:
    """Copy the top below what the name says."""
    count = 1 if not site.name.startswith("dup2") or site.wide(0) else 2
    below = 0
    if site.name.endswith("_x1"):
        below = 1
    elif site.name.endswith("_x2"):
        below = 1 if site.wide(count) else 2
    _copy(w, count, below)


# -- arithmetic ---------------------------------------------------------------------------------------------------


def _wrap_int(w: Writer, name: str) -> None:
    w.line(f"if not {_INT.format(name)}: {name} = ({name} + 2147483648 & 4294967295) - 2147483648")


def _wrap_long(w: Writer, name: str) -> None:
    low, mask = 1 << 63, (1 << 64) - 1
    w.line(f"if not {_LONG.format(name)}: {name} = ({name} + {low} & {mask}) - {low}")


@template("iadd", "isub", "imul", "ladd", "lsub", "lmul")
def arithmetic(w: Writer, site: InstructionSite) -> None:
    """An operator, and wrapping around where an int leaves its range; the test holds for every term."""
    right, left = w.pop(), w.pop()
    operator = {"add": "+", "sub": "-", "mul": "*"}[site.name[1:]]
    name = w.assign(f"{left} {operator} {right}")
    (_wrap_int if site.name[0] == "i" else _wrap_long)(w, name)
    w.push(name)


@template("ineg", "lneg")
def negate(w: Writer, site: InstructionSite) -> None:
    """Change the sign; the least value stays."""
    name = w.assign(f"-({w.pop()})")
    (_wrap_int if site.name[0] == "i" else _wrap_long)(w, name)
    w.push(name)


@template("iand", "ior", "ixor", "land", "lor", "lxor")
def bitwise(w: Writer, site: InstructionSite) -> None:
    """A pure operator."""
    right, left = w.pop(), w.pop()
    w.push(f"({left} {({'and': '&', 'or': '|', 'xor': '^'})[site.name[1:]]} {right})")


@template(*SHIFTS)
def shift(w: Writer, site: InstructionSite) -> None:
    """Shift a Python int by Python's operators, a term by the constructor of the term."""
    operation, width = SHIFTS[site.name]
    count, value = w.atom(), w.atom()
    masked = str(int(count) & width - 1) if count.lstrip("-").isdigit() else f"({count} & {width - 1})"
    kind = site.name[1:]
    unsigned = f"({value} & {(1 << width) - 1}) >> {masked}"
    if kind == "ushr" and masked == "0":
        unsigned = value
    fast = {"shl": f"{value} << {masked}", "shr": f"{value} >> {masked}", "ushr": unsigned}[kind]
    name = w.assign(f"{fast} if type({value}) is int else {w.constant(operation)}({value}, {count}, {width})")
    if kind == "shl" or (kind == "ushr" and not (masked.isdigit() and int(masked))):
        (_wrap_int if width == 32 else _wrap_long)(w, name)
    w.push(name)


@template(*DIVISIONS)
def divide(w: Writer, site: InstructionSite) -> None:
    """Divide by Python's operators if the value is an int and the divisor is positive, else by the constructor. A
    divisor of zero and a symbolic divisor are left to tier 0.
    """
    operation, width = DIVISIONS[site.name]
    divisor, value = w.atom(), w.atom()
    if not (divisor.lstrip("-").isdigit() and int(divisor)):
        w.line(f"if not {divisor}: raise {w.constant(Interpreted)}")
    operator = "//" if site.name.endswith("div") else "%"
    fast = f"({value} {operator} {divisor} if {value} >= 0 else -(-{value} {operator} {divisor}))"
    safe = f"type({value}) is int and {divisor} > 0"
    w.compute(f"{fast} if {safe} else {w.constant(operation)}({value}, {divisor}, {width})")


_REAL_OPERATORS = {"dadd": "+", "dsub": "-", "dmul": "*"}


@template(*OPERATIONS)
def real(w: Writer, site: InstructionSite) -> None:
    """Compute doubles by Python's operators, with one NaN; other operations and floats by the constructor, which
    rounds.
    """
    right, left = w.pop(), w.pop()
    operator = _REAL_OPERATORS.get(site.name)
    if operator is not None:
        name = w.assign(f"{left} {operator} {right}")
        w.line(f"if {name} != {name}: {name} = {w.constant(NAN)}")
        w.push(name)
        return
    operation, sort = OPERATIONS[site.name]
    w.compute(f"{w.constant(operation)}({left}, {right}, {w.constant(sort)})")


@template("fneg", "dneg")
def negate_real(w: Writer, site: InstructionSite) -> None:
    """Change the sign, of zero too."""
    value = w.atom()
    w.compute(f"-{value} if type({value}) is float else {w.constant(fneg)}({value})")


@template("fcmpl", "fcmpg", "dcmpl", "dcmpg")
def compare_reals(w: Writer, site: InstructionSite) -> None:
    """-1, 0 or 1."""
    right, left = w.pop(), w.pop()
    w.compute(f"{w.constant(fcmp)}({left}, {right}, {-1 if site.name.endswith('l') else 1})")


@template("lcmp")
def compare_longs(w: Writer, site: InstructionSite) -> None:
    """-1, 0 or 1."""
    right, left = w.atom(), w.atom()
    fast = f"({left} > {right}) - ({left} < {right})"
    w.compute(f"{fast} if type({left}) is type({right}) is int else {w.constant(lcmp)}({left}, {right})")


_ON_INTS: dict[str, str] = {
    "i2l": "{0}",
    "l2i": "({0} + 2147483648 & 4294967295) - 2147483648",
    "i2b": "({0} + 128 & 255) - 128",
    "i2c": "{0} & 65535",
    "i2s": "({0} + 32768 & 65535) - 32768",
    "i2d": "float({0})",
}
"""The Python expression of a conversion of an int, if it is short."""


@template(*CONVERSIONS)
def convert(w: Writer, site: InstructionSite) -> None:
    """Convert an int by the text in `_ON_INTS`, anything else by the constructor of the term."""
    _convert(w, site.name)


def _convert(w: Writer, name: str) -> None:
    value = w.atom()
    fast, call = _ON_INTS.get(name), f"{w.constant(CONVERSIONS[name])}({value})"
    w.compute(f"{fast.format(value)} if type({value}) is int else {call}" if fast else call)


# -- arrays -------------------------------------------------------------------------------------------------------


def _check_sign(w: Writer, index: str) -> None:
    """Raise `IndexError` for a negative index, which Python would count from the end."""
    if not index.isdigit():
        w.line(f"if {index} < 0: raise IndexError")


@template("iaload", "laload", "faload", "daload", "aaload", "baload", "caload", "saload")
def load_element(w: Writer, site: InstructionSite) -> None:
    """Read an element from the list of elements. An array of another kind has an empty list: the access raises
    `IndexError`, and tier 0 executes the instruction.
    """
    index = w.atom()
    array = w.pop()
    _check_sign(w, index)
    w.compute(f"{w.use('heap')}[{array}].fields[{index}]")


def _write(w: Writer, address: str, place: str, value: str) -> None:
    w.line(f"o = {w.use('heap')}[{address}]")
    w.line(f"if o.owner is not {w.use('token')}: o = {w.use('writable')}({address})")
    w.line(f"o.fields[{place}] = {value}")


@template("iastore", "lastore", "fastore", "dastore")
def store_element(w: Writer, site: InstructionSite) -> None:
    """Store an element as it is."""
    value, index, array = w.pop(), w.atom(), w.atom()
    _check_sign(w, index)
    _write(w, array, index, value)


@template("bastore", "castore", "sastore")
def store_narrow(w: Writer, site: InstructionSite) -> None:
    """Store the low bits of an int; a boolean array keeps one bit (JVMS bastore)."""
    w.pin(3)
    value, index, array = w.pop(), w.atom(), w.atom()
    _check_sign(w, index)
    w.push(value)
    _convert(w, f"i2{site.name[0]}")
    narrow = w.pop()
    if site.name == "bastore":
        boolean = w.constant(site.machine.program.klass("[Z"))
        w.line(f"if {w.use('heap')}[{array}].cls is {boolean}: {narrow} = {value} & 1")
    _write(w, array, index, narrow)


@template("aastore")
def store_reference(w: Writer, site: InstructionSite) -> None:
    """Store a reference whose class fits. Tier 0 stores all references but those of plain objects."""
    value, index, array = w.atom(), w.atom(), w.atom()
    _check_sign(w, index)
    heap = w.use("heap")
    fits = w.constant(site.machine.compiler.storable)
    if value != "0":
        w.line(f"if {value} and ({value} in {w.use('refs')} or not {fits}[{heap}[{array}].cls, {heap}[{value}].cls]):")
        w.indent += 1
        w.line(f"raise {w.constant(Interpreted)}")
        w.indent -= 1
    _write(w, array, index, value)


@template("arraylength")
def array_length(w: Writer, site: InstructionSite) -> None:
    """The length of a list of elements."""
    array = w.pop()
    name = w.assign(f"{w.use('heap')}[{array}]")
    w.line(f"if type({name}) is not {w.constant(Obj)}: raise {w.constant(Interpreted)}")
    w.compute(f"len({name}.fields)")


@template("newarray", "anewarray")
def new_array(w: Writer, site: InstructionSite) -> None:
    """The handler of tier 0 creates it."""
    execute_in_place(w, site, 1, results=1)


@template("multianewarray")
def new_nested_array(w: Writer, site: InstructionSite) -> None:
    """The handler of tier 0 creates it."""
    execute_in_place(w, site, site.instruction.second, results=1)


# -- fields -------------------------------------------------------------------------------------------------------


def is_cold(w: Writer, site: InstructionSite) -> bool:
    """True if the instruction was never executed, so its class, field or method is not resolved: deoptimise there."""
    if site.here in site.linked.quick:
        return False
    w.end(f"raise {w.constant(Unprofiled)}")
    return True


@template("getfield")
def get_field(w: Writer, site: InstructionSite) -> None:
    """Read a field. If it is None, it was not read yet: tier 0 reads it."""
    if is_cold(w, site):
        return
    reference = w.pop()
    field = site.resolve_field(static=False)
    name = w.assign(f"{w.use('heap')}[{reference}].fields[{field.slot}]")
    w.line(f"if {name} is None: raise {w.constant(UnreadField)}")
    w.push(name)


@template("putfield")
def put_field(w: Writer, site: InstructionSite) -> None:
    """Write a field of the object, which is copied first if it is shared."""
    if not is_cold(w, site):
        value, reference = w.pop(), w.atom()
        _write(w, reference, str(site.resolve_field(static=False).slot), value)


def require_initialised(w: Writer, site: InstructionSite, cls: Class) -> None:
    """Deoptimise if a class is not initialised. No check is needed in its own code."""
    if not site.initialised_here(cls):
        w.line(f"if {w.constant(cls)} not in {w.use('initialised')}: raise {w.constant(Uninitialised)}")


@template("getstatic")
def get_static(w: Writer, site: InstructionSite) -> None:
    """Push a static field. None is an input that was not read yet: tier 0 reads it."""
    if is_cold(w, site):
        return
    field = site.resolve_field(static=True)
    name = w.assign(f"{w.use('statics')}.get({w.constant(field)})")
    if site.initialised_here(field.owner):
        w.line(f"if {name} is None: raise {w.constant(UnreadField)}")
    else:
        w.line(f"if {name} is None or {w.constant(field.owner)} not in {w.use('initialised')}:")
        w.indent += 1
        w.line(f"raise {w.constant(Uninitialised)}")
        w.indent -= 1
    w.push(name)


@template("putstatic")
def put_static(w: Writer, site: InstructionSite) -> None:
    """Write a static field of an initialised class."""
    if is_cold(w, site):
        return
    value = w.pop()
    field = site.resolve_field(static=True)
    require_initialised(w, site, field.owner)
    w.line(f"{w.use('statics')}[{w.constant(field)}] = {value}")


# -- objects ------------------------------------------------------------------------------------------------------


@template("new")
def new(w: Writer, site: InstructionSite) -> None:
    """Create an instance of an initialised class."""
    if is_cold(w, site):
        return
    cls = site.named_class(site.class_name())
    require_initialised(w, site, cls)
    w.compute(f"{w.constant(instance_creator(cls))}(state)")


@template("checkcast")
def check_cast(w: Writer, site: InstructionSite) -> None:
    """Let objects made on the path pass whose class fits. Test others, and inputs, in place."""
    w.pin(1)
    reference = w.pop()
    if reference == "0":
        w.push(reference)
        return
    if site.here not in site.linked.quick:
        w.line(f"if {reference}: raise {w.constant(Unprofiled)}")
        w.push(reference)
        return
    cls = site.named_class(site.class_name())
    heap, fits = w.use("heap"), w.constant(runtime.Subtypes(cls))
    other = f"({heap}[{reference}].cls is not {w.constant(cls)} and not {fits}[{heap}[{reference}].cls])"
    with w.block(f"if {reference} and ({reference} in {w.use('refs')} or {other}):"):
        w.line(_place(w, site, [reference]))
    w.push(reference)


@template("instanceof")
def instance_of(w: Writer, site: InstructionSite) -> None:
    """Test objects made on the path by their class, and inputs in place."""
    w.pin(1)
    reference, result = w.pop(), w.temporary()
    with w.block(f"if not {reference}:"):
        w.line(f"{result} = 0")
    if site.here not in site.linked.quick:
        w.line(f"else: raise {w.constant(Unprofiled)}")
        w.push(result)
        return
    cls = site.named_class(site.class_name())
    with w.block(f"elif {reference} in {w.use('refs')}:"):
        w.line(f"{result} = {_place(w, site, [reference])}[-1]")
    with w.block("else:"):
        w.line(f"{result} = {w.constant(runtime.Subtypes(cls))}[{w.use('heap')}[{reference}].cls]")
    w.push(result)


@template("monitorenter", "monitorexit")
def monitor(w: Writer, site: InstructionSite) -> None:
    """Counted by the handler of tier 0."""
    execute_in_place(w, site, 1, results=0)


# -- in place -----------------------------------------------------------------------------------------------------


def _place(w: Writer, site: InstructionSite, operands: list[str]) -> str:
    code = w.constant(site.linked.plain)
    return f"{w.constant(in_place)}(state, {code}, {site.here}, [{', '.join(operands)}])"


def execute_in_place(w: Writer, site: InstructionSite, count: int, *, results: int) -> None:
    """Execute the handler of tier 0 on ``count`` operands; it deoptimises if it needs more than these."""
    operands = [w.pop() for _ in range(count)][::-1]
    call = _place(w, site, operands)
    if results:
        w.compute(f"{call}[-1]")
    else:
        w.line(call)
