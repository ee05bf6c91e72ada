"""Opens targets that are Java sources: compiles them with ``javac -g`` into the cache, unless they are unchanged."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from everypath import usercache
from everypath.bridge import javac_command
from everypath.classfile import ClassFile, Directory, Jdk, internal_name, package_of
from everypath.dataclass import dataclass
from everypath.errors import UsageError
from everypath.project.files import files_below
from everypath.project.target import Part

_TIMEOUT: Final = 300
_FLAGS: Final = (
    *("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"),
    # the JDK's own compiler need not be verified
    *("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"),
    *("-Duser.language=en", "-Duser.country=US"),
)
_COMMENT_OR_PACKAGE = re.compile(
    r"//[^\n]*|/\*.*?\*/|\bpackage\s+([\w.\s]+?)\s*;|\b(?:class|interface|enum|record)\b", re.DOTALL
)
_ERROR = re.compile(r"^(?P<file>.+?\.java):(?P<line>\d+): error: (?P<message>.+)$", re.MULTILINE)
_PLAIN_ERROR = re.compile(r"^error: (?P<message>.+)$", re.MULTILINE)

_Stamps = dict[str, list[int]]


@dataclass(frozen=True)
class Compiled:
    """Where the classes of some sources lie."""

    classes: Path
    names: tuple[str, ...]


def open_sources(
    path: Path, jdk: Jdk, classpath: Sequence[Path], say: Callable[[str], None] | None = None
) -> Part | None:
    """A ``.java`` file, or all of them below a directory; ``None`` where the directory has none.

    Sources that a single file refers to are found by their package and compiled with it, but only the file's own
    classes are analysed. Raises ``UsageError`` with the first error of ``javac``.
    """
    files = [path] if path.is_file() else files_below(path, ".java")
    files = [file for file in files if file.name not in ("module-info.java", "package-info.java")]
    if not files:
        return None
    roots = tuple(dict.fromkeys(source_root(file) for file in files))
    compiled = compile_sources(files, roots, jdk, classpath, path, say)
    kind = "Java source" if len(files) == 1 else "Java sources"
    return Part(kind, (compiled.classes,), compiled.names, tuple(classpath), roots)


def source_root(file: Path) -> Path:
    """The folder below which a source lies by its package; its own folder where it lies elsewhere."""
    package = declared_package(_text(file))
    folder = file.absolute().parent
    parts = package.split(".") if package else []
    if parts and list(folder.parts[-len(parts) :]) == parts:
        return folder.parents[len(parts) - 1]
    return folder


def declared_package(source: str) -> str:
    """The package a source declares, ``""`` for none."""
    for match in _COMMENT_OR_PACKAGE.finditer(source):
        if match[1]:
            return "".join(match[1].split())
        if not match[0].startswith("/"):
            break
    return ""


def compile_sources(
    files: Sequence[Path],
    roots: Sequence[Path],
    jdk: Jdk,
    classpath: Sequence[Path],
    origin: Path,
    say: Callable[[str], None] | None = None,
) -> Compiled:
    """Compile, or take what was compiled before from the same unchanged sources. ``say`` is called while the compiler
    works, and may take its time.
    """
    text = "\0".join([str(origin.absolute()), str(jdk.home), jdk.version, *map(str, classpath)])
    key = usercache.digest_of(text)
    for place in usercache.folders("compiled", f"{key}-"):
        known = _reuse(place, files)
        if known is not None:
            return known
    work = _work_directory()
    classes = work / "classes"
    classes.mkdir()
    with _javac(files, roots, jdk, classpath, classes) as process:
        if say is not None:
            say(f"Compiling {files[0].name if len(files) == 1 else f'{len(files)} Java files'}")
        _finish(process, work)
    names = _names_from(classes, files)
    if not names:
        raise UsageError(f"{origin}: compiling it gave no class")
    stamps = _stamps([*files, *_implicit(classes, roots)])
    manifest = json.dumps({"sources": stamps, "names": names})
    (work / "manifest.json").write_text(manifest, "utf-8")
    place = usercache.keep_folder("compiled", f"{key}-{usercache.digest_of(manifest)}", work)
    return Compiled(place / "classes", tuple(names))


@contextmanager
def _javac(
    files: Sequence[Path], roots: Sequence[Path], jdk: Jdk, classpath: Sequence[Path], output: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """The compiler, which has begun; it is ended with the block."""
    arguments = ["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-implicit:class", "-d", str(output)]
    arguments += ["-cp", os.pathsep.join(map(str, classpath)), "-sourcepath", os.pathsep.join(map(str, roots))]
    arguments += [str(file.absolute()) for file in files]
    quoted = "\n".join('"' + argument.replace("\\", "\\\\").replace('"', '\\"') + '"' for argument in arguments)
    list_file = output.parent / "arguments"
    list_file.write_text(quoted, "utf-8")
    command = [*javac_command(jdk, _FLAGS), f"@{list_file}"]
    pipe = subprocess.PIPE
    environment = {name: value for name, value in os.environ.items() if name != "JDK_JAVA_OPTIONS"}
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, cwd=output.parent, env=environment
        )
    except OSError as error:
        raise UsageError(f"{jdk.javac} cannot be started: {error.strerror}") from None
    with process:
        try:
            yield process
        finally:
            process.kill()


def _finish(process: subprocess.Popen[bytes], work: Path) -> None:
    """Wait for the compiler. Raises ``UsageError`` with its first error."""
    try:
        output, errors = process.communicate(timeout=_TIMEOUT)
    except subprocess.TimeoutExpired:
        raise UsageError(f"javac did not end within {_TIMEOUT} s") from None
    if process.returncode:
        shutil.rmtree(work, ignore_errors=True)
        raise UsageError(first_error((errors + output).decode("utf-8", "replace")))


def first_error(output: str) -> str:
    """The first error in what ``javac`` printed, in one line."""
    errors = list(_ERROR.finditer(output))
    if errors:
        first = errors[0]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        detail = _detail(output[first.end() :])
        return f"{_shown(first['file'])}:{first['line']}: does not compile: {first['message']}{detail}{more}"
    plain = _PLAIN_ERROR.search(output)
    if plain is not None:
        return f"does not compile: {plain['message']}"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return f"javac failed: {lines[0] if lines else 'without a message'}"


def _detail(rest: str) -> str:
    """The missing symbol, which javac names some lines below ``cannot find symbol``."""
    match = re.match(r"\n[^\n]*\n\s*\^\n\s*symbol:\s+([^\n]+)", rest)
    return f": {' '.join(match[1].split())}" if match is not None else ""


def _shown(file: str) -> str:
    try:
        return os.path.relpath(file) if not os.path.relpath(file).startswith("..") else file
    except ValueError:
        return file


def _names_from(classes: Path, files: Sequence[Path]) -> list[str]:
    """The classes that come from the given files, by ``SourceFile`` and package."""
    wanted = {(internal_name(declared_package(_text(file))), file.name) for file in files}
    source = Directory(classes)
    found = []
    for name in source.names():
        data = source.find(name)
        if data is not None and (package_of(name), ClassFile(data).source_file) in wanted:
            found.append(name)
    return found


def _implicit(classes: Path, roots: Sequence[Path]) -> Iterable[Path]:
    """The sources that were compiled because others refer to them."""
    source = Directory(classes)
    for name in source.names():
        data = source.find(name)
        file = ClassFile(data).source_file if data is not None else None
        if file is not None:
            package = package_of(name)
            yield from (path for root in roots if (path := root / package / file).is_file())


def _stamps(files: Iterable[Path]) -> _Stamps:
    stamps = {}
    for file in files:
        status = file.stat()
        stamps[str(file.absolute())] = [status.st_size, status.st_mtime_ns]
    return stamps


def _reuse(place: Path, files: Sequence[Path]) -> Compiled | None:
    try:
        manifest = json.loads((place / "manifest.json").read_text("utf-8"))
        sources: _Stamps = manifest["sources"]
        if not {str(file.absolute()) for file in files} <= set(sources) or _stamps(map(Path, sources)) != sources:
            return None
        names = tuple(manifest["names"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    whole = usercache.folder("compiled", place.name) if names else None
    return Compiled(whole / "classes", names) if whole is not None else None


def _work_directory() -> Path:
    try:
        return usercache.new_folder("compiled")
    except OSError as error:
        raise UsageError(f"no folder for compiled classes can be written: {error.strerror}") from None


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
