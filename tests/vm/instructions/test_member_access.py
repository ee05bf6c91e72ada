"""Access checks at run time: a class that was recompiled with a member made private (JVMS 5.4.4)."""

from __future__ import annotations

import shutil

import pytest
from tests.conftest import TESTS, compile_java
from tests.vm.support import ask_java, find_method, machine_for, printed, run

USER = """
class User {
  static int field(int a) { return Owner.value + a; }
  static int method(int a) { return Owner.compute(a); }
  static int made(int a) { try { return new Owner(a).own; } catch (IllegalAccessError e) { return -1; } }
  static int allowed(int a) { return new int[] { a }.clone()[0]; }
}
"""
OWNER = """
class Owner {
  {0} static int value = 3;
  {0} static int compute(int a) { return a * 2; }
  int own;
  {0} Owner(int a) { own = a; }
}
"""


@pytest.fixture(scope="module")
def recompiled(tmp_path_factory):
    """A class compiled against the accessible members of ``Owner``, next to an ``Owner`` whose members are private."""
    folder = tmp_path_factory.mktemp("access")
    made = []
    for kind in ("", "private"):
        where = folder / (kind or "open")
        where.mkdir()
        (where / "Owner.java").write_text(OWNER.replace("{0}", kind))
        sources = [where / "Owner.java", TESTS / "java" / "vm" / "Caller.java"]
        if not kind:
            (where / "User.java").write_text(USER)
            sources.append(where / "User.java")
        made.append(compile_java(sources))
    classes = folder / "classes"
    shutil.copytree(made[0], classes)
    shutil.copy(made[1] / "Owner.class", classes)
    return classes


@pytest.mark.parametrize("name", ["field", "method", "made", "allowed"])
def test_access_to_private_members_throws(recompiled, name):
    machine = machine_for(recompiled)
    (wanted,) = ask_java(recompiled, [("User", name, (5,), ("I",))])
    got = printed(run(machine, "User", name, 5), find_method(machine, "User", name).returns)
    assert got.split(":")[0] == wanted.split(":")[0]
    assert ("IllegalAccessError" in got) == (name in ("field", "method"))
