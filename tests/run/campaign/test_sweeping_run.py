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

    /** Opens after coins worth seventy. */
    public String pass() {
        if (coins < 70) {
            throw new IllegalStateException("closed: " + coins);
        }
        coins -= 70;
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

PRIMES = """
package gate;

public class Primes {
    private static final boolean[] COMPOSITE = new boolean[500_000];

    static {
        for (int i = 2; i < COMPOSITE.length; i++) {
            for (int j = 2 * i; j < COMPOSITE.length; j += i) {
                COMPOSITE[j] = true;
            }
        }
    }

    public static String kind(int number) {
        if (number < 2 || number >= COMPOSITE.length) {
            return "unknown";
        }
        return COMPOSITE[number] ? "composite" : "prime";
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
    return everypath.check(str(gate), budget=60, jobs=1, sweep="on")


def test_sequences_reach_what_needs_several_calls(swept):
    assert swept.parts[Part.SEQUENCES].goals > 0
    passing = next(each for each in swept.methods if each.method == "pass")
    texts = [each.expression for each in passing.cases if each.outcome == "confirmed"]
    assert any(text.count("insert") >= 14 for text in texts)
    assert passing.branches.covered == passing.branches.total == 2
    message = next(each for each in swept.methods if each.method == "message")
    assert message.branches.covered == message.branches.total


def test_a_run_ends_when_the_sweep_finds_nothing_more(swept):
    assert swept.seconds < 54
    assert swept.curve[-1].goals == swept.covered


def test_methods_are_called_in_sequences_where_exploring_covers_nothing_more(tmp_path):
    """The machine takes too long for the initialiser, so that no path reaches the method."""
    (tmp_path / "Primes.java").write_text(PRIMES)
    javac("-g", "-d", tmp_path, tmp_path / "Primes.java")
    found = everypath.check(str(tmp_path), budget=90, jobs=1, only="#kind")
    (kind,) = found.methods
    assert kind.branches.covered == kind.branches.total
    assert found.parts[Part.SEQUENCES].goals > 0
    assert everypath.check(str(tmp_path), budget=4, jobs=1, only="#kind", sweep="off").covered == 0


def test_there_is_no_sweep_where_it_is_off_or_has_no_meaning(gate):
    found = everypath.check(str(gate), budget=10, jobs=1, sweep="off")
    assert Part.SEQUENCES not in found.parts
    short = everypath.check(str(gate), budget=10, jobs=1, only="#message", assume=["#message: key != null"], sweep="on")
    assert Part.SEQUENCES not in short.parts


def test_tests_of_sequences_are_written_and_pass(gate, tmp_path):
    command = [sys.executable, "-m", "everypath", "generate", str(gate), "-o", str(tmp_path / "tests"), "--jobs", "1"]
    done = subprocess.run([*command, "--budget", "40s", "--sweep", "on"], check=False, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    written = "\n".join(each.read_text() for each in Path(tmp_path / "tests").rglob("*.java"))
    assert '"open after' in written


def test_what_no_solver_finds_is_reached_by_calls():
    """A number that a hash wants, and a number whose text has a certain length."""
    subject = Path(__file__).parents[2] / "java" / "explore" / "explored" / "Scrambled.java"
    found = everypath.check(str(subject), budget=30, jobs=1, only=["#mixed", "#rendered", "#beyond"])
    assert {each.method for each in found.methods if each.branches.covered < each.branches.total} == set()
    assert found.parts[Part.SEQUENCES].goals > 0
