"""Large tables of states at rest, and what paths know, are what they would be if everything were copied."""

from __future__ import annotations

import pickle
import random

import pytest
from tests.vm.support import jdk_image

from everypath.classfile import ClassPath
from everypath.program import Program
from everypath.state import Control, Obj, State
from everypath.state.state import Resting
from everypath.state.tables import MOST_UNSHARED, SMALL_TABLE, Facts, difference, fold
from everypath.term import BV32, gt, var


@pytest.fixture(scope="module")
def program():
    return Program(ClassPath([]), jdk_image())


def test_a_folded_table_is_the_table_in_its_order():
    generator = random.Random(7)
    base = None
    table = {f"k{number}": object() for number in range(100)}
    for _ in range(200):
        folded = fold(table, base)
        base = folded.base
        assert list(folded.unfolded().items()) == list(table.items())
        for _ in range(generator.randrange(12)):
            match generator.randrange(3):
                case 0:
                    table[f"new{len(table)} {generator.random()}"] = object()
                case 1:
                    table[generator.choice(list(table))] = object()
                case 2:
                    if generator.random() < 0.2:
                        table.pop(generator.choice(list(table)))


def test_what_was_removed_is_no_difference():
    base = {number: str(number) for number in range(5)}
    assert difference({**base, 9: "9"}, base) == {9: "9"}
    assert difference({key: value for key, value in base.items() if key != 4}, base) is None
    assert difference({**{key: value for key, value in base.items() if key != 4}, 9: "9"}, base) is None


def contents(state):
    heap = {address: (obj.cls, list(obj.fields)) for address, obj in state.heap.items()}
    return heap, list(state.statics.items()), list(state.initialised.items()), list(state.interned.items())


def large(program):
    state = State(Control())
    cls = program.klass("[I")
    for number in range(SMALL_TABLE + 40):
        state.new_array(cls, [number])
        state.interned[f"s{number}"] = number
    fields = [field for field in program.klass("java/awt/event/KeyEvent").fields if field.is_static]
    state.statics.update(dict.fromkeys(fields[: SMALL_TABLE + 30], 0))
    assert len(state.statics) == SMALL_TABLE + 30
    state.initialised[cls] = "running"
    return state, fields


def test_forks_of_large_states_are_independent_copies(program):
    generator = random.Random(3)
    first, fields = large(program)
    cls = program.klass("[I")
    states, expected = [first], [contents(first)]
    for _ in range(400):
        at = generator.randrange(len(states))
        state = states[at]
        action = generator.randrange(6)
        match action:
            case 0:
                state.new_array(cls, [generator.random()])
            case 1:
                state.writable(1 + generator.randrange(SMALL_TABLE)).fields[0] = generator.random()
            case 2:
                state.statics[generator.choice(fields)] = generator.random()
            case 3:
                state.initialised[cls] = generator.choice(("done", "running"))
            case 4:
                state.initialised.pop(cls, None)
                state.interned[f"new {generator.random()}"] = 5
            case 5:
                (state.rest if generator.random() < 0.3 else state.fork)()
        if action != 5:
            expected[at] = contents(state)
        if generator.random() < 0.3:
            states.append(states[at].fork())
            expected.append(expected[at])
        if generator.random() < 0.05:
            checked = generator.randrange(len(states))
            assert contents(states[checked]) == expected[checked]
    for state, found in zip(states, expected, strict=True):
        assert contents(state) == found
        assert type(state) is State


def test_what_rests_is_folded_until_somebody_looks(program):
    state, fields = large(program)
    copied = state.fork()
    again = copied.fork()
    assert type(state) is State
    assert isinstance(copied, Resting)
    assert isinstance(again, Resting)
    assert copied.folded is again.folded
    with pytest.raises(AttributeError):
        copied.nonsense  # noqa: B018 - it is asked for
    assert copied.object(3).fields == [2]
    assert type(copied) is State
    assert isinstance(again, Resting)
    copied.rest()
    assert isinstance(copied, Resting)
    third = pickle.loads(pickle.dumps(State()))
    third.adopt(again)
    assert third.object(3).fields == [2]
    assert third.statics[fields[0]] == 0


def test_what_rests_writes_copies_afterwards(program):
    state, _ = large(program)
    copied = state.fork()
    kept = state.writable(1)
    state.rest()
    state.writable(1).fields[0] = 77
    assert kept.fields == [0]
    assert state.object(1).fields == [77]
    assert copied.object(1).fields == [0]


def test_a_small_state_does_not_rest():
    state = State()
    state.allocate(Obj(None, [1], state.token))
    assert type(state.fork()) is State


def test_copies_of_facts_are_independent():
    conditions = [gt(var(f"x{number}", BV32), 0) for number in range(4 * MOST_UNSHARED)]
    facts = Facts()
    copies = []
    for number, condition in enumerate(conditions):
        assert condition not in facts
        facts.add(condition)
        copies.append(facts.copy())
        assert len(facts) == number + 1
    for number, copy in enumerate(copies):
        assert [each in copy for each in conditions] == [at <= number for at in range(len(conditions))]
        assert len(pickle.loads(pickle.dumps(copy))) == number + 1
