"""Declarations of the types that stubs of several types at once implement or extend: source can name no other class."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from everypath.classfile import intersected
from everypath.suite.testcase import Member, Stub, TypeNames, method_parameters

__all__ = ["declarations"]


def declarations(declared: Mapping[str, str], stubs: Iterable[Stub], names: TypeNames) -> Iterator[str]:
    """The nested types of a test class that the stubs need. ``declared`` maps internal names to those in the file."""
    constructors: dict[str, dict[Member, None]] = {}
    for each in stubs:
        if each.constructor is not None:
            constructors.setdefault(each.class_name, {})[each.constructor] = None
    for name, simple in declared.items():
        first, *others = map(names.class_name, intersected(name))
        called = constructors.get(name)
        if called is None:
            yield f"private interface {simple} extends {', '.join((first, *others))} {{}}"
            continue
        head = f"private abstract static class {simple} extends {first} implements {', '.join(others)}"
        only_default = all(each.descriptor == "()V" and not each.raises for each in called)
        body = "" if only_default else "\n\n".join(_passing_on(simple, each, names) for each in called)
        yield f"{head} {{\n{body}\n}}" if body else f"{head} {{}}"


def _passing_on(simple: str, constructor: Member, names: TypeNames) -> str:
    """A constructor that passes its arguments on to that of the superclass."""
    types = method_parameters(constructor.descriptor)
    parameters = ", ".join(f"{names.type(each)} p{at}" for at, each in enumerate(types))
    arguments = ", ".join(f"p{at}" for at in range(len(types)))
    throws = f" throws {names.java_lang(constructor.raises)}" if constructor.raises else ""
    return f"  {simple}({parameters}){throws} {{\n    super({arguments});\n  }}"
