"""What a process of the bridge loads while it does what all of them do: the classes for `archive`."""

from __future__ import annotations

import re
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from everypath.bridge.messages.compilation import decode_compiled
from everypath.bridge.messages.plan import Json, Literal, MemberTable, static_call
from everypath.bridge.processes.java_build import JavaSide
from everypath.bridge.processes.jvm import Jvm, JvmDiedError, JvmHungError
from everypath.classfile import Jdk
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
_PATIENCE = 60.0
_OF_THE_SAMPLE = re.compile(r"\bsample/|source:")


def classes_loaded(jdk: Jdk, side: JavaSide) -> list[str]:
    """The lines of a list of classes, as the JVM writes it. Raises `BridgeError` where it does not."""
    with tempfile.TemporaryDirectory() as folder:
        jar = Path(folder, "sample.jar")
        jvm = Jvm(jdk, side, [jar], 256, ["-XX:DumpLoadedClassList=loaded"])
        try:
            jvm.greet()
            _work(jvm, jar)
            lines = (jvm.folder / "loaded").read_text("ascii").splitlines()
        except (JvmDiedError, JvmHungError, OSError) as error:
            raise BridgeError(f"{jdk.java} tells no loaded classes: {error}") from error
        finally:
            jvm.kill()
    return list(dict.fromkeys(_told(lines)))


def _told(lines: list[str]) -> Iterator[str]:
    """The lines that mean something to another process: not the sample's, and without numbers of this one."""
    for line in lines:
        if not line.startswith("#") and not _OF_THE_SAMPLE.search(line):
            yield line.partition(" id: ")[0]


def _work(jvm: Jvm, jar: Path) -> None:
    """Compile the sample, replay it from a jar, and tell static fields of the JDK."""
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
    for name in STATICS:
        _answer(jvm, {"op": "statics", "class": name, "limit": 1000, "from": 0})


def _answer(jvm: Jvm, message: dict[str, Json]) -> dict[str, Json]:
    answer = jvm.request({"id": 0, **message}, _PATIENCE)
    if "error" in answer:
        raise BridgeError(f"the Java side failed: {answer['error']}")
    return answer
