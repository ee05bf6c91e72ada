"""The natives of ``java.base`` and what the machine does for each: the page ``docs/natives.md``."""

from __future__ import annotations

import textwrap
from collections import defaultdict

from everypath.classfile import ClassPath, Jdk
from everypath.library import JdkLibrary
from everypath.library.dispatch import is_machine_dependent
from everypath.library.models import IN_JAVA, MODELS, PURE
from everypath.program import Method, Program

HEADER = """# Natives

This page lists what everypath does for each native method of `java.base`. `python tools/write_docs.py` writes it from
the JDKs on the machine.

- *Modelled*: everypath computes the result, or asks the real JVM with known arguments.
- *End*: the path ends as `unsupported` and names the subsystem (files, network, threads, garbage collector, the inside
  of the JVM).
- *Unknown*: the result is havocked. The path continues with any value of the result's type, is `partial`, and names the
  method.

`registerNatives` and `initIDs` have no effect here and are left out.
"""


def document(jdks: list[Jdk]) -> str:
    """The page, a section for each JDK."""
    return HEADER + "".join(section(jdk) for jdk in sorted(jdks, key=lambda jdk: jdk.feature))


def section(jdk: Jdk) -> str:
    """The section of one JDK."""
    image = jdk.image()
    program = Program(ClassPath([]), image)
    library = JdkLibrary(program, None)
    modelled: dict[str, set[str]] = defaultdict(set)
    others: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    counts = [0, 0, 0]
    for name in sorted(image.names()):
        package = name.rpartition("/")[0]
        if image.module_of(package) != "java.base":
            continue
        for method in program.klass(name).methods:
            if not method.is_native or method.name in ("registerNatives", "initIDs"):
                continue
            kind = _kind(library, method)
            counts[kind] += 1
            if kind == 0:
                modelled[name.replace("/", ".")].add(method.name)
            else:
                others[package.replace("/", ".")][kind - 1] += 1
    lines = [
        f"\n## JDK {jdk.feature}\n",
        f"{sum(counts)} natives: {counts[0]} modelled, {counts[1]} end, {counts[2]} unknown.\n",
    ]
    lines += ["Modelled, by class:\n"]
    for name, names in sorted(modelled.items()):
        text = f"- `{name}`: {', '.join(f'`{each}`' for each in sorted(names))}"
        lines += textwrap.wrap(text, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    lines += ["", "| package | end | unknown |", "|---|---|---|"]
    lines += [f"| `{package}` | {end} | {unknown} |" for package, (end, unknown) in sorted(others.items())]
    return "\n".join(lines) + "\n"


def _kind(library: JdkLibrary, method: Method) -> int:
    key = (method.owner.name, method.name, method.descriptor)
    if key in MODELS or key in IN_JAVA or key in PURE:
        return 0
    return 1 if is_machine_dependent(method) or library.find(method) is not None else 2
