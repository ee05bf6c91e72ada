"""The population of library methods, the rules that leave methods out, and the draw.

A method is left out by a rule of this module only, and every rule is about what the machine under the program decides:
the clock, chance, the environment, files, the network, threads, the collector. No rule knows how a method fares.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from tests.conftest import LOCAL_REPOSITORY

from everypath.classfile import ClassFile, ClassPath, Jdk, MethodInfo, access, parse_method_descriptor

ROOT = Path(__file__).resolve().parents[2]
JARS = ROOT / ".cache" / "lib"
ARTIFACTS = {
    "commons-lang3-3.14.0.jar": "org.apache.commons:commons-lang3:3.14.0",
    "commons-collections4-4.4.jar": "org.apache.commons:commons-collections4:4.4",
    "guava-32.1.3-jre.jar": "com.google.guava:guava:32.1.3-jre",
    "failureaccess-1.0.1.jar": "com.google.guava:failureaccess:1.0.1",
}

SEED = 20261121
"""The seed of the draw and of all inputs."""

QUOTAS = {
    "java.util": 650,
    "java.text": 150,
    "java.math": 160,
    "java.time": 450,
    "commons-lang3": 450,
    "commons-collections4": 300,
    "guava": 450,
}
"""Methods drawn of each library (all of them, where there are fewer)."""

_JDK_PACKAGES = {
    "java/util": "java.util",
    "java/util/function": "java.util",
    "java/util/regex": "java.util",
    "java/util/stream": "java.util",
    "java/text": "java.text",
    "java/math": "java.math",
    "java/time": "java.time",
    "java/time/chrono": "java.time",
    "java/time/format": "java.time",
    "java/time/temporal": "java.time",
    "java/time/zone": "java.time",
}
_JAR_PACKAGES = {
    "org/apache/commons/lang3/": "commons-lang3",
    "org/apache/commons/collections4/": "commons-collections4",
    "com/google/common/": "guava",
}

# -- what depends on the machine ------------------------------------------------------------------------------------

MACHINE_CLASSES: dict[str, str] = {
    r"java/time/(Clock|InstantSource)": "clock",
    r"com/google/common/base/(Stopwatch|Ticker)": "clock",
    r"org/apache/commons/lang3/time/StopWatch": "clock",
    r"com/google/common/cache/.*": "clock",
    r"org/apache/commons/lang3/Random(String)?Utils": "chance",
    r"org/apache/commons/lang3/(System(Utils|Properties)|ArchUtils|ClassPathUtils|RuntimeEnvironment)": "environment",
    r"org/apache/commons/lang3/arch/.*": "environment",
    r"java/util/(Timer|TimerTask|Observable)": "threads",
    r".*/concurrent/.*": "threads",
    r"org/apache/commons/lang3/ThreadUtils": "threads",
    r"java/util/(ServiceLoader|.*ResourceBundle|Currency)(\$.*)?": "files",
    r"java/time/chrono/Hijrah.*": "files",
    r"java/time/zone/ZoneRulesProvider": "files",
    r"com/google/common/(io|net|eventbus)/.*": "files, network",
    r"com/google/common/reflect/ClassPath(\$.*)?": "files",
    r"com/google/common/base/Finalizable.*": "the collector",
    r"(.*/)?(Weak|Reference)[A-Z]\w*(Map|Entry).*": "the collector",
    r"java/util/WeakHashMap(\$.*)?": "the collector",
    r"com/google/common/collect/(MapMaker|Interners|Interner)(\$.*)?": "the collector",
}
"""Classes (whole internal names) that depend on the machine, and on what of it."""

MACHINE_NAMES: dict[str, str] = {
    r"now|dateNow|.*Now|tick(Seconds|Minutes|Millis)?|current[A-Z].*|elapsed|freeze.*": "clock",
    r"random[A-Z].*|random|shuffle|nextRandom.*": "chance",
    r"system[A-Z].*|getDefault|setDefault|getAvailable.*|available.*|getISO(Countries|Languages)": "environment",
    r"identity.*|.*[Ii]dentityToString|.*IdentityHashCode.*|hashCodeHex": "addresses",
    r"gc|finalize|wait|notify|notifyAll|.*Thread.*|parallel.*|await.*|sleep.*": "threads",
    r"ofLocalized.*|localizedBy|getLocalized.*|appendLocalized.*|getDisplay.*": "locale data",
}
"""Methods by their whole name."""

MACHINE_TYPES = (
    *("java/io/File", "java/io/InputStream", "java/io/OutputStream", "java/io/Reader", "java/io/Writer"),
    *("java/io/Print", "java/io/Buffered", "java/io/Object", "java/io/Data", "java/nio/", "java/net/", "java/sql/"),
    *("java/security/", "java/lang/Thread", "java/lang/ClassLoader", "java/lang/Process", "java/lang/ref/"),
    *("java/lang/Runtime", "java/lang/Module", "java/time/Clock", "java/time/InstantSource", "java/util/Timer"),
    *("java/util/concurrent/Exec", "java/util/concurrent/Fork", "java/util/concurrent/locks/"),
    *("java/util/concurrent/Concurrent", "java/util/concurrent/Blocking", "java/util/concurrent/Future"),
    *("java/awt/", "javax/", "java/beans/", "java/util/logging/", "java/util/jar/", "java/util/zip/"),
)
"""A method or constructor with a parameter or result of these types (beginnings of internal names) is left out."""

MACHINE_MEMBERS: dict[str, str] = {
    r"java/util/(Date|Random|SplittableRandom)\.<init>\(\)V": "clock",
    r"java/util/Calendar\.getInstance\(.*": "clock",
    r"java/util/GregorianCalendar\.<init>\((Ljava/util/(TimeZone|Locale);)*\)V": "clock",
    r"java/util/UUID\.randomUUID.*": "chance",
    r"java/util/Collections\.shuffle\(Ljava/util/List;\)V": "chance",
    r"java/util/TimeZone\.get(TimeZone|AvailableIDs).*": "files",
    r"java/time/ZoneId\.of\(.*": "files",
    r"org/apache/commons/lang3/time/FastTimeZone\..*": "files",
    r"org/apache/commons/lang3/LocaleUtils\.(available|countries|languages|isAvailable).*": "environment",
}
"""Single members, written ``class.name(descriptor)``."""

_CLASS_RULE = re.compile("|".join(f"(?:{each})" for each in MACHINE_CLASSES))
_NAME_RULE = re.compile("|".join(f"(?:{each})" for each in MACHINE_NAMES))
_MEMBER_RULE = re.compile("|".join(f"(?:{each})" for each in MACHINE_MEMBERS))


def depends_on_machine(owner: str, name: str, descriptor: str) -> bool:
    """Whether a rule above names this method or constructor."""
    if _CLASS_RULE.fullmatch(owner) or _NAME_RULE.fullmatch(name):
        return True
    if _MEMBER_RULE.fullmatch(f"{owner}.{name}{descriptor}"):
        return True
    parameters, result = parse_method_descriptor(descriptor)
    return any(each.lstrip("[")[1:].startswith(MACHINE_TYPES) for each in (*parameters, result))


# -- the population -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Subject:
    """A public method of a library."""

    library: str
    owner: str
    name: str
    descriptor: str
    static: bool

    def __str__(self) -> str:
        return f"{self.library} {'static' if self.static else 'virtual'} {self.owner} {self.name} {self.descriptor}"

    @classmethod
    def parse(cls, line: str) -> Subject:
        """The subject of a line that ``str`` wrote."""
        library, kind, owner, name, descriptor = line.split(" ")
        return cls(library, owner, name, descriptor, kind == "static")


def fetch_jars() -> list[Path]:
    """The libraries' jars, fetched with Maven where they are missing."""
    JARS.mkdir(parents=True, exist_ok=True)
    for name, coordinates in ARTIFACTS.items():
        group, artifact, version, *_ = coordinates.split(":")
        local = LOCAL_REPOSITORY.joinpath(*group.split("."), artifact, version, name)
        if not (JARS / name).exists() and local.exists():
            shutil.copy(local, JARS / name)
        elif not (JARS / name).exists():
            command = ["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={coordinates}", f"-DoutputDirectory={JARS}"]
            subprocess.run(command, check=True, timeout=300)
    return [JARS / name for name in ARTIFACTS]


def library_of(name: str) -> str | None:
    """The library that a class belongs to, None for one of none."""
    library = _JDK_PACKAGES.get(name.rpartition("/")[0])
    if library is None:
        return next((value for prefix, value in _JAR_PACKAGES.items() if name.startswith(prefix)), None)
    return library


class Classes:
    """The class files of a JDK and the libraries' jars."""

    def __init__(self, jdk: Jdk, jars: list[Path]) -> None:
        self.image = jdk.image()
        self.jars = ClassPath(jars)
        self.find = lru_cache(maxsize=None)(self._find)
        self.supertypes = lru_cache(maxsize=None)(self._supertypes)

    def _find(self, name: str) -> ClassFile | None:
        data = self.image.find(name) or self.jars.find(name)
        return None if data is None else ClassFile(data)

    def _supertypes(self, name: str) -> frozenset[str]:
        """The class itself, and all above it that can be found."""
        file = self.find(name)
        if file is None:
            return frozenset({name})
        above = [*file.interfaces, *([file.super_name] if file.super_name else [])]
        return frozenset({name}).union(*(self.supertypes(each) for each in above))

    def is_public(self, file: ClassFile) -> bool:
        """Whether code of any package may name the class: it and all around it are public."""
        for row in file.inner_classes:
            if row.inner == file.name:
                if row.outer is None or not row.access & access.PUBLIC:
                    return False
                outer = self.find(row.outer)
                return outer is not None and self.is_public(outer)
        return bool(file.access & access.PUBLIC)

    def is_static(self, file: ClassFile) -> bool:
        """Whether instances need no enclosing instance."""
        return all(row.inner != file.name or row.access & access.STATIC for row in file.inner_classes)

    @cached_property
    def public(self) -> tuple[str, ...]:
        """All public classes of the libraries, in order of their names."""
        names = [name for name in (*self.image.names(), *self.jars.names()) if library_of(name) is not None]
        found = []
        for name in sorted(set(names)):
            file = self.find(name)
            if file is not None and self.is_public(file) and self.is_static(file):
                found.append(name)
        return tuple(found)


def public_methods(file: ClassFile) -> Iterator[MethodInfo]:
    """The public methods that a class declares itself, without constructors and the compiler's own."""
    hidden = access.SYNTHETIC | access.BRIDGE
    for method in file.methods:
        if method.access & access.PUBLIC and not method.access & hidden and not method.name.startswith("<"):
            yield method


def population(classes: Classes, makeable: Callable[[str], bool]) -> list[Subject]:
    """Every method that may be drawn: public, no rule against it, and its receiver and arguments can be made."""
    found = []
    for owner in classes.public:
        file = classes.find(owner)
        library = library_of(owner)
        assert file is not None
        assert library is not None
        for method in public_methods(file):
            static = bool(method.access & access.STATIC)
            if depends_on_machine(owner, method.name, method.descriptor):
                continue
            needed = [*parse_method_descriptor(method.descriptor)[0], *([] if static else [f"L{owner};"])]
            if all(makeable(each) for each in needed):
                found.append(Subject(library, owner, method.name, method.descriptor, static))
    return sorted(found)


def draw(subjects: list[Subject]) -> list[Subject]:
    """As many methods of each library as its quota says, chosen by the seed."""
    chosen = []
    for library, quota in QUOTAS.items():
        own = [each for each in subjects if each.library == library]
        chooser = random.Random(f"{SEED}/{library}")
        chosen += sorted(chooser.sample(own, min(quota, len(own))))
    return chosen
