"""``javac`` for the tests: one process per JDK compiles for all, as most of what ``javac`` takes is its start."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import threading
from pathlib import Path

import pytest

SERVER = Path(__file__).parent / "java" / "compiling" / "Compilations.java"
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData")
"""Options of a JVM that runs for a moment: compiling for speed, with threads of its own, would be most of it."""
ENVIRONMENT = dict(os.environ)
"""As it was when the tests began: a test may change it for itself."""
_NUMBER = struct.Struct(">i")


def javac(*arguments: object, tool: str | Path | None = None, timeout: float = 120.0) -> None:
    """Compile as this ``javac``, or the one on the path, does with these arguments; paths must be absolute.

    Raises ``AssertionError`` with what it printed where it fails.
    """
    code, printed = ran(*arguments, tool=tool, timeout=timeout)
    assert code == 0, printed


def ran(*arguments: object, tool: str | Path | None = None, timeout: float = 120.0) -> tuple[int, str]:
    """The exit code of such a run, and what it printed. Skips the test where there is no ``javac`` on the path."""
    tool = tool or shutil.which("javac") or pytest.skip("no javac on the path")
    java = Path(os.path.realpath(tool)).with_name("java")
    server = _servers.get(java)
    if server is None or not server.is_alive:
        server = _servers[java] = _Server(java)
    return server.compile([str(each) for each in arguments], timeout)


def servers() -> list[int]:
    """The numbers of the processes that compile."""
    return [server.process.pid for server in _servers.values()]


class _Server:
    """The process; it ends with its standard input, so with the process that started it."""

    def __init__(self, java: Path) -> None:
        self.process = subprocess.Popen(
            [java, *QUICK, "-Xmx1g", SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=ENVIRONMENT,
            cwd="/",
            start_new_session=True,
        )

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def compile(self, arguments: list[str], timeout: float) -> tuple[int, str]:
        encoded = [each.encode() for each in arguments]
        message = b"".join(_NUMBER.pack(len(each)) + each for each in encoded)
        killer = threading.Timer(timeout, self.process.kill)
        killer.start()
        try:
            self.process.stdin.write(_NUMBER.pack(len(encoded)) + message)
            self.process.stdin.flush()
            (code,) = _NUMBER.unpack(self._read(_NUMBER.size))
            (size,) = _NUMBER.unpack(self._read(_NUMBER.size))
            return code, self._read(size).decode()
        except BaseException:
            self.process.kill()  # an answer may still come that nobody waits for
            raise
        finally:
            killer.cancel()

    def _read(self, size: int) -> bytes:
        data = self.process.stdout.read(size)
        assert len(data) == size, "javac ended, or took too long"
        return data


_servers: dict[Path, _Server] = {}
