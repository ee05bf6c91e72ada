"""The part of the library that is written in Java: compiled once with the user's ``javac``, run by the machine.

The classes never reach a real JVM. They live in the package ``everypath.library``.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from everypath.bridge.build import cache_root
from everypath.errors import BridgeError

if TYPE_CHECKING:
    from everypath.bridge import Jdk

SOURCES = Path(__file__).parent / "java"


def tail_folder(jdk: Jdk) -> Path:
    """Where the compiled classes lie; compiled if they are not there yet.

    Raises `BridgeError` when the compiler fails.
    """
    sources = sorted(SOURCES.rglob("*.java"))
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    parent = cache_root() / "library"
    try:
        parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        parent = Path(tempfile.gettempdir()) / f"everypath-library-{os.getuid()}"
        parent.mkdir(mode=0o700, exist_ok=True)
    final = parent / digest.hexdigest()[:24]
    if final.is_dir():
        return final
    work = Path(tempfile.mkdtemp(prefix="build-", dir=parent))
    try:
        command = [str(jdk.javac), "--release", "17", "-g", "-nowarn", "-XDstringConcat=inline", "-d", str(work)]
        done = subprocess.run(
            [*command, *map(str, sources)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
        )
        if done.returncode != 0:
            raise BridgeError(f"{jdk.javac} could not compile the library: {done.stderr.strip()[-800:]}")
        try:
            os.replace(work, final)
        except OSError:
            if not final.is_dir():
                raise
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BridgeError(f"{jdk.javac} could not be run: {error}") from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return final
