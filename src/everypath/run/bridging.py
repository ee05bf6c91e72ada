"""The bridge of one worker, opened first: its JVM boots while the rooms that explore are loaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from everypath.bridge import Bridge
from everypath.classfile import ClassFile, ClassSource
from everypath.program import MemberPattern
from everypath.run.work import ClassFinder, Workload


def open_bridge(workload: Workload) -> Bridge:
    """The bridge for a target; its runner boots. Classes of the JDK that are analysed get probes there.

    Raises `BridgeError` when the Java side cannot be compiled.
    """
    finder = ClassFinder(workload)
    own = [name for name in workload.classes if finder.classpath.find(name) is None]
    watched = watched_members(workload.options.sensitive, finder.image)
    bridge = Bridge(workload.jdk, workload.classpath, instrument=(*own, *watched))
    bridge.start()
    return bridge


def watched_members(patterns: Sequence[str], jdk: ClassSource) -> Iterator[str]:
    """Of members of the JDK that patterns name, those that the bridge can watch: methods of a class named in full."""
    for pattern in map(MemberPattern.parse, patterns):
        owner = pattern.classes.replace(".", "/")
        data = jdk.find(owner)
        for member in ClassFile(data).methods if data is not None else ():
            if fnmatchcase(member.name, pattern.members) and member.code is not None:
                yield f"{owner}#{member.name}"
