"""Class files that everypath makes: of methods whose code does not branch, and of intersection types."""

from everypath.classfile.writing.class_writer import MethodCode, PoolWriter, written_class
from everypath.classfile.writing.intersections import intersected, intersection, intersection_file

__all__ = ["MethodCode", "PoolWriter", "intersected", "intersection", "intersection_file", "written_class"]
