"""Replays plans on the analysed classes in a JVM with probes, and replaces that JVM when a replay breaks it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from everypath.bridge.guard import guard_folder
from everypath.bridge.messages import (
    Json,
    JvmDefaults,
    Plan,
    ProbeTable,
    ReplayResult,
    Status,
    by_mutant,
    decode_replay_result,
    decode_table,
    effort_of,
)
from everypath.bridge.processes import (
    DEFAULT_TIMEOUT,
    OUT_OF_MEMORY,
    REQUEST_TIMEOUT,
    JavaSide,
    Jvm,
    JvmDiedError,
    JvmHungError,
    PlatformClasses,
    answer_timeout,
    frame,
    mutate_frame,
    raise_error,
)
from everypath.bridge.replay.analysed_classes import AnalysedClasses
from everypath.bridge.replay.initial_hits import InitialHits
from everypath.bridge.replay.pipelining import Pipeline
from everypath.bridge.replay.probe_numbers import ProbeNumbers
from everypath.bridge.replay.restoring import RestoringReplays
from everypath.classfile import Jdk, dotted
from everypath.dataclass import dataclass
from everypath.errors import BridgeError

__all__ = ["DEFAULT_FUEL", "ReplayOptions", "ReplayRunner"]

DEFAULT_FUEL = 2_000_000
_CAREFUL = 4000
"""Replays that run one at a time after a batch killed the JVM. It is more than the number of answers that a JVM can
have computed and not yet sent.
"""


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """How the replaying JVM runs. `Bridge` says what each option means."""

    classpath: tuple[Path, ...] = ()
    heap_megabytes: int = 256
    fresh: bool | None = None
    exits: bool = False
    agents: tuple[Path, ...] = ()

    @property
    def flags(self) -> list[str]:
        """The flags of the JVM. Class loaders of their own define the same classes anew, which other JVMs verify."""
        exits = ["-Deverypath.exits=true"] if self.exits else []
        verified = ["-XX:-BytecodeVerificationRemote"] if self.fresh else []
        return [*exits, *verified, *(f"-javaagent:{each.absolute()}" for each in self.agents)]


@dataclass(frozen=True, slots=True)
class _Settings:
    """How one call of `ReplayRunner.replay_many` runs its plans."""

    fuel: int = DEFAULT_FUEL
    timeout: float = DEFAULT_TIMEOUT
    whole: bool = False
    defaults: JvmDefaults | None = None
    fallback: bool = False
    statics: bool = False
    restore: bool = False

    def encode(self) -> dict[str, Json]:
        message: dict[str, Json] = {"fuel": self.fuel, "ms": max(1, round(self.timeout * 1000))}
        if self.whole:
            message["whole"] = True
        if self.defaults is not None:
            message["defaults"] = self.defaults.encode()
        if self.fallback:
            message["fallback"] = True
        if self.statics:
            message["statics"] = True
        if self.restore:
            message["restore"] = True
        return message


_OF_SECOND = (
    "-Deverypath.second=true",
    "-Xshare:off",
    "-Dsun.reflect.noInflation=true",
    "-Djdk.reflect.useNativeAccessorOnly=true",
    "-XX:-ShowCodeDetailsInExceptionMessages",
)
"""The flags of the second JVM. Archives of shared classes hold the hash codes of classes. Reflection calls a method in
another way once it was called some times (JDK 17), or on other JDKs; the messages of its exceptions differ. What
dereferences null may throw an exception without a message: compiled code does once it has thrown some.
"""


class ReplayRunner:
    """Replays plans. It starts its JVM when it is first needed.

    The classes of ``platform`` get probes in it. A second JVM, the *standby*, starts while `replay_fresh` runs, so that
    the next call of it need not wait.
    """

    def __init__(
        self, jdk: Jdk, side: JavaSide, options: ReplayOptions, platform: PlatformClasses | None = None
    ) -> None:
        self._jdk = jdk
        self._side = side
        self._options = options
        self._platform = platform or PlatformClasses(jdk, ())
        self._jvm: Jvm | None = None
        self._second: Jvm | None = None
        """The JVM with other hash codes, or, where that one is in use, the first one."""
        self._standby: Jvm | None = None
        self._pipeline: Pipeline | None = None
        self._classes = AnalysedClasses()
        self._is_second = False
        self._tables: dict[str, ProbeTable] = {}
        self.initial = InitialHits()
        self.numbers = ProbeNumbers()
        self.restoring = RestoringReplays(self._ready_jvm, self.renew, self._classes, self.numbers)
        """Replays in a shared loader, which are quick."""
        self.restarts = 0
        """How often the JVM had to be replaced."""
        self.effort = 0.0
        """The sum of `effort_of` over all replays so far, in seconds of effort."""

    # ---- processes

    def start(self) -> None:
        """Start the JVM and do not wait for it. Does nothing if it runs."""
        if self._jvm is None:
            self._jvm = self._start_jvm()

    def close(self) -> None:
        """End the JVMs. The runner may be used again."""
        for jvm in (self._jvm, self._second, self._standby):
            if jvm is not None:
                jvm.kill()
        self._jvm = self._second = self._standby = None

    @contextmanager
    def second_jvm(self) -> Iterator[None]:
        """In the block, replays run in a second JVM."""
        self._swap()
        try:
            yield
        finally:
            self._swap()

    def _swap(self) -> None:
        self._jvm, self._second = self._second, self._jvm
        self._is_second = not self._is_second

    def renew(self) -> None:
        """End the JVM: the next replay runs in a new one."""
        if self._jvm is not None:
            self._jvm.kill()
            self._jvm = None
            self.restarts += 1

    def _start_jvm(self) -> Jvm:
        options = self._options
        flags = [*options.flags, *(_OF_SECOND if self._is_second else ())]
        guard = guard_folder(self._jdk, self._side.guard)
        jvm = Jvm(self._jdk, self._side, options.classpath, options.heap_megabytes, flags, guard)
        if self._is_second:
            (jvm.scratch / "notes.txt").write_text("The working folder of tests is seldom empty.\n", "ascii")
        return jvm

    def _ready_jvm(self) -> Jvm:
        """The JVM, up to date; a new one if answers of the old one were not all read (after an interrupt or error).

        If it dies meanwhile, another one is tried, once.
        """
        if self._jvm is not None and self._jvm.is_broken:
            self.renew()
        if self._jvm is None:
            self._jvm = self._start_jvm()
        try:
            self._prepare(self._jvm)
        except (BridgeError, JvmDiedError, JvmHungError):
            self.renew()
            self._jvm = self._start_jvm()
            self._prepare(self._jvm)
        return self._jvm

    def _asked(self, message: dict[str, Json]) -> dict[str, Json]:
        """The answer of the JVM to a message that changes nothing in it; if it dies, another one is asked, once."""
        try:
            answer = self._ready_jvm().request(message, REQUEST_TIMEOUT)
        except (JvmDiedError, JvmHungError):
            self.renew()
            answer = self._ready_jvm().request(message, REQUEST_TIMEOUT)
        raise_error(answer)
        return answer

    def _prepare(self, jvm: Jvm) -> None:
        """Wait until the JVM serves requests, and bring it up to date."""
        jvm.is_broken = True  # until all updates noted as sent have arrived
        if not jvm.is_greeted:
            jvm.greet()
            self._platform.instrument(jvm)
        for update in self._classes.updates(jvm):
            answer = jvm.request(update, REQUEST_TIMEOUT)
            raise_error(answer)
        jvm.is_broken = False

    def define(self, classes: Mapping[str, bytes], instead_of: Iterable[str] = ()) -> None:
        """Add or replace analysed classes (internal name to class file), ``instead_of`` others that no plan needs."""
        self._classes.define(classes, instead_of)

    # ---- replay

    def send(self, plan: Plan) -> None:
        """Send a plan and do not wait for its outcome.

        The caller must then call `replay_many` with all plans that were sent, in their order, before anything else.
        Does nothing while the JVM is still starting.
        """
        jvm, pipeline = self._jvm, self._pipeline
        if pipeline is None and jvm is not None and jvm.is_greeted and not jvm.is_broken:
            pipeline = self._pipeline = Pipeline(jvm)
        if pipeline is None or pipeline.jvm is not jvm:
            return
        self._classes.define_for([plan])
        request = self._replay_frame(len(pipeline.plans), plan, _Settings())
        for update in self._classes.updates(pipeline.jvm):
            pipeline.send_update(update)
        pipeline.send_plan(plan, request)

    def replay_many(
        self,
        plans: Sequence[Plan],
        fuel: int = DEFAULT_FUEL,
        timeout: float = DEFAULT_TIMEOUT,
        *,
        whole: bool = False,
        defaults: JvmDefaults | None = None,
        fallback: bool = False,
        statics: bool = False,
        restore: bool = False,
    ) -> list[ReplayResult]:
        """Run plans in order and return one outcome for each, also when some of them kill the JVM.

        ``fuel`` is a number of basic blocks, ``timeout`` is in seconds. With ``whole``, JDK objects come back field by
        field, as objects of analysed classes do, instead of as the results of their public methods. Lambdas,
        references, reflective objects and internal JDK objects stay `OpaqueNode`. With ``defaults``, each plan finds
        these settings, and runs in a class loader of its own unless static state is put back. With ``fallback``, code
        that is refused raw memory may go on by other means: the plan is not contained for that. With ``statics``,
        outcomes say what static state and static initialisers the loaded classes have. With ``restore``, all plans run
        in one class loader whose static state is put back after each: they are many times as fast, and nearly always
        end as in a loader of their own. Large graphs of objects are cut then.
        """
        pipeline, self._pipeline = self._pipeline, None
        settings = _Settings(fuel, timeout, whole, defaults, fallback, statics, restore)
        if pipeline is not None and not (
            settings == _Settings() and pipeline.jvm is self._jvm and pipeline.is_prefix_of(plans)
        ):
            pipeline = None  # the JVM was replaced, or the caller asks for other plans
        self._classes.define_for(plans)
        frames = [] if pipeline is None else pipeline.frames
        for number in range(len(frames), len(plans)):
            frames.append(self._replay_frame(number, plans[number], settings))
        outcomes: list[ReplayResult] = []
        careful = 0  # up to this position one plan at a time, so that a death can be blamed on one
        while len(outcomes) < len(plans):
            position = len(outcomes)
            alone = position < careful
            batch = frames[position : position + 1] if alone else frames[position:]
            failed = self._replay_batch(batch, answer_timeout(timeout), outcomes, pipeline)
            pipeline = None
            if failed is not None:
                if alone:
                    outcomes.append(failed)
                # Otherwise answers may have been lost with the process, or it was killed from outside.
                careful = 0 if alone else len(outcomes) + _CAREFUL
        self.effort += sum(effort_of(each, timeout, fuel) for each in outcomes)
        return outcomes

    def _replay_batch(
        self, frames: Sequence[bytes], timeout: float, outcomes: list[ReplayResult], pipeline: Pipeline | None
    ) -> ReplayResult | None:
        """Send the frames and append the outcomes. With a pipeline, send nothing and read the answers to its frames.

        Returns None if all were answered or the JVM must be replaced, else how it failed.
        """
        jvm = self._ready_jvm() if pipeline is None else pipeline.jvm
        try:
            for answer in (
                jvm.exchange(frames, timeout) if pipeline is None else jvm.exchange((), timeout, pipeline.posted)
            ):
                raise_error(answer)
                if "status" not in answer:  # it answers an update
                    continue
                outcomes.append(self._outcome(answer))
                if "retire" in answer:
                    self.renew()
                    break
        except JvmHungError:
            self.renew()
            return _hung()
        except JvmDiedError as death:
            self.renew()
            return _died(death)
        return None

    def replay_fresh(
        self, plan: Plan, fuel: int = DEFAULT_FUEL, timeout: float = DEFAULT_TIMEOUT, *, whole: bool = False
    ) -> ReplayResult:
        """Run one plan alone in a new JVM: what earlier replays left in the JDK's own state cannot matter."""
        self._classes.define_for([plan])
        request = self._replay_frame(0, plan, _Settings(fuel, timeout, whole))
        jvm = self._standby if self._standby is not None and self._standby.is_alive else self._start_jvm()
        self._standby = self._start_jvm()  # boots while this one works
        try:
            self._prepare(jvm)
            for answer in jvm.exchange([request], answer_timeout(timeout)):
                return self._outcome(answer)
        except JvmHungError:
            return _hung()
        except JvmDiedError as death:
            return _died(death)
        finally:
            jvm.kill()
        raise BridgeError("the JVM closed the connection")

    def replay_mutants(
        self, class_name: str, mutants: Sequence[tuple[bytes, Sequence[Plan]]], fuel: int, timeout: float
    ) -> list[list[ReplayResult]]:
        """Run plans on mutants of one class. Each mutant is a class file with the plans to run on it.

        Returns the outcomes of each mutant, without hits. A mutant must have its instructions at the same places as
        the class. When a mutant breaks the JVM, its outcomes end there and no later mutant runs. Afterwards the JVM
        has the class itself again.
        """
        self._classes.define_for([plan for _, plans in mutants for plan in plans])
        name = dotted(class_name)
        frames: list[bytes] = []
        for data, plans in mutants:
            frames.append(mutate_frame(name, data))
            settings = _Settings(fuel, timeout)
            frames += [self._replay_frame(number, plan, settings) for number, plan in enumerate(plans)]
        frames.append(mutate_frame(name, None))
        sizes = [len(plans) for _, plans in mutants]
        outcomes: list[ReplayResult | None] = []
        jvm = self._ready_jvm()
        try:
            for answer in jvm.exchange(frames, answer_timeout(timeout)):
                raise_error(answer)
                outcomes.append(decode_replay_result(answer, (), ()) if "status" in answer else None)
                if "retire" in answer:
                    self.renew()
                    break
        except JvmHungError:
            self.renew()
            outcomes.append(_hung())
        except JvmDiedError as death:
            self.renew()
            outcomes.append(_died(death))
        self.effort += sum(effort_of(each, timeout, fuel) for each in outcomes)
        return by_mutant(outcomes, sizes)

    def _replay_frame(self, number: int, plan: Plan, settings: _Settings) -> bytes:
        message = plan.encode(self._classes.members)
        message |= {"op": "replay", "id": number, "fresh": self._options.fresh, **settings.encode()}
        return frame(message)

    def _outcome(self, answer: dict[str, Json]) -> ReplayResult:
        raise_error(answer)
        hits = called = self.numbers.probe_ids(answer.get("hits"))
        if "before" in answer:
            hits = tuple(dict.fromkeys((*self.numbers.probe_ids(answer["before"]), *called)))
        if "initial" in answer:
            self.initial.add(frozenset(self.numbers.probe_ids(answer["initial"])).difference(hits))
        return decode_replay_result(answer, hits, called)

    # ---- probes

    def probes(self, class_name: str) -> ProbeTable | None:
        """The probes of a class; None if it is not among the analysed classes."""
        known = self._tables.get(class_name)
        if known is None:
            name = dotted(class_name)
            answer = self._asked({"op": "probes", "id": 0, "classes": [name]})
            (table,) = cast("list[Json]", answer["tables"])
            if table is None:
                return None
            known = self._tables[class_name] = decode_table(table, self.numbers.class_number(name))
        return known

    def initialiser_hits(self, class_name: str) -> frozenset[int]:
        """The probes passed while a class was initialised, if replays share its state and no outcome counts them."""
        table = self.probes(class_name) if self.initial.all else None
        return frozenset() if table is None else self.initial.of(table)


def _hung() -> ReplayResult:
    return ReplayResult(Status.TIMEOUT, message="the JVM did not answer")


def _died(death: JvmDiedError) -> ReplayResult:
    """The outcome of a replay that ended with its JVM."""
    if death.code == OUT_OF_MEMORY:
        return ReplayResult(Status.OOM, message="the JVM ran out of memory")
    return ReplayResult(Status.DIED, message="the JVM died" if death.code is None else f"the JVM died: {death}")
