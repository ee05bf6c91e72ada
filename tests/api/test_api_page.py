"""The page about the Python interface shows what happens."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest
from tests.cli.support import ROOT, environment
from tests.plugins.support import install

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SOURCE = re.search(r"```java\n(.*?)```", PAGE, re.DOTALL)[1]
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)
PLUGIN = re.search(r"```python lab.py\n(.*?)```", PAGE, re.DOTALL)[1]
ENTRY_POINTS = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)[1]
COMMANDS = re.findall(r"```console\n\$ everypath (.*)\n((?:.*\n)*?)```", PAGE)


def run(arguments, folder):
    path = os.pathsep.join((str(ROOT / "src"), str(folder)))
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        env=environment(PYTHONPATH=path),
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "Fee.java").write_text(SOURCE, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("code", "expected"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_prints_what_the_page_shows(folder, code, expected):
    (folder / "example.py").write_text(code, encoding="utf-8")
    returned, out, err = run(["example.py"], folder)
    assert (returned, err) == (0, "")
    assert out == expected


@pytest.mark.parametrize(("command", "expected"), COMMANDS)
def test_the_plugin_does_what_the_page_shows(folder, command, expected):
    points = {}
    for group, name, value in re.findall(r'\[project\.entry-points\."(.*)"\]\n(\S+) = "(.*)"', ENTRY_POINTS):
        points.setdefault(group, {})[name] = value
    assert set(points) == {"everypath.criteria", "everypath.findings"}
    install(folder, points, PLUGIN)
    returned, out, _ = run(["-m", "everypath", *shlex.split(command)], folder)
    assert returned == 0
    assert expected in re.sub(r"JDK \d+", "JDK N", out)
    returned, out, err = run(["-m", "everypath", "paths", "Fee.java#fee", "--criterion", "throws"], folder)
    assert returned == 0, err
    assert "criterion throws: met, 1 goal" in out


def test_the_page_has_its_examples():
    assert len(EXAMPLES) == PAGE.count("```python\n") == 6
    assert len(COMMANDS) == 1
