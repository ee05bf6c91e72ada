"""The bridge: one object that stands for the real JVM."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Self

from everypath.bridge.jdk_state import LibraryProcess
from everypath.bridge.messages import (
    BriefResult,
    Compiled,
    JdkCall,
    JdkResult,
    JvmDefaults,
    ObjectImage,
    Plan,
    ProbeTable,
    ReplayResult,
    StaticsImage,
)
from everypath.bridge.processes import DEFAULT_TIMEOUT, PlatformClasses, java_side
from everypath.bridge.replay import DEFAULT_FUEL, ReplayOptions, ReplayRunner
from everypath.bridge.test_running import TestRunner
from everypath.classfile import Jdk


class Bridge:
    """The real JVM, as a context manager.

    It owns two processes, each started when it is first needed. The `ReplayRunner` replays plans on the analysed
    classes, with probes, and replaces its process when a replay breaks it. The `LibraryProcess` never sees analysed
    classes: it compiles, calls pure JDK methods and hands out the static state of JDK classes. ``tests`` compiles and
    runs tests with both. A bridge is not thread-safe.

    ``classpath`` holds the analysed classes and those that they need. ``fresh`` says whether each replay gets its own
    class loaders. None means: only if it loaded a class whose static state a replay may change. With ``exits``,
    outcomes say which exceptions left which methods, and where methods returned (`ReplayResult.escaped_exceptions`,
    `ReplayResult.return_sites`). ``instrument`` names JDK classes that are analysed too: they and their nested classes
    get probes in the runner's JVM. ``java/lang/Class#forName`` gives probes to the methods of that name only.
    ``agents`` are the jars of Java agents that the runner starts with.
    """

    def __init__(
        self,
        jdk: Jdk,
        classpath: Sequence[Path] = (),
        *,
        heap_megabytes: int = 256,
        fresh: bool | None = None,
        instrument: Sequence[str] = (),
        exits: bool = False,
        agents: Sequence[Path] = (),
    ) -> None:
        self._jdk = jdk
        side = java_side(jdk)
        self._library = LibraryProcess(jdk, side, tuple(classpath))
        options = ReplayOptions(tuple(classpath), heap_megabytes, fresh, exits, tuple(agents))
        self._runner = ReplayRunner(jdk, side, options, PlatformClasses(jdk, instrument))
        self.tests = TestRunner(side, self._library, self._runner)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all processes. The bridge may be used again: it starts new ones."""
        self._library.close()
        self._runner.close()

    def start(self) -> None:
        """Start the runner and do not wait for it. Optional."""
        self._runner.start()

    def start_library(self) -> None:
        """Start the library process and do not wait for it. Does nothing if JDK objects were recorded before."""
        self._library.start()

    @property
    def jdk(self) -> Jdk:
        """The JDK that runs the code."""
        return self._jdk

    # ---- replay

    @property
    def restarts(self) -> int:
        """How often the runner's process had to be replaced."""
        return self._runner.restarts

    @property
    def effort(self) -> float:
        """The sum of `effort_of` over all replays so far, in seconds of effort: for limits on them."""
        return self._runner.effort

    def define(self, classes: Mapping[str, bytes]) -> None:
        """Add classes (internal name to class file) to the analysed ones; a name given before is replaced."""
        self._runner.define(classes)

    def replay(self, plan: Plan, fuel: int = DEFAULT_FUEL, timeout: float = DEFAULT_TIMEOUT) -> ReplayResult:
        """Run one plan; ``fuel`` is in basic blocks, ``timeout`` in seconds. Every plan gets an outcome."""
        return self.replay_many([plan], fuel, timeout)[0]

    def send(self, plan: Plan) -> None:
        """Send a plan and do not wait for its outcome, see `ReplayRunner.send`."""
        self._runner.send(plan)

    def replay_many(
        self,
        plans: Sequence[Plan],
        fuel: int = DEFAULT_FUEL,
        timeout: float = DEFAULT_TIMEOUT,
        *,
        whole: bool = False,
        defaults: JvmDefaults | None = None,
        restore: bool = False,
    ) -> list[ReplayResult]:
        """Run plans in order, pipelined, and return one outcome each, see `ReplayRunner.replay_many`."""
        return self._runner.replay_many(plans, fuel, timeout, whole=whole, defaults=defaults, restore=restore)

    def replay_fresh(
        self, plan: Plan, fuel: int = DEFAULT_FUEL, timeout: float = DEFAULT_TIMEOUT, *, whole: bool = False
    ) -> ReplayResult:
        """Run one plan alone in a new JVM: what earlier replays left in the JDK's own state cannot matter."""
        return self._runner.replay_fresh(plan, fuel, timeout, whole=whole)

    def replay_mutants(
        self, class_name: str, mutants: Sequence[tuple[bytes, Sequence[Plan]]], fuel: int, timeout: float
    ) -> list[list[ReplayResult]]:
        """Run plans on mutants of one class, see `ReplayRunner.replay_mutants`."""
        return self._runner.replay_mutants(class_name, mutants, fuel, timeout)

    def replay_restoring(
        self, plans: Sequence[Plan], fuel: int = DEFAULT_FUEL, timeout: float = DEFAULT_TIMEOUT
    ) -> list[BriefResult]:
        """Run plans in one shared loader, put the static state back after each, and return brief outcomes.

        It is for trying many plans. What users get to know is replayed in fresh loaders (`replay_many`).
        """
        return self._runner.restoring.run(plans, fuel, timeout)

    @property
    def needs_fresh(self) -> Mapping[str, str]:
        """The classes of which `replay_restoring` may show something else than a fresh loader, with the reasons."""
        return self._runner.restoring.needs_fresh

    @property
    def restoring_seconds(self) -> float:
        """The time that the JVM took for all plans of `replay_restoring` so far."""
        return self._runner.restoring.seconds

    def second_jvm(self) -> AbstractContextManager[None]:
        """In a ``with`` block, replays run in a second JVM: objects have other identity hash codes, classes synthetic
        members, reflection calls methods in another way, the standard input is closed, and the working folder, with
        a file in it, is on the class path.
        """
        return self._runner.second_jvm()

    def renew(self) -> None:
        """End the runner's process: the next replay runs in a new JVM."""
        self._runner.renew()

    # ---- probes

    def probes(self, class_name: str) -> ProbeTable | None:
        """The probes of a class; None if it is not among the analysed classes."""
        return self._runner.probes(class_name)

    @property
    def initial_hits(self) -> frozenset[int]:
        """All probes passed by static initialisers whose effects later replays share."""
        return self._runner.initial.all

    def initialiser_hits(self, class_name: str) -> frozenset[int]:
        """The probes passed while a class was initialised, if replays share its state and no outcome counts them."""
        return self._runner.initialiser_hits(class_name)

    @property
    def classes_numbered(self) -> int:
        """How many classes have numbers in probe ids so far."""
        return len(self._runner.numbers)

    def numbered(self, first: int = 0) -> list[str]:
        """The internal names of the classes that have numbers in probe ids so far, by number, from ``first`` on."""
        return self._runner.numbers.class_names(first)

    # ---- the library process

    def compile(
        self,
        sources: Mapping[str, str],
        *,
        options: Sequence[str] = (),
        classpath: Sequence[Path] | None = None,
        given: Mapping[str, bytes] | None = None,
    ) -> Compiled:
        """Compile sources (class name to text) with the JDK's ``javac``, in memory.

        The class path is the bridge's unless given; ``given`` are further classes (internal name to class file).
        """
        return self._library.compile(sources, options=options, classpath=classpath, given=given)

    def call_jdk(self, call: JdkCall, timeout: float = DEFAULT_TIMEOUT) -> JdkResult:
        """Call a pure JDK method on constants. Results are cached."""
        return self.call_jdk_many([call], timeout)[0]

    def call_jdk_many(self, calls: Sequence[JdkCall], timeout: float = DEFAULT_TIMEOUT) -> list[JdkResult]:
        """Call pure JDK methods, pipelined. A call that was made before is not made again."""
        return self._library.call_many(calls, timeout)

    def statics(self, class_name: str, limit: int = 50_000, without: Sequence[str] = ()) -> StaticsImage:
        """Initialise a JDK class in the real JVM and return its static fields with the objects below them.

        ``limit`` bounds the new objects per field: a field that needs more is refused. ``without`` names fields that
        are left out: primitives that each process draws anew.
        """
        return self._library.statics(class_name, limit, without)

    def jdk_object(self, *key: str, limit: int = 100_000) -> ObjectImage:
        """An object that the JDK makes, with the objects below it.

        The key is ``("adapter", type)``, a fresh locale provider adapter; ``("bundle", base name, language tag)``, a
        resource bundle with its parents; ``("supplementary", base name, language tag)``; ``("week", language tag)``, an
        ``int[]`` of the first day of the week and of the least days in the first week; ``("zones", language tag)``, the
        names of time zones; or ``("constants", class)``, the array of an enum's constants that the JDK shares. What
        means nothing outside the process (references, modules, class loaders) is null in it.
        """
        return self._library.jdk_object(key, limit)
