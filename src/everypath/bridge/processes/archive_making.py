"""Makes archives of classes (`class_archive`), with the classes that processes of the bridge load.

One process does what processes of the bridge usually do: it compiles, replays, sweeps and answers requests for static
fields. Its JVM lists the classes that it loads meanwhile. A second JVM writes these classes into the archive.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from everypath.bridge.guard import guard_folder
from everypath.bridge.messages import Json, Literal, MemberTable, decode_compiled, static_call
from everypath.bridge.processes.class_archive import SEAL, Archive, archive_folder, find_archive, pack
from everypath.bridge.processes.java_build import JavaSide
from everypath.bridge.processes.jvm import Jvm, JvmDiedError, JvmHungError
from everypath.classfile import Jdk
from everypath.dataclass import replace
from everypath.errors import BridgeError

SAMPLE = """
package sample;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

public class Sample {
    private static final int[] COUNTS = new int[4];
    private final List<String> names = new ArrayList<>();

    static Sample of(int number, String name) {
        if (number >= COUNTS.length) {
            throw new IllegalArgumentException("no " + number + name);
        }
        IntUnaryOperator counted = each -> each + COUNTS[number]++;
        Sample sample = new Sample();
        sample.names.add(name + counted.applyAsInt(number));
        return sample;
    }
}
"""
STATICS = ("java.lang.String", "java.util.Locale", "java.math.BigInteger")
SWEPT = 300
"""The calls that the sample is swept for."""
_TIMEOUT = 60.0
_SAMPLE_LINE = re.compile(r"\bsample/|source:")


def classes_loaded(jdk: Jdk, side: JavaSide) -> list[str]:
    """The JVM's list of loaded classes, line by line. Raises `BridgeError` if it writes none."""
    with tempfile.TemporaryDirectory() as folder:
        jar = Path(folder, "sample.jar")
        jvm = Jvm(jdk, side, [jar], 256, ["-XX:DumpLoadedClassList=loaded"], guard_folder(jdk, side.guard))
        try:
            jvm.greet()
            _run_sample(jvm, jar)
            lines = (jvm.scratch / "loaded").read_text("ascii").splitlines()
        except (JvmDiedError, JvmHungError, OSError) as error:
            raise BridgeError(f"{jdk.java} lists no loaded classes: {error}") from error
        finally:
            jvm.kill()
    return list(dict.fromkeys(_portable_lines(lines)))


def _portable_lines(lines: list[str]) -> Iterator[str]:
    """The lines without the classes of the sample, and without class numbers, which differ between processes."""
    for line in lines:
        if not line.startswith("#") and not _SAMPLE_LINE.search(line):
            yield line.partition(" id: ")[0]


def _run_sample(jvm: Jvm, jar: Path) -> None:
    """Compile the sample, replay and sweep it from a jar, and ask for static fields of the JDK."""
    compiled = decode_compiled(
        _answer(
            jvm, {"op": "compile", "sources": {"sample.Sample": SAMPLE}, "options": [], "classpath": [], "given": {}}
        )
    )
    with zipfile.ZipFile(jar, "w") as packed:
        for name, data in compiled.classes.items():
            packed.writestr(f"{name}.class", data)
    members = MemberTable()
    descriptor = "(ILjava/lang/String;)Lsample/Sample;"
    plans = [
        static_call("sample/Sample", "of", descriptor, Literal.of("I", number), Literal.text("a")).encode(members)
        for number in (1, 2, 9)
    ]
    _answer(jvm, {"op": "members", "members": [list[Json](each) for each in members.members]})
    for plan in plans:
        _answer(jvm, {**plan, "op": "replay", "fuel": 1000, "ms": 2000, "fresh": None})
    sweep: dict[str, Json] = {"classes": ["sample.Sample"], "seed": 1, "clocked": False, "calls": SWEPT}
    _answer(jvm, {"op": "sweep", **sweep})
    for name in STATICS:
        _answer(jvm, {"op": "statics", "class": name, "limit": 1000, "from": 0})


def _answer(jvm: Jvm, message: dict[str, Json]) -> dict[str, Json]:
    answer = jvm.request({"id": 0, **message}, _TIMEOUT)
    if "error" in answer:
        raise BridgeError(f"the Java side failed: {answer['error']}")
    return answer


_DUMP_TIMEOUT = 120.0


def make_archive(jdk: Jdk, side: JavaSide) -> Archive:
    """Make the archive for a JDK unless there is one, and remove those of other versions of the Java side.

    Raises `BridgeError` when the JVM fails, and `OSError`.
    """
    known = find_archive(jdk, side.version)
    if known is not None:
        return known
    place = archive_folder(jdk, side.version)
    archives = place.parent.parent
    for old in archives.iterdir() if archives.is_dir() else ():
        if old != place.parent:
            shutil.rmtree(old, ignore_errors=True)
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    archive = Archive(place)
    pack(side.main, archive.main)
    pack(side.boot, archive.boot)
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "classes")
        listed.write_text(
            "\n".join(classes_loaded(jdk, replace(side, main=archive.main, boot=archive.boot, archive=None))) + "\n"
        )
        _dump(jdk, archive, listed)
    (place / SEAL).write_text(json.dumps(archive.seal()), "ascii")
    return archive


def _dump(jdk: Jdk, archive: Archive, listed: Path) -> None:
    options = [f"-XX:SharedClassListFile={listed}", f"-XX:SharedArchiveFile={archive.shared}"]
    paths = [f"-Xbootclasspath/a:{archive.boot}", "-cp", str(archive.main)]
    command = [str(jdk.java), "-Xshare:dump", *options, "-Xlog:disable", "-Xlog:all=error:stderr", *paths]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=_DUMP_TIMEOUT,
            check=False,
            stdin=subprocess.DEVNULL,
            env={"PATH": os.defpath, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BridgeError(f"{jdk.java} could not make an archive of classes: {error}") from error
    if done.returncode or not archive.shared.is_file():
        output = (done.stderr or done.stdout).decode(errors="replace").strip()[-300:]
        raise BridgeError(f"{jdk.java} could not make an archive of classes: {output}")
