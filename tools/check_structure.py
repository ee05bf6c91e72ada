"""Checks how the code is laid out: circles of imports, imports past a package's front door, sizes, old words.

    python -m tools.check_structure [--package NAME] [--list]

A front door is the ``__init__`` of a package: what it names in ``__all__`` is for other packages, its modules are not.
A module may import modules of its own package and of the packages that enclose it, and names from front doors.
Imports in functions and under ``if TYPE_CHECKING`` count like all others. Prints one line for each measure, with
``--list`` each place below it; ends with 1 where a measure is over its limit.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.vocabulary import old_words

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
TOP = "everypath"

MOST_FILES = 16
"""Modules in a folder, without its ``__init__``."""

LINE_WIDTH = 120
"""The most characters of a line, in code and documents; output that documents show may be wider."""

CLASS_LINES = 300
FUNCTION_LINES = 60
MOST_EXCEPTIONS = 3
MOST_BRANCHES = 20
"""Cyclomatic complexity (McCabe 1976), with operands of ``and`` and ``or`` and comprehensions counted."""

_BRANCHING = (ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.comprehension, ast.match_case, ast.Assert)

LARGE_CLASSES: dict[str, str] = {
    "everypath.vm.interpreter.machine.Machine": "what opcodes ask of the machine; one more call on the way costs time",
    "everypath.explore.engine.explorer.Explorer": "the loop of an exploration with each of its steps",
}
"""Classes that may be larger, with the reason."""

LARGE_FUNCTIONS: dict[str, str] = {}
"""Functions that may be larger, with the reason."""


@dataclass(frozen=True)
class Import:
    """One imported name: the module it is taken from, the name, the line."""

    target: str
    name: str
    line: int


@dataclass
class Module:
    """A module of the tree. ``package`` is the folder it lies in; of an ``__init__``, its own."""

    name: str
    path: Path
    tree: ast.Module
    package: str
    is_door: bool
    imports: list[Import] = field(default_factory=list)

    def exported(self) -> set[str]:
        """The names in ``__all__``."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and any(
                isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets
            ):
                return set(ast.literal_eval(node.value))
        return set()


def modules(root: Path = SOURCES, top: str = TOP) -> dict[str, Module]:
    """All modules below a folder, by dotted name."""
    found = {}
    for path in sorted((root / top).rglob("*.py")):
        parts = list(path.relative_to(root).with_suffix("").parts)
        is_door = parts[-1] == "__init__"
        if is_door:
            parts.pop()
        name = ".".join(parts)
        package = name if is_door else name.rpartition(".")[0]
        found[name] = Module(name, path, ast.parse(path.read_text()), package, is_door)
    for module in found.values():
        module.imports = list(_imports(module.tree, found, top))
    return found


def _imports(tree: ast.Module, known: Mapping[str, Module], top: str) -> Iterator[Import]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == top:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                is_module = full in known and alias.name not in _bound(known[node.module])
                yield Import(full if is_module else node.module, "*" if is_module else alias.name, node.lineno)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in known:
                    yield Import(alias.name, "*", node.lineno)


def _bound(module: Module) -> set[str]:
    """Names that a front door takes from its modules; one may be called like a module."""
    names: set[str] = set()
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
    return names if module.is_door else set()


def circles(found: Mapping[str, Module]) -> list[list[str]]:
    """Groups of modules that import each other (strongly connected components, Tarjan 1972), largest first."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for target in {each.target for each in found[name].imports if each.target in found}:
            if target not in index:
                visit(target)
                low[name] = min(low[name], low[target])
            elif target in stack:
                low[name] = min(low[name], index[target])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                groups.append(sorted(group))

    sys.setrecursionlimit(10_000)
    for name in found:
        if name not in index:
            visit(name)
    return sorted(groups, key=len, reverse=True)


def package_circles(found: Mapping[str, Module]) -> list[list[str]]:
    """Groups of packages whose modules import each other, seen as if each package were one module."""
    merged: dict[str, Module] = {}
    for module in found.values():
        whole = merged.setdefault(
            module.package, Module(module.package, module.path, module.tree, module.package, True)
        )
        for each in module.imports:
            target = found[each.target].package if each.target in found else each.target
            if (
                target != module.package
                and not _encloses(target, module.package)
                and not _encloses(module.package, target)
            ):
                whole.imports.append(Import(target, each.name, each.line))
    return circles(merged)


def _encloses(outer: str, inner: str) -> bool:
    return inner.startswith(f"{outer}.")


def past_doors(found: Mapping[str, Module], root: Path = ROOT) -> Iterator[str]:
    """Imports of another package's modules, or of names that its front door does not name."""
    for module in found.values():
        for each in module.imports:
            target = found.get(each.target)
            if target is None or target.package == module.package:
                continue
            place = f"{module.path.relative_to(root)}:{each.line}: {each.target}"
            if target.is_door:
                if each.name not in ("*", *target.exported()) and not each.name.startswith("__"):
                    yield f"{place} does not name {each.name} in __all__"
            elif not _encloses(target.package, module.package) and target.package != TOP:
                yield f"{place} is no front door"


def crowded(root: Path = SOURCES) -> Iterator[str]:
    """Folders with too many modules."""
    for folder in sorted({path.parent for path in root.rglob("*.py")}):
        count = sum(path.name != "__init__.py" for path in folder.glob("*.py"))
        if count > MOST_FILES:
            yield f"{folder.relative_to(ROOT)}: {count} files"


def long_lines(root: Path = ROOT) -> Iterator[str]:
    """Lines over the width in code, scripts and documents, without the examples of documents."""
    files = [*root.glob("*.md"), *root.glob("docs/**/*.md")]
    for folder in ("src", "tests", "tools", "benchmarks"):
        files += (path for kind in ("py", "sh") for path in (root / folder).rglob(f"*.{kind}"))
    files += (root / "src").rglob("*.java")
    for path in sorted(files):
        is_example = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if path.suffix == ".md" and line.startswith("```"):
                is_example = not is_example
            elif len(line) > LINE_WIDTH and not is_example:
                yield f"{path.relative_to(root)}:{number}: {len(line)} characters"


def sizes(found: Mapping[str, Module]) -> tuple[dict[str, int], dict[str, int]]:
    """Classes and functions at or over their limit, by qualified name, with their lines."""
    classes: dict[str, int] = {}
    functions: dict[str, int] = {}

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{prefix}.{child.name}"
                lines = (child.end_lineno or child.lineno) - child.lineno + 1
                if isinstance(child, ast.ClassDef):
                    if lines >= CLASS_LINES:
                        classes[name] = lines
                elif lines >= FUNCTION_LINES:
                    functions[name] = lines
                visit(child, name)
            else:
                visit(child, prefix)

    for module in found.values():
        visit(module.tree, module.name)
    return classes, functions


def complexity(function: ast.AST) -> int:
    """The number of independent paths, without those of functions defined inside."""
    total = 1
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            continue
        total += isinstance(node, _BRANCHING)
        if isinstance(node, ast.BoolOp):
            total += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            total += len(node.ifs)
        waiting.extend(ast.iter_child_nodes(node))
    return total


def complex_functions(found: Mapping[str, Module]) -> dict[str, int]:
    """Functions over `MOST_BRANCHES`, by module and name."""
    return {
        f"{module.name}.{node.name}": count
        for module in found.values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef) and (count := complexity(node)) > MOST_BRANCHES
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each measure; 1 where one is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--package", default="", help="only what concerns this package, such as suite or vm.compiled")
    parser.add_argument("--list", action="store_true", help="each place, too")
    options = parser.parse_args(arguments)
    within = f"{TOP}.{options.package}" if options.package else TOP
    folder = f"src/{within.replace('.', '/')}"
    found = modules()
    groups = {tuple(group): None for group in (*circles(found), *package_circles(found))}
    classes, functions = sizes(found)
    measures: defaultdict[str, list[str]] = defaultdict(list)
    measures["circles of imports"] = [
        " ".join(group) for group in groups if any(f"{name}.".startswith(f"{within}.") for name in group)
    ]
    measures[f"folders over {MOST_FILES} files"] = [each for each in crowded() if each.startswith(folder)]
    measures[f"lines over {LINE_WIDTH} characters"] = [
        each for each in long_lines() if within == TOP or each.startswith(folder)
    ]
    measures["imports past a front door"] = [
        each
        for each in past_doors(found)
        if f"{each.split('.py')[0]}/".startswith(f"{folder}/") or f"{within}." in each
    ]
    measures[f"classes from {CLASS_LINES} lines"] = _large(classes, LARGE_CLASSES, within)
    measures[f"functions from {FUNCTION_LINES} lines"] = _large(functions, LARGE_FUNCTIONS, within)
    measures[f"functions of complexity over {MOST_BRANCHES}"] = [
        f"{name}: {count}" for name, count in complex_functions(found).items() if f"{name}.".startswith(f"{within}.")
    ]
    measures["old words"] = [each for each in old_words() if within == TOP or each.startswith(folder)]
    failed = False
    for title, places in measures.items():
        print(f"{title}: {len(places)}")
        if places and options.list:
            print(*(f"    {place}" for place in places), sep="\n")
        failed = failed or bool(places)
    for title, exceptions in (("classes", LARGE_CLASSES), ("functions", LARGE_FUNCTIONS)):
        if len(exceptions) > MOST_EXCEPTIONS:
            print(f"{len(exceptions)} large {title} are excepted, more than {MOST_EXCEPTIONS}")
            failed = True
    return int(failed)


def _large(found: Mapping[str, int], excepted: Mapping[str, str], within: str) -> list[str]:
    return [
        f"{name}: {lines} lines"
        for name, lines in sorted(found.items())
        if name not in excepted and f"{name}.".startswith(f"{within}.")
    ]


if __name__ == "__main__":
    sys.exit(main())
