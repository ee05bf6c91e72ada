"""The draw: which methods are run, written down before any of them is.

python -m tests.programs.draw        writes tests/programs/draw.txt
"""

from __future__ import annotations

from pathlib import Path

from tests.programs.makers import Makers
from tests.programs.population import ROOT, Classes, Subject, draw, fetch_jars, population
from tests.programs.values import SPECIAL

from everypath.classfile import Jdk

DRAW = Path(__file__).parent / "draw.txt"
SOURCES = ROOT / "tests" / "java" / "programs"


def support_classes(jdk: Jdk, jars: list[Path]) -> Path:
    """The folder with the compiled lambdas that serve as arguments."""
    from tests.conftest import compile_java

    classpath = ":".join(map(str, jars))
    return compile_java(sorted(SOURCES.rglob("*.java")), "--release", "17", "-cp", classpath, javac=str(jdk.javac))


def drawn() -> list[Subject]:
    """The methods of the draw, in its order."""
    return [Subject.parse(line) for line in DRAW.read_text().splitlines() if line and not line.startswith("#")]


def main() -> None:
    """Draw from JDK 17 and the jars, and write the list."""
    jdk = Jdk.find()
    assert jdk.feature == 17, "the draw is made from JDK 17"
    jars = fetch_jars()
    classes = Classes(jdk, [*jars, support_classes(jdk, jars)])
    subjects = population(classes, Makers(classes, SPECIAL))
    chosen = draw(subjects)
    head = [f"# {len(chosen)} of {len(subjects)} methods, drawn by the seed in population.py"]
    DRAW.write_text("\n".join([*head, *map(str, chosen)]) + "\n")
    for library in dict.fromkeys(each.library for each in chosen):
        have = sum(each.library == library for each in subjects)
        print(f"{library}: {sum(each.library == library for each in chosen)} of {have}")


if __name__ == "__main__":
    main()
