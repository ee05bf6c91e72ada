"""The conformance run catches what it should: wrong instructions and models planted one at a time are each noticed.

A mutant changes one entry of the opcode table or of the table of models, or one function behind them; the random
programs of the conformance run, with the same checks and a small fixed budget, must then end differently from the JVM
at least once.
"""

from __future__ import annotations

import math
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.conformance.calls import Session
from tests.conformance.campaign import PATTERNS, Batch, compiled
from tests.conformance.compare import Cut, Laboratory, ask_jvm
from tests.conformance.dump import same
from tests.conftest import JDKS

from everypath.bridge import Bridge
from everypath.library import JdkLibrary
from everypath.library.models import MODELS
from everypath.library.numbers import boxes
from everypath.state import TextObject
from everypath.state.text import Constant
from everypath.term import add, shl, shr, sub
from everypath.vm import Machine
from everypath.vm.core import JavaThrow
from everypath.vm.instructions import TRANSLATORS
from everypath.vm.invocation import class_initialisation as initialisation
from everypath.vm.invocation import exceptions
from everypath.vm.invokedynamic import lambdas
from everypath.vm.invokedynamic import pattern_switches as switches
from everypath.vm.invokedynamic import record_methods as records
from everypath.vm.opcodes import arrays as array_opcodes
from everypath.vm.opcodes import stack as stack_opcodes
from everypath.vm.references import arrays, references

ALL = "EVERYPATH_CONFORMANCE" in os.environ
BUDGET = Batch(2_000_000, plain=20, rich=30, assembled=60, linked=1, sessions=6)
SHARE = Batch(2_000_000, plain=10, rich=12, assembled=40, linked=1, sessions=4)
"""The budget of ``make conformance``, and that of every run of the tests."""


@dataclass(frozen=True)
class Mutant:
    """How to break the machine; ``touches`` is the only opcode, or the only model, that is changed, if it is one."""

    plant: Callable[[pytest.MonkeyPatch], None]
    touches: str = ""


def binary(name: str, function: Callable) -> Mutant:
    """An instruction on two operands computes ``function`` instead."""

    def translate(site):
        following = site.next

        def handler(state, stack, locals_):
            right = stack.pop()
            stack[-1] = function(stack[-1], right)
            return following

        return handler

    return Mutant(lambda patch: patch.setitem(TRANSLATORS, name, translate), name)


def unary(name: str, function: Callable) -> Mutant:
    """An instruction on one operand computes ``function`` instead."""

    def translate(site):
        following = site.next

        def handler(state, stack, locals_):
            stack[-1] = function(stack[-1])
            return following

        return handler

    return Mutant(lambda patch: patch.setitem(TRANSLATORS, name, translate), name)


def alias(name: str, other: str) -> Mutant:
    """An instruction does what another one does; its name is not in its site."""

    class Renamed:
        def __init__(self, site):
            self._site = site

        def __getattr__(self, key):
            return other if key == "name" else getattr(self._site, key)

    return Mutant(lambda patch: patch.setitem(TRANSLATORS, name, lambda site: TRANSLATORS[other](Renamed(site))), name)


def divided(name: str, function: Callable) -> Mutant:
    """A division that is right about zero and wrong about the rest."""
    original = TRANSLATORS[name]

    def translate(site):
        right, following = original(site), site.next

        def handler(state, stack, locals_):
            if stack[-1] == 0:
                return right(state, stack, locals_)
            divisor = stack.pop()
            stack[-1] = function(stack[-1], divisor)
            return following

        return handler

    return Mutant(lambda patch: patch.setitem(TRANSLATORS, name, translate), name)


def wrap(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


def dup_x2(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(TRANSLATORS, "dup_x2", lambda site: stack_opcodes._insert(1, 1, site.next))


def substitute(patch: pytest.MonkeyPatch, module: object, name: str, planted: object) -> None:
    """Put another function in the place of one of everypath, in its module and wherever it is imported by name."""
    right = getattr(module, name)
    for known in [each for key, each in sys.modules.items() if key.startswith("everypath.")]:
        for bound in [key for key, value in vars(known).items() if value is right]:
            patch.setattr(known, bound, planted)


def bounds(patch: pytest.MonkeyPatch) -> None:
    right = arrays.check_index
    substitute(patch, arrays, "check_index", lambda state, index, length: right(state, index, sub(length, 1, 32)))
    slow_only(patch, "iaload", "laload", "daload", "baload", "caload", "faload", "saload", "aaload")


def slow_only(patch: pytest.MonkeyPatch, *names: str) -> None:
    """Loads without their fast path."""

    def translate(site):
        machine, following = site.machine, site.next

        def handler(state, stack, locals_):
            state.frames[-1].pc = site.here
            value = arrays.load_element(machine, state, stack[-2], stack[-1])
            del stack[-2:]
            stack.append(value)
            return following

        return handler

    for name in names:
        patch.setitem(TRANSLATORS, name, translate)


def handlers(change: Callable) -> Mutant:
    """The exception table of every method is changed."""

    def plant(patch):
        original = exceptions._find_handler

        def find(machine, state, address):
            for frame in state.frames:
                linked = machine.link(frame.method)
                if not getattr(linked, "catches", None) or linked in seen:
                    continue
                seen.append(linked)
                linked.catches = change(linked.catches)
            return original(machine, state, address)

        seen: list = []
        patch.setattr(exceptions, "_find_handler", find)

    return Mutant(plant)


def instance_of_null(patch: pytest.MonkeyPatch) -> None:
    original = TRANSLATORS["instanceof"]

    def translate(site):
        right, following = original(site), site.next

        def handler(state, stack, locals_):
            if stack[-1] == 0:
                stack[-1] = 1
                return following
            return right(state, stack, locals_)

        return handler

    patch.setitem(TRANSLATORS, "instanceof", translate)


def cast_of_null(patch: pytest.MonkeyPatch) -> None:
    original = TRANSLATORS["checkcast"]

    def translate(site):
        right = original(site)

        def handler(state, stack, locals_):
            state.frames[-1].pc = site.here
            site.machine.non_null(state, stack[-1])
            return right(state, stack, locals_)

        return handler

    patch.setitem(TRANSLATORS, "checkcast", translate)


def cast_of_anything(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(TRANSLATORS, "checkcast", TRANSLATORS["nop"])


def switch_default(name: str) -> Mutant:
    def plant(patch):
        original = TRANSLATORS[name]

        def translate(site):
            right, cases = original(site), site.instruction.switch.cases
            last = max(cases, default=0)

            def handler(state, stack, locals_):
                if stack[-1] not in cases:
                    stack[-1] = last
                return right(state, stack, locals_)

            return handler

        patch.setitem(TRANSLATORS, name, translate)

    return Mutant(plant, name)


def concat_char(patch: pytest.MonkeyPatch) -> None:
    right = JdkLibrary.to_text
    patch.setattr(
        JdkLibrary, "to_text", lambda self, call, value, kind: right(self, call, value, "I" if kind == "C" else kind)
    )


def twice(patch: pytest.MonkeyPatch) -> None:
    right = initialisation.Initialiser.done

    def done(self, state, value):
        index = right(self, state, value)
        if (self.cls, state) not in seen:
            seen.append((self.cls, state))
            state.initialised.pop(self.cls)
        return index

    seen: list = []
    patch.setattr(initialisation.Initialiser, "done", done)


def parents(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(initialisation, "_parents", lambda cls: [])


def no_dispatch(patch: pytest.MonkeyPatch) -> None:
    right = references.select_method
    substitute(
        patch,
        references,
        "select_method",
        lambda machine, obj, method: right(machine, obj, method) if method.is_abstract else method,
    )


def no_cache(patch: pytest.MonkeyPatch) -> None:
    substitute(patch, boxes, "cache_of", lambda owner, number=0: boxes.CachedBox(0, 0, number))


def unsigned_increment(patch: pytest.MonkeyPatch) -> None:
    def translate(site):
        variable, amount, following = site.instruction.operand, site.instruction.second & 0xFF, site.next

        def handler(state, stack, locals_):
            locals_[variable] = add(locals_[variable], amount, 32)
            return following

        return handler

    patch.setitem(TRANSLATORS, "iinc", translate)


def model(key: str, change: Callable) -> Mutant:
    """The model of a method, given as ``owner.name(descriptor)``, gives ``change(right, call, *args)`` instead."""
    path, _, descriptor = key.partition("(")
    owner, _, name = path.rpartition(".")
    entry = (owner, name, "(" + descriptor)

    def plant(patch):
        right = MODELS[entry]
        patch.setitem(MODELS, entry, lambda call, *args: change(right, call, *args))

    return Mutant(plant, key)


def replaced(module: object, name: str, change: Callable) -> Mutant:
    """A function ``name`` of a module gives ``change(right, *args)`` instead."""

    def plant(patch):
        right = getattr(module, name)
        substitute(patch, module, name, lambda *args, **named: change(right, *args, **named))

    return Mutant(plant)


def text_of(call, address) -> str:
    return call.text(address).constant


def sign_of(right, call, this, other):
    result = right(call, this, other)
    return (result > 0) - (result < 0)


def never_thrown(default):
    """A model that gives something instead of throwing."""

    def change(right, call, *args):
        try:
            return right(call, *args)
        except JavaThrow:
            return default(call, *args)

    return change


def one_less(right, call, source, start, target, at, count):
    return right(call, source, start, target, at, max(count - 1, 0) if count > 1 else count)


def reversed_captures(patch: pytest.MonkeyPatch) -> None:
    right = lambdas.Lambda
    patch.setattr(
        lambdas, "Lambda", lambda name, kind, target, captured, *rest: right(name, kind, target, captured[::-1], *rest)
    )


def box_cache(high: int) -> Mutant:
    return Mutant(
        lambda patch: substitute(patch, boxes, "cache_of", lambda owner, number=0: boxes.CachedBox(-128, high, number))
    )


def joined(kinds: str, change: Callable) -> Mutant:
    """Values of these types are joined to text as ``change(value)``."""

    def plant(patch):
        right = JdkLibrary.to_text
        patch.setattr(
            JdkLibrary,
            "to_text",
            lambda self, call, value, kind: (
                Constant(change(value))
                if kind[0] in kinds and not (kind[0] == "L" and value)
                else right(self, call, value, kind)
            ),
        )

    return Mutant(plant)


STRING, BUILDER = "java/lang/String", "java/lang/StringBuilder"


MUTANTS: dict[str, Mutant] = {
    "iadd does not wrap": binary("iadd", lambda a, b: a + b),
    "imul does not wrap": binary("imul", lambda a, b: a * b),
    "ladd wraps at 32 bits": binary("ladd", lambda a, b: add(a, b, 64) & 0xFFFFFFFF),
    "ishl masks with 63": binary("ishl", lambda a, b: 0 if b & 63 > 31 else shl(a, b, 32)),
    "lshl masks with 31": binary("lshl", lambda a, b: shl(a, b & 31, 64)),
    "lushr keeps the sign": binary("lushr", lambda a, b: shr(a, b, 64)),
    "iushr keeps the sign": binary("iushr", lambda a, b: shr(a, b, 32)),
    "idiv rounds down": divided("idiv", lambda a, b: wrap(a // b)),
    "irem has the divisor's sign": divided("irem", lambda a, b: a % b),
    "ldiv rounds down": divided("ldiv", lambda a, b: a // b),
    "l2i saturates": unary("l2i", lambda a: max(-(2**31), min(a, 2**31 - 1))),
    "f2i of NaN is the minimum": unary("f2i", lambda a: -(2**31) if math.isnan(a) else _saturated(a, 31)),
    "d2i wraps": unary("d2i", lambda a: wrap(int(a)) if math.isfinite(a) else 0),
    "d2l saturates at 32 bits": unary("d2l", lambda a: 0 if math.isnan(a) else _saturated(a, 31)),
    "i2b has no sign": unary("i2b", lambda a: a & 0xFF),
    "i2s has no sign": unary("i2s", lambda a: a & 0xFFFF),
    "i2c has a sign": alias("i2c", "i2s"),
    "d2f does not round": unary("d2f", lambda a: a),
    "i2f does not round": unary("i2f", float),
    "lcmp knows no equality": binary("lcmp", lambda a, b: -1 if a <= b else 1),
    "fcmpl is fcmpg": alias("fcmpl", "fcmpg"),
    "dcmpg is dcmpl": alias("dcmpg", "dcmpl"),
    "drem rounds to nearest": binary("drem", lambda a, b: _remainder(a, b)),
    "dneg loses the sign of zero": unary("dneg", lambda a: 0.0 - a),
    "if_icmpge is if_icmpgt": alias("if_icmpge", "if_icmpgt"),
    "ifle is iflt": alias("ifle", "iflt"),
    "iinc has no sign": Mutant(unsigned_increment),
    "dup_x2 is dup_x1": Mutant(dup_x2),
    "array bounds are off by one": Mutant(bounds),
    "handlers in the wrong order": handlers(lambda rows: tuple(reversed(rows))),
    "finally is skipped": handlers(lambda rows: tuple(row for row in rows if row.catch_type is not None)),
    "null is an instance": Mutant(instance_of_null),
    "null cannot be cast": Mutant(cast_of_null),
    "every cast works": Mutant(cast_of_anything),
    "tableswitch has no default": switch_default("tableswitch"),
    "lookupswitch has no default": switch_default("lookupswitch"),
    "a char is joined as a number": Mutant(concat_char),
    "static initialisers run twice": Mutant(twice),
    "superclasses are not initialised": Mutant(parents),
    "calls do not look at the receiver": Mutant(no_dispatch),
    "boxes are not cached": Mutant(no_cache),
    "lrem has the divisor's sign": divided("lrem", lambda a, b: a % b),
    "ishr loses the sign": binary("ishr", lambda a, b: (a & 0xFFFFFFFF) >> (b & 31)),
    "lshr masks with 31": binary("lshr", lambda a, b: shr(a, b & 31, 64)),
    "i2l has no sign": unary("i2l", lambda a: a & 0xFFFFFFFF),
    "f2l saturates at 32 bits": unary("f2l", lambda a: 0 if math.isnan(a) else _saturated(a, 31)),
    "fneg loses the sign of zero": unary("fneg", lambda a: 0.0 - a),
    "ineg saturates": unary("ineg", lambda a: min(-a, 2**31 - 1)),
    "if_icmplt is if_icmple": alias("if_icmplt", "if_icmple"),
    "ifgt is ifge": alias("ifgt", "ifge"),
    "fcmpg is fcmpl": alias("fcmpg", "fcmpl"),
    "swap does nothing": alias("swap", "nop"),
    "dup2_x2 is dup2_x1": alias("dup2_x2", "dup2_x1"),
    "bastore has no sign": replaced(array_opcodes, "i2b", lambda right, value: right(value) & 0xFF),
    "strings of one length are equal": model(
        f"{STRING}.equals(Ljava/lang/Object;)Z",
        lambda right, call, this, other: right(call, this, other) or int(_as_long(call, this, other)),
    ),
    "castore cuts to 15 bits": replaced(array_opcodes, "i2c", lambda right, value: right(value) & 0x7FFF),
    "the type of elements is not checked": replaced(arrays, "check_element", lambda right, *args: None),
    "negative lengths are empty": replaced(arrays, "check_length", lambda right, *args: None),
    "dimensions are the other way round": replaced(
        arrays,
        "create_nested_arrays",
        lambda right, machine, state, cls, lengths: right(machine, state, cls, lengths[::-1]),
    ),
    "handlers catch their own class only": replaced(
        exceptions, "_catches", lambda right, machine, state, address, name: state.object(address).cls.name == name
    ),
    "what fails in an initialiser has no cause": replaced(exceptions, "set_cause", lambda right, *args: None),
    "a monitor may be left without being held": replaced(Machine, "release_monitor", lambda right, *args: True),
    "null is joined as nothing": joined("L", lambda value: ""),
    "floats are joined as doubles": joined("F", lambda value: repr(value)),
    "booleans are joined as numbers": joined("Z", lambda value: str(int(value))),
    "comparing strings gives only a sign": model(f"{STRING}.compareTo(Ljava/lang/String;)I", sign_of),
    "a string's hash forgets long ones": model(
        f"{STRING}.hashCode()I",
        lambda right, call, this: right(call, this) if len(text_of(call, this)) < 4 else 7,
    ),
    "charAt counts from the end": model(
        f"{STRING}.charAt(I)C", lambda right, call, this, at: right(call, this, len(text_of(call, this)) - 1 - at)
    ),
    "substring forgives": model(f"{STRING}.substring(I)Ljava/lang/String;", never_thrown(lambda call, this, at: this)),
    "trim trims nothing": model(f"{STRING}.trim()Ljava/lang/String;", lambda right, call, this: this),
    "replace does nothing": model(f"{STRING}.replace(CC)Ljava/lang/String;", lambda right, call, this, old, new: this),
    "boxes are cached up to 128": box_cache(128),
    "parseInt of nonsense is 0": model("java/lang/Integer.parseInt(Ljava/lang/String;)I", lambda right, call, text: 0),
    "abs of the minimum saturates": model("java/lang/Math.abs(I)I", lambda right, call, a: min(abs(a), 2**31 - 1)),
    "addExact wraps": model("java/lang/Math.addExact(II)I", lambda right, call, a, b: add(a, b, 32)),
    "toIntExact cuts": model("java/lang/Math.toIntExact(J)I", lambda right, call, a: wrap(a)),
    "a builder reverses nothing": model(f"{BUILDER}.reverse()L{BUILDER};", lambda right, call, this: this),
    "setLength does not grow": model(
        f"{BUILDER}.setLength(I)V",
        lambda right, call, this, size: right(call, this, min(size, len(text_of(call, this)))),
    ),
    "deleteCharAt forgives": model(f"{BUILDER}.deleteCharAt(I)L{BUILDER};", never_thrown(lambda call, this, at: this)),
    "a builder takes chars for numbers": model(
        f"{BUILDER}.append(C)L{BUILDER};",
        lambda right, call, this, char: MODELS[BUILDER, "append", f"(I)L{BUILDER};"](call, this, char),
    ),
    "arraycopy leaves the last one": model(
        "java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V", one_less
    ),
    "records compare zeros as numbers": replaced(
        records, "_same_primitive", lambda right, kind, one, two: 1 if one == two else right(kind, one, two)
    ),
    "records hash booleans as numbers": replaced(
        records, "_primitive_hash", lambda right, kind, value: int(value) if kind == "Z" else right(kind, value)
    ),
    "lambdas capture the other way round": Mutant(reversed_captures),
}

if JDKS[-1].feature >= PATTERNS:
    MUTANTS["patterns begin again after a guard"] = replaced(
        switches, "_switch", lambda right, *rest: right(*rest[:-1], 0 if rest[-1] == 1 else rest[-1])
    )


QUICK = (
    "iadd does not wrap",
    "imul does not wrap",
    "idiv rounds down",
    "irem has the divisor's sign",
    "ldiv rounds down",
    "ishl masks with 63",
    "iushr keeps the sign",
    "l2i saturates",
    "i2b has no sign",
    "d2i wraps",
    "d2f does not round",
    "lcmp knows no equality",
    "dcmpg is dcmpl",
    "if_icmpge is if_icmpgt",
    "iinc has no sign",
    "dup_x2 is dup_x1",
    "array bounds are off by one",
    "dimensions are the other way round",
    "handlers in the wrong order",
    "finally is skipped",
    "handlers catch their own class only",
    "null is an instance",
    "every cast works",
    "calls do not look at the receiver",
    "static initialisers run twice",
    "superclasses are not initialised",
    "tableswitch has no default",
    "lookupswitch has no default",
    "a char is joined as a number",
    "booleans are joined as numbers",
    "boxes are not cached",
    "a builder takes chars for numbers",
    "lambdas capture the other way round",
)
"""Some of each family, for every run of the tests; ``make conformance`` has all."""


def _saturated(value: float, bits: int) -> int:
    return int(max(-(2.0**bits), min(value, 2.0**bits - 1)))


def _remainder(a: float, b: float) -> float:
    return math.nan if math.isnan(a) or math.isnan(b) or math.isinf(a) or b == 0 else math.remainder(a, b)


def _as_long(call, this, other) -> bool:
    if other == 0 or not isinstance(call.state.object(other), TextObject):
        return False
    return len(text_of(call, this)) == len(text_of(call, other))


class MutantCheck:
    """Sessions with what the JVM says to them, the program they run in, and what each of them touches."""

    def __init__(self, bridge: Bridge, folder: Path, budget: Batch) -> None:
        self.bridge = bridge
        self.folder = folder
        sessions = [session for each in compiled(bridge.jdk, budget, folder) for session in each.sessions]
        random.Random(1).shuffle(sessions)
        right = Laboratory(bridge, folder)
        self.program = right.program
        self.wrong: list[str] = []
        self.sessions: list[tuple[Session, list[str], frozenset[str]]] = []
        with recorded_models() as called:
            for session, theirs in zip(sessions, ask_jvm(bridge.jdk, folder, sessions), strict=True):
                right.machine.forget()
                called.clear()
                ours = right.run(session)
                if any(isinstance(mine, Cut) for mine in ours):
                    continue  # a cut session shows nothing
                self.sessions.append((session, theirs, frozenset(right.machine.count().opcodes) | called))
                self.wrong += [str(call) for call, *both in zip(session, ours, theirs, strict=True) if not same(*both)]
        assert len(self.sessions) > 0.9 * len(sessions)

    def noticed(self, touches: str) -> str | None:
        """The first call on which our machine and the JVM differ, a crash of ours included."""
        laboratory = Laboratory(self.bridge, self.folder, self.program)
        for session, theirs, touched in self.sessions:
            if touches and touches not in touched:
                continue
            try:
                ours = laboratory.run(session)
            except Exception as error:  # noqa: BLE001  # whatever a broken machine does, it is noticed
                return f"{session[0]}: {error!r}"
            for call, mine, real in zip(session, ours, theirs, strict=False):
                if isinstance(mine, Cut):
                    return f"{call}: {mine.ending} {mine.detail}"
                if not same(mine, real):
                    return f"{call}: {mine} instead of {real}"
        return None


@contextmanager
def recorded_models() -> Iterator[set[str]]:
    """The models that are called, as ``owner.name(descriptor)``."""
    called: set[str] = set()

    def recording(key: str, right: Callable) -> Callable:
        def model(call, *args):
            called.add(key)
            return right(call, *args)

        return model

    with pytest.MonkeyPatch.context() as patch:
        for (owner, name, descriptor), right in list(MODELS.items()):
            patch.setitem(MODELS, (owner, name, descriptor), recording(f"{owner}.{name}{descriptor}", right))
        yield called


@pytest.fixture(scope="module")
def mutant_check():
    with tempfile.TemporaryDirectory() as folder, Bridge(JDKS[-1], [Path(folder)]) as bridge:
        yield MutantCheck(bridge, Path(folder), BUDGET if ALL else SHARE)


def test_the_machine_as_it_is_agrees(mutant_check):
    assert not mutant_check.wrong


@pytest.mark.parametrize("mutant", MUTANTS if ALL else QUICK)
def test_a_wrong_machine_is_noticed(mutant_check, monkeypatch, mutant):
    MUTANTS[mutant].plant(monkeypatch)
    assert mutant_check.noticed(MUTANTS[mutant].touches) is not None
