"""What a caller brings to a whole analysis reaches each method, in this process and in workers."""

from __future__ import annotations

import os

import pytest
from tests.api.parts import Clumsy, Collector, Throws, deepest, seven

import everypath

ONLY = "#fee,#twice,#letters"


def checked(classes, **options):
    return everypath.check("api.Parcel", **({"classpath": [classes], "only": ONLY, "budget": 60} | options))


@pytest.mark.parametrize("jobs", [1, 2])
def test_hooks_are_called_for_all_methods_wherever_they_are_analysed(classes, jobs):
    hook = Collector()
    found = checked(classes, jobs=jobs, hooks=hook)
    assert {each.status.value for each in found.methods} == {"complete"}
    recorded = {(kind, *rest) for _, kind, *rest in hook.events}
    assert ("path", "Parcel.fee(int, boolean)", "throws ArithmeticException") in recorded
    assert ("fork", "division", 16) in recorded
    assert {rest[0] for kind, *rest in recorded if kind == "method"} == {each.signature for each in found.methods}
    paths = [each for each in hook.events if each[1] == "path"]
    assert len(paths) == sum(each.paths.explored for each in found.methods)
    assert any(kind == "query" for kind, *_ in recorded)
    processes = {number for number, *_ in hook.events}
    assert (processes == {os.getpid()}) is (jobs == 1)
    assert os.getpid() not in processes or jobs == 1


def test_own_parts_are_used_by_workers(classes):
    found = checked(classes, jobs=2, only="#fee,#letters", criterion=["branch", Throws], strategy=deepest)
    assert {each.name for method in found.methods for each in method.criteria} == {"branch", "Throws"}
    met = {method.method: [each.met for each in method.criteria if each.name == "Throws"] for method in found.methods}
    assert met["fee"] == [True]


DICE = """
class Dice {
    static int roll(int seed) { return seed * 31 % 6; }
    static int share(int n) { return 100 / (roll(n) - 7); }
    static int lucky(int n) { return roll(n) == 7 ? 1 : 0; }
}
"""


def test_own_models_answer_in_workers(tmp_path):
    (tmp_path / "Dice.java").write_text(DICE)
    found = everypath.check(
        str(tmp_path / "Dice.java"),
        only="#share,#lucky",
        jobs=2,
        budget=60,
        sweep="off",
        models={"Dice#roll(I)I": seven},
    )
    paths = {method.method: [case.ends for case in method.cases] for method in found.methods}
    assert paths == {"share": ["throws"], "lucky": ["returns"]}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failing_hook_is_reported(classes, jobs):
    found = checked(classes, jobs=jobs, only="#fee,#letters", hooks=Clumsy())
    assert {each.status.value for each in found.methods} == {"failed"}
    assert {each.reasons[0].where for each in found.methods} == {"hook on_path: ValueError: path 1"}


def test_what_workers_cannot_import_is_one_clear_line(classes):
    class Local:
        def on_path(self, path):
            """Nobody can import this."""

    with pytest.raises(everypath.UsageError, match=r"cannot be given to 2 worker processes .*use jobs=1"):
        checked(classes, jobs=2, hooks=Local())
    assert checked(classes, jobs=1, only="#fee", hooks=Local()).methods[0].status.value == "complete"


def test_misspelt_hooks_are_reported(classes):
    class Wrong:
        def on_everything(self, event):
            """There is no such event."""

    with pytest.raises(everypath.UsageError, match="hears of no on_everything"):
        checked(classes, hooks=Wrong())
