"""Bytes to classes: a lazy class file parser, descriptors, signatures, class paths and the JDK. No semantics.

Malformed bytes of any kind raise ``ClassFormatError`` and nothing else.
"""

from everypath.classfile import access, annotations, constants, opcodes, signatures
from everypath.classfile.classpath import ClassPath, ClassSource, Directory, Jar
from everypath.classfile.descriptors import (
    check_field_descriptor,
    class_of_descriptor,
    descriptor_of_class,
    java_type,
    parse_method_descriptor,
    simple_type,
    slot_size,
)
from everypath.classfile.jdk import Jdk
from everypath.classfile.jimage import JImage
from everypath.classfile.members import Code, FieldInfo, Handler, LocalVariable, MemberInfo, MethodInfo, MethodParameter
from everypath.classfile.mutf8 import decode_modified_utf8, encode_modified_utf8
from everypath.classfile.opcodes import Instruction, Switch, decode
from everypath.classfile.parser import (
    NEWEST_MAJOR,
    OLDEST_MAJOR,
    BootstrapMethod,
    ClassFile,
    EnclosingMethod,
    InnerClass,
    RecordComponent,
    UnsupportedVersionError,
)

__all__ = [
    "NEWEST_MAJOR",
    "OLDEST_MAJOR",
    "BootstrapMethod",
    "ClassFile",
    "ClassPath",
    "ClassSource",
    "Code",
    "Directory",
    "EnclosingMethod",
    "FieldInfo",
    "Handler",
    "InnerClass",
    "Instruction",
    "JImage",
    "Jar",
    "Jdk",
    "LocalVariable",
    "MemberInfo",
    "MethodInfo",
    "MethodParameter",
    "RecordComponent",
    "Switch",
    "UnsupportedVersionError",
    "access",
    "annotations",
    "check_field_descriptor",
    "class_of_descriptor",
    "constants",
    "decode",
    "decode_modified_utf8",
    "descriptor_of_class",
    "encode_modified_utf8",
    "java_type",
    "opcodes",
    "parse_method_descriptor",
    "signatures",
    "simple_type",
    "slot_size",
]
