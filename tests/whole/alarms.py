"""Right classes, and copies of them with one seeded bug each: the findings they have, and those they should have.

``tests/java/alarms/sound`` are classes that keep their own preconditions: they can have no error.
``tests/java/alarms/seeds.txt`` lists the bugs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.whole.running import JAVA

ALARMS = JAVA / "alarms"
SOUND = ALARMS / "sound"

_HEAD = re.compile(r"([A-Z]\w+) (\w+) ([A-Z]\w+)")


@dataclass(frozen=True)
class Seed:
    """One bug: ``old`` is replaced by ``new`` in the class, then ``method`` throws an exception whose name contains
    ``exception``. ``package`` is that of the copy.
    """

    class_name: str
    method: str
    exception: str
    old: str
    new: str
    package: str

    @property
    def name(self) -> str:
        """What the bug is called in reports of tests."""
        return f"{self.package} {self.class_name}.{self.method}"

    def write(self, folder: Path) -> None:
        """Write the copy of the class below a folder."""
        source = (SOUND / f"{self.class_name}.java").read_text()
        assert self.old in source, self.name
        changed = source.replace(self.old, self.new, 1).replace("package sound;", f"package {self.package};")
        (folder / self.package).mkdir(parents=True, exist_ok=True)
        (folder / self.package / f"{self.class_name}.java").write_text(changed)

    def is_found(self, findings: list[dict]) -> bool:
        """True if the bug is reported as an error."""
        return any(
            each["level"] == "error"
            and each["class"].startswith(f"{self.package}.")
            and self.exception in each["exception"]
            for each in findings
        )


def seeds() -> list[Seed]:
    """All seeded bugs, in the order of the list."""
    found: list[tuple[re.Match[str], dict[str, list[str]]]] = []
    sign = ""
    for line in (ALARMS / "seeds.txt").read_text().splitlines():
        head = _HEAD.fullmatch(line)
        if head is not None:
            found.append((head, {"-": [], "+": []}))
        elif line[:2] in ("- ", "+ ", "+"):
            sign = line[0]
            found[-1][1][sign].append(line[2:])
        elif not line.startswith("#"):
            found[-1][1][sign].append(line)
    return [
        Seed(*head.groups(), "\n".join(parts["-"]), "\n".join(parts["+"]), f"b{number:02}")
        for number, (head, parts) in enumerate(found, 1)
    ]
