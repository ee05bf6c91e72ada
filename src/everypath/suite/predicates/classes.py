"""One Java class for the paths of a method: a predicate for each, one for all, and a checker of each effect."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import indent
from typing import TYPE_CHECKING

from everypath.classfile import PRIMITIVES, dotted, package_of, simple_name
from everypath.dataclass import dataclass, field, replace
from everypath.suite.predicates.helpers import helpers_of
from everypath.suite.predicates.java_names import JavaNames
from everypath.suite.predicates.predicates import PathPredicate, predicate_of
from everypath.suite.prediction import writes

if TYPE_CHECKING:
    from everypath.explore.paths import Path
    from everypath.inputs.shapes import Slot
    from everypath.program import Method
    from everypath.suite.prediction import Write

__all__ = ["PredicateClass", "predicate_class"]

_RECEIVER = "self"

_HEAD = """
/**
 * The paths of {title}: which of them an input takes, and what is to happen then, as long as static fields that
 * are no inputs are as initialisation left them.
 */
public final class {name} {{
    private {name}() {{
    }}

    /** What a path does. */
    public interface Effect {{
        /** Whether this is what happened: the result (boxed; null for void) or the exception, and writes. */
        boolean isEffect(Object result, Throwable thrown);

        /** Whether the path may write a place of an object: a field (pkg.Owner.name), an element ([2]), or the size of
         * a list (size()). The holder of a static field is null. */
        boolean isWritten(Object holder, String place);
    }}

    /** The effects of the paths that an input takes, by their numbers; to be asked before the call. */
    public static java.util.Map<Integer, Effect> of({declared}) {{
        java.util.Map<Integer, Effect> found = new java.util.TreeMap<>();
{puts}
        return found;
    }}

    private static void put(java.util.Map<Integer, Effect> found, int number, Effect path) {{
        if (path != null) {{
            found.put(number, path);
        }}
    }}
"""

_PATH = """
    /** {title}. */
    public static boolean path{number}({declared}) {{
        return Path{number}.of({given}) != null;
    }}

    /** An input of path {number}, as it was before the call. */
    public static final class Path{number} implements Effect {{
{fields}
        /** The input; null if its path is another one. */
        public static Path{number} of({declared}) {{
{reading}
            return {made};
        }}

        @Override
        public boolean isEffect(Object result, Throwable thrown) {{
{effect}
        }}

        @Override
        public boolean isWritten(Object holder, String place) {{
{places}
        }}
    }}
"""


@dataclass(frozen=True)
class PredicateClass:
    """The ``source`` of a class of this internal ``name``. ``parameters`` are the names and types of the parameters of
    its predicates: the receiver, then the arguments. ``missing`` says by the number of a path why it has no predicate,
    ``unchecked`` which parts of its effect are not checked.
    """

    name: str
    source: str
    parameters: tuple[tuple[str, str], ...]
    missing: Mapping[int, str] = field(default_factory=dict)
    unchecked: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def renamed(self, simple: str) -> PredicateClass:
        """The class with another simple name."""
        package, _, before = self.name.rpartition("/")
        source = re.sub(rf"\b{before}\b", simple, self.source)
        return replace(self, name=f"{package}/{simple}" if package else simple, source=source)


def predicate_class(
    method: Method,
    title: str,
    paths: Sequence[Path],
    titles: Sequence[str],
    written: Callable[[Path], Sequence[Write]] = writes,
) -> PredicateClass:
    """The class for the ``paths`` of a method (at least one), which get the numbers from 1. ``title`` and ``titles``
    say in a line what the method and each path are, and ``written`` what a path writes. Overloads get the same name.
    """
    parameters = _parameters(method, paths[0])
    roots = [slot.name for slot in _given(method, paths[0])]
    names = dict(zip(roots, (name for name, _ in parameters), strict=True))
    found = {number: predicate_of(path, names, written) for number, path in enumerate(paths, 1)}
    stem = "new" if method.is_constructor else method.name
    name = f"{simple_name(method.owner.name)}{stem[:1].upper()}{stem[1:]}Paths"
    name = re.sub(r"\W", "_", name)
    package = package_of(method.owner.name)
    source = (f"package {dotted(package)};\n" if package else "") + _source(name, title, parameters, found, titles)
    return PredicateClass(
        f"{package}/{name}" if package else name,
        source,
        tuple(parameters),
        {number: each.missing for number, each in found.items() if each.missing},
        {number: each.unchecked for number, each in found.items() if each.unchecked},
    )


def _given(method: Method, path: Path) -> Sequence[Slot]:
    """The roots of the shape of a path that callers give: no receiver of a constructor."""
    count = len(method.parameters) + (not method.is_static and not method.is_constructor)
    return path.shape.roots[len(path.shape.roots) - count :]


def _parameters(method: Method, path: Path) -> list[tuple[str, str]]:
    """The Java names and types of receiver and arguments; references are ``Object``, as types may be private."""
    names = JavaNames()
    return [
        (names.free(_RECEIVER if slot.name == "this" else slot.name), PRIMITIVES.get(slot.descriptor, "Object"))
        for slot in _given(method, path)
    ]


def _source(
    name: str,
    title: str,
    parameters: Sequence[tuple[str, str]],
    found: Mapping[int, PathPredicate],
    titles: Sequence[str],
) -> str:
    declared = ", ".join(f"{kind} {each}" for each, kind in parameters)
    given = ", ".join(each for each, _ in parameters)
    usable = [number for number, each in found.items() if not each.missing]
    puts = "\n".join(f"        put(found, {each}, Path{each}.of({given}));" for each in usable)
    parts = [_HEAD.format(title=_comment(title), name=name, declared=declared, puts=puts)]
    for (number, each), shown in zip(found.items(), titles, strict=True):
        if each.missing:
            parts.append(f"\n    // Path {number}, {_comment(shown)}, has no predicate: {_comment(each.missing)}.\n")
        else:
            parts.append(_path(number, _comment(shown), declared, given, each))
    return "".join([*parts, *helpers_of(parts), "}\n"])


def _path(number: int, title: str, declared: str, given: str, predicate: PathPredicate) -> str:
    fields = "".join(f"        private {kind} {name};\n" for name, kind in predicate.kept)
    reading = [*predicate.reading, *_joined("boolean isMet = ", predicate.conditions)]
    made = "path" if predicate.kept else f"isMet ? new Path{number}() : null"
    if predicate.kept:
        reading += ["if (!isMet) {", "    return null;", "}", f"Path{number} path = new Path{number}();"]
        reading += [f"path.{name} = {name};" for name, _ in predicate.kept]
    unchecked = [f"// not checked: {_comment(each)}" for each in predicate.unchecked]
    effect = [*unchecked, *predicate.preparing, *_joined("return ", predicate.effect)]
    places = [f"return {' || '.join(dict.fromkeys(predicate.places)) or 'false'};"]
    if any(f"t{number}" in places[0] for number in range(len(predicate.preparing))):
        places = [*predicate.preparing, *places]
    return _PATH.format(
        title=title,
        number=number,
        declared=declared,
        given=given,
        fields=fields,
        reading=_indented(reading),
        made=made,
        effect=_indented(effect),
        places=_indented(places),
    )


def _indented(lines: Sequence[str]) -> str:
    return indent("\n".join(lines), " " * 12)


def _joined(begin: str, conditions: Sequence[str]) -> Iterator[str]:
    """A statement with the conjunction of conditions, one on each line."""
    shown = [_bare(each) for each in conditions] or ["true"]
    yield f"{begin}{shown[0]}{'' if len(shown) > 1 else ';'}"
    for each in shown[1:-1]:
        yield f"        && {each}"
    if len(shown) > 1:
        yield f"        && {shown[-1]};"


def _bare(condition: str) -> str:
    """A condition as a part of a conjunction: in parentheses only if it needs them."""
    inside = condition[1:-1] if _is_enclosed(condition) else condition
    return f"({inside})" if " || " in inside or " ? " in inside else inside


def _is_enclosed(condition: str) -> bool:
    """True if a first parenthesis is closed at the end."""
    depth = 0
    if not condition.startswith("("):
        return False
    for at, each in enumerate(condition):
        depth += (each == "(") - (each == ")")
        if not depth:
            return at == len(condition) - 1
    return False


def _comment(text: str) -> str:
    """A text that can stand in a comment (JLS 3.3, 3.7)."""
    return " ".join(text.replace("*/", "* /").replace("\\u", "\\\\u").split())
