"""The JVM that never sees analysed classes: it compiles, calls pure JDK methods and hands out JDK objects."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from everypath.bridge.jdk_state.recording import Recording, key_for
from everypath.bridge.messages import (
    NULL,
    Compiled,
    JdkCall,
    JdkResult,
    Json,
    ObjectImage,
    StaticsImage,
    decode_compiled,
    decode_image,
    decode_jdk_result,
    decode_object_image,
)
from everypath.bridge.processes import (
    DEFAULT_TIMEOUT,
    REQUEST_TIMEOUT,
    JavaSide,
    Jvm,
    JvmDiedError,
    JvmHungError,
    answer_timeout,
    frame,
    raise_error,
)
from everypath.classfile import Jdk, dotted
from everypath.errors import BridgeError

__all__ = ["HEAP_MEGABYTES", "LibraryProcess"]

HEAP_MEGABYTES = 512
"""Megabytes that the library process may use for objects."""

_COMPILE_TIMEOUT = 120.0


class LibraryProcess:
    """The library process of one bridge, with a cache of its answers. It is started when it is first needed.

    ``classpath`` is the default class path of `compile`.
    """

    def __init__(self, jdk: Jdk, side: JavaSide, classpath: tuple[Path, ...]) -> None:
        self._jdk = jdk
        self._side = side
        self._classpath = classpath
        self._jvm: Jvm | None = None
        self._results: dict[JdkCall, JdkResult] = {}
        archived = side.archive is not None
        key = key_for(jdk, side.version, HEAP_MEGABYTES, archived=archived)
        self._recording = Recording(self._request_live, key, self._end)

    def start(self) -> None:
        """Start the process and do not wait for it. Does nothing if a recording of JDK objects is there to use."""
        if self._jvm is None and self._recording.is_empty:
            self._jvm = self._start_jvm()

    @property
    def is_running(self) -> bool:
        """True if a process was started and has not been ended."""
        return self._jvm is not None

    def close(self) -> None:
        """Save the recording and end the process. The object may be used again."""
        self._recording.save()
        self._end()

    def _end(self) -> None:
        if self._jvm is not None:
            self._jvm.kill()
            self._jvm = None

    def _start_jvm(self) -> Jvm:
        return Jvm(self._jdk, self._side, (), HEAP_MEGABYTES)

    def _ready_jvm(self) -> Jvm:
        if self._jvm is not None and self._jvm.is_broken:
            self._end()
        if self._jvm is None:
            self._jvm = self._start_jvm()
        if not self._jvm.is_greeted:
            try:
                self._jvm.greet()
            except BridgeError:
                self._end()
                raise
            self._recording.restarted()
        return self._jvm

    def request(self, message: dict[str, Json], timeout: float = REQUEST_TIMEOUT) -> dict[str, Json]:
        """Send a message and return the answer. Raises `BridgeError` when the process fails."""
        jvm = self._ready_jvm()
        message["id"] = 0
        try:
            answer = jvm.request(message, timeout)
        except (JvmDiedError, JvmHungError) as error:
            self._end()
            raise BridgeError(f"the JVM failed while carrying out {message['op']}") from error
        raise_error(answer)
        return answer

    def _request_live(self, message: dict[str, Json]) -> dict[str, Json]:
        """Send a message of the recording. An empty one only starts the process."""
        if not message:
            self._ready_jvm()
            return {}
        return self.request(message)

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
        answer = self.request(
            {
                "op": "compile",
                "sources": {dotted(name): text for name, text in sources.items()},
                "options": list(options),
                "classpath": [str(Path(entry).absolute()) for entry in entries],
                "given": {dotted(name): base64.b64encode(data).decode("ascii") for name, data in (given or {}).items()},
            },
            _COMPILE_TIMEOUT,
        )
        return decode_compiled(answer)

    def call_many(self, calls: Sequence[JdkCall], timeout: float = DEFAULT_TIMEOUT) -> list[JdkResult]:
        """Make calls of pure JDK methods, pipelined, and return their results. A call made before is not made again."""
        pending = [call for call in dict.fromkeys(calls) if call not in self._results]
        while pending:
            jvm = self._ready_jvm()
            milliseconds = max(1, round(timeout * 1000))
            frames = [
                frame({"op": "ask", "id": number, "ms": milliseconds, **call.encode()})
                for number, call in enumerate(pending)
            ]
            done = 0
            try:
                for answer in jvm.exchange(frames, answer_timeout(timeout)):
                    raise_error(answer)
                    self._results[pending[done]] = decode_jdk_result(answer)
                    done += 1
                    if "retire" in answer:
                        self._end()
                        break
            except (JvmDiedError, JvmHungError):
                self._results[pending[done]] = JdkResult(failure="the call did not come back")
                done += 1
                self._end()
            pending = pending[done:]
        return [self._results[call] for call in calls]

    def statics(self, class_name: str, limit: int, without: Sequence[str] = ()) -> StaticsImage:
        """See `Bridge.statics`."""
        left_out: dict[str, Json] = {"without": list[Json](without)} if without else {}
        answer = self._recording.answer({"op": "statics", "class": class_name, "limit": limit, **left_out})
        if "failure" in answer:
            return StaticsImage(class_name, {}, (), {}, cast("str", answer["failure"]))
        return decode_image(class_name, answer)

    def jdk_object(self, key: Sequence[str], limit: int) -> ObjectImage:
        """See `Bridge.jdk_object`."""
        answer = self._recording.answer({"op": "object", "key": list[Json](key), "limit": limit})
        if "failure" in answer:
            return ObjectImage(NULL, (), cast("str", answer["failure"]))
        return decode_object_image(answer)
