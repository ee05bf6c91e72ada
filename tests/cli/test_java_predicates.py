"""``paths --java DIR``: classes that compile, and that say of an input which path it takes and what is to happen."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.cli.support import everypath
from tests.conftest import compile_java

SOURCE = """
package made;

class Meter {
    private int level;

    static int grade(int points, char sign, String text) {
        if (points > 90 && sign != '-') {
            return 1;
        }
        return text.length() > 2 ? points / text.length() : -1;
    }

    static int grade(int points) {
        return points > 90 ? 1 : 2;
    }

    static void swap(int[] numbers, int first, int second) {
        int kept = numbers[first];
        numbers[first] = numbers[second];
        numbers[second] = kept;
    }
}
"""

ASKING = """
package made;

class Asking {
    public static void main(String[] given) {
        System.out.println(MeterGradePaths.of(95, '+', null).size());
        System.out.println(MeterGradePaths.of(95, '-', "abcd").values().iterator().next().isEffect(23, null));
        System.out.println(MeterGradePaths.of(95, '-', "abcd").values().iterator().next().isEffect(24, null));
        System.out.println(MeterGradePaths2.of(91).values().iterator().next().isEffect(1, null));
        int[] numbers = {4, 5, 6};
        MeterSwapPaths.Effect swapped = MeterSwapPaths.of(numbers, 0, 2).values().iterator().next();
        System.out.println(swapped.isEffect(null, null));
        Meter.swap(numbers, 0, 2);
        System.out.println(swapped.isEffect(null, null));
        MeterSwapPaths.Effect outside = MeterSwapPaths.of(numbers, 0, 3).values().iterator().next();
        System.out.println(outside.isEffect(null, new ArrayIndexOutOfBoundsException()));
    }
}
"""


def test_predicates_are_compiled_and_asked(tmp_path: Path) -> None:
    source = tmp_path / "made" / "Meter.java"
    source.parent.mkdir()
    source.write_text(SOURCE)
    done = everypath("paths", f"{source}#*", "--java", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    made = sorted((tmp_path / "out").rglob("*.java"))
    assert [each.relative_to(tmp_path / "out").as_posix() for each in made] == [
        "made/MeterGradePaths.java",
        "made/MeterGradePaths2.java",
        "made/MeterNewPaths.java",
        "made/MeterSwapPaths.java",
    ]
    asking = tmp_path / "made" / "Asking.java"
    asking.write_text(ASKING)
    classes = compile_java([source, *made, asking])
    ran = subprocess.run(["java", "-cp", classes, "made.Asking"], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["1", "true", "false", "true", "false", "true", "true"]


def test_a_path_without_a_predicate_says_why(tmp_path: Path) -> None:
    (tmp_path / "Box.java").write_text(
        "class Box { static boolean isEmpty(java.util.Queue<String> queue) { return queue.isEmpty(); } }"
    )
    done = everypath("paths", "Box.java#isEmpty", "--java", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out" / "BoxIsEmptyPaths.java").read_text()
    assert "has no predicate: it reads the state of an object that calls make." in text
    compile_java([tmp_path / "out" / "BoxIsEmptyPaths.java"])


def test_predicates_read_private_fields(tmp_path: Path) -> None:
    (tmp_path / "Box.java").write_text(
        "class Box { private int kept; void keep(int it) { kept = it; } boolean isOdd() { return kept % 2 != 0; } }"
    )
    done = everypath("paths", "Box.java#isOdd", "--java", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out" / "BoxIsOddPaths.java").read_text()
    assert "has no predicate" not in text
    assert 'field(self, "Box", "kept")' in text
    compile_java([tmp_path / "out" / "BoxIsOddPaths.java"])


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "Box.java").write_text("class Box { static int one() { return 1; } }")
    (tmp_path / "out").write_text("")
    done = everypath("paths", "Box.java#one", "--java", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert "out: is no folder" in done.stderr
