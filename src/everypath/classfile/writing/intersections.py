"""Intersection types (JLS 4.9) as classes: what a stub implements that is of several types at once.

The class of ``A & B`` is an interface above both or, if the first type is a class, an abstract subclass of it. No class
path has it: its name says which types it is made of, and its class file is made from theirs. Written tests declare it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.classfile.access import ABSTRACT, INTERFACE, PRIVATE, PUBLIC, SUPER, SYNTHETIC, VARARGS
from everypath.classfile.descriptors import parse_method_descriptor
from everypath.classfile.writing.class_writer import MethodCode, PoolWriter, written_class

if TYPE_CHECKING:
    from everypath.classfile.parser import ClassFile

_AND, _SLASH = "&", "|"
_LOADS = {"Z": 21, "B": 21, "C": 21, "S": 21, "I": 21, "J": 22, "F": 23, "D": 24}
_LOAD_REFERENCE, _LOAD_THIS, _INVOKESPECIAL, _RETURN = 25, 42, 183, 177


def intersection(names: Sequence[str]) -> str:
    """The internal name of the intersection of some types; a class comes first. It is in the package of the first."""
    first, *others = dict.fromkeys(names)
    return _AND.join((first, *(each.replace("/", _SLASH) for each in others)))


def intersected(name: str) -> tuple[str, ...]:
    """The types that a class is the intersection of; empty for other classes."""
    if _AND not in name:
        return ()
    first, *others = name.split(_AND)
    return (first, *(each.replace(_SLASH, "/") for each in others))


def intersection_file(name: str, find: Callable[[str], ClassFile | None]) -> bytes | None:
    """The class file of an intersection; None if the name is none, or if one of its types is missing."""
    files = [find(each) for each in intersected(name)]
    if not files or any(each is None for each in files):
        return None
    first, *others = (each for each in files if each is not None)
    pool = PoolWriter()
    is_interface = bool(first.access & INTERFACE)
    above = "java/lang/Object" if is_interface else first.name
    interfaces = [each.name for each in ((first, *others) if is_interface else others)]
    flags = PUBLIC | ABSTRACT | (INTERFACE if is_interface else SUPER)
    methods = () if is_interface else tuple(_constructors(first, pool))
    return written_class(pool, flags, name, above, interfaces, (), methods)


def _constructors(above: ClassFile, pool: PoolWriter) -> Iterator[MethodCode]:
    """Constructors with the parameters and the access of those of the superclass, which they call."""
    for each in above.methods:
        if each.name == "<init>" and not each.access & (PRIVATE | SYNTHETIC):
            body, at = struct.pack(">B", _LOAD_THIS), 1
            for parameter in parse_method_descriptor(each.descriptor)[0]:
                body += struct.pack(">BB", _LOADS.get(parameter, _LOAD_REFERENCE), at)
                at += 2 if parameter in "JD" else 1
            body += struct.pack(">BHB", _INVOKESPECIAL, pool.method(above.name, "<init>", each.descriptor), _RETURN)
            yield MethodCode(each.access & ~VARARGS, "<init>", each.descriptor, body, at, at)
