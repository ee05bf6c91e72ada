"""Attacks conditions, effects and the word ``complete`` with inputs that a sweep makes.

    python -m benchmarks.oracle [TARGET…] [--budget 1M-steps] [--calls 200000] [--classpath PATH…] [--keep DIR]

The methods of the targets are explored, on objects that calls make, and on free fields where a path reads the state of
such an object. The paths of each become Java predicates (`everypath.suite.predicates`), and a class with one method,
which asks the predicates, calls the method under test, and compares what happened. A sweep calls these classes, as
often as ``--calls`` says, with whatever objects it can make: none comes from the explorer. An input of a ``complete``
method that meets no predicate, one that meets several, and one after which the effect is another one are violations:
each is a branch of its own, so that the sweep looks for it.

An error of the JVM, and a missing class, are no effect. Methods are left out if a test in their package cannot call
them, or if a path has no predicate: its condition is none on the inputs, but one on how they were made. Ends with 1 if
there are violations.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import everypath
from everypath.bridge import Call, KeptSequence, SweepOptions, SweepProcess
from everypath.classfile import PRIMITIVES, Jdk, canonical_name, dotted, package_of
from everypath.explore.paths import Path as RawPath
from everypath.inputs.construction import Api
from everypath.inputs.places import is_inner
from everypath.program import Method
from everypath.suite.predicates import PredicateClass, predicate_class

OUTSIDE, SEVERAL, OTHER = "NoPath", "SeveralPaths", "OtherEffect"
"""The exceptions that stand for violations; they are classes of the package `SUPPORT`."""
FIRST = "Calls"
SUPPORT = "oracle"
_CALLS = f"""package {SUPPORT};

/** Static state is as initialisation left it for the first call of a sequence only. */
public class {FIRST} {{
    private static boolean isLater;

    public static boolean isFirst() {{
        boolean isFirst = !isLater;
        isLater = true;
        return isFirst;
    }}

    /** Whether a call on the receiver runs the method of this class: none of its subclasses overrides it there. */
    public static boolean runs(Object receiver, Class<?> owner, String name, Class<?>... parameters) {{
        for (Class<?> type = receiver.getClass(); type != null && type != owner; type = type.getSuperclass()) {{
            try {{
                type.getDeclaredMethod(name, parameters);
                return false;
            }} catch (NoSuchMethodException none) {{
                continue;
            }}
        }}
        return true;
    }}
}}
"""
SLICE = 50_000
ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("collections", "ctb", "explore", "language", "pet", "pool", "solving", "structures", "texts")
"""The packages of ``tests/java`` that are attacked by default."""


@dataclass(frozen=True)
class Asked:
    """A method of a class, that is asked: its predicates, and the class whose method calls it (internal names)."""

    owner: str
    method: str
    status: str
    predicates: PredicateClass
    driver: str
    source: str


@dataclass
class Outcome:
    """What an attack found."""

    statuses: Counter[str] = field(default_factory=Counter)
    """The methods by status."""
    left_out: Counter[str] = field(default_factory=Counter)
    """The methods that were not asked, by reason."""
    asked: Counter[str] = field(default_factory=Counter)
    """The methods that were asked, by status."""
    calls: int = 0
    violations: list[tuple[str, str, str]] = field(default_factory=list)
    """Method, kind and the sequence that shows it."""


def attacked(
    targets: Sequence[str],
    folder: Path,
    budget: str,
    calls: int,
    classpath: Sequence[Path] = (),
    change: Callable[[Sequence[RawPath]], Sequence[RawPath]] = lambda paths: paths,
) -> Outcome:
    """Explore the targets, which are folders of classes or jars, and attack what is claimed of their methods. For tests
    of the oracle, ``change`` makes wrong paths of those of a method.
    """
    found = Outcome()
    asked = list(_asked(targets, budget, found, classpath, change))
    if not asked:
        return found
    shutil.rmtree(folder, ignore_errors=True)
    asked = _compiled(asked, folder, [*map(Path, targets), *classpath], found)
    names = {each.driver: each for each in asked}
    found.asked = Counter(each.status for each in asked)
    path = [*(Path(each).resolve() for each in targets), *classpath, folder / "classes"]
    makers = sorted({each.owner for each in asked})
    with SweepProcess(Jdk.find(), path, [*names, *makers], SweepOptions(clocked=False)) as process:
        while found.calls < calls:
            part = process.run(calls=min(SLICE, calls - found.calls))
            found.calls += part.calls
            found.violations += filter(None, (_violation(each, names) for each in part.sequences))
            if not part.calls:
                break
    return found


def _asked(
    targets: Sequence[str],
    budget: str,
    found: Outcome,
    classpath: Sequence[Path],
    change: Callable[[Sequence[RawPath]], Sequence[RawPath]],
) -> Iterable[Asked]:
    options = {"classpath": list(map(str, classpath))} if classpath else {}
    with (
        everypath.explore(*targets, budget=budget, **options) as built,
        everypath.explore(*targets, budget=budget, free_fields=True, **options) as free,
    ):
        on_free = {each.raw.entry.key: (each, own) for each, own in _explored(free)}
        for result, own in _explored(built):
            if any(path.left_out & {"recipe", "alias"} for path in result.raw.paths):
                result, own = on_free.get(result.raw.entry.key, (result, own))
            raw = result.raw
            found.statuses[result.status] += 1
            if result.status not in ("complete", "bounded") or not own:
                found.left_out[f"it is {result.status}" if own else "it has no paths"] += 1
                continue
            kept = {each.number: each for each in raw.paths}  # with what is known in the end
            changed = change([kept[each.raw.number] for each in own if each.raw.number in kept])
            texts = {each.raw.number: f"{each.condition}: {each.effect}" for each in own}
            if not changed:
                continue
            made = predicate_class(raw.entry, result.method, changed, [texts[each.number] for each in changed])
            simple = made.name.rpartition("/")[2]
            made = made.renamed(f"{simple}{found.statuses.total()}")  # overloads have the same name
            api = Api(own[0]._context.services.program, package_of(raw.entry.owner.name))
            driver = _driver(raw.entry, made, result.status, api)
            if made.missing:
                found.left_out[_general(next(iter(made.missing.values())))] += 1
            elif driver is None:
                found.left_out["tests cannot call it"] += 1
            else:
                yield Asked(raw.entry.owner.name, result.method, result.status, made, made.name + "Driver", driver)


def _explored(exploration: everypath.Exploration) -> Iterator[tuple[everypath.MethodResult, list[everypath.Path]]]:
    """The explored methods, with their paths."""
    paths: dict[object, list[everypath.Path]] = {}
    for each in exploration:
        paths.setdefault(each.raw.entry, []).append(each)
    for result in exploration.results:
        if result.raw is not None:
            yield result, paths.get(result.raw.entry, [])


def _driver(method: Method, made: PredicateClass, status: str, api: Api) -> str | None:
    """The source of the class that calls a method; None if it cannot be called."""
    owner = method.owner
    if not api.accessibility.usable(method) or (method.is_constructor and (owner.is_abstract or is_inner(owner))):
        return None
    types = [] if method.is_static or method.is_constructor else [f"L{owner.name};"]
    declared = [_type(each, api) for each in (*types, *method.parameters)]
    if None in declared or not api.accessibility.class_accessible(owner):
        return None
    names = [name for name, _ in made.parameters]
    simple = made.name.rpartition("/")[2]
    arguments = ", ".join(names if method.is_static or method.is_constructor else names[1:])
    if method.is_constructor:
        call = f"new {canonical_name(owner.name)}({arguments})"
    else:
        on = canonical_name(owner.name) if method.is_static else names[0]
        call = f"{on}.{method.name}({arguments})"
    run = f"{call};" if method.returns == "V" or method.is_constructor else f"$result = {call};"
    package = dotted(package_of(owner.name))
    given = ", ".join(f"{kind} {name}" for kind, name in zip(declared, names, strict=True))
    outside = f"throw new {SUPPORT}.{OUTSIDE}();" if status == "complete" else "return 0;"
    receiver = ""
    if types:
        classes = [f"{each}.class" for each in (_type(descriptor, api) for descriptor in method.parameters)]
        wanted = ", ".join([names[0], f"{canonical_name(owner.name)}.class", f'"{method.name}"', *classes])
        receiver = f"{names[0]} == null || !{SUPPORT}.{FIRST}.runs({wanted}) || "
    declaration = f"package {package};\n" if package else ""
    return f"""{declaration}
public final class {simple}Driver {{
    private {simple}Driver() {{
    }}

    public static int ask({given}) {{
        if ({receiver}!{SUPPORT}.{FIRST}.isFirst()) {{
            return 0;
        }}
        java.util.Map<Integer, {simple}.Effect> $met;
        try {{
            $met = {simple}.of({", ".join(names)});
        }} catch (ClassCastException | IllegalArgumentException $polluted) {{
            return 0;
        }}
        Object $result = null;
        Throwable $thrown = null;
        try {{
            {run}
        }} catch (VirtualMachineError | NoClassDefFoundError $problem) {{
            return 0;
        }} catch (Throwable $problem) {{
            $thrown = $problem;
        }}
        if ($met.isEmpty()) {{
            {outside}
        }}
        if ($met.size() > 1) {{
            throw new {SUPPORT}.{SEVERAL}();
        }}
        if (!$met.values().iterator().next().isEffect($result, $thrown)) {{
            throw new {SUPPORT}.{OTHER}();
        }}
        return $met.keySet().iterator().next();
    }}
}}
"""


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


def _compiled(asked: Sequence[Asked], folder: Path, path: Sequence[Path], found: Outcome) -> list[Asked]:
    """Write and compile the classes; those that do not compile are left out."""
    sources = folder / "sources"
    for name in (OUTSIDE, SEVERAL, OTHER):
        _write(
            sources, f"{SUPPORT}/{name}", f"package {SUPPORT};\n\npublic class {name} extends RuntimeException {{\n}}\n"
        )
    _write(sources, f"{SUPPORT}/{FIRST}", _CALLS)
    files = {_write(sources, each.driver, each.source): each for each in asked}
    files |= {_write(sources, each.predicates.name, each.predicates.source): each for each in asked}
    (folder / "classes").mkdir(parents=True)
    left = dict(files)
    support = [sources / SUPPORT / f"{name}.java" for name in (OUTSIDE, SEVERAL, OTHER, FIRST)]
    while True:
        command = ["javac", "-nowarn", "-proc:none", "-Xmaxerrs", "10000", "-d", str(folder / "classes")]
        command += ["-cp", ":".join(map(str, path)), *map(str, [*left, *support])]
        (folder / "arguments").write_text("\n".join(f'"{each}"' for each in command[1:]))
        done = subprocess.run(["javac", f"@{folder / 'arguments'}"], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return list({each.driver: each for each in left.values()}.values())
        wrong = {each.driver for file, each in left.items() if f"{file}:" in done.stderr}
        if not wrong:
            sys.exit(f"javac: {done.stderr[-2000:]}")
        found.left_out["its predicates do not compile"] += len(wrong)
        (folder / "errors.txt").write_text(done.stderr)
        left = {file: each for file, each in left.items() if each.driver not in wrong}


def _general(reason: str) -> str:
    """A reason without the name that it begins with."""
    return re.sub(r"^\S+ is (in|no) ", r"it is \1 ", reason)


def _write(folder: Path, name: str, text: str) -> Path:
    file = folder / f"{name}.java"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def _violation(sequence: KeptSequence, names: dict[str, Asked]) -> tuple[str, str, str] | None:
    kind = (sequence.exception or "").removeprefix(f"{SUPPORT}.")
    if kind not in (OUTSIDE, SEVERAL, OTHER):
        return None
    last = sequence.steps[-1]
    assert isinstance(last, Call)
    return names[last.owner].method, kind, "; ".join(map(str, sequence.steps))


def of_tests(package: str, folder: Path) -> Path:
    """The compiled classes of a package of ``tests/java``."""
    classes = folder / package
    classes.mkdir(parents=True)
    sources = map(str, sorted((ROOT / "tests" / "java" / package).rglob("*.java")))
    subprocess.run(["javac", "-g", "-parameters", "-nowarn", "-d", str(classes), *sources], check=True, text=True)
    return classes


def printed(name: str, found: Outcome) -> int:
    """Print what an attack found. Returns the number of violations."""
    print(f"{name}: methods {dict(found.statuses)}; asked {dict(found.asked)}; {found.calls:,} calls")
    for reason, count in found.left_out.most_common():
        print(f"  left out {count:5} {reason}")
    for method, kind, sequence in sorted(found.violations):
        print(f"  {kind} {method}: {sequence}")
    methods = len({each[0] for each in found.violations})
    print(f"  violations {len(found.violations)}, of {methods} methods", flush=True)
    return len(found.violations)


def main() -> int:
    """Attack some targets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", help=f"default: the packages {', '.join(PACKAGES)} of tests/java")
    parser.add_argument("--budget", default="1M-steps", help="for each target")
    parser.add_argument("--calls", type=int, default=200_000, help="for each target")
    parser.add_argument("--classpath", type=Path, nargs="*", default=[])
    parser.add_argument("--keep", type=Path, help="where the written classes stay")
    options = parser.parse_args()
    violations = 0
    with tempfile.TemporaryDirectory() as temporary:
        targets = options.targets or [str(of_tests(each, Path(temporary) / "tests")) for each in PACKAGES]
        for each in targets:
            name = Path(each).stem
            folder = (options.keep or Path(temporary)) / "oracle" / name
            found = attacked([each], folder, options.budget, options.calls, options.classpath)
            violations += printed(name, found)
    return int(bool(violations))


if __name__ == "__main__":
    sys.exit(main())
