"""Paths from Python: the same as on the command line, as they are found, and what a caller may bring of its own."""

from __future__ import annotations

import gc
import importlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.support import everypath as command
from tests.plugins.support import LAB

import everypath
from everypath.explore.search import DepthFirst
from everypath.term import ite, lt


def methods(target, classes, **options):
    return everypath.explore(f"api.Parcel#{target}", classpath=[classes], **options)


def running_jvms():
    """The JVMs that this process started and that are still there."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().partition(") ")
        except OSError:
            continue
        if name.endswith("(java"):
            found.add((int(name.split()[0]), rest.split()[1]))
    return {number for number, parent in found if int(parent) == os.getpid()}


def test_paths_are_those_of_the_command_line(classes):
    with methods("fee", classes) as paths:
        found = list(paths)
        assert all(path.replay() for path in found)
    done = command("paths", "api.Parcel#fee", "--classpath", classes, "--json", "-")
    rows = json.loads(done.stdout)["classes"]
    assert {(path.condition, path.effect) for path in found} == {(row["condition"], row["effect"]) for row in rows}
    (result,) = paths.results
    assert (result.status, result.paths, result.method) == ("complete", 3, "Parcel.fee(int, boolean)")


def test_a_path_shows_all_its_parts(classes):
    with methods("fee", classes) as paths:
        path = next(each for each in paths if each.ending == "threw")
    assert path.condition == "!member && age == 30"
    assert path.conditions == ("!member", "age == 30")
    assert (path.effect, path.result, path.writes) == ("throws ArithmeticException", "", ())
    assert (path.exception, path.message, path.line) == ("java.lang.ArithmeticException", "/ by zero", 16)
    assert path.lines == (13, 16)
    assert path.witness == {"age": 30, "member": False}
    assert path.expression == "Parcel.fee(30, false)"
    assert path.descriptor == "F"
    assert (path.class_name, path.method) == ("api.Parcel", "Parcel.fee(int, boolean)")
    assert repr(path) == "<path 3 of Parcel.fee(int, boolean): throws ArithmeticException if !member && age == 30>"
    assert len(path.terms) == 2
    assert not path.uncertain
    assert path.reasons == ()


def test_a_source_file_is_a_target_and_all_its_methods_are_explored(tmp_path):
    source = tmp_path / "Two.java"
    source.write_text("class Two { static int a(int x) { return x > 0 ? 1 : 2; } static int b() { return 3; } }")
    with everypath.explore(str(source)) as paths:
        found = [(path.method, path.effect) for path in paths]
    assert sorted(found) == [
        ("Two.a(int)", "returns 1"),
        ("Two.a(int)", "returns 2"),
        ("Two.b()", "returns 3"),
        ("new Two()", "returns an object of Two"),
    ]
    assert [result.status for result in paths.results] == ["complete"] * 3


class Counting:
    def __init__(self):
        self.events = []

    def on_path(self, path):
        self.events.append(("path", path.number))

    def on_fork(self, fork):
        self.events.append(("fork", fork.kind, fork.line, fork.condition, fork.depth))

    def on_block(self, block):
        self.events.append(("block", block.line))

    def on_query(self, query):
        self.events.append(("query", query.answer, len(query.conditions)))

    def on_method(self, result):
        self.events.append(("method", result.status))


def test_hooks_are_called_in_the_order_of_events(classes):
    hook = Counting()
    with methods("fee", classes, hooks=hook) as paths:
        first = next(paths)
        assert hook.events[-1] == ("path", first.number)
        assert hook.events[:2] == [("block", 13), ("fork", "branch", 13, "member", 0)]
        assert ("fork", "division", 16, "age == 30", 1) in hook.events
        assert ("path", 2) not in hook.events
        list(paths)
    assert hook.events[-1] == ("method", "complete")
    assert [each[1] for each in hook.events if each[0] == "path"] == [1, 2, 3]
    assert any(each[0] == "query" and each[1] == "sat" for each in hook.events)


def test_hooks_are_called_for_refuted_and_cut_paths(classes):
    class Cuts:
        def __init__(self):
            self.bounds, self.refuted = set(), []

        def on_cut(self, cut):
            self.bounds.add((cut.bound, cut.line))

        def on_refuted(self, side):
            self.refuted.append((side.line, side.condition))

    cuts, sides = Cuts(), Cuts()
    list(methods("count", classes, loop=2, hooks=[cuts]))
    assert ("loop", 21) in cuts.bounds
    list(methods("twice", classes, hooks=sides))
    assert sides.refuted == [(78, "n < 2")]


def test_who_stops_asking_ends_the_exploration_and_its_jvm(classes):
    before = running_jvms()
    for path in methods("count", classes):
        if path.number == 2:
            assert running_jvms() - before
            break
    gc.collect()
    assert not running_jvms() - before
    paths = methods("count", classes)
    first = next(paths)
    assert first.replay()
    paths.close()
    assert not running_jvms() - before
    assert list(paths) == []
    with pytest.raises(everypath.UsageError, match="is closed"):
        first.replay()
    assert first.effect.startswith(("returns", "throws"))


def test_the_time_of_the_caller_does_not_count(classes):
    found = []
    with methods("fee", classes, budget=3) as paths:
        for path in paths:
            found.append(path.effect)
            time.sleep(2)
    assert len(found) == 3
    assert paths.results[0].stop is None


def test_explorations_go_on_side_by_side(classes):
    one, other = methods("fee", classes), methods("twice", classes)
    pairs = [(a.effect, b.effect) for a, b in zip(one, other, strict=False)]
    assert len(pairs) == 2
    one.close()
    assert list(other) == []
    other.close()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strategi": "random"}, "unknown option 'strategi'; did you mean 'strategy'?"),
        ({"strategy": "sideways"}, "strategy: 'sideways' is not one of coverage"),
        ({"criterion": "lines"}, "criterion: 'lines' is not one of statement"),
        ({"loop": -1}, "loop: '-1' is not a whole number from 0 up"),
        ({"assume": "age >"}, "age >"),
        ({"json": "x.json"}, "'json' only says what the command line writes"),
        ({"jobs": 2}, "'jobs' says nothing to an exploration"),
        ({"hooks": object()}, "has no method that is called"),
        ({"models": {"Clock.now": abs}}, "'Clock.now' names no method"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(classes, options, message):
    with pytest.raises(everypath.UsageError) as caught:
        methods("fee", classes, **options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value) or "assume" in options


def test_misspelt_hooks_are_reported(classes):
    class Slip:
        def on_pth(self, path):
            """Never called."""

    with pytest.raises(everypath.UsageError, match="hears of no on_pth; there are on_path, on_fork"):
        methods("fee", classes, hooks=Slip())


def test_targets_that_are_none_raise():
    with pytest.raises(everypath.UsageError, match="Nowhere"):
        everypath.explore("Nowhere.java#fee")
    with pytest.raises(everypath.UsageError, match="no method"):
        everypath.explore("java.util.BitSet#gett")


def test_postconditions_ask_when_no_frame_is_left(classes):
    """What they ask of elements is refuted then, and is no side of the method's own."""
    with methods("swap", classes, all=True, ensure="cells[i] == old(cells[j])") as paths:
        list(paths)
    (result,) = paths.results
    assert result.failures == ()
    (claim,) = result.raw.claims
    assert claim.checked
    assert not claim.counterexamples


def test_own_parts(classes):
    namespace = {}
    exec(LAB, namespace)
    asked = []

    class Mine(DepthFirst):
        def pop(self):
            asked.append(len(self))
            return super().pop()

    def strategy(rank, seed):
        return Mine()

    with methods("fee", classes, strategy=strategy, criterion=["branch", namespace["OneThrow"]]) as paths:
        list(paths)
    assert asked
    assert paths.results[0].criteria == {"branch": True, "OneThrow": True}


def test_own_parts_that_fail_are_reported_by_name(classes):
    def strategy(rank, seed):
        raise KeyError(seed)

    with pytest.raises(everypath.EverypathError, match="strategy: KeyError: 0") as caught:
        next(methods("fee", classes, strategy=strategy))
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_method_that_cannot_be_explored_is_skipped(tmp_path):
    source = tmp_path / "Locked.java"
    source.write_text(
        "abstract class Locked { private Locked() {} int size(int n) { return n; } static int two() { return 2; } }"
    )
    with everypath.explore(str(source)) as paths:
        assert [path.effect for path in paths] == ["returns 2"]
    statuses = {result.method: (result.status, result.skipped) for result in paths.results}
    assert statuses["Locked.two()"] == ("complete", None)
    assert statuses["Locked.size(int)"] == ("skipped", "no call makes an object of Locked")


def test_own_models(tmp_path):
    source = tmp_path / "Ask.java"
    source.write_text(
        "class Ask { static int least(int a, int b) { while (a != b) { if (a > b) a--; else b--; } return a; }"
        " static int ask(int a, int b) { return least(a, b) == 77777 ? 1 : 0; } }"
    )
    model = {"Ask#least(II)I": lambda call, a, b: ite(lt(a, b), a, b)}
    with everypath.explore(f"{source}#ask", models=model) as paths:
        found = {path.effect: path.witness for path in paths}
    assert min(found["returns 1"]["a"], found["returns 1"]["b"]) == 77777
    with everypath.explore(f"{source}#ask", models={"Ask#least(II)I": lambda call, a, b: 1 / 0}) as paths:
        assert list(paths) == []
    assert paths.results[0].status == "failed"
    assert "ZeroDivisionError" in paths.results[0].failures[0]


def test_witnesses_are_python_values(classes):
    with methods("kind", classes, budget=20) as paths:
        kinds = {path.effect: path.witness for path in paths}
    assert isinstance(kinds["returns 1"]["o"], str)
    assert kinds["returns 2"]["o"] == [0] * len(kinds["returns 2"]["o"])
    assert repr(kinds["returns 3"]["size"]) == "<api.Parcel$Size.LARGE>"
    assert type(kinds["returns box.value + 1"]["box"]) is int
    with methods("chain", classes, budget=20) as paths:
        chains = {path.effect: path.witness for path in paths}
    knot = next(witness["first"] for effect, witness in chains.items() if effect.startswith("returns 1"))
    assert knot.class_name == "api.Parcel$Label"
    assert knot.fields["next"] is knot
    assert any(
        isinstance(witness["first"], everypath.JavaObject)
        and isinstance(witness["first"].fields["next"], everypath.JavaObject)
        for witness in chains.values()
    )
    with methods("count", classes, loop=1) as paths:
        counts = {path.condition: path.witness for path in paths}
    assert counts["s == null"]["s"] is None
    same = counts["s.length() == 1 && s.charAt(0) == c"]
    assert same["s"] == same["c"]


def test_whole_analyses(classes):
    found = everypath.check("api.Parcel", classpath=[classes], only="#fee", budget=20)
    assert [(finding.rule, finding.expression) for finding in found.findings] == [("EP001", "Parcel.fee(30, false)")]
    found = everypath.paths("api.Parcel#twice", classpath=[classes], all=True)
    (method,) = found.methods
    assert sorted(each.effect for each in method.classes) == ["returns 1", "returns 2"]
    assert len(method.infeasible) == 1
    with pytest.raises(everypath.UsageError, match="unknown option 'contexts'"):
        everypath.check("api.Parcel", classpath=[classes], contexts=True)


def test_the_package_has_its_names():
    importlib.import_module("everypath.explore")  # the package of this name puts nothing in the way of the function
    assert everypath.explore.__module__ == "everypath.api.exploring"
    assert all(hasattr(everypath, name) for name in everypath.__all__)
    assert not hasattr(everypath, "explores")


def test_the_command_line_does_not_wait_for_it():
    code = (
        "import sys, everypath.cli.commands; print([name for name in sys.modules if name.startswith('everypath.api')])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
