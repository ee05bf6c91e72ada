import random

from everypath.classfile import Handler, Instruction, opcodes
from everypath.program import control_flow, leaders

GOTO, IFEQ, RETURN, NOP = (opcodes.OPCODES[name] for name in ("goto", "ifeq", "return", "nop"))


def method(program, name, descriptor):
    return program.klass("Loops").declared_method(name, descriptor)


def test_nested_loops(program):
    nested = method(program, "nested", "(I)I")
    loops = nested.flow.loops
    assert [nested.line(header) for header in loops] == [5, 6, 9]
    assert [loop.depth for loop in loops.values()] == [1, 2, 2]
    outer, first, second = loops.values()
    assert first.parent is outer
    assert second.parent is outer
    assert outer.encloses(first)
    assert not first.encloses(second)
    assert first.body < outer.body
    assert nested.flow.loop_at(first.latches[0]) is first
    assert nested.flow.loop_at(0) is None
    assert nested.line(nested.flow.block_at(first.header).start) == 6


def test_other_loops(program):
    (loop,) = method(program, "doWhile", "(I)I").flow.loops.values()
    assert method(program, "doWhile", "(I)I").line(loop.header) == 18
    assert not method(program, "straight", "(I)I").flow.loops
    (loop,) = method(program, "handlers", "([I)I").flow.loops.values()
    assert loop.is_reducible
    assert len(loop.latches) >= 2


def test_leaders(program):
    straight = method(program, "handlers", "([I)I")
    starts = leaders(straight.instructions, straight.handlers)
    assert starts == list(straight.flow.blocks)
    assert {handler.handler for handler in straight.handlers} <= set(starts)
    caller = program.klass("java/util/BitSet").declared_method("get", "(I)Z")
    after = {
        n.pc for i, n in zip(caller.instructions, caller.instructions[1:], strict=False) if i.opcode in opcodes.INVOKES
    }
    assert after <= set(leaders(caller.instructions, caller.handlers, after_invokes=True))
    assert leaders([], ()) == []
    assert program.klass("java/lang/Runnable").methods[0].flow.blocks == {}


def check(flow, instructions, handlers):
    """Blocks cover the code once and in order; edges lead to blocks; loops are what their definition says."""
    blocks = list(flow.blocks.values())
    assert [b.first for b in blocks[1:]] == [b.last + 1 for b in blocks[:-1]]
    assert (blocks[0].first, blocks[-1].last) == (0, len(instructions) - 1)
    edges = {b.start: {*b.successors, *b.handlers} for b in blocks}
    assert set().union(*edges.values()) <= set(flow.blocks)
    for loop in flow.loops.values():
        assert loop.header in loop.body
        assert set(loop.latches) <= loop.body
        assert all(loop.header in edges[latch] for latch in loop.latches)
        entries = {t for s, ts in edges.items() if s not in loop.body for t in ts & loop.body if s in reached(edges, 0)}
        if loop.is_reducible:
            assert entries <= {loop.header}
        assert loop.parent is None or loop.body <= loop.parent.body
        inside = {n: edges[n] & loop.body for n in loop.body}
        assert reached(inside, loop.header) == loop.body
    # Without the edges back to headers nothing is cyclic: every cycle goes through a header.
    rest = {n: {t for t in ts if t not in flow.loops} for n, ts in edges.items()}
    live = reached(edges, 0)
    assert not any(n in reached(rest, t) for n in live for t in rest[n])


def reached(edges, start):
    seen, work = {start}, [start]
    while work:
        new = edges[work.pop()] - seen
        seen |= new
        work.extend(new)
    return seen


def test_flow_of_jdk_methods(program):
    names = (
        "java/util/HashMap",
        "java/util/regex/Pattern",
        "java/util/concurrent/ConcurrentHashMap",
        "java/util/Scanner",
    )
    counted = 0
    for name in names:
        for each in program.klass(name).methods:
            if each.has_code:
                check(each.flow, each.instructions, each.handlers)
                assert all(loop.is_reducible for loop in each.flow.loops.values())
                counted += 1
    assert counted > 300


def test_flow_of_random_code():
    """Arbitrary jumps, irreducible regions and handlers among them."""
    generator = random.Random(11)
    for _ in range(1500):
        size = generator.randrange(1, 14)
        code = []
        for pc in range(size):
            opcode = generator.choice((NOP, NOP, IFEQ, IFEQ, GOTO, RETURN)) if pc < size - 1 else RETURN
            target = generator.randrange(size) if opcode in (IFEQ, GOTO) else 0
            code.append(Instruction(pc, opcode, target, 0, 1, None))
        handlers = [Handler(0, size, generator.randrange(size), None)] if generator.random() < 0.3 else []
        check(control_flow(code, handlers), code, handlers)


def test_an_irreducible_region():
    code = [
        Instruction(0, IFEQ, 3, 0, 1, None),
        Instruction(1, NOP, 0, 0, 1, None),
        Instruction(2, NOP, 0, 0, 1, None),
        Instruction(3, IFEQ, 1, 0, 1, None),
        Instruction(4, RETURN, 0, 0, 1, None),
    ]
    (loop,) = control_flow(code, []).loops.values()
    assert not loop.is_reducible
    assert loop.body == {1, 3}
