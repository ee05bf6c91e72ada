"""The Java that attacks claims: for each one a class that asks its predicates, calls the method, and compares."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks.oracle.claims import Claim

from everypath.bridge.messages import Call
from everypath.classfile import PRIMITIVES, canonical_name, dotted, package_of
from everypath.inputs.construction import Api
from everypath.inputs.places import is_inner

OUTSIDE, SEVERAL, OTHER = "NoPath", "SeveralPaths", "OtherEffect"
"""The exceptions that stand for violations; they are classes of the package `SUPPORT`."""
MET = "Met"
"""With a number behind it, the exception that says which predicate an input met."""
SUPPORT = "oracle"
_SOURCES = Path(__file__).resolve().parent / "java"
"""The classes of the package `SUPPORT`, but for the exceptions."""
_EXCEPTION = """package {package};

public class {name} extends RuntimeException {{
    public {name}() {{
        super(null, null, false, false);
    }}
}}
"""
_DRIVER = """{declaration}
public final class {name} {{
    private {name}() {{
    }}

    public static int ask({given}) {{
        if ({receiver}!{support}.Calls.isFirst() || {support}.Pollution.isIn({polluted})) {{
            return 0;
        }}
{reading}
        Object $result = null;
        Throwable $thrown = null;
        try {{
            {run}
        }} catch (VirtualMachineError | NoClassDefFoundError $problem) {{
            return 0;
        }} catch (Throwable $problem) {{
            $thrown = $problem;
        }}
{comparison}
    }}
}}
"""
_READING = """
        java.util.Map<Integer, {predicates}.Effect> $met;
        {support}.Before $before;
        try {{
            $met = {predicates}.of({names});
            $before = {support}.Before.of({owner}.class{roots});
        }} catch (ClassCastException | IllegalArgumentException $polluted) {{
            return 0;
        }}"""
_COMPARISON = """
        if ($met.isEmpty()) {{
            {outside}
        }}
        if ($met.size() > 1) {{
            throw new {support}.SeveralPaths();
        }}
        {predicates}.Effect $effect = $met.values().iterator().next();
        if (!$effect.isEffect($result, $thrown) || !$before.isKept($effect::isWritten)) {{
            throw new {support}.OtherEffect();
        }}
        switch ($met.keySet().iterator().next()) {{
{cases}
            default:
                return 0;
        }}"""


class Driver:
    """The parts of the class that asks for a claim; ``problem`` says why there can be none."""

    def __init__(self, claim: Claim, api: Api) -> None:
        self.claim = claim
        method, owner = claim.method, claim.method.owner
        self.names = [name for name, _ in claim.predicates.parameters]
        self.descriptors = [*([] if method.is_static or method.is_constructor else [f"L{owner.name};"])]
        self.descriptors += method.parameters
        types = [_type(each, api) for each in self.descriptors]
        self.problem = None in types or not api.accessibility.class_accessible(owner)
        self.problem |= not api.accessibility.usable(method)
        self.problem |= method.is_constructor and (owner.is_abstract or is_inner(owner))
        self._types = [each or "" for each in types]

    @property
    def descriptor(self) -> str:
        """The descriptor of the method that asks."""
        return f"({''.join(self.descriptors)})I"

    def question(self, arguments: tuple[int, ...]) -> Call:
        """The step that asks for an input, which is receiver and arguments by the numbers of their steps."""
        return Call(self.claim.driver, "ask", self.descriptor, None, arguments)

    def source(self, name: str | None = None, reading: str | None = None, comparison: str | None = None) -> str:
        """The source of the class of this internal name, with what happens before and after the call."""
        claim, method = self.claim, self.claim.method
        owner = canonical_name(method.owner.name)
        has_receiver = not method.is_static and not method.is_constructor
        arguments = ", ".join(self.names[has_receiver:])
        if method.is_constructor:
            call = f"new {owner}({arguments})"
        else:
            call = f"{self.names[0] if has_receiver else owner}.{method.name}({arguments})"
        receiver = ""
        parameters = [f"{each}.class" for each in self._types[has_receiver:]]
        given = f"new Class<?>[] {{{', '.join(parameters)}}}"
        if has_receiver:
            wanted = [self.names[0], f"{owner}.class", f'"{method.name}"', *parameters]
            receiver = f"{self.names[0]} == null || !{SUPPORT}.Calls.runs({', '.join(wanted)}) || "
        name = name or claim.driver
        package = dotted(package_of(name))
        return _DRIVER.format(
            declaration=f"package {package};\n" if package else "",
            name=name.rpartition("/")[2],
            given=", ".join(f"{kind} {each}" for kind, each in zip(self._types, self.names, strict=True)),
            receiver=receiver,
            polluted=", ".join([f"{owner}.class", f'"{method.name}"', given, *self.names[has_receiver:]]),
            support=SUPPORT,
            reading=self.reading() if reading is None else reading,
            run=f"{call};" if method.returns == "V" or method.is_constructor else f"$result = {call};",
            comparison=self.comparison() if comparison is None else comparison,
        )

    def reading(self) -> str:
        """What happens before the call: the predicates read the input."""
        return _READING.format(
            predicates=dotted(self.claim.predicates.name),
            support=SUPPORT,
            names=", ".join(self.names),
            owner=canonical_name(self.claim.method.owner.name),
            roots=self.roots,
        )

    @property
    def roots(self) -> str:
        """The references among the arguments, each behind a comma."""
        given = zip(self.names, self.descriptors, strict=True)
        return "".join(f", {each}" for each, kind in given if kind[0] in "L[")

    def comparison(self) -> str:
        """What happens after the call: one predicate is met, and its effect is what happened."""
        claim = self.claim
        outside = f"throw new {SUPPORT}.{OUTSIDE}();" if claim.status == "complete" else "return 0;"
        numbers = range(1, len(claim.paths) + 1) if claim.status == "complete" else ()
        cases = [f"            case {each}:\n                throw new {SUPPORT}.{MET}{each}();" for each in numbers]
        predicates = dotted(claim.predicates.name)
        return _COMPARISON.format(outside=outside, support=SUPPORT, predicates=predicates, cases="\n".join(cases))


def _type(descriptor: str, api: Api) -> str | None:
    """The type as Java in the package of the API; None if it cannot be named there."""
    base = descriptor.lstrip("[")
    brackets = "[]" * (len(descriptor) - len(base))
    if base in PRIMITIVES:
        return PRIMITIVES[base] + brackets
    cls = api.program.find(base[1:-1])
    if cls is None or not api.accessibility.class_accessible(cls):
        return None
    return canonical_name(base[1:-1]) + brackets


def compiled(
    sources: Mapping[str, Mapping[str, str]],
    most: int,
    folder: Path,
    path: Sequence[Path],
    left_out: Callable[[str], object],
) -> Path:
    """Write and compile classes into a folder of this folder, which is returned. ``sources`` are the sources by class,
    for each key: if one does not compile, all of the key are left out, and ``left_out`` gets the key. ``most`` is the
    largest number of a predicate.
    """
    shutil.rmtree(folder, ignore_errors=True)
    written, classes = folder / "sources", folder / "classes"
    exceptions = [OUTSIDE, SEVERAL, OTHER, "Shown", *(f"{MET}{number}" for number in range(1, most + 1))]
    support = [
        _write(written, f"{SUPPORT}/{each}", _EXCEPTION.format(package=SUPPORT, name=each)) for each in exceptions
    ]
    support += [_write(written, f"{SUPPORT}/{each.stem}", each.read_text()) for each in sorted(_SOURCES.glob("*.java"))]
    left = {_write(written, name, text): key for key, all in sources.items() for name, text in all.items()}
    classes.mkdir(parents=True)
    while True:
        command = ["-nowarn", "-proc:none", "-Xmaxerrs", "10000", "-d", str(classes)]
        command += ["-cp", ":".join(map(str, path)), *map(str, [*left, *support])]
        (folder / "arguments").write_text("\n".join(f'"{each}"' for each in command))
        done = subprocess.run(["javac", f"@{folder / 'arguments'}"], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return classes
        wrong = dict.fromkeys(key for file, key in left.items() if f"{file}:" in done.stderr)
        if not wrong:
            sys.exit(f"javac: {done.stderr[-2000:]}")
        for each in wrong:
            left_out(each)
        (folder / "errors.txt").write_text(done.stderr)
        left = {file: key for file, key in left.items() if key not in wrong}


def _write(folder: Path, name: str, text: str) -> Path:
    file = folder / f"{name}.java"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file
