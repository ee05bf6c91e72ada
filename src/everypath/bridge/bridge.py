"""The bridge: one object that stands for the real JVM."""

from __future__ import annotations

import base64
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from everypath.bridge.jdk_state.recording import Recording, key_for
from everypath.bridge.messages.compilation import Compiled, decode_compiled
from everypath.bridge.messages.jdk_calls import Answer, Question, decode_answer
from everypath.bridge.messages.outcome import Outcome, Status, by_mutant, decode_outcome, effort_of, fatal
from everypath.bridge.messages.plan import GetStatic, Json, Literal, MemberTable, Plan
from everypath.bridge.messages.snapshot import NULL
from everypath.bridge.messages.static_state import ObjectImage, StaticsImage, decode_image, decode_object_image
from everypath.bridge.processes.java_build import java_side
from everypath.bridge.processes.jdk_patch import Patch
from everypath.bridge.processes.jvm import Jvm, JvmDiedError, JvmHungError, frame, mutate_frame, raise_error
from everypath.bridge.replay.coverage import CLASS_BITS, ProbeTable, decode_table
from everypath.bridge.replay.pipelining import Ahead
from everypath.bridge.test_running import test_plans as junit
from everypath.bridge.test_running.test_plans import TestVerdict
from everypath.classfile import Jdk, dotted, internal_name
from everypath.errors import BridgeError

DEFAULT_FUEL = 2_000_000
DEFAULT_TIMEOUT = 2.0
_GRACE = 5.0

LIBRARY_HEAP = 512
"""Megabytes that the library process may use for objects."""

_COMPILE_PATIENCE = 120.0
_TEST_FUEL = 50_000_000
_CAREFUL = 4000
"""More plans than a process can have answered without its answers having left it."""


class Bridge:
    """The real JVM, as a context manager.

    Two processes, each started when first needed: the *runner* replays plans on the analysed classes, with probes, and
    is replaced when a replay breaks it; the *library* process never sees analysed classes: it compiles, calls pure JDK
    methods and hands out the static state of JDK classes. Not thread-safe.

    ``classpath`` holds the analysed classes and what they need. ``fresh`` says whether each replay gets class loaders
    of its own: None means where a class was loaded whose static state a replay may change. With ``exits``, outcomes
    tell which exceptions left which methods, and where methods returned (`Outcome.left`, `Outcome.ended`).
    ``instrument`` names JDK classes that are analysed too; with their nested classes they get probes and replace those
    of the runner's JDK (``--patch-module``). ``java/lang/Class#forName`` gives probes to the methods of one name alone.
    ``agents`` are jars of Java agents that the runner begins with.
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
        self._classpath = tuple(classpath)
        self._heap = heap_megabytes
        self._fresh = fresh
        self._instrument = tuple(instrument)
        self._exits = exits
        self._agents = tuple(agents)
        self._patched: Patch | None = None
        self._side = java_side(jdk)
        self._runner: Jvm | None = None
        self._library: Jvm | None = None
        self._spare: Jvm | None = None
        self._ahead: Ahead | None = None
        self._overlay: dict[str, tuple[int, str]] = {}
        self._brought: dict[str, bytes] = {}
        """The class files that plans brought with them."""
        self._versions = 0
        self._members = MemberTable()
        self._class_numbers: dict[str, int] = {}
        self._tables: dict[str, ProbeTable] = {}
        self._initial: set[frozenset[int]] = set()
        """What was passed in initialisers, and not again."""
        self._answers: dict[Question, Answer] = {}
        archived = self._side.archive is not None
        self._recording = Recording(self._ask_live, key_for(jdk, self._side.version, LIBRARY_HEAP, archived=archived))
        self.restarts = 0
        """How often the runner had to be replaced."""
        self.effort = 0.0
        """What replays took until now, in seconds as `effort_of` counts them: for limits on them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all processes. The bridge may be used again: it starts new ones."""
        self._recording.save()
        for jvm in (self._runner, self._library, self._spare):
            if jvm is not None:
                jvm.kill()
        self._runner = self._library = self._spare = None
        if self._patched is not None:
            self._patched.remove()
            self._patched = None

    def start(self) -> None:
        """Let the runner boot while the caller does something else; nothing needs this. Not for `instrument`."""
        if self._runner is None and not self._instrument:
            self._runner = self._start_runner()

    def start_library(self) -> None:
        """Let the library process boot, too, where nothing is known of the JDK: it will be asked soon."""
        if self._library is None and self._recording.is_empty:
            self._library = self._start_library()

    @property
    def jdk(self) -> Jdk:
        """The JDK that runs the code."""
        return self._jdk

    # ---- replay

    def replay(self, plan: Plan, fuel: int = DEFAULT_FUEL, timeout: float = DEFAULT_TIMEOUT) -> Outcome:
        """Run one plan; ``fuel`` is in basic blocks, ``timeout`` in seconds. Every plan gets an outcome."""
        return self.replay_many([plan], fuel, timeout)[0]

    def send(self, plan: Plan) -> None:
        """Let a plan run while the caller makes the next one: `replay_many` is to be asked for all that were sent, in
        their order, before anything else. To a runner that does not serve yet, nothing is sent until then.
        """
        jvm, ahead = self._runner, self._ahead
        if ahead is None and jvm is not None and jvm.is_greeted and not jvm.is_broken:
            ahead = self._ahead = Ahead(jvm)
        if ahead is None or ahead.jvm is not jvm:
            return
        self._define_own([plan])
        request = self._replay_frame(len(ahead.plans), plan, DEFAULT_FUEL, DEFAULT_TIMEOUT)
        for news in self._news(ahead.jvm):
            ahead.tell(news)
        ahead.send(plan, request)

    def replay_many(
        self,
        plans: Sequence[Plan],
        fuel: int = DEFAULT_FUEL,
        timeout: float = DEFAULT_TIMEOUT,
        *,
        whole: bool = False,
    ) -> list[Outcome]:
        """Run plans in order, pipelined; one outcome each, also when some of them kill the JVM.

        ``whole``: objects of the JDK come back field by field, as those of analysed classes do, and not as what their
        public methods say; lambdas, references, reflection and what is internal to the JDK stay closed.
        """
        ahead, self._ahead = self._ahead, None
        usual = (fuel, timeout, whole) == (DEFAULT_FUEL, DEFAULT_TIMEOUT, False)
        if ahead is not None and not (usual and ahead.jvm is self._runner and ahead.leads(plans)):
            ahead = None  # somebody else has used the runner since, or is to do so now
        self._define_own(plans)
        frames = [] if ahead is None else ahead.frames
        for number in range(len(frames), len(plans)):
            frames.append(self._replay_frame(number, plans[number], fuel, timeout, whole))
        outcomes: list[Outcome] = []
        careful = 0  # up to this position one plan at a time, so that a death can be blamed on one
        while len(outcomes) < len(plans):
            position = len(outcomes)
            alone = position < careful
            batch = frames[position : position + 1] if alone else frames[position:]
            failed = self._replay_batch(batch, _patience(timeout), outcomes, ahead)
            ahead = None
            if failed is not None:
                if alone:
                    outcomes.append(failed)
                # Otherwise answers may have been lost with the process, or it fell to something from outside.
                careful = 0 if alone else len(outcomes) + _CAREFUL
        self.effort += sum(effort_of(each, timeout) for each in outcomes)
        return outcomes

    def _replay_batch(
        self, frames: Sequence[bytes], patience: float, outcomes: list[Outcome], ahead: Ahead | None
    ) -> Outcome | None:
        """Run plans until all are answered or the process is used up; says how it failed if it did. Where some were
        sent ``ahead``, only these.
        """
        jvm = self._ready_runner() if ahead is None else ahead.jvm
        try:
            for answer in jvm.exchange(frames, patience) if ahead is None else jvm.exchange((), patience, ahead.posted):
                raise_error(answer)
                if "status" not in answer:  # it was told something
                    continue
                outcomes.append(self._outcome(answer))
                if "retire" in answer:
                    self._retire_runner()
                    break
        except JvmHungError:
            self._retire_runner()
            return Outcome(Status.TIMEOUT, message="the JVM did not answer")
        except JvmDiedError as death:
            self._retire_runner()
            return fatal(death)
        return None

    def replay_fresh(
        self, plan: Plan, fuel: int = DEFAULT_FUEL, timeout: float = DEFAULT_TIMEOUT, *, whole: bool = False
    ) -> Outcome:
        """Run one plan alone in a new JVM: what earlier replays left in the JDK's own state cannot matter."""
        self._define_own([plan])
        request = self._replay_frame(0, plan, fuel, timeout, whole)
        jvm = self._spare if self._spare is not None and self._spare.is_alive else self._start_runner()
        self._spare = self._start_runner()  # boots while this one works
        try:
            self._prepare(jvm)
            for answer in jvm.exchange([request], _patience(timeout)):
                return self._outcome(answer)
        except JvmHungError:
            return Outcome(Status.TIMEOUT, message="the JVM did not answer")
        except JvmDiedError as death:
            return fatal(death)
        finally:
            jvm.kill()
        raise BridgeError("the JVM closed the connection")

    def replay_mutants(
        self, class_name: str, mutants: Sequence[tuple[bytes, Sequence[Plan]]], fuel: int, timeout: float
    ) -> list[list[Outcome]]:
        """Run plans on mutants of one class, each with plans of its own; outcomes without hits, for each mutant.

        A mutant has the instructions of the class file at the same places. One that breaks the JVM is the last, and its
        outcomes end with that. The class itself is back afterwards.
        """
        self._define_own([plan for _, plans in mutants for plan in plans])
        name = dotted(class_name)
        frames: list[bytes] = []
        for data, plans in mutants:
            frames.append(mutate_frame(name, data))
            frames += [self._replay_frame(number, plan, fuel, timeout) for number, plan in enumerate(plans)]
        frames.append(mutate_frame(name, None))
        sizes = [len(plans) for _, plans in mutants]
        outcomes: list[Outcome | None] = []
        jvm = self._ready_runner()
        try:
            for answer in jvm.exchange(frames, _patience(timeout)):
                raise_error(answer)
                outcomes.append(decode_outcome(answer, (), ()) if "status" in answer else None)
                if "retire" in answer:
                    self._retire_runner()
                    break
        except JvmHungError:
            self._retire_runner()
            outcomes.append(Outcome(Status.TIMEOUT, message="the JVM did not answer"))
        except JvmDiedError as death:
            self._retire_runner()
            outcomes.append(fatal(death))
        self.effort += sum(effort_of(each, timeout) for each in outcomes)
        return by_mutant(outcomes, sizes)

    def _replay_frame(self, number: int, plan: Plan, fuel: int, timeout: float, whole: bool = False) -> bytes:
        message = plan.encode(self._members)
        message["op"] = "replay"
        message["id"] = number
        message["fuel"] = fuel
        message["ms"] = max(1, round(timeout * 1000))
        message["fresh"] = self._fresh
        if whole:
            message["whole"] = True
        return frame(message)

    def _outcome(self, answer: dict[str, Json]) -> Outcome:
        raise_error(answer)
        hits = called = self._hits(answer.get("hits"))
        if "before" in answer:
            hits = tuple(dict.fromkeys((*self._hits(answer["before"]), *called)))
        if "initial" in answer:
            self._initial.add(frozenset(self._hits(answer["initial"])).difference(hits))
        return decode_outcome(answer, hits, called)

    def initialiser_hits(self, class_name: str) -> frozenset[int]:
        """The probes passed while a class was initialised, where replays share its state and none of them counts it."""
        table = self.probes(class_name) if self._initial else None
        method = table.method("<clinit>", "()V") if table is not None else None
        if table is None or method is None:
            return frozenset()
        first = (table.number << CLASS_BITS) + method.first
        own = range(first, first + len(method.probes))
        return frozenset().union(*(passed for passed in self._initial if not passed.isdisjoint(own)))

    def _hits(self, wire: Json) -> tuple[int, ...]:
        numbers = self._class_numbers
        hits: list[int] = []
        for entry in cast("list[list[Json]]", wire or []):
            name = cast("str", entry[0])
            number = numbers.get(name)
            base = (self._class_number(name) if number is None else number) << CLASS_BITS
            hits += [base + cast("int", local) for local in entry[1:]]
        return tuple(hits)

    def _class_number(self, dotted_name: str) -> int:
        return self._class_numbers.setdefault(dotted_name, len(self._class_numbers))

    @property
    def classes_numbered(self) -> int:
        """How many classes have numbers in probe ids so far."""
        return len(self._class_numbers)

    def numbered(self, first: int = 0) -> list[str]:
        """The internal names of the classes that have numbers in probe ids so far, by number, from ``first`` on."""
        return [internal_name(name) for name in islice(self._class_numbers, first, None)]

    def probes(self, class_name: str) -> ProbeTable | None:
        """What the probes of a class mean; None when there is no such class among the analysed ones."""
        known = self._tables.get(class_name)
        if known is None:
            name = dotted(class_name)
            jvm = self._ready_runner()
            answer = jvm.request({"op": "probes", "id": 0, "classes": [name]}, _GRACE * 4)
            raise_error(answer)
            (table,) = cast("list[Json]", answer["tables"])
            if table is None:
                return None
            known = self._tables[class_name] = decode_table(table, self._class_number(name))
        return known

    def _start_runner(self) -> Jvm:
        flags = self._patch().flags if self._instrument else ()
        told = ("-Deverypath.exits=true",) if self._exits else ()
        agents = (f"-javaagent:{each.absolute()}" for each in self._agents)
        return Jvm(self._jdk, self._side, self._classpath, self._heap, (*flags, *told, *agents))

    def _patch(self) -> Patch:
        """The instrumented JDK classes, made by the library process on first use."""
        if self._patched is None:
            self._patched = Patch.of(self._instrument, self._ask_patiently, self._side.boot, self._jdk.version)
        return self._patched

    def _ask_patiently(self, message: dict[str, Json]) -> dict[str, Json]:
        return self._ask_library(message, _GRACE * 4)

    def _ready_runner(self) -> Jvm:
        if self._runner is not None and self._runner.is_broken:  # an interrupt, or an error while answers were read
            self._retire_runner()
        if self._runner is None:
            self._runner = self._start_runner()
        self._prepare(self._runner)
        return self._runner

    def _prepare(self, jvm: Jvm) -> None:
        """Make sure that the process runs and knows all defined classes and numbered members."""
        jvm.is_broken = True  # until what it knows and what is noted of it agree again
        if not jvm.is_greeted:
            jvm.greet()
            if self._patched is not None:
                raise_error(jvm.request({"op": "reserve", "id": 0, "classes": self._patched.originals}, _GRACE * 4))
        for news in self._news(jvm):
            answer = jvm.request(news, _GRACE * 4)
            raise_error(answer)
        jvm.is_broken = False

    def _news(self, jvm: Jvm) -> Iterator[dict[str, Json]]:
        """What a process does not know yet of defined classes and numbered members; then it counts as told."""
        if jvm.known_version < self._versions:
            missing: dict[str, Json] = {
                name: data for name, (version, data) in self._overlay.items() if version > jvm.known_version
            }
            jvm.known_version = self._versions
            yield {"op": "define", "id": 0, "classes": missing}
        if jvm.known_members < len(self._members.members):
            missing_members = self._members.members[jvm.known_members :]
            jvm.known_members += len(missing_members)
            yield {"op": "members", "id": 0, "members": missing_members}

    def _retire_runner(self) -> None:
        if self._runner is not None:
            self._runner.kill()
            self._runner = None
            self.restarts += 1

    def define(self, classes: Mapping[str, bytes]) -> None:
        """Add classes (internal name to class file) to the analysed ones; a name given before is replaced."""
        self._versions += 1
        for name, data in classes.items():
            self._brought.pop(name, None)
            self._overlay[dotted(name)] = (self._versions, base64.b64encode(data).decode("ascii"))

    def _define_own(self, plans: Sequence[Plan]) -> None:
        """Define the classes that plans bring with them, unless they are defined already."""
        missing = {name: data for plan in plans for name, data in plan.classes if self._brought.get(name) is not data}
        new = {name: data for name, data in missing.items() if self._brought.get(name) != data}
        if new:
            self.define(new)
        self._brought.update(missing)

    # ---- tests

    def compile_tests(self, sources: Mapping[str, str], given: Mapping[str, bytes] | None = None) -> Compiled:
        """Compile tests against the stubs of the frameworks' APIs."""
        return self.compile(sources, given={**self.stand_ins, **(given or {})})

    @property
    def existing(self) -> Path:
        """Where the classes lie that run the tests which a project has."""
        return self._side.existing

    @property
    def stand_ins(self) -> Mapping[str, bytes]:
        """Stubs of the frameworks' APIs, against which written tests run."""
        return junit.stub_classes(self._side.junit)

    def run_tests(
        self,
        classes: Mapping[str, bytes],
        tests: Sequence[tuple[str, str]] | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        *,
        stand_ins: bool = True,
    ) -> list[TestVerdict]:
        """Run compiled tests (class and method names; all of them by default), one verdict each; without
        ``stand_ins``, the APIs of the frameworks are on the class path.
        """
        self.define({**(self.stand_ins if stand_ins else {}), **classes})
        chosen = list(junit.find_tests(classes) if tests is None else tests)
        plans = [junit.test_plan(klass, method, classes.get(klass)) for klass, method in chosen]
        outcomes = self.replay_many(plans, _TEST_FUEL, timeout)
        return [
            junit.verdict(klass, method, outcome) for (klass, method), outcome in zip(chosen, outcomes, strict=True)
        ]

    def run_rows(
        self, classes: Mapping[str, bytes], rows: Sequence[tuple[str, str, Sequence[Literal | GetStatic]]]
    ) -> list[TestVerdict]:
        """Run rows of parameterised tests: class and method name, and the arguments; one verdict each."""
        self.define({**self.stand_ins, **classes})
        plans = [junit.row_plan(klass, method, classes[klass], arguments) for klass, method, arguments in rows]
        outcomes = self.replay_many(plans, _TEST_FUEL)
        return [
            junit.verdict(klass, method, outcome) for (klass, method, _), outcome in zip(rows, outcomes, strict=True)
        ]

    def run_together(
        self, classes: Mapping[str, bytes], tests: Sequence[tuple[str, str]], timeout: float = 20 * DEFAULT_TIMEOUT
    ) -> tuple[str, str] | None:
        """Run tests one after the other on the same classes; the first one that fails, None where all pass.

        Where the process ends or runs out of time, nothing is said of any of them.
        """
        self.define({**self.stand_ins, **classes})
        plan, starts = junit.plan_of_all(tests, classes)
        outcome = self.replay_many([plan], _TEST_FUEL, timeout)[0]
        if outcome.step is None or outcome.status not in (Status.THROW, Status.SETUP_THROW, Status.AFTER_THROW):
            return None
        return tests[bisect_right(starts, outcome.step) - 1]

    def renew(self) -> None:
        """Replay what follows in a new JVM."""
        self._retire_runner()

    # ---- the library process

    def _ask_library(self, message: dict[str, Json], patience: float) -> dict[str, Json]:
        jvm = self._ready_library()
        message["id"] = 0
        try:
            answer = jvm.request(message, patience)
        except (JvmDiedError, JvmHungError) as error:
            self._retire_library()
            raise BridgeError(f"the JVM failed while carrying out {message['op']}") from error
        raise_error(answer)
        return answer

    def _ready_library(self) -> Jvm:
        if self._library is not None and self._library.is_broken:
            self._retire_library()
        if self._library is None:
            self._library = self._start_library()
        if not self._library.is_greeted:
            try:
                self._library.greet()
            except BridgeError:
                self._retire_library()
                raise
            self._recording.restarted()
        return self._library

    def _start_library(self) -> Jvm:
        return Jvm(self._jdk, self._side, (), LIBRARY_HEAP)

    def _retire_library(self) -> None:
        if self._library is not None:
            self._library.kill()
            self._library = None

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
        if not sources:
            return Compiled(True, {}, ())
        entries = self._classpath if classpath is None else tuple(classpath)
        answer = self._ask_library(
            {
                "op": "compile",
                "sources": {dotted(name): text for name, text in sources.items()},
                "options": list(options),
                "classpath": [str(Path(entry).absolute()) for entry in entries],
                "given": {dotted(name): base64.b64encode(data).decode("ascii") for name, data in (given or {}).items()},
            },
            _COMPILE_PATIENCE,
        )
        return decode_compiled(answer)

    def ask(self, question: Question, timeout: float = DEFAULT_TIMEOUT) -> Answer:
        """Call a pure JDK method on constants. Answers are remembered."""
        return self.ask_many([question], timeout)[0]

    def ask_many(self, questions: Sequence[Question], timeout: float = DEFAULT_TIMEOUT) -> list[Answer]:
        """Call pure JDK methods, pipelined; a question that was asked before is not sent again."""
        pending = [question for question in dict.fromkeys(questions) if question not in self._answers]
        while pending:
            jvm = self._ready_library()
            milliseconds = max(1, round(timeout * 1000))
            frames = [
                frame({"op": "ask", "id": number, "ms": milliseconds, **question.encode()})
                for number, question in enumerate(pending)
            ]
            done = 0
            try:
                for answer in jvm.exchange(frames, _patience(timeout)):
                    raise_error(answer)
                    self._answers[pending[done]] = decode_answer(answer)
                    done += 1
                    if "retire" in answer:
                        self._retire_library()
                        break
            except (JvmDiedError, JvmHungError):
                self._answers[pending[done]] = Answer(failure="the call did not come back")
                done += 1
                self._retire_library()
            pending = pending[done:]
        return [self._answers[question] for question in questions]

    def statics(self, class_name: str, limit: int = 50_000, without: Sequence[str] = ()) -> StaticsImage:
        """Initialise a JDK class in the real JVM and return its static fields with the objects below them.

        ``limit`` bounds the new objects per field: a field that needs more is refused. ``without`` names fields that
        are left out: primitives that each process draws anew.
        """
        left_out: dict[str, Json] = {"without": list[Json](without)} if without else {}
        answer = self._recording.answer({"op": "statics", "class": class_name, "limit": limit, **left_out})
        if "failure" in answer:
            return StaticsImage(class_name, {}, (), {}, cast("str", answer["failure"]))
        return decode_image(class_name, answer)

    def jvm_object(self, *key: str, limit: int = 100_000) -> ObjectImage:
        """An object that the JDK makes, with the objects below it.

        The key is ``("adapter", type)``, a fresh locale provider adapter; ``("bundle", base name, language tag)``, a
        resource bundle with its parents; ``("supplementary", base name, language tag)``; ``("week", language tag)``, an
        ``int[]`` of the first day of the week and of the least days in the first week; ``("zones", language tag)``, the
        names of time zones; or ``("constants", class)``, the array of an enum's constants that the JDK shares. What
        means nothing outside the process (references, modules, class loaders) is null in it.
        """
        answer = self._recording.answer({"op": "object", "key": list[Json](key), "limit": limit})
        if "failure" in answer:
            return ObjectImage(NULL, (), cast("str", answer["failure"]))
        return decode_object_image(answer)

    def _ask_live(self, request: dict[str, Json]) -> dict[str, Json]:
        """Ask the library process for objects; with an empty request, only start it."""
        if not request:
            self._ready_library()
            return {}
        return self._ask_patiently(request)


def _patience(timeout: float) -> float:
    """How long to wait for an answer that may take ``timeout``: the Java side grants up to four times as long."""
    return 4 * timeout + _GRACE
