"""Control nodes, potential paths and descriptors, against counts worked out by hand and by enumeration."""

import pytest

from everypath.classfile import ClassPath
from everypath.program import Program, control_tree, parse_descriptor

CLASSIC = {
    # name: (the tree, potential paths for L = 0, 1, 2, 3); every one of these is what CTB's recurrence gives
    "straight": ([], (1, 1, 1, 1)),
    "branch": (["if"], (2, 2, 2, 2)),
    "otherwise": (["if[F: if if; T: if]"], (6, 6, 6, 6)),
    "chain": (["if"], (2, 2, 2, 2)),
    "chains": (["if"], (2, 2, 2, 2)),
    "assigning": (["if"], (2, 2, 2, 2)),
    "calling": (["if"], (2, 2, 2, 2)),
    "nestedAsChain": (["if"], (2, 2, 2, 2)),
    "nestedApart": (["if[T: if]"], (3, 3, 3, 3)),
    "whileLoop": (["while"], (1, 2, 3, 4)),
    "whileChain": (["while"], (1, 2, 3, 4)),
    "doLoop": (["do"], (0, 1, 2, 3)),
    "doNested": (["do[T: if]"], (0, 2, 6, 14)),
    "forNested": (["while[T: while]"], (1, 1 + 2, 1 + 3 + 9, 1 + 4 + 16 + 64)),
    "clauses": (["switch"], (4, 4, 4, 4)),
    "noDefault": (["switch[2: if]"], (4, 4, 4, 4)),
    "manyClauses": (["switch"], (12, 12, 12, 12)),
    "early": (["if[F: while if]"], (1 + 2, 1 + 4, 1 + 6, 1 + 8)),
    "throwing": (["if"], (2, 2, 2, 2)),
    "conditional": (["if", "if"], (4, 4, 4, 4)),
    "partition": (["while[T: while while if]"], (1, 9, 343, 33825)),
}


@pytest.fixture(scope="module")
def program(java_classes, image):
    return Program(ClassPath([java_classes("program", "Control.java"), java_classes("ctb", "Ctb.java")]), image)


def method(program, name):
    methods = (*program.klass("Control").methods, *program.klass("ctb/Ctb").methods)
    return next(each for each in methods if each.name == name)


def show(nodes):
    shown = []
    for node in nodes:
        nested = [f"{state}: {' '.join(show(inner))}" for state, inner in node.states_of_children() if inner]
        shown.append(node.kind + (f"[{'; '.join(nested)}]" if nested else ""))
    return shown


def enumerate_paths(method, limit):
    """Every descriptor, by walking the blocks one by one: independent of how they are counted."""
    tree, blocks = control_tree(method), method.flow.blocks
    found = []
    work = [((next(iter(blocks)),), {}, None)]
    while work:
        trace, counts, before = work.pop()
        block = trace[-1]
        step = tree.step(before, block)
        counts = {**counts, **dict.fromkeys(step.entered, 0)}
        for header in step.iterates:
            counts[header] += 1
        if any(count > limit for count in counts.values()):
            continue
        if not blocks[block].successors:
            found.append(tree.descriptor(trace))
        work += [((*trace, each), counts, block) for each in blocks[block].successors]
    return found


@pytest.mark.parametrize("name", CLASSIC)
def test_nodes_and_potential_paths(program, name):
    subject = method(program, name)
    tree, expected = CLASSIC[name]
    assert show(control_tree(subject).nodes) == tree
    for limit, count in enumerate(expected):
        assert control_tree(subject).potential(limit) == count
        assert control_tree(subject).recurrence(limit) == count


@pytest.mark.parametrize("name", [*CLASSIC, "breaking", "continuing", "forever", "labelled", "catching"])
@pytest.mark.parametrize("limit", [0, 1, 2])
def test_potential_paths_are_as_many_as_there_are_descriptors(program, name, limit):
    subject = method(program, name)
    found = enumerate_paths(subject, limit)
    assert len(set(found)) == control_tree(subject).potential(limit)


def test_ctb_figure_5(program):
    """The seed prints 1,961,791,488 for L = 5, which is the formula without its terms for j = 0 to 3."""
    tree = control_tree(method(program, "partition"))
    assert [tree.potential(limit) for limit in range(1, 5)] == [9, 343, 33_825, 6_377_551]
    for limit in (5, 6, 20):
        assert tree.potential(limit) == sum((2 * limit**2 + 4 * limit + 2) ** rounds for rounds in range(limit + 1))
    assert tree.potential(5) == 1_961_791_488 + 72**3 + 72**2 + 72 + 1


@pytest.mark.parametrize(
    ("name", "tree", "expected"),
    [
        # left by the condition after 0..L rounds, or by the break in one of rounds 1..L
        ("breaking", ["while[T: if]"], (1, 1 + 2 - 1 + 1, 5)),
        # a round goes on in two ways (continue, or not returning), and returns in one
        ("continuing", ["while[T: if if]"], (1, 1 + 2 + 1, 1 + 2 + 4 + 1 + 2)),
        # a round asks twice: it returns in two ways and goes on in two
        ("forever", ["loop[: if if]"], (0, 2, 2 + 2 * 2)),
    ],
)
def test_what_leaves_a_loop_is_counted(program, name, tree, expected):
    control = control_tree(method(program, name))
    assert control.recurrence(2) != expected[2]
    assert tuple(map(control.potential, range(3))) == expected


def test_ctb_numbers_of_paths(program):
    """The seed's paths 15 and 224 of 343: as many rounds as few, then by what each round does, the last node fastest.

    Of path 224 it prints "TTFTTTTTTFFFF", which is no path for any L; its number, and the eight conditions printed with
    it, are those of "TTFTTFTTTFFFF".
    """
    rounds = [
        "T" * first + "F" + "T" * second + "F" + third for first in range(3) for second in range(3) for third in "FT"
    ]
    paths = ["F"]
    paths += [f"T{one}F" for one in rounds]
    paths += [f"T{one}T{two}F" for one in rounds for two in rounds]
    assert paths[15 - 1] == "TTTFFTF"
    assert paths[224 - 1] == "TTFTTFTTTFFFF"
    assert sorted(paths) == sorted(enumerate_paths(method(program, "partition"), 2))


def test_descriptors_people_write():
    assert parse_descriptor("T TTF TF F") == "TTTFTFF"
    assert parse_descriptor("1D(12)E") == "1D(12)E"
    for text, column in (("TFX", 3), ("T(3)", 2), ("(10", 1)):
        with pytest.raises(ValueError, match=f"column {column}"):
            parse_descriptor(text)


def is_plain(method):
    """Whether nothing leaves a loop but one condition of its own, one place ends the method, and nothing switches."""
    blocks, decisions = method.flow.blocks, control_tree(method).decisions
    reached = decisions.order
    if sum(not blocks[each].successors for each in reached) != 1 or any(each.switch for each in method.instructions):
        return False
    for loop in method.flow.loops.values():
        decision = decisions.role(loop)[1]
        others = loop.body & reached.keys() - (decision.blocks if decision is not None else set())
        if decision is None or any(set(blocks[each].successors) - loop.body for each in others):
            return False
    return True


def test_jdk_methods_have_control(image, program):
    """Every method of some large classes: the count never fails, and equals the recurrence where control is plain."""
    seen = plain = 0
    for name in ("java/util/TreeMap", "java/math/BigInteger", "java/util/regex/Pattern", "java/util/Formatter"):
        for each in program.klass(name).methods:
            if each.has_code:
                seen += 1
                count = control_tree(each).potential(2)
                assert count >= 0
                if is_plain(each):
                    plain += 1
                    assert control_tree(each).recurrence(2) == count, each.key
    assert seen > 300
    assert plain > seen / 4
