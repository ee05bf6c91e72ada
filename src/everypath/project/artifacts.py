"""Maven coordinates and the class path they mean, resolved from what is on this machine and nothing else.

This follows Maven's rules as far as a class path needs them: properties, parents, managed versions, imported bills of
materials, exclusions, nearest version first. Nothing is downloaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias
from xml.etree import ElementTree

from everypath.dataclass import dataclass, field
from everypath.errors import UsageError

_MOST_LEVELS: Final = 60
_SCOPES: Final = ("compile", "provided", "runtime", "system")
_PROPERTY = re.compile(r"\$\{([^}]+)\}")


@dataclass(frozen=True, order=True)
class Coordinates:
    """An artifact: group, name, version, classifier (mostly empty)."""

    group: str
    name: str
    version: str
    classifier: str = ""

    def __str__(self) -> str:
        return f"{self.group}:{self.name}:{self.version}"

    def file_name(self, extension: str) -> str:
        """The name of its file in a repository."""
        classifier = f"-{self.classifier}" if self.classifier else ""
        return f"{self.name}-{self.version}{classifier}.{extension}"


@dataclass(frozen=True)
class Dependency:
    """A declared dependency; empty ``version`` and ``scope`` come from the managed ones."""

    group: str
    name: str
    version: str
    scope: str
    kind: str
    classifier: str
    optional: bool
    exclusions: frozenset[tuple[str, str]]

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The key under which a dependency is managed."""
        return self.group, self.name, self.classifier, self.kind


Locator: TypeAlias = Callable[[Coordinates, str], Path | None]
"""Where an artifact's file with an extension (``jar``, ``pom``) lies on this machine."""

_Key: TypeAlias = tuple[str, str, str, str]


@dataclass
class Model:
    """A ``pom.xml`` with its parents merged in."""

    group: str = ""
    name: str = ""
    version: str = ""
    packaging: str = "jar"
    properties: dict[str, str] = field(default_factory=dict)
    dependencies: dict[_Key, Dependency] = field(default_factory=dict)
    managed: dict[_Key, Dependency] = field(default_factory=dict)
    modules: list[str] = field(default_factory=list)
    build: dict[str, str] = field(default_factory=dict)
    assertions: str = "${enableAssertions}"
    """Surefire's setting of that name: by default a property, which is mostly unset."""

    @property
    def runs_with_assertions(self) -> bool:
        """True if surefire runs the tests with ``-ea``."""
        return self.fill(self.assertions).lower() != "false"

    def fill(self, text: str) -> str:
        """Replace ``${…}``; what is unknown stays."""
        for _ in range(8):
            filled = _PROPERTY.sub(lambda match: self._property(match[1], match[0]), text)
            if filled == text:
                break
            text = filled
        return text

    def _property(self, name: str, otherwise: str) -> str:
        plain = name.removeprefix("project.").removeprefix("pom.")
        known = {"groupId": self.group, "artifactId": self.name, "version": self.version}
        return self.properties.get(name) or known.get(plain) or otherwise


def maven_repository(home: Path | None = None) -> Path:
    """The user's local Maven repository."""
    user = (home or Path.home()) / ".m2"
    try:
        settings = ElementTree.parse(user / "settings.xml").getroot()
        local = next((node.text for node in settings if _tag(node) == "localRepository"), None)
    except (OSError, ElementTree.ParseError):
        local = None
    return Path(local.strip().replace("${user.home}", str(Path.home()))) if local else user / "repository"


def in_maven_repository(repository: Path) -> Locator:
    """Locate artifacts in a repository with Maven's layout."""

    def locate(artifact: Coordinates, extension: str) -> Path | None:
        folder = repository.joinpath(*artifact.group.split("."), artifact.name, artifact.version)
        file = folder / artifact.file_name(extension)
        return file if file.is_file() else None

    return locate


def in_gradle_cache(cache: Path) -> Locator:
    """Locate artifacts in Gradle's ``modules-2/files-2.1``, where each file lies in a folder named by its hash."""

    def locate(artifact: Coordinates, extension: str) -> Path | None:
        folder = cache / artifact.group / artifact.name / artifact.version
        return next(iter(sorted(folder.glob(f"*/{artifact.file_name(extension)}"))), None)

    return locate


def first_of(*locators: Locator) -> Locator:
    """Ask several locators in turn."""

    def locate(artifact: Coordinates, extension: str) -> Path | None:
        return next((file for each in locators if (file := each(artifact, extension)) is not None), None)

    return locate


def read_model(pom: Path, locate: Locator, level: int = 0) -> Model:
    """Read a ``pom.xml`` and its parents. Raises ``UsageError`` if it is no readable XML."""
    try:
        root = ElementTree.parse(pom).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise UsageError(f"{pom}: cannot be read: {error}") from None
    model = _inherited(root, pom, locate, level)
    model.group = _text(root, "groupId") or model.group
    model.name = _text(root, "artifactId")
    model.version = _text(root, "version") or model.version
    model.packaging = _text(root, "packaging") or "jar"
    model.modules = [(node.text or "").strip() for node in _children(root, "modules")]
    model.properties |= {_tag(node): (node.text or "").strip() for node in _children(root, "properties")}
    build = _child(root, "build")
    if build is not None:
        model.build |= {_tag(node): (node.text or "").strip() for node in build if len(node) == 0}
        model.assertions = _surefire_setting(build, "enableAssertions") or model.assertions
    management = _child(root, "dependencyManagement")
    if management is not None:
        _read_managed(model, management, locate, level)
    for node in _children(root, "dependencies"):
        dependency = _dependency(node, model)
        model.dependencies[dependency.key] = dependency
    return model


def class_path(
    model: Model, locate: Locator, known: Iterable[tuple[str, str]] = (), *, tests: bool = False
) -> tuple[list[Path], list[str]]:
    """The jars a model's code needs to compile and run, nearest first, and the coordinates of what is missing.

    ``known`` are (group, name) of artifacts that are built here and need no jar. With ``tests``, the code of its tests.
    """
    jars: list[Path] = []
    missing: list[str] = []
    seen: set[_Key] = set()
    own = set(known)
    level = [(dependency, frozenset[tuple[str, str]]()) for dependency in model.dependencies.values()]
    for depth in range(_MOST_LEVELS):
        following: list[tuple[Dependency, frozenset[tuple[str, str]]]] = []
        for declared, excluded in level:
            dependency = _managed(declared, model, direct=depth == 0)
            scopes = (*_SCOPES, "test") if tests and depth == 0 else _SCOPES
            if dependency.key in seen or not _is_wanted(dependency, excluded, scopes, direct=depth == 0):
                continue
            seen.add(dependency.key)
            artifact = Coordinates(dependency.group, dependency.name, dependency.version, dependency.classifier)
            if (dependency.group, dependency.name) not in own:
                jar = locate(artifact, "jar")
                if jar is not None:
                    jars.append(jar)
                else:
                    missing.append(str(artifact))
            pom = locate(Coordinates(artifact.group, artifact.name, artifact.version), "pom")
            if pom is not None:
                following += _transitive(pom, locate, excluded | dependency.exclusions)
        level = following
    return jars, missing


def _transitive(
    pom: Path, locate: Locator, excluded: frozenset[tuple[str, str]]
) -> list[tuple[Dependency, frozenset[tuple[str, str]]]]:
    try:
        model = read_model(pom, locate)
    except UsageError:
        return []
    return [(_managed(dependency, model, direct=True), excluded) for dependency in model.dependencies.values()]


def _is_wanted(
    dependency: Dependency, excluded: frozenset[tuple[str, str]], scopes: Sequence[str], direct: bool
) -> bool:
    if dependency.kind not in ("jar", "bundle", "test-jar", "ejb", ""):
        return False
    if not direct and (dependency.optional or dependency.scope not in ("", "compile", "runtime")):
        return False
    if dependency.scope not in ("", *scopes):
        return False
    names = ((dependency.group, dependency.name), (dependency.group, "*"), ("*", "*"), ("*", dependency.name))
    return excluded.isdisjoint(names)


def _managed(dependency: Dependency, model: Model, direct: bool) -> Dependency:
    """The dependency with what the model manages: a managed version beats a transitive one."""
    managed = model.managed.get(dependency.key)
    if managed is None:
        return dependency
    version = (dependency.version or managed.version) if direct else (managed.version or dependency.version)
    return Dependency(
        dependency.group,
        dependency.name,
        version,
        dependency.scope or managed.scope,
        dependency.kind,
        dependency.classifier,
        dependency.optional,
        dependency.exclusions | managed.exclusions,
    )


def _surefire_setting(build: ElementTree.Element, name: str) -> str:
    """A setting of surefire in the ``build`` of a POM, managed or not; empty if it is not set."""
    plugins = [node for node in build.iter() if _tag(node) == "plugin"]
    surefire = (node for node in plugins if _text(node, "artifactId") == "maven-surefire-plugin")
    configurations = (_child(node, "configuration") for node in surefire)
    return next((found for each in configurations if each is not None and (found := _text(each, name))), "")


def _inherited(root: ElementTree.Element, pom: Path, locate: Locator, level: int) -> Model:
    parent = _child(root, "parent")
    if parent is None or level > _MOST_LEVELS:
        return Model()
    artifact = Coordinates(_text(parent, "groupId"), _text(parent, "artifactId"), _text(parent, "version"))
    relative = _child(parent, "relativePath")
    near = pom.parent / ((relative.text or "").strip() if relative is not None else "../pom.xml")
    near = near / "pom.xml" if near.is_dir() else near
    file = (
        near if near.is_file() and near.resolve() != pom.resolve() and _is(near, artifact) else locate(artifact, "pom")
    )
    if file is None:
        return Model(artifact.group, "", artifact.version)
    model = read_model(file, locate, level + 1)
    model.build = {}
    return model


def _is(pom: Path, artifact: Coordinates) -> bool:
    try:
        return _text(ElementTree.parse(pom).getroot(), "artifactId") == artifact.name
    except (OSError, ElementTree.ParseError):
        return False


def _read_managed(model: Model, management: ElementTree.Element, locate: Locator, level: int) -> None:
    imported: dict[_Key, Dependency] = {}
    for node in _children(management, "dependencies"):
        dependency = _dependency(node, model)
        if dependency.scope != "import":
            model.managed[dependency.key] = dependency
            continue
        file = locate(Coordinates(dependency.group, dependency.name, dependency.version), "pom")
        if file is not None and level < _MOST_LEVELS:
            for key, value in read_model(file, locate, level + 1).managed.items():
                imported.setdefault(key, value)
    for key, value in imported.items():
        model.managed.setdefault(key, value)


def _dependency(node: ElementTree.Element, model: Model) -> Dependency:
    def text(name: str) -> str:
        return model.fill(_text(node, name))

    exclusions = frozenset(
        (_text(each, "groupId"), _text(each, "artifactId")) for each in _children(node, "exclusions")
    )
    return Dependency(
        text("groupId"),
        text("artifactId"),
        text("version"),
        text("scope"),
        text("type") or "jar",
        text("classifier"),
        text("optional") == "true",
        exclusions,
    )


def _tag(node: ElementTree.Element) -> str:
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def _child(node: ElementTree.Element, name: str) -> ElementTree.Element | None:
    return next((child for child in node if _tag(child) == name), None)


def _children(node: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    child = _child(node, name)
    return [each for each in child if isinstance(each.tag, str)] if child is not None else []


def _text(node: ElementTree.Element, name: str) -> str:
    child = _child(node, name)
    return (child.text or "").strip() if child is not None else ""
