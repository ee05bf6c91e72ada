"""Path descriptors, feasible and infeasible paths up to CTB's limit, against brute force."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration, count_paths
from everypath.program import control_tree, parse_descriptor
from everypath.state import Bounds, Ending
from everypath.term import evaluate

CTB, PROGRAMS = "ctb/Ctb", "ctb/Courses"


@pytest.fixture(scope="module")
def bench(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("ctb"))
    yield made
    made.bridge.close()


def explore(bench: Lab, name: str, limit: int, owner: str = PROGRAMS, **options: object) -> Exploration:
    given = {"trace": True, "fixed": frozenset({"loop"}), "bounds": Bounds(loop=limit, steps=200_000)}
    given |= {
        "paths": 100_000,
        "kept": 100_000,
        "idle_path_limit": 100_000,
        "idle_effort_limit": math.inf,
        "seconds": 120.0,
    }
    return bench.explore(owner, name, **(given | options))


def returning(result: Exploration) -> set[str]:
    return {path.descriptor for path in result.paths if path.ending is Ending.RETURNED}


# -- partition, against an enumeration that knows nothing of symbols ------------------------------------------------


class UndecidedError(Exception):
    """The script ends before a comparison whose outcome is free."""


def run_partition(distance: int, script: tuple[bool, ...], limit: int) -> str | None:
    """The descriptor of Fig. 4 on an array whose cells are compared with the pivot as the script says.

    Raises `UndecidedError`; None where a loop goes round too often.
    """
    cells, left_to_say, letters = {0: "="}, iter(script), ""

    def ask(index: int, relation: str) -> bool:
        may_be = cells.get(index, "<=>")
        answer = relation in may_be
        if answer and len(may_be) > 1:
            scripted = next(left_to_say, None)
            if scripted is None:
                raise UndecidedError
            answer = scripted
        cells[index] = relation if answer else may_be.replace(relation, "")
        return answer

    left, right, rounds = 1, distance, 0
    while left < right:
        rounds += 1
        letters += "T"
        for relation, step in (("<", 1), (">", -1)):
            times = 0
            while ask(left if step > 0 else right, relation):
                times += 1
                letters += "T"
                left, right = (left + 1, right) if step > 0 else (left, right - 1)
                if times > limit:
                    return None
            letters += "F"
        if rounds > limit:
            return None
        letters += "FT"[left < right]
        if left < right:
            cells[left], cells[right] = cells[right], cells[left]
    return letters + "F"


def partition_descriptors(limit: int, last: int) -> set[str]:
    found = set()
    for distance in range(-1, last):
        work: list[tuple[bool, ...]] = [()]
        while work:
            script = work.pop()
            try:
                descriptor = run_partition(distance, script, limit)
            except UndecidedError:
                work += [(*script, False), (*script, True)]
                continue
            if descriptor is not None:
                found.add(descriptor)
    return found


@pytest.mark.parametrize(("limit", "potential", "feasible"), [(1, 9, 4), (2, 343, 81)])
def test_partition(bench: Lab, limit: int, potential: int, feasible: int) -> None:
    result = explore(bench, "partition", limit, CTB)
    assert returning(result) == partition_descriptors(limit, 4 * limit * limit + 6)
    counts = count_paths(result, limit)
    assert (counts.potential, counts.feasible, counts.infeasible) == (potential, feasible, potential - feasible)
    assert counts.exceptional == sum(path.ending is Ending.THREW for path in result.paths)
    assert set(bench.outcomes(result)) == {"confirmed"}


def test_paths_15_and_224(bench: Lab) -> None:
    (path,) = explore(bench, "partition", 2, CTB, path="TTFTTFTTTFFFF").paths
    low, high = (next(value for symbol, value in path.witness.items() if symbol.payload == n) for n in ("low", "high"))
    assert high == low + 5
    assert evaluate(path.returned, path.witness) == high - 2
    result = explore(bench, "partition", 2, CTB, path="TTTFFTF")
    assert not result.paths
    assert result.longest_feasible_prefix == "TTTFFT"
    (why,) = result.contradictions
    assert why.place is not None
    assert why.place.line == 10
    (decision,), (known,) = why.decision, why.core
    assert (repr(known), repr(decision)) == ("(lt (add low 3) high)", "(not (lt (add low 3) high))")
    for descriptor in ("TTFTTTTTTFFFF", "TTX", "T", "FF"):  # the first as the seed prints path 224
        with pytest.raises(ValueError, match="column"):
            control_tree(bench.method(CTB, "partition")).check(parse_descriptor(descriptor))


def test_the_page_on_exploring_has_these_figures(bench: Lab) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "exploring.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| ([\d,]+) \| ([\d,]*) ?\| ([\d,]*) ?\|", page, re.MULTILINE)
    assert [row[0] for row in rows] == list("12345")
    for limit, *figures in rows:
        potential, feasible, infeasible = (int(each.replace(",", "") or 0) for each in figures)
        assert potential == control_tree(bench.method(CTB, "partition")).potential(int(limit))
        assert not feasible or infeasible == potential - feasible
    for descriptor in re.findall(r"`([TF]{7,})`", page):
        control_tree(bench.method(CTB, "partition")).check(descriptor)


# -- control of every kind ------------------------------------------------------------------------------------------


def test_one_letter_for_a_chain_and_a_round_ended_by_its_second_part(bench: Lab) -> None:
    result = explore(bench, "chain", 2)
    assert returning(result) == {"F", "TF", "TTF"}
    found = [path for path in result.paths if path.descriptor == "TTF"]
    assert len(found) == 2  # the third question is answered by either of its parts
    counts = count_paths(result, 2)
    assert (counts.potential, counts.feasible, counts.infeasible) == (3, 3, 0)
    assert set(bench.outcomes(result)) == {"confirmed"}


def test_clauses_and_do(bench: Lab) -> None:
    result = explore(bench, "clauses", 2)
    assert returning(result) == {"1", "2T", "2F", "3F", "3TF", "D"}
    counts = count_paths(result, 2)
    assert (counts.potential, counts.feasible, counts.infeasible) == (6, 6, 0)


def test_throws_and_handlers(bench: Lab) -> None:
    result = explore(bench, "thrower", 1)
    counts = count_paths(result, 1)
    assert (counts.potential, counts.feasible, counts.thrown) == (3, 1, 2)
    assert (counts.infeasible, counts.exceptional, counts.caught) == (0, 3, 0)
    result = explore(bench, "catcher", 1)
    assert returning(result) == {"FF", "TF", "TEF", "TET", "TTE"}
    counts = count_paths(result, 1)
    assert (counts.potential, counts.feasible, counts.thrown, counts.caught) == (4, 2, 1, 3)
    assert counts.infeasible == 1  # FT: n is 0
    assert counts.exceptional == 0


def test_what_leaves_a_loop(bench: Lab) -> None:
    result = explore(bench, "breaks", 2)
    counts = count_paths(result, 2)
    expected = set()
    for a, b in product(range(-1, 4), range(-4, 5)):
        letters, rounds = "", 0
        for i in range(max(a, 0)):
            letters += "T"
            rounds += 1
            if i == b:
                letters += "T"
                break
            letters += "F" + "FT"[i + 1 == -b]
        else:
            letters += "F"
        if rounds <= 2:
            expected.add(letters)
    assert returning(result) == expected
    assert (counts.feasible, counts.infeasible) == (len(expected), counts.potential - len(expected))


def test_bounds_are_path_sensitive(bench: Lab) -> None:
    """The inner body is executed n * n times under the bound n: the count begins anew with each round of the outer
    loop (Artemis 1.1.2).
    """
    for limit in (1, 2, 3):
        result = explore(bench, "square", limit)
        bodies = {each.count("T") - (each.count("F") - 1) for each in returning(result)}
        assert max(bodies) == limit * limit
        assert returning(result) >= {"F", "TTFF"}


def test_only_the_entrys_own_activation_is_named(bench: Lab) -> None:
    result = explore(bench, "recursive", 2)
    assert returning(result) == {"T", "F"}
    assert len(result.paths) > 3


def test_compiled_code_and_the_interpreter_name_paths_alike(bench: Lab) -> None:
    compiler = bench.machine.compiler
    named = []
    for enabled in (True, False):
        compiler.enabled = enabled
        result = explore(bench, "hot", 250)
        named.append([(path.descriptor, path.ending) for path in result.paths if len(path.descriptor) < 270])
    compiler.enabled = True
    assert named[0] == named[1]
    assert any(method.endswith(".helper(I)I") for linked, _ in compiler.made for method in [linked.method.key])


@pytest.mark.parametrize("strategy", ["depth-first", "breadth-first", "coverage", "generational"])
def test_every_strategy_finds_the_same_paths(bench: Lab, strategy: str) -> None:
    for name, owner in (("partition", CTB), ("clauses", PROGRAMS), ("catcher", PROGRAMS), ("breaks", PROGRAMS)):
        result = explore(bench, name, 2, owner, strategy=strategy)
        classes = sorted((path.descriptor, path.ending.value, path.thrown or "") for path in result.paths)
        first = explore(bench, name, 2, owner)
        assert classes == sorted((path.descriptor, path.ending.value, path.thrown or "") for path in first.paths)


def test_one_path_of_many_is_followed_alone(bench: Lab) -> None:
    whole = explore(bench, "partition", 2, CTB)
    for path in whole.paths[::9]:
        if path.ending is Ending.RETURNED:
            alone = explore(bench, "partition", 2, CTB, path=path.descriptor)
            assert [each.descriptor for each in alone.paths] == [path.descriptor]
            assert alone.statistics.states <= 4 * len(path.descriptor)
