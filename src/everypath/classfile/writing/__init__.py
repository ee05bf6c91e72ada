"""Class files that everypath makes: of methods whose code does not branch, of intersection types, and renamed ones."""

from everypath.classfile.writing.class_writer import MethodCode, PoolWriter, written_class
from everypath.classfile.writing.intersections import intersected, intersection, intersection_file
from everypath.classfile.writing.renaming import renamer

__all__ = [
    "MethodCode",
    "PoolWriter",
    "intersected",
    "intersection",
    "intersection_file",
    "renamer",
    "written_class",
]
