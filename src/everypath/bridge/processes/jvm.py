"""One JVM behind a pipe pair: start, exchange of frames, kill. Nothing here knows what the frames mean."""

from __future__ import annotations

import atexit
import base64
import contextlib
import json
import os
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from everypath.bridge.messages import Json
from everypath.bridge.processes import containment
from everypath.bridge.processes.java_build import JavaSide
from everypath.classfile import Jdk
from everypath.errors import BridgeError

START_TIMEOUT = 60.0
REQUEST_TIMEOUT = 20.0
"""Seconds to wait for the answer to a request that runs no analysed code."""
DEFAULT_TIMEOUT = 2.0
"""Seconds that one replay or one call may take."""
_GRACE = 5.0
_MOST_UNSENT = 1 << 18
_HEADER = struct.Struct(">I")
_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_decode = json.JSONDecoder().raw_decode

FLAGS = [
    # small, quick to start, and no output but errors
    *("-Xss1m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"),
    *("-XX:MaxDirectMemorySize=64m", "-XX:MaxMetaspaceSize=256m", "-Xlog:disable", "-Xlog:all=error:stderr"),
    *("-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null", "-XX:+DisableAttachMechanism"),
    # signals that end a process end it at once
    "-Xrs",
    # archives of shared classes are mapped at the address that they were made for, so no pointer has to be changed
    *("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0"),
    # an exception has the same trace and message however often it is thrown
    *("-XX:-OmitStackTraceInFastThrow", "-XX:+ShowCodeDetailsInExceptionMessages"),
    # reflection without generated accessors: most members are called only a few times
    "-Dsun.reflect.inflationThreshold=2147483647",
    # the same locale, time zone and encodings on every machine
    *("-Duser.language=en", "-Duser.country=US", "-Duser.variant=", "-Duser.timezone=UTC"),
    *("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8", "-Djava.awt.headless=true"),
]


OUT_OF_MEMORY = 76
"""Exit code of a process whose memory ran out outside of a replay (``Guard.OUT_OF_MEMORY``)."""


END_SECONDS = 2.0
"""The seconds in which a killed process ends."""


def answer_timeout(timeout: float) -> float:
    """Seconds to wait for the answer to a replay of ``timeout`` seconds; the Java side may take four times as long."""
    return 4 * timeout + _GRACE


class JvmDiedError(Exception):
    """The process ended before it answered; ``code`` is its exit code, or None if it is not known."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(f"exit code {code}")
        self.code = code


class JvmHungError(Exception):
    """The process did not answer in time."""


_LIVE: set[Jvm] = set()


@atexit.register
def kill_all() -> None:
    """End every JVM that this process started."""
    for jvm in list(_LIVE):
        jvm.kill()


def live_jvms() -> list[int]:
    """The process ids of the JVMs that this process started (of the outermost process where a JVM is wrapped)."""
    return [jvm.pid for jvm in list(_LIVE)]


def _classes(side: JavaSide) -> list[str]:
    """The flags that name the class path of a process."""
    if side.archive is not None:
        return side.archive.flags
    return [f"-Xbootclasspath/a:{side.boot}", "-cp", str(side.main)]


def _java(jdk: Jdk, side: JavaSide, heap_megabytes: int, scratch: Path) -> list[str]:
    """The command of a process without its own flags and without its main class."""
    return [
        str(jdk.java),
        f"-Xmx{heap_megabytes}m",
        *FLAGS,
        *(["--sun-misc-unsafe-memory-access=allow"] if jdk.feature >= 23 else []),
        f"-Duser.home={scratch}",
        f"-Djava.io.tmpdir={scratch}",
        *_classes(side),
    ]


def frame(message: dict[str, Json]) -> bytes:
    """Encode a message: its length, then JSON."""
    data = _encode(message).encode("ascii")
    return _HEADER.pack(len(data)) + data


def mutate_frame(name: str, data: bytes | None) -> bytes:
    """The message that puts a mutant in the place of a class, or the class back."""
    encoded = None if data is None else base64.b64encode(data).decode("ascii")
    return frame({"op": "mutate", "id": 0, "class": name, "bytes": encoded})


def raise_error(answer: dict[str, Json]) -> None:
    """Raise `BridgeError` if an answer reports that the Java side failed."""
    if "error" in answer:
        raise BridgeError(f"the Java side failed: {answer['error']}")


class Jvm:
    """A running Java process. ``exchange`` sends frames and yields the answers in order.

    ``scratch`` is its working folder, the only one that it may write to. ``guard`` is the folder of what contains the
    code under test (`everypath.bridge.guard`), None for a process that runs none.
    """

    def __init__(
        self,
        jdk: Jdk,
        side: JavaSide,
        classpath: Sequence[Path],
        heap_megabytes: int = 256,
        extra_flags: Sequence[str] = (),
        guard: Path | None = None,
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="everypath-jvm-")).resolve()
        self.scratch = self.folder / "work"
        self.scratch.mkdir()
        self._owner = os.getpid()
        self._buffer = bytearray()
        self._outgoing = bytearray()
        self.is_greeted = False
        self.is_broken = False
        """True if answers may still arrive to requests that were given up: the process can only be killed."""
        self.known_version = 0
        """The version up to which this process knows the defined classes (`AnalysedClasses`)."""
        self.known_members = 0
        """How many of the numbered members this process knows."""
        read_end, self._write = os.pipe()
        self._read, write_end = os.pipe()
        command = [
            *_java(jdk, side, heap_megabytes, self.scratch),
            *extra_flags,
            *("everypath.bridge.Main", f"/dev/fd/{read_end}", f"/dev/fd/{write_end}"),
            os.pathsep.join(str(Path(entry).absolute()) for entry in classpath),
            *([] if guard is None else [str(guard)]),
        ]
        try:
            with (self.folder / "stderr.log").open("wb") as stderr:
                self._process = subprocess.Popen(
                    containment.contained(command, self.scratch, heap_megabytes),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=stderr,
                    cwd=self.scratch,
                    env=containment.environment(self.scratch),
                    pass_fds=(read_end, write_end),
                    start_new_session=True,
                )
        except OSError as error:
            os.close(self._write)
            os.close(self._read)
            shutil.rmtree(self.folder, ignore_errors=True)
            raise BridgeError(f"{jdk.java} could not be started: {error}") from error
        finally:
            os.close(read_end)
            os.close(write_end)
        self._ends = [self._read, self._write]
        os.set_blocking(self._write, False)
        self._poll = select.poll()
        self._poll.register(self._read, select.POLLIN)
        _LIVE.add(self)

    @property
    def pid(self) -> int:
        """The process id (of the outermost process where the JVM is wrapped)."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """True if the process runs."""
        return self._process.poll() is None

    def greet(self) -> dict[str, Json]:
        """Wait until the process serves requests. Raises `BridgeError` with its output if it does not start."""
        try:
            answer = next(self.exchange([frame({"op": "hello", "id": 0})], START_TIMEOUT))
        except (JvmDiedError, JvmHungError) as error:
            log = self.folder / "stderr.log"
            printed = log.read_text(errors="replace").strip() if log.exists() else ""
            self.kill()
            raise BridgeError(f"the Java process did not start: {printed[-600:] or type(error).__name__}") from error
        self.is_greeted = True
        return answer

    def request(self, message: dict[str, Json], timeout: float) -> dict[str, Json]:
        """Send one message and return its answer; raises JvmDiedError and JvmHungError."""
        return next(self.exchange([frame(message)], timeout))

    def post(self, data: bytes, *, at_once: bool) -> None:
        """Send a frame and do not wait: ``at_once`` as much of it as the pipe takes, else with the next frame.

        The next `exchange` must read its answer (``posted``). Until then the process must not be used otherwise.
        """
        self.is_broken = True
        self._outgoing += data
        if at_once:
            self._send(self._outgoing)

    def exchange(self, frames: Sequence[bytes], timeout: float, posted: int = 0) -> Iterator[dict[str, Json]]:
        """Send frames and yield their answers in order. Frames are sent while answers to earlier ones arrive.

        The first answers are those to ``posted`` frames, which were sent before (`post`).

        Raises JvmDiedError when the process ends first, and JvmHungError when no answer comes for ``timeout`` seconds.
        """
        outgoing = self._outgoing
        awaited = posted + len(frames)
        sent = 0
        answered = 0
        deadline = time.monotonic() + timeout
        try:
            if posted:
                self.is_broken = False
            while answered < awaited:
                while sent < len(frames) and len(outgoing) < _MOST_UNSENT:
                    outgoing += frames[sent]
                    sent += 1
                if outgoing:
                    self._send(outgoing)
                if not self._receive(deadline, bool(outgoing)):
                    continue
                for answer in self._answers():
                    answered += 1
                    yield answer
                deadline = time.monotonic() + timeout
        finally:
            self.is_broken |= answered < awaited

    def _send(self, outgoing: bytearray) -> None:
        try:
            count = os.write(self._write, memoryview(outgoing)[: 1 << 16])
        except BlockingIOError:
            return
        except OSError:
            outgoing.clear()  # the process has ended; its last answers are still in the pipe
            return
        del outgoing[:count]

    def _receive(self, deadline: float, writing: bool) -> bool:
        """Read into the buffer; False if nothing has arrived yet."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise JvmHungError
        if not self._poll.poll(1 if writing else left * 1000):
            return False
        data = os.read(self._read, 1 << 18)
        if not data:
            raise JvmDiedError(self._exit_code())
        self._buffer += data
        return True

    def _exit_code(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(1.0)
        return None

    def _answers(self) -> Iterator[dict[str, Json]]:
        buffer = self._buffer
        position = 0
        try:
            while len(buffer) - position >= 4:
                (length,) = _HEADER.unpack_from(buffer, position)
                if len(buffer) - position - 4 < length:
                    break
                start = position + 4
                position = start + length
                yield cast("dict[str, Json]", _decode(buffer[start:position].decode("ascii"))[0])
        finally:
            del buffer[:position]

    def kill(self) -> None:
        """End the process and everything it started, and remove its folder.

        May be called more than once, also where an exception interrupted an earlier call at any place.
        """
        if os.getpid() != self._owner:  # a forked child must leave its parent's processes alone
            return
        self.is_broken = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        # A handler may run this while an outer call waits, which holds a lock: then there is no end to wait for.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        while self._ends:
            os.close(self._ends.pop())
        self._read = self._write = -1
        shutil.rmtree(self.folder, ignore_errors=True)
        _LIVE.discard(self)
