"""Finds the JDK whose class library is analysed and which compiles and runs code.

The order of the search: the home that the user named, ``JAVA_HOME``, ``java`` on the path, the newest JDK in the usual
places. A JDK that the user named must be usable. Others are skipped if they are not usable or too old.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from everypath.classfile.jimage import JImage
from everypath.dataclass import dataclass
from everypath.errors import NoJdkError

OLDEST_FEATURE: Final = 17
NEWEST_FEATURE: Final = 25
"""The JDK releases that everypath runs on."""

HOW_TO_GET_ONE: Final = (
    "install one (for example from https://adoptium.net, or your system's package of OpenJDK) "
    "and point --jdk or JAVA_HOME at it"
)

_EXE: Final = ".exe" if sys.platform == "win32" else ""

_USUAL_PLACES: Final = (
    "/usr/lib/jvm/*",
    "/usr/lib64/jvm/*",
    "/usr/java/*",
    "/usr/local/java/*",
    "/opt/java/*",
    "/opt/jdk*",
    "/opt/*jdk*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "C:/Program Files/Java/*",
    "C:/Program Files/Eclipse Adoptium/*",
    "C:/Program Files/Microsoft/jdk*",
    "~/.sdkman/candidates/java/*",
    "~/.jdks/*",
    "~/.jdks/*/Contents/Home",
    "~/.gradle/jdks/*",
    "~/.gradle/jdks/*/*",
    "~/.local/share/mise/installs/java/*",
    "~/.asdf/installs/java/*",
    "~/.jabba/jdk/*",
)


@dataclass(frozen=True)
class Jdk:
    """An installed JDK: its ``home``, full ``version`` (``17.0.15``) and ``feature`` release (17)."""

    home: Path
    version: str
    feature: int

    @property
    def java(self) -> Path:
        """The launcher."""
        return self.home / "bin" / f"java{_EXE}"

    @property
    def javac(self) -> Path:
        """The compiler."""
        return self.home / "bin" / f"javac{_EXE}"

    @property
    def modules(self) -> Path:
        """The run time image that holds the library's classes."""
        return self.home / "lib" / "modules"

    @property
    def has_javac(self) -> bool:
        """True if it has a compiler. A JRE has none."""
        return self.javac.is_file()

    def image(self) -> JImage:
        """The library's classes. Raises ``ClassFormatError`` if the image is damaged."""
        return JImage(self.modules)

    @property
    def newest_class_file(self) -> int:
        """The newest class file version that this JDK runs."""
        return self.feature + 44

    @classmethod
    def find(
        cls,
        home: Path | str | None = None,
        *,
        minimum: int = OLDEST_FEATURE,
        environment: Mapping[str, str] | None = None,
        places: Iterable[str] = _USUAL_PLACES,
    ) -> Jdk:
        """The JDK to use. Its release is at least ``minimum``, the one that the class files need.

        Raises ``NoJdkError``: one line that says what was found and how to get what is missing.
        """
        env = os.environ if environment is None else environment
        minimum = max(minimum, OLDEST_FEATURE)
        if home is not None:
            return _named(Path(home).expanduser(), "--jdk", minimum)
        passed: list[str] = []
        if java_home := env.get("JAVA_HOME"):
            jdk = _read(Path(java_home).expanduser())
            if jdk is None or not jdk.has_javac:
                return _named(Path(java_home).expanduser(), "JAVA_HOME", minimum)
            if _suits(jdk, minimum, passed):
                return jdk
        if launcher := shutil.which("java", path=env.get("PATH", "")):
            jdk = _read(Path(launcher).resolve().parent.parent) or _ask(Path(launcher))
            if jdk is not None and _suits(jdk, minimum, passed):
                return jdk
        found = [jdk for jdk in installed_jdks(places) if _suits(jdk, minimum, passed)]
        if found:
            return max(found, key=lambda jdk: (jdk.feature, _version_key(jdk.version)))
        raise NoJdkError(f"no JDK {minimum} to {NEWEST_FEATURE} found{_because(passed)}: {HOW_TO_GET_ONE}")


def installed_jdks(places: Iterable[str] = _USUAL_PLACES) -> Iterator[Jdk]:
    """Every JDK or JRE in the usual places, each once."""
    seen: set[Path] = set()
    for place in places:
        pattern = Path(place).expanduser()
        for home in sorted(Path(pattern.anchor or ".").glob(str(pattern.relative_to(pattern.anchor)))):
            real = home.resolve()
            if real not in seen:
                seen.add(real)
                jdk = _read(real)
                if jdk is not None:
                    yield jdk


def _named(home: Path, source: str, minimum: int) -> Jdk:
    """The JDK at a home the user named, or a ``NoJdkError`` that says what is wrong with it."""
    jdk = _read(home) or _read(home.parent.parent if home.name == f"java{_EXE}" else home / "Contents" / "Home")
    if jdk is None:
        raise NoJdkError(f"{source}: {home} is no JDK: {HOW_TO_GET_ONE}")
    passed: list[str] = []
    if not _suits(jdk, minimum, passed):
        raise NoJdkError(f"{source}: {passed[0]}; a JDK {minimum} to {NEWEST_FEATURE} is needed: {HOW_TO_GET_ONE}")
    return jdk


def _suits(jdk: Jdk, minimum: int, passed: list[str]) -> bool:
    """True if the JDK can be used. If not, the reason is appended to ``passed``."""
    if not minimum <= jdk.feature <= NEWEST_FEATURE:
        passed.append(f"{jdk.home} is Java {jdk.version}")
    elif not jdk.has_javac:
        passed.append(f"{jdk.home} is a Java {jdk.feature} without javac (a JRE)")
    elif not jdk.modules.is_file():
        passed.append(f"{jdk.home} has no lib/modules")
    else:
        return True
    return False


def _because(passed: list[str]) -> str:
    unique = list(dict.fromkeys(passed))
    return f" ({'; '.join(unique[:3])})" if unique else ""


def _read(home: Path) -> Jdk | None:
    """The JDK or JRE installed at a home, from its ``release`` file or by asking its launcher."""
    launcher = home / "bin" / f"java{_EXE}"
    if not launcher.is_file():
        return None
    try:
        text = (home / "release").read_text("utf-8", "replace")
    except OSError:
        return _ask(launcher)
    match = re.search(r'^JAVA_VERSION="?([^"\s]+)', text, re.MULTILINE)
    return _jdk(home, match[1]) if match is not None else _ask(launcher)


def _ask(launcher: Path) -> Jdk | None:
    """Ask a launcher, maybe a wrapper script, for its home and version."""
    try:
        result = subprocess.run(
            [str(launcher), "-XshowSettings:properties", "-version"],
            capture_output=True,
            timeout=20,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    text = result.stderr.decode("utf-8", "replace")
    home = re.search(r"^\s*java\.home = (.+?)\s*$", text, re.MULTILINE)
    version = re.search(r"^\s*java\.version = (\S+)", text, re.MULTILINE)
    return _jdk(Path(home[1]), version[1]) if home is not None and version is not None else None


def _jdk(home: Path, version: str) -> Jdk | None:
    numbers = _version_key(version)
    if not numbers:
        return None
    feature = numbers[1] if numbers[0] == 1 and len(numbers) > 1 else numbers[0]
    return Jdk(home.resolve(), version, feature)


def _version_key(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


def feature_for(major: int) -> int:
    """The JDK release that the class file version came with: 61 gives 17."""
    return max(major - 44, 1)


__all__ = ["HOW_TO_GET_ONE", "NEWEST_FEATURE", "OLDEST_FEATURE", "Jdk", "feature_for", "installed_jdks"]
