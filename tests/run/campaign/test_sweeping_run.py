"""Whole runs with a sweep: what only calls reach becomes tests, and every test compiles and passes."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.compiling import javac

import everypath
from everypath.run.results import Part

GATE = """
package gate;

import java.util.Locale;
import java.util.ResourceBundle;

public class Gate {
    private int coins;
    private final StringBuilder log = new StringBuilder();

    public Gate insert(Coin coin) {
        coins += coin.worth();
        log.append(coin.name().toLowerCase(Locale.ROOT)).append(';');
        return this;
    }

    /** Opens after coins worth seven. */
    public String pass() {
        if (coins < 7) {
            throw new IllegalStateException("closed: " + coins);
        }
        coins -= 7;
        return "open after " + log;
    }

    public static String message(String key) {
        try {
            return ResourceBundle.getBundle("gate.Missing").getString(key);
        } catch (java.util.MissingResourceException e) {
            return key.isEmpty() ? "nothing" : "no " + key;
        }
    }
}
"""
COIN = """
package gate;

public enum Coin {
    SMALL(1), LARGE(5);

    private final int worth;

    Coin(int worth) {
        this.worth = worth;
    }

    int worth() {
        return worth;
    }
}
"""


@pytest.fixture(scope="module")
def gate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gate")
    sources = folder / "src" / "gate"
    sources.mkdir(parents=True)
    (sources / "Gate.java").write_text(GATE)
    (sources / "Coin.java").write_text(COIN)
    javac("-g", "-d", folder / "classes", sources / "Gate.java", sources / "Coin.java")
    return folder / "classes"


@pytest.fixture(scope="module")
def swept(gate):
    return everypath.check(str(gate), budget=20, jobs=1, sweep="on")


def test_sequences_reach_what_needs_several_calls(swept):
    assert swept.parts[Part.SEQUENCES].goals > 0
    passing = next(each for each in swept.methods if each.method == "pass")
    texts = [each.expression for each in passing.cases if each.outcome == "confirmed"]
    assert any(text.count("insert") >= 2 for text in texts)
    assert passing.branches.covered == passing.branches.total == 2
    message = next(each for each in swept.methods if each.method == "message")
    assert message.branches.covered == message.branches.total


def test_a_run_ends_when_the_sweep_finds_nothing_more(swept):
    assert swept.seconds < 18
    assert swept.curve[-1].goals == swept.covered


def test_there_is_no_sweep_where_it_is_off_or_has_no_meaning(gate):
    found = everypath.check(str(gate), budget=10, jobs=1, sweep="off")
    assert Part.SEQUENCES not in found.parts
    short = everypath.check(str(gate), budget=10, jobs=1, only="#message", assume=["#message: key != null"], sweep="on")
    assert Part.SEQUENCES not in short.parts


def test_tests_of_sequences_are_written_and_pass(gate, tmp_path):
    command = [sys.executable, "-m", "everypath", "generate", str(gate), "-o", str(tmp_path / "tests"), "--jobs", "1"]
    done = subprocess.run([*command, "--budget", "20s", "--sweep", "on"], check=False, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    written = "\n".join(each.read_text() for each in Path(tmp_path / "tests").rglob("*.java"))
    assert "open after " in written
