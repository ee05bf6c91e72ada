"""A file analysed by itself: objects of classes beside it have every state that a test in the package can give them."""

from __future__ import annotations

from tests.whole.running import JAVA, goals, missed, run


def test_a_class_beside_the_target_is_known_to_its_tests(tmp_path):
    source = JAVA / "beside" / "Reader.java"
    document, _ = run("check", source, "--only", "*#read", json_file=tmp_path / "out.json")
    (method,) = document["methods"]
    assert not missed(goals(source)["read"], method), method
    assert set(method["outcomes"]) == {"confirmed"}
