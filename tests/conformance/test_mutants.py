"""The conformance harness catches what it should: wrong instructions planted one at a time are each noticed.

A mutant changes one entry of the opcode table, or one function behind it; the random programs of this room must then
end differently from the JVM at least once.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conformance.test_random_methods import write_batch
from tests.conformance.test_random_programs import calls_of as program_calls
from tests.conformance.test_random_programs import run_in, write_programs
from tests.conftest import TESTS, compile_java
from tests.library.support import World
from tests.vm.support import ask_java, find_method, printed
from tests.vm.test_differential import VALUES as NUMBERS
from tests.vm.test_differential import without_modules
from tests.vm.test_symbolic import fill_message

from everypath.bridge import Bridge
from everypath.classfile.jdk import Jdk
from everypath.library import JdkLibrary, boxes
from everypath.state import Bounds, Ending
from everypath.term import add, shl, shr, sub
from everypath.vm import arrays, exceptions, initialisation, references
from everypath.vm.opcodes import stack as stack_opcodes
from everypath.vm.table import TRANSLATORS

FIRST, COUNT, PLAIN = 2000, 16, 6
VALUES = {**NUMBERS, "Z": (0, 1), "B": (-128, -1, 0, 127), "S": (-32768, 300), "C": (0, 65, 0xFFFF)}


def binary(name: str, function: Callable) -> Callable[[pytest.MonkeyPatch], None]:
    """An instruction on two operands computes ``function`` instead."""

    def translate(site):
        following = site.next

        def handler(state, stack, locals_):
            right = stack.pop()
            stack[-1] = function(stack[-1], right)
            return following

        return handler

    return lambda patch: patch.setitem(TRANSLATORS, name, translate)


def unary(name: str, function: Callable) -> Callable[[pytest.MonkeyPatch], None]:
    """An instruction on one operand computes ``function`` instead."""

    def translate(site):
        following = site.next

        def handler(state, stack, locals_):
            stack[-1] = function(stack[-1])
            return following

        return handler

    return lambda patch: patch.setitem(TRANSLATORS, name, translate)


def alias(name: str, other: str) -> Callable[[pytest.MonkeyPatch], None]:
    """An instruction does what another one does; its site tells nobody its name."""

    class Renamed:
        def __init__(self, site):
            self._site = site

        def __getattr__(self, key):
            return other if key == "name" else getattr(self._site, key)

    return lambda patch: patch.setitem(TRANSLATORS, name, lambda site: TRANSLATORS[other](Renamed(site)))


def divided(name: str, function: Callable) -> Callable[[pytest.MonkeyPatch], None]:
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

    return lambda patch: patch.setitem(TRANSLATORS, name, translate)


def wrap(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


def dup_x2(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(TRANSLATORS, "dup_x2", lambda site: stack_opcodes._insert(1, 1, site.next))


def bounds(patch: pytest.MonkeyPatch) -> None:
    right = arrays.check_index
    patch.setattr(arrays, "check_index", lambda state, index, length: right(state, index, sub(length, 1, 32)))
    slow_only(patch, "iaload", "laload", "daload", "baload", "caload", "faload", "saload", "aaload")


def slow_only(patch: pytest.MonkeyPatch, *names: str) -> None:
    """Loads without their fast path."""

    def translate(site):
        machine, following = site.machine, site.next

        def handler(state, stack, locals_):
            state.frames[-1].pc = site.here
            value = arrays.load(machine, state, stack[-2], stack[-1])
            del stack[-2:]
            stack.append(value)
            return following

        return handler

    for name in names:
        patch.setitem(TRANSLATORS, name, translate)


def handlers(change: Callable) -> Callable[[pytest.MonkeyPatch], None]:
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

    return plant


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


def switch_default(name: str) -> Callable[[pytest.MonkeyPatch], None]:
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

    return plant


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
    right = references.select
    patch.setattr(
        references,
        "select",
        lambda machine, obj, method: right(machine, obj, method) if method.is_abstract else method,
    )


def no_cache(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(boxes, "cache_of", lambda owner: boxes.CachedBox(0, 0))


def unsigned_increment(patch: pytest.MonkeyPatch) -> None:
    def translate(site):
        variable, amount, following = site.instruction.operand, site.instruction.second & 0xFF, site.next

        def handler(state, stack, locals_):
            locals_[variable] = add(locals_[variable], amount, 32)
            return following

        return handler

    patch.setitem(TRANSLATORS, "iinc", translate)


MUTANTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
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
    "iinc has no sign": unsigned_increment,
    "dup_x2 is dup_x1": dup_x2,
    "array bounds are off by one": bounds,
    "handlers in the wrong order": handlers(lambda rows: tuple(reversed(rows))),
    "finally is skipped": handlers(lambda rows: tuple(row for row in rows if row.catch_type is not None)),
    "null is an instance": instance_of_null,
    "null cannot be cast": cast_of_null,
    "every cast works": cast_of_anything,
    "tableswitch has no default": switch_default("tableswitch"),
    "lookupswitch has no default": switch_default("lookupswitch"),
    "a char is joined as a number": concat_char,
    "static initialisers run twice": twice,
    "superclasses are not initialised": parents,
    "calls do not look at the receiver": no_dispatch,
    "boxes are not cached": no_cache,
}


def _saturated(value: float, bits: int) -> int:
    return int(max(-(2.0**bits), min(value, 2.0**bits - 1)))


def _remainder(a: float, b: float) -> float:
    return math.nan if math.isnan(a) or math.isnan(b) or math.isinf(a) or b == 0 else math.remainder(a, b)


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """The bridge, the classes, and the calls with what the JVM says to them."""
    jdk = Jdk.find()
    sources: list[Path] = [*write_programs(FIRST, COUNT), *write_batch(FIRST, PLAIN)]
    classes = compile_java([*sources, TESTS / "java" / "vm" / "Caller.java"], javac=str(jdk.javac))
    with Bridge(jdk, [classes]) as bridge:
        world = World(bridge, [classes])
        chooser = random.Random(FIRST)
        calls = program_calls(world, FIRST, COUNT)
        for seed in range(FIRST, FIRST + PLAIN):
            for number in range(4):
                method = find_method(world.machine, f"Random{seed}", f"m{number}")
                for _ in range(4):
                    args = tuple(chooser.choice(VALUES[kind]) for kind in method.parameters)
                    calls.append((f"Random{seed}", f"m{number}", args, method.parameters))
        chooser.shuffle(calls)
        yield bridge, classes, list(zip(calls, ask_java(classes, calls, fresh=True, home=jdk.home), strict=True))


def mismatch(judged) -> str | None:
    """The first call on which our machine and the JVM differ, a crash of ours included."""
    bridge, classes, answers = judged
    world = World(bridge, [classes])
    world.machine.control.bounds = Bounds(steps=50_000)
    for (name, method_name, args, _), wanted in answers:
        call = f"{name}.{method_name}{args}"
        try:
            state = run_in(world, name, method_name, args)
            if state.ending not in (Ending.RETURNED, Ending.THREW):
                return f"{call}: {state.ending} {state.detail}"
            fill_message(state)
            got = printed(state, find_method(world.machine, name, method_name).returns)
        except Exception as error:  # noqa: BLE001  # whatever a broken machine does, it is caught
            return f"{call}: {error!r}"
        if without_modules(got) != without_modules(wanted):
            return f"{call}: {got} instead of {wanted}"
    return None


def test_the_machine_as_it_is_agrees(judged):
    assert mismatch(judged) is None


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_wrong_machine_is_noticed(judged, monkeypatch, mutant):
    MUTANTS[mutant](monkeypatch)
    assert mismatch(judged) is not None
