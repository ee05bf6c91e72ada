"""The command line of everypath, hundreds of times: each run is a process of its own, forked from one that has loaded
everypath already, as that is more than half of what a small run takes.

What such a run has compiled, the process compiles that compiles for the tests.

The settings that a process reads at its very start (its locale, Python's own variables) do not reach a fork: `run` then
starts one from nothing, and tests of starts, signals and pipes use ``subprocess``.
"""

from __future__ import annotations

import atexit
import importlib
import importlib.util
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

from tests import compiling
from tests.busy import slowness

from everypath.classfile import Jdk

ROOT = Path(__file__).parents[1]
OF_THE_START = ("PYTHON", "LC_", "LANG")
"""Variables that are read when a process starts."""
PACKAGES = ("everypath.cli", "everypath.api", "everypath.run", "everypath.report", "everypath.project")
NEVER_LOADED = ("__main__", "lsp")
OWN_PATH = str(ROOT / "src")
_STARTED_WITH = dict(os.environ)


def run(
    *arguments: object, cwd: Path | str | None = None, env: Mapping[str, str] | None = None, timeout: float = 90.0
) -> subprocess.CompletedProcess[str]:
    """``python -m everypath ARGUMENTS`` with nothing to read: its exit code, and what it printed.

    Raises ``subprocess.TimeoutExpired``, and then nothing of it is left.
    """
    environment = dict(os.environ if env is None else env)
    timeout *= slowness()
    line = [sys.executable, "-m", "everypath", *map(str, arguments)]
    if _of_the_start(environment) != _of_the_start(_STARTED_WITH):
        return subprocess.run(
            line,
            capture_output=True,
            text=True,
            cwd=cwd,
            timeout=timeout,
            env=environment,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        place = str(cwd or Path.cwd())
        code = _server().run(line[3:], place, environment, (out.fileno(), err.fileno()), timeout)
        printed, complaints = (_text(file) for file in (out, err))
    return subprocess.CompletedProcess(line, code, printed, complaints)


def _of_the_start(environment: Mapping[str, str]) -> dict[str, str]:
    """What of these variables matters when a process starts; ``PYTHONPATH`` as tests set it names what is loaded."""
    settings = {name: value for name, value in environment.items() if name.startswith(OF_THE_START)}
    if settings.get("PYTHONPATH") == _STARTED_WITH.get("PYTHONPATH") or _folders(settings)[:1] == [OWN_PATH]:
        settings.pop("PYTHONPATH", None)
    return settings


def _folders(environment: Mapping[str, str]) -> list[str]:
    """The folders of ``PYTHONPATH``; what follows ours is taken in by a fork, too."""
    return environment.get("PYTHONPATH", "").split(os.pathsep)


def _text(file: tempfile._TemporaryFileWrapper[bytes]) -> str:
    file.seek(0)
    return file.read().decode().replace("\r\n", "\n")


class _Server:
    """The process that forks; it ends with the socket, so with the process that started it."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._compiler = compiling.server(Jdk.find().javac)
        with theirs:
            files = theirs.fileno(), *self._compiler.files
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.preloaded", *map(str, files), self._compiler.java],
                cwd=ROOT,
                env=_STARTED_WITH | {"PYTHONPATH": OWN_PATH},
                pass_fds=files,
                start_new_session=True,
            )

    @property
    def is_whole(self) -> bool:
        return self.process.poll() is None and self._compiler.is_alive

    def run(self, arguments: list[str], cwd: str, env: dict[str, str], files: tuple[int, int], timeout: float) -> int:
        request = json.dumps([arguments, cwd, env]).encode()
        socket.send_fds(self._socket, [len(request).to_bytes(4, "big")], list(files))
        self._socket.sendall(request)
        number = int.from_bytes(self._read(8), "big")
        self._socket.settimeout(timeout)
        try:
            return int.from_bytes(self._read(8), "big", signed=True)
        except TimeoutError:
            self._kill(number)
            raise subprocess.TimeoutExpired(arguments, timeout) from None
        except BaseException:
            self._kill(number)
            raise
        finally:
            self._socket.settimeout(None)

    def _read(self, size: int) -> bytes:
        return _read(self._socket, size)

    def _kill(self, number: int) -> None:
        """End a run that has taken too long, and the servers with it: their answers are not waited for."""
        os.kill(number, signal.SIGKILL)
        self._compiler.process.kill()
        _servers.clear()


_servers: list[_Server] = []


def _server() -> _Server:
    if not _servers or not _servers[0].is_whole:
        _servers[:] = [_Server()]
    return _servers[0]


def servers() -> list[int]:
    """The numbers of the processes that fork."""
    return [server.process.pid for server in _servers]


# ---- in the server


def _read(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def _serve(connection: socket.socket) -> None:
    """Fork for each request, send the number of the process, and later how it ended."""
    while True:
        head, files, _, _ = socket.recv_fds(connection, 4, 2)
        if not head:
            return
        arguments, cwd, env = json.loads(_read(connection, int.from_bytes(head, "big")))
        number = os.fork()
        if number == 0:
            connection.close()
            _become(arguments, cwd, env, files)
        for file in files:
            os.close(file)
        connection.sendall(number.to_bytes(8, "big"))
        _, status = os.waitpid(number, 0)
        connection.sendall(os.waitstatus_to_exitcode(status).to_bytes(8, "big", signed=True))


def _become(arguments: list[str], cwd: str, env: dict[str, str], files: list[int]) -> None:
    """Be the command line, and end."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    for standard, file in enumerate(files, 1):
        os.dup2(file, standard)
        os.close(file)
    sys.argv = ["everypath", *arguments]
    sys.path[0] = cwd
    own, *others = _folders(env)
    if own == OWN_PATH and others:
        after = sys.path.index(own) + 1
        sys.path[after:after] = others
        importlib.invalidate_caches()
    sys.modules["__main__"].__spec__ = importlib.util.find_spec("everypath.__main__")
    code: object = 1
    try:
        from everypath.cli.main import main

        main()
    except SystemExit as end:
        code = end.code
    finally:
        if sys.exc_info()[0] is not None:
            sys.excepthook(*sys.exc_info())
        threading._shutdown()
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code if isinstance(code, int) else 0)


def _load() -> None:
    """Import everything that a run imports, which does nothing but define it."""
    for package in PACKAGES:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not module.name.endswith(NEVER_LOADED):
                importlib.import_module(module.name)
    assert tempfile.tempdir is None
    assert threading.active_count() == 1


if __name__ == "__main__":
    import gc

    connected, requests, answers, java = sys.argv[1:]
    _load()
    with open(int(requests), "wb") as sent, open(int(answers), "rb") as replies:
        compiler = compiling.Connection(sent, replies)
        compiling.stand_in(Path(java), lambda: compiler)
        gc.freeze()
        with socket.socket(fileno=int(connected)) as served:
            _serve(served)
