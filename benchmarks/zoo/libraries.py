"""The libraries of the zoo: the list in ``libraries.toml``, and their jars, fetched and where asked for obfuscated."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fetching import FetchError, fetched_with_dependencies

from everypath.classfile import Jdk

LIST = Path(__file__).with_name("libraries.toml")
PROGUARD = "com.guardsquare:proguard-base:7.6.1"
OBFUSCATING = 300
"""The most seconds that ProGuard may take."""

_RULES = """-injars {jar}
-outjars {target}
{libraries}
-libraryjars <java.home>/jmods(!**.jar;!module-info.class)
-dontwarn
-dontnote
-ignorewarnings
-dontshrink
-dontoptimize
-overloadaggressively
-keep,allowobfuscation class *
-keepattributes Signature,InnerClasses,EnclosingMethod,Exceptions
"""


@dataclass(frozen=True)
class Library:
    """A library by its name in the list and its Maven coordinates (``group:artifact:version``). A package of the JDK
    has its name in their place.

    ``kinds`` says what it does and what is special about its class files. ``needs`` are further artifacts that it needs
    at run time. If it is ``obfuscated``, ProGuard gives its classes, methods and fields short names first, and removes
    all debug information.
    """

    name: str
    coordinates: str
    kinds: tuple[str, ...]
    needs: tuple[str, ...] = ()
    obfuscated: bool = False

    @property
    def version(self) -> str:
        """The version of the library; empty for a package of the JDK."""
        return self.coordinates.split(":")[2] if ":" in self.coordinates else ""


def libraries(file: Path = LIST) -> list[Library]:
    """The libraries of a list, in its order."""
    rows = tomllib.loads(file.read_text(encoding="utf-8"))
    return [
        Library(
            name, row["coordinates"], tuple(row["kinds"]), tuple(row.get("needs", ())), row.get("obfuscated", False)
        )
        for name, row in rows.items()
    ]


def jars_of(library: Library, cache: Path) -> list[Path]:
    """The jar of a library, then those that it needs; none for a package of the JDK. Raises `FetchError`."""
    if not library.version:
        return []
    folder = cache / f"{library.name}-{library.version}"
    jar, *others = fetched_with_dependencies([library.coordinates, *library.needs], folder)
    return [obfuscated(jar, others, cache), *others] if library.obfuscated else [jar, *others]


def obfuscated(jar: Path, others: Sequence[Path], cache: Path) -> Path:
    """The jar as ProGuard renames it. Raises `FetchError` if ProGuard fails."""
    target = cache / "obfuscated" / jar.name
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f"partial-{jar.name}")
        rules = target.with_suffix(".pro")
        needed = "".join(f"-libraryjars {each}\n" for each in others)
        rules.write_text(_RULES.format(jar=jar, target=partial, libraries=needed))
        path = ":".join(map(str, fetched_with_dependencies([PROGUARD], cache / "proguard")))
        command = [Jdk.find().java, "-cp", path, "proguard.ProGuard", f"@{rules}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=OBFUSCATING, check=False)
        if done.returncode:
            raise FetchError(f"ProGuard failed on {jar.name}:\n{(done.stdout + done.stderr)[-2000:]}")
        partial.rename(target)
    return target
