"""Methods that should be complete: they neither loop nor call code that is open, and nothing of them is native.

    python -m benchmarks.oracle.should [--budget 200k-steps] [--choose 300]

The list ``should_be_complete.txt`` was fixed by a rule that looks at the class files only, before any of its methods
was explored. A method is on it if it is visible outside of its package (in ``tests/java``: not private), has at least
one conditional jump, and everything that it calls, through five calls, keeps the rule: code without backward jumps,
monitors, native methods (but ``getClass``, and those that read the bits of a number) and calls that a class could
override. Constructors of the JDK's exceptions, and concatenation of strings and primitive values, are allowed.
``--choose`` prints such a list: of each target an equal share, chosen by a random number generator with a fixed seed.

Prints for how many of them ``everypath paths`` says ``complete``, and why not for the others. The budget is for each
method.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.oracle.targets import PACKAGES, Target, targets_of

import everypath
from everypath.classfile import ClassPath, Jdk, MemberRef
from everypath.classfile.constants import InvokeDynamic
from everypath.errors import EverypathError, LinkageError
from everypath.program import Class, Method, Program
from everypath.run.results import MethodReport

LIST = Path(__file__).resolve().parent / "should_be_complete.txt"
JDK = ("java.lang", "java.util", "java.math", "java.time", "java.io", "java.text", "java.net", "java.util.zip")
LIBRARIES = (
    "org.apache.commons:commons-lang3:3.14.0",
    "commons-cli:commons-cli:1.9.0",
    "commons-codec:commons-codec:1.17.1",
    "org.apache.commons:commons-csv:1.12.0",
)
SHARES = {"tests": 75, "jdk": 121, "org.apache.commons:commons-lang3:3.14.0": 65}
"""How many of a list of 300 come from where; of the other libraries up to 15."""
_DEEPEST = 5
_NATIVE = {"getClass", "floatToRawIntBits", "intBitsToFloat", "doubleToRawLongBits", "longBitsToDouble"}
_CONCATENATED = {"Ljava/lang/String;", *"ZBCSIJFD"}


class Rule:
    """Says whether a method should be complete, by the code alone."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[Method, bool] = {}

    def holds(self, method: Method, depth: int = 0) -> bool:
        """True if the method and what it calls keep the rule."""
        if method not in self._known:
            self._known[method] = False  # recursion does not
            self._known[method] = self._holds(method, depth)
        return self._known[method]

    def _holds(self, method: Method, depth: int) -> bool:
        if method.is_native:
            return method.name in _NATIVE
        if not method.has_code or depth > _DEEPEST or method.owner.file is None:
            return False
        for each in method.instructions:
            if any(target <= each.pc for target in each.targets) or each.name in ("jsr", "monitorenter"):
                return False
            if each.name.startswith("invoke"):
                constant = method.owner.file.constant(each.operand)
                if isinstance(constant, InvokeDynamic):
                    if not _is_concatenation(constant):
                        return False
                elif not isinstance(constant, MemberRef) or not self._may_call(each.name, constant, depth):
                    return False
        return True

    def _may_call(self, instruction: str, member: MemberRef, depth: int) -> bool:
        owner = self._program.find(member.owner)
        if owner is None or instruction == "invokeinterface":
            return False
        if member.name == "<init>" and _is_exception(owner) and not self._program.is_target_name(owner.name):
            return True
        try:
            found = self._program.resolve_method(owner, member.name, member.descriptor)
        except LinkageError:
            return False
        is_open = not (found.is_static or found.is_private or found.is_final or found.owner.is_final or owner.is_final)
        if instruction == "invokevirtual" and is_open:
            return False
        return self.holds(found, depth + 1)


def _is_concatenation(call: InvokeDynamic) -> bool:
    inner = call.descriptor[1 : call.descriptor.index(")")].replace("Ljava/lang/String;", "")
    return call.name.startswith("makeConcat") and set(inner) <= _CONCATENATED


def _is_exception(cls: Class | None) -> bool:
    return cls is not None and (cls.name == "java/lang/Throwable" or _is_exception(cls.superclass))


def candidates(target: Target, *, is_own: bool) -> list[str]:
    """The keys of the methods of a target that keep the rule and decide something."""
    image, file = Jdk.find().image(), Path(target.text)
    path = ClassPath((file,) if file.exists() else (), release=Jdk.find().feature)
    package = target.text.replace(".", "/")
    names = path.names() if file.exists() else (n for n in image.names() if n.rpartition("/")[0] == package)
    chosen = sorted(each for each in names if "module-info" not in each and "package-info" not in each)
    program = Program(path, image, tuple(chosen))
    rule = Rule(program)
    found = []
    for name in chosen:
        try:
            cls = program.find(name)
            methods = cls.methods if cls is not None and (is_own or cls.access & 1) else ()
            found += [each.key for each in methods if _is_entry(each, is_own=is_own) and rule.holds(each)]
        except EverypathError:
            continue
    return found


def _is_entry(method: Method, *, is_own: bool) -> bool:
    if method.is_synthetic or method.name == "<clinit>" or not method.has_code:
        return False
    if method.is_private or not (is_own or method.access & 5):
        return False
    return any(each.name.startswith("if") or each.switch is not None for each in method.instructions)


def choose(count: int, folder: Path) -> Iterator[str]:
    """The lines of a list."""
    groups = {"tests": PACKAGES, "jdk": JDK, **{each: (each,) for each in LIBRARIES}}
    for name, members in groups.items():
        found = [
            f"{member} {key}"
            for member, target in zip(members, targets_of(members, folder), strict=True)
            for key in candidates(target, is_own=name == "tests")
        ]
        share = SHARES.get(name, 15) * count // 300
        yield from sorted(random.Random(27).sample(found, min(share, len(found))))


def report_of(key: str, target: Target, budget: str) -> MethodReport | None:
    """What ``everypath paths`` reports of a method of a target; None if it fails. Each overload gets the budget."""
    owner, _, rest = key.partition("(")[0].rpartition(".")
    name = owner.replace("/", ".")
    given = (target.text,) if Path(target.text).exists() else ()
    descriptor = key[key.index("(") :]
    steps = int(budget.removesuffix("k-steps"))
    try:
        path = [str(each) for each in target.classpath]
        reports = everypath.paths(f"{name}#{rest}", *given, budget=f"{steps}k-steps", classpath=path).methods
        if len(reports) > 1:
            budget = f"{steps * len(reports)}k-steps"
            reports = everypath.paths(f"{name}#{rest}", *given, budget=budget, classpath=path).methods
    except EverypathError as problem:
        print(f"{key}: {problem}", flush=True)
        return None
    found = (each for each in reports if each.descriptor == descriptor and each.class_name == name)
    return next(found, None)


def main() -> int:
    """Explore the methods of the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", default="200k-steps", help="for each method, in thousands of steps")
    parser.add_argument("--choose", type=int, help="print a list of so many methods")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if options.choose:
            print("\n".join(choose(options.choose, Path(temporary))))
            return 0
        by_target: dict[str, list[str]] = defaultdict(list)
        for line in LIST.read_text().splitlines():
            name, _, key = line.partition(" ")
            by_target[name].append(key)
        reasons: dict[str, list[str]] = defaultdict(list)
        counts: Counter[str] = Counter()
        for name, keys in by_target.items():
            (target,) = targets_of([name], Path(temporary))
            for key in keys:
                report = report_of(key, target, options.budget)
                status = report.status.value if report is not None else "missing"
                counts[status] += 1
                if status != "complete":
                    codes = sorted({each.code for each in report.reasons}) if report is not None else []
                    reason = f"{status}: {', '.join(codes) or '?'}"
                    reasons[reason].append(f"{name} {key}")
                    print(f"    {reason}: {key}", flush=True)
            print(f"{name}: {counts['complete']} of {counts.total()} so far", flush=True)
    print(f"{counts['complete']} of {counts.total()} are complete ({counts['complete'] / counts.total():.1%})")
    for reason, lines in sorted(reasons.items(), key=lambda each: -len(each[1])):
        print(f"{len(lines):4} {reason}")
        for line in lines:
            print(f"       {line}")
    return int(counts["complete"] < 0.9 * counts.total())


if __name__ == "__main__":
    sys.exit(main())
