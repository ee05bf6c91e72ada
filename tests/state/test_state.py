"""Forks, decisions, limits, identities of input objects."""

from __future__ import annotations

import pytest
from tests.vm.support import jdk_image

from everypath.classfile import ClassPath
from everypath.program import Program
from everypath.state import (
    BoundReached,
    Bounds,
    Control,
    Frame,
    LazyArray,
    Obj,
    State,
    SymbolicArray,
    log_read,
    log_write,
    same_object,
)
from everypath.term import (
    BV32,
    Model,
    array_sort,
    eq,
    evaluate,
    gt,
    has_class,
    is_null,
    lt,
    not_,
    ref_var,
    var,
)

X, Y = var("x", BV32), var("y", BV32)


@pytest.fixture(scope="module")
def program():
    return Program(ClassPath([]), jdk_image())


@pytest.fixture
def forks():
    return []


@pytest.fixture
def state(program, forks):
    return State(Control(forks.append, Bounds(), program.hierarchy))


def framed(state, program):
    method = next(m for m in program.klass("java/lang/Math").methods if m.name == "abs")
    state.frames.append(Frame(method, [0]))
    return state


def test_the_witness_side_goes_on_and_the_other_is_handed_over_unsolved(state, forks):
    state.witness = Model({X: 5})
    assert state.decide(gt(X, 3)) is True
    (fork,) = forks
    assert fork.condition is not_(gt(X, 3))
    assert fork.state.path == []
    assert state.path == [gt(X, 3)]
    assert state.decide(gt(X, 3)) is True
    assert state.decide(not_(gt(X, 3))) is False
    assert len(forks) == 1


def test_known_conjunctions_answer_for_their_parts(state, forks):
    from everypath.term import conj

    state.assume(conj(gt(X, 3), lt(Y, 2)))
    assert state.decide(gt(X, 3)) is True
    assert state.decide(not_(lt(Y, 2))) is False
    assert not forks


def test_a_resumed_fork_knows_its_condition(state, forks):
    state.decide(eq(X, 7))
    other = forks[0].resume(Model({X: 7}))
    assert other.decide(eq(X, 7)) is True
    assert evaluate(X, other.witness) == 7


def test_copies_share_nothing_that_is_written(state, program):
    cls = program.klass("[I")
    address = state.new_array(cls, [1, 2, 3])
    copied = state.fork()
    state.writable(address).fields[0] = 9
    copied.writable(address).fields[1] = 8
    assert state.object(address).fields == [9, 2, 3]
    assert copied.object(address).fields == [1, 8, 3]
    third = state.fork()
    assert third.object(address).fields is state.object(address).fields
    state.writable(address).fields[2] = 0
    assert third.object(address).fields == [9, 2, 3]


@pytest.mark.parametrize("kind", ["symbolic", "lazy"])
def test_arrays_of_every_representation_copy_on_write(state, program, kind):
    if kind == "symbolic":
        made = SymbolicArray(program.klass("[I"), X, var("a", array_sort(BV32)), state.token)
    else:
        made = LazyArray(program.klass("[Ljava/lang/Object;"), X, state.token, {0: 5})
    address = state.allocate(made)
    copied = state.fork()
    changed = copied.writable(address)
    if isinstance(changed, LazyArray):
        changed.slots[1] = 6
        assert state.object(address).slots == {0: 5}
    else:
        changed.elements = var("b", array_sort(BV32))
        assert state.object(address).elements is var("a", array_sort(BV32))
    assert state.object(address).array_length is X


def test_forks_inside_an_atomic_step_start_before_it_and_know_what_was_decided(state, forks, program):
    with state.atomic():
        state.decide(gt(X, 0))
        address = state.new_array(program.klass("[I"), [1])
        state.decide(gt(Y, 0))
    first, second = (fork.state for fork in forks)
    assert address in state.heap
    assert address not in second.heap
    assert second.path == state.path[:1]
    assert first.path == []
    assert second.next_address == address


def test_a_limit_is_an_assumption(state, forks):
    state.decide_limit(lt(X, 16), "length")
    (fork,) = forks
    assert (fork.kind, fork.bound) == ("limit", "length")
    assert state.limits == {lt(X, 16)}
    beyond = fork.resume(Model({X: 20}))
    with pytest.raises(BoundReached):
        beyond.decide_limit(lt(X, 16), "length")


def test_a_witness_beyond_a_limit_is_parked_and_the_near_side_offered(state, forks):
    state.witness = Model({X: 99})
    with pytest.raises(BoundReached):
        state.decide_limit(lt(X, 16), "length")
    assert forks[0].condition is lt(X, 16)
    assert state.path == [not_(lt(X, 16))]


def test_loop_bound_cuts_the_side_that_stays(state, forks, program):
    framed(state, program)
    state.control.bounds = Bounds(loop=2, length=2)
    conditions = [gt(X, n) for n in range(3)]
    state.witness = Model({X: 50})
    for condition in conditions[:2]:
        assert state.decide(condition, "branch", (True, False)) is True
    with pytest.raises(BoundReached, match="loop"):
        state.decide(conditions[2], "branch", (True, False))
    assert [fork.kind for fork in forks] == ["branch"] * 3
    assert state.decide(conditions[2], "branch", (True, False)) is True, "resumed, the decision is known"
    again = State(state.control)
    framed(again, program)
    for condition in conditions[:2]:
        again.witness = Model({X: 50})
        again.decide(condition, "branch", (True, False))
    forks.clear()
    again.witness = Model({X: 2})
    assert again.decide(conditions[2], "branch", (True, False)) is False
    assert [(fork.kind, fork.bound) for fork in forks] == [("limit", "loop")]


def test_loops_of_the_library_go_as_far_as_arrays_are_long(state, forks, program):
    framed(state, program)
    assert not state.frames[-1].method.owner.is_target
    state.control.bounds = Bounds(loop=2, length=3)
    state.witness = Model({X: 50})
    for n in range(3):
        assert state.decide(gt(X, n), "branch", (True, False)) is True
    with pytest.raises(BoundReached, match="loop"):
        state.decide(gt(X, 3), "branch", (True, False))


def test_implicit_exceptions_do_not_count_against_the_loop_bound(state, program):
    framed(state, program)
    state.control.bounds = Bounds(loop=1)
    for n in range(5):
        state.decide(eq(X, n), "bounds")
    assert len(state.path) == 5


def test_an_open_object_is_not_in_the_heap(state, program):
    cls = program.klass("java/lang/Object")
    ref = ref_var("a")
    address = state.add_input(ref, Obj(cls, [], state.token))
    assert address not in state.heap
    assert state.object(address).cls is cls
    assert state.reference(ref) == address
    state.settle(address)
    assert address in state.heap


def two_inputs(state, program):
    cls = program.klass("java/awt/Point")
    made = []
    for name in ("a", "b"):
        ref = ref_var(name)
        state.types[ref] = 1 << cls.number
        made.append(state.add_input(ref, Obj(cls, [0, 0], state.token)))
    return cls.instance_fields[0], cls.instance_fields[1], *made


def test_comparing_two_open_objects_is_noted_once(state, program):
    _, _, a, b = two_inputs(state, program)
    assert same_object(state, a, a) is True
    assert state.reasons == ()
    assert same_object(state, a, b) is False
    assert same_object(state, b, a) is False
    assert [reason.code for reason in state.reasons] == ["alias"]


@pytest.mark.parametrize(
    ("steps", "noted"),
    [
        ("read a x, read b x", False),
        ("write a x, write a x", False),
        ("read a x, write b y", False),
        ("read a x, write a x", False),
        ("read a x, write b x", True),
        ("write b x, read a x", True),
        ("write b x, write a x", True),
    ],
)
def test_a_possible_alias_that_matters_is_never_silent(state, program, steps, noted):
    x, y, a, b = two_inputs(state, program)
    for step in steps.split(", "):
        verb, who, which = step.split()
        log = log_read if verb == "read" else log_write
        log(state, {"a": a, "b": b}[who], {"x": x, "y": y}[which])
    assert bool(state.reasons) is noted


def test_objects_whose_classes_do_not_meet_are_distinct(state, program):
    x, _, a, b = two_inputs(state, program)
    state.types[state.refs[b]] = 1 << program.klass("java/lang/Integer").number
    log_read(state, a, x)
    log_write(state, b, x)
    assert same_object(state, a, b) is False
    assert state.reasons == ()


def test_class_conditions_narrow_the_candidates(state, program, forks):
    ref = ref_var("a")
    one, two = program.klass("java/lang/Integer"), program.klass("java/lang/Long")
    state.types[ref] = 1 << one.number | 1 << two.number
    assert state.decide_class(ref, 1 << one.number) in (True, False)
    assert bin(state.types[ref]).count("1") == 1
    other = forks[0].resume(Model())
    assert other.types[ref] | state.types[ref] == 1 << one.number | 1 << two.number
    assert other.types[ref] & state.types[ref] == 0
    assert state.decide_class(ref, state.types[ref]) is True
    assert len(forks) == 1
    state.assume(has_class(ref_var("b"), frozenset({"java/lang/Long"})))
    assert state.types[ref_var("b")] == 1 << two.number


def test_an_undecided_reference_is_compared_with_null_by_a_condition(state):
    ref = ref_var("a")
    assert same_object(state, ref, 0) is is_null(ref)
    assert same_object(state, 0, ref) is is_null(ref)
    assert same_object(state, ref, 7) is False
