"""The bridge of one worker. It is opened first: its JVM boots while the machine and the solvers are loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial

from everypath.bridge import Bridge
from everypath.classfile import ClassFile, ClassSource, internal_name
from everypath.run.workload.class_finder import ClassFinder
from everypath.run.workload.workload import Workload


def open_bridge(workload: Workload) -> Bridge:
    """The bridge for a target, with a JVM that boots. Analysed classes of the JDK get probes.

    Raises `BridgeError` when the Java side cannot be compiled.
    """
    finder = ClassFinder(workload)
    own = [name for name in workload.classes if finder.classpath.find(name) is None]
    watched = watched_members(workload.options.sensitive, finder.image)
    bridge = Bridge(workload.jdk, workload.classpath, instrument=(*own, *watched))
    bridge.start()
    rewrite_sources(bridge, workload)
    return bridge


def rewrite_sources(bridge: Bridge, workload: Workload) -> None:
    """Rewrite the sources of unknown values (``--source``): in replays they return the values of the case."""
    if not workload.options.source:
        return
    from everypath.library import CallRules
    from everypath.suite.stubs import answering

    rules, finder = CallRules.of((), workload.options.source), ClassFinder(workload)
    supplied = supplied_classes(workload)
    for name in sorted({*workload.classes, *rules.named_classes(), *supplied}):
        data = supplied.get(name) or finder.classpath.find(name)
        rewritten = None if data is None else answering(data, partial(rules.is_source, name))
        if rewritten is not None:
            bridge.define({name: rewritten})


def supplied_classes(workload: Workload) -> Mapping[str, bytes]:
    """Class files for missing classes whose methods are sources of unknown values, by internal name."""
    if not workload.options.source:
        return {}
    from everypath.library import CallRules
    from everypath.suite.stubs import absent_sources

    rules, finder = CallRules.of((), workload.options.source), ClassFinder(workload)
    files = (finder.find(name) for name in workload.classes)
    return absent_sources(
        (data for data in files if data is not None), rules.is_source, lambda name: finder.find(name) is None
    )


def watched_members(patterns: Sequence[str], jdk: ClassSource) -> Iterator[str]:
    """The JDK methods that patterns name and the bridge can observe: their class must be named in full."""
    from everypath.program import MemberPattern  # the JVM is started before that is loaded

    for pattern in map(MemberPattern.parse, patterns):
        owner = internal_name(pattern.classes)
        data = jdk.find(owner)
        for member in ClassFile(data).methods if data is not None else ():
            if fnmatchcase(member.name, pattern.members) and member.code is not None:
                yield f"{owner}#{member.name}"
