"""Classes of the JDK as targets: their static state is shared by all replays, and assertions are off in them."""

from __future__ import annotations

import json

from tests.busy import budget
from tests.preloaded import run


def test_predictions_hold_on_shared_state_and_with_assertions_off(tmp_path):
    report = tmp_path / "report.json"
    only = ["--only", "*#valueOf*", "--only", "*#add*", "--budget", budget(8)]
    done = run("check", "java.math.BigInteger", "--json", report, *only, timeout=120)
    assert done.returncode in (0, 1), done.stderr
    methods = json.loads(report.read_text())["methods"]
    outcomes = {outcome for method in methods for outcome in method["outcomes"]}
    assert "confirmed" in outcomes
    assert not outcomes & {"diverged", "not-triggered", "other-exception"}
    assert not [method for method in methods if method["status"] == "failed"]


def test_what_no_call_makes_is_skipped_and_reported(tmp_path):
    """``java.net.InterfaceAddress``, in which OO-SE found its NullPointerException (JDK bug 6628576), as it is today:
    only the JDK's native code makes such objects.
    """
    report = tmp_path / "report.json"
    done = run("check", "java.net.InterfaceAddress", "--json", report, "--budget", budget(20), timeout=120)
    assert done.returncode == 0, done.stderr
    methods = json.loads(report.read_text())["methods"]
    assert "equals" in {method["method"] for method in methods}
    assert {method["status"] for method in methods} == {"skipped"}
    assert {method["reasons"][0]["where"] for method in methods} == {
        "no call makes an object of java.net.InterfaceAddress"
    }


def test_the_state_of_a_class_whose_initialiser_does_not_run_here_is_the_jvms(tmp_path):
    """``RMIClassLoader``'s initialiser asks for services, ``LoaderHandler``'s makes a logger: what the JVM left is
    taken, and what only the JVM has (the logger) ends the path that reads it. ``VMID``'s draws random bytes: it runs.
    """
    report = tmp_path / "report.json"
    targets = ["java.rmi.dgc.VMID", "java.rmi.server.RMIClassLoader"]
    only = ["--only", "*#isUnique", "--only", "*RMIClassLoader#getClassAnnotation", "--only", "*#loadClass(String)"]
    options = ["--budget", budget(30), "--jobs", "1", "--sweep", "off"]
    done = run("check", *targets, *only, "--json", report, *options, timeout=120)
    assert done.returncode in (0, 1), done.stderr
    methods = {each["method"] + each["descriptor"]: each for each in json.loads(report.read_text())["methods"]}
    unique = methods["isUnique()Z"]
    assert unique["outcomes"] == {"confirmed": 1}
    assert unique["reasons"] == [{"code": "havoc", "where": "java.security.SecureRandom", "paths": 1}]
    annotation = methods["getClassAnnotation(Ljava/lang/Class;)Ljava/lang/String;"]
    assert annotation["outcomes"]["confirmed"] == 2
    carried = [each["where"] for each in annotation["reasons"] if each["where"].startswith("static state of java.rmi")]
    assert carried == ["static state of java.rmi.server.RMIClassLoader"]
    loading = methods["loadClass(Ljava/lang/String;)Ljava/lang/Class;"]
    unsupported = [each["where"] for each in loading["reasons"] if each["code"] == "unsupported"]
    assert unsupported == ["sun.rmi.server.LoaderHandler.loaderLog, which only the JVM has"]


def test_a_method_that_calls_answer_by_a_model_runs_its_own_code_as_an_entry(tmp_path):
    """A setup call that a model answers may throw, or be none that is supported: neither is an error of the engine."""
    report = tmp_path / "report.json"
    named = ["*Math#floorMod(int, int)", "*#checkFromIndexSize(int,int,int)", "*Builder#insert(int, char)", "*#getName"]
    only = [part for each in named for part in ("--only", each)]
    targets = ["java.lang.Math", "java.util.Objects", "java.lang.StringBuilder", "java.lang.Thread"]
    done = run("check", *targets, *only, "--json", report, "--budget", budget(30), timeout=120)
    assert done.returncode in (0, 1), done.stderr
    methods = {each["method"]: each for each in json.loads(report.read_text())["methods"]}
    assert {name: (each["status"], each["outcomes"].get("confirmed")) for name, each in methods.items()} == {
        "floorMod": ("complete", 4),
        "checkFromIndexSize": ("complete", 2),
        "insert": ("complete", 2),
        "getName": ("partial", None),
    }
