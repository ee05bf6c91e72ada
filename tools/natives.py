"""The natives of ``java.base`` and what the machine does for each: the page ``docs/natives.md``."""

from __future__ import annotations

from collections import defaultdict

from everypath.classfile import ClassPath, Jdk
from everypath.library import JdkLibrary
from everypath.library.dispatch import is_machine_dependent
from everypath.library.models import IN_JAVA, MODELS, PURE
from everypath.program import Method, Program

HEADER = """# Natives

What stands in for the native methods of `java.base`, made by `python tools/write_docs.py` from the JDKs at hand.
*Modelled* ones are computed by us, or asked of the real JVM on known arguments; *ends* are paths that end as
`unsupported` with the name of the subsystem (files, network, threads, the collector, the VM's inside). The result of
every other native is unknown: the path goes on with any value of its type, is `partial`, and names it (`havoc`).
`registerNatives` and `initIDs` have nothing to do here and are left out.
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
    lines += ["| class | modelled |", "|---|---|"]
    lines += [
        f"| `{name}` | {', '.join(f'`{each}`' for each in sorted(names))} |" for name, names in sorted(modelled.items())
    ]
    lines += ["", "| package | end | unknown |", "|---|---|---|"]
    lines += [f"| `{package}` | {end} | {unknown} |" for package, (end, unknown) in sorted(others.items())]
    return "\n".join(lines) + "\n"


def _kind(library: JdkLibrary, method: Method) -> int:
    key = (method.owner.name, method.name, method.descriptor)
    if key in MODELS or key in IN_JAVA or key in PURE:
        return 0
    return 1 if is_machine_dependent(method) or library.find(method) is not None else 2
