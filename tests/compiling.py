"""``javac`` for the tests: one process per JDK compiles for all, as most of what ``javac`` takes is its start.

It also compiles what everypath would start a ``javac`` for (`stand_in`), unless a test is about just that.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import struct
import subprocess
import threading
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

import pytest

from everypath.project import javac as product

SERVER = Path(__file__).parent / "java" / "compiling" / "Compilations.java"
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData")
"""Options of a JVM that runs for a moment: compiling for speed, with threads of its own, would be most of it."""
ENVIRONMENT = dict(os.environ)
"""As it was when the tests began: a test may change it for itself."""
ENGLISH = ("-Duser.language=en", "-Duser.country=US")
"""As everypath asks for it: it reads the messages."""
_NUMBER = struct.Struct(">i")


def javac(*arguments: object, tool: str | Path | None = None, timeout: float = 120.0) -> None:
    """Compile as this ``javac``, or the one on the path, does with these arguments; paths must be absolute.

    Raises ``AssertionError`` with what it printed where it fails.
    """
    code, printed = ran(*arguments, tool=tool, timeout=timeout)
    assert code == 0, printed


def ran(*arguments: object, tool: str | Path | None = None, timeout: float = 120.0) -> tuple[int, str]:
    """The exit code of such a run, and what it printed. Skips the test where there is no ``javac`` on the path."""
    return server(tool).compile([str(each) for each in arguments], timeout)


def server(tool: str | Path | None = None) -> Server:
    """The process that compiles as this ``javac``, or the one on the path, does."""
    java = _java(tool or shutil.which("javac") or pytest.skip("no javac on the path"))
    found = _servers.get(java)
    if found is None or not found.is_alive:
        found = _servers[java] = Server(java)
    return found


def _java(tool: str | Path) -> Path:
    return Path(os.path.realpath(tool)).with_name("java")


def servers() -> list[int]:
    """The numbers of the processes that compile."""
    return [server.process.pid for server in _servers.values()]


class Connection:
    """The ends of the pipes of a process that compiles."""

    def __init__(self, requests: BinaryIO, answers: BinaryIO) -> None:
        self._requests = requests
        self._answers = answers

    def compile(self, arguments: list[str], timeout: float) -> tuple[int, str]:
        """The exit code, and what was printed."""
        encoded = [each.encode() for each in arguments]
        message = b"".join(_NUMBER.pack(len(each)) + each for each in encoded)
        self._requests.write(_NUMBER.pack(len(encoded)) + message)
        self._requests.flush()
        (code,) = _NUMBER.unpack(self._read(_NUMBER.size))
        (size,) = _NUMBER.unpack(self._read(_NUMBER.size))
        return code, self._read(size).decode()

    def _read(self, size: int) -> bytes:
        data = self._answers.read(size)
        assert len(data) == size, "javac ended, or took too long"
        return data


class Server(Connection):
    """The process; it ends with its standard input, so with the process that started it and those that share it."""

    def __init__(self, java: Path) -> None:
        self.process = subprocess.Popen(
            [java, *QUICK, "-Xmx1g", *ENGLISH, SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=ENVIRONMENT,
            cwd="/",
            start_new_session=True,
        )
        super().__init__(self.process.stdin, self.process.stdout)
        self.java = java

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    @property
    def files(self) -> tuple[int, int]:
        """The ends of its pipes, for another process that asks it while this one does not."""
        return self.process.stdin.fileno(), self.process.stdout.fileno()

    def compile(self, arguments: list[str], timeout: float) -> tuple[int, str]:
        killer = threading.Timer(timeout, self.process.kill)
        killer.start()
        try:
            return super().compile(arguments, timeout)
        except BaseException:
            self.process.kill()  # an answer may still come that nobody waits for
            raise
        finally:
            killer.cancel()


_servers: dict[Path, Server] = {}


# ---- for everypath itself


def stand_in(java: Path, connection: Callable[[], Connection]) -> None:
    """From now on everypath has what it would start the ``javac`` beside this ``java`` for compiled here."""
    java = Path(os.path.realpath(java))

    def started(command: Sequence[str], **options: object) -> subprocess.Popen[bytes] | _Compilation:
        if _java(command[0]) != java:
            return subprocess.Popen(command, **options)
        return _Compilation(connection(), [command[-1]])  # all that is no flag of its JVM stands in a file

    product.subprocess = types.SimpleNamespace(**vars(subprocess) | {"Popen": started})


class _Compilation(contextlib.nullcontext):
    """What everypath sees of the process; ``communicate`` compiles."""

    def __init__(self, connection: Connection, arguments: list[str]) -> None:
        super().__init__(self)
        self._connection = connection
        self._arguments = arguments
        self.returncode: int | None = None

    def communicate(self, timeout: float) -> tuple[bytes, bytes]:
        self.returncode, printed = self._connection.compile(self._arguments, timeout)
        return b"", printed.encode()

    def kill(self) -> None:
        """There is nothing to end."""
