"""The examples of the published systems on objects: aliases (PET, CTB) and symbolic types (OO-SE, the patent)."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration, Path
from everypath.inputs import Alias, FieldsInput
from everypath.state import Bounds

#: PET, Table 2: which place holds the object of which other, and whether the call throws.
TABLE_2 = [
    ("l = this", "throws"),  # 12
    ("l = this", "ends after one node"),  # 10
    ("l = this", "ends after two nodes"),  # 11
    ("l.first = this.first", "ends after one node"),  # 13
    ("l.first = this.first", "ends after two nodes"),  # 14
    ("l.first.next = this.first", "ends after two nodes"),  # 15
    ("this.first.next = l.first", "ends after two nodes"),  # 16
]


def merge(lab: Lab, aliasing: str) -> Exploration:
    """PET's block-2: no block more than twice, concrete loops included (cyclic lists loop for ever)."""
    result = lab.explore("lists/SortedList", "merge", aliasing=aliasing, bounds=Bounds(block=2, steps=50_000))
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert {cut.bound for cut in result.cuts} == {"block"}
    return result


def aliases(path: Path) -> list[str]:
    return sorted(f"{node.name} = {node.build.of}" for node in path.shape.reachable() if isinstance(node.build, Alias))


def nodes(path: Path) -> int:
    """The nodes of the lists that the path looked into."""
    built = [each for each in path.shape.reachable() if isinstance(each.build, FieldsInput)]
    return sum(each.descriptor.endswith("/SLNode;") for each in built)


def test_merging_lists_without_aliases_is_table_1_of_pet(conditions: Lab) -> None:
    result = merge(conditions, "off")
    assert len(result.paths) == 9
    assert [path.thrown for path in result.paths].count("java/lang/NullPointerException") == 3
    assert sorted(nodes(path) for path in result.paths if not path.thrown) == [2, 2, 3, 3, 3, 3]
    assert not any(aliases(path) for path in result.paths)


def test_merging_lists_with_aliases_adds_table_2_of_pet(conditions: Lab) -> None:
    result = merge(conditions, "eager")
    assert len(result.paths) == 9 + 7
    texts = {1: "one node", 2: "two nodes"}
    found = [
        (aliases(path)[0], "throws" if path.thrown else f"ends after {texts[nodes(path)]}")
        for path in result.paths
        if aliases(path)
    ]
    assert sorted(found) == sorted(TABLE_2)


def test_aliases_that_change_no_outcome_are_left_to_contexts(conditions: Lab) -> None:
    """What a merge does with a shared node is what it does with two, but for what loops for ever."""
    assert len(merge(conditions, "full").paths) == 9


def test_a_set_that_is_both_arguments_cannot_hold_what_was_removed(lab: Lab) -> None:
    """CTB, Fig. 8: of the two contexts of the path that returns the set, the second is contradictory."""
    result = lab.explore("seeds/Alias", "aliasable", aliasing="eager")
    one = [path for path in result.paths if aliases(path) == ["y = x"]]
    two = [path for path in result.paths if not aliases(path) and not path.thrown]
    assert one
    assert {path.returned == 0 for path in one if not path.thrown} == {True}
    assert {path.returned == 0 for path in two} == {True, False}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_the_error_in_the_last_targets_of_a_call_is_found(lab: Lab) -> None:
    """OO-SE, Figs. 2 to 4: the NullPointerException needs `Inet4Address.equals` or `Inet6Address.equals`."""
    result = lab.explore("seeds/InterfaceAddress", "equals")
    deep = [path for path in result.paths if path.thrown and path.place and path.place.line == 21]
    classes = {getattr(path.shape.node("this.new.addr").build, "class_name", "") for path in deep}
    assert classes == {"seeds/InterfaceAddress$Inet4Address", "seeds/InterfaceAddress$Inet6Address"}
    assert set(lab.outcomes(result)) == {"confirmed"}


@pytest.mark.parametrize("strategy", ["coverage", "generational"])
def test_that_error_takes_a_few_runs(lab: Lab, strategy: str) -> None:
    """OO-SE, Fig. 4, needs four runs from an object of another class; ours begin with null, which is one run more."""
    result = lab.explore("seeds/InterfaceAddress", "equals", strategy=strategy, paths=5)
    assert result.statistics.explored == 5
    assert any(path.thrown and path.place and path.place.line == 21 for path in result.paths)


def test_no_object_is_a_sedan_and_a_pickup_truck(lab: Lab) -> None:
    """The patent: paths (a), (b) and (c) are feasible, (d) is not."""
    result = lab.explore("seeds/Vehicles", "open")
    assert {path.returned for path in result.paths} == {0, 1, 2}
    assert set(lab.outcomes(result)) == {"confirmed"}


@pytest.mark.parametrize(("returned", "name"), [(15, "MidSizeSedan"), (16, "FullSizeSedan")])
def test_a_call_that_two_classes_know_is_made_on_these(lab: Lab, returned: int, name: str) -> None:
    """The patent: feasible for the mid-size and the full-size sedan; infeasible for what is no sedan."""
    result = lab.explore("seeds/Vehicles", "seats")
    (path,) = [each for each in result.paths if each.returned == returned]
    assert path.shape.node("obj").build.class_name == f"seeds/Vehicles${name}"
    assert {each.returned for each in result.paths if not each.thrown} == {0, 10, 15, 16}
    assert set(lab.outcomes(result)) == {"confirmed"}
