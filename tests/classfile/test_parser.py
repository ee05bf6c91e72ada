import re
import struct
import subprocess

import pytest
from tests.classfile.support import run_java

from everypath.classfile import (
    TARGET_FIELD,
    TARGET_PARAMETER,
    Annotation,
    ClassFile,
    ClassPath,
    ClassValue,
    DoubleConst,
    EnumValue,
    FloatConst,
    IntConst,
    LongConst,
    MethodType,
    StringConst,
    UnsupportedVersionError,
    decode,
    signatures,
)
from everypath.errors import ClassFormatError

SAMPLE_STEP = 12


@pytest.fixture(scope="module")
def shapes(subjects):
    path = ClassPath([subjects])
    return lambda name="Shapes": ClassFile(path.find(name))


def test_every_part_of_the_jdk_is_read(each_jdk):
    image = each_jdk.image()
    base = [name for name in image.names() if image.module_of(name.rpartition("/")[0]) == "java.base"]
    assert len(base) > 6000
    for name in base[::SAMPLE_STEP]:
        file = ClassFile(image.find(name))
        assert file.name == name
        file.check()
        if file.signature is not None:
            signatures.parse_class_signature(file.signature)
        for method in file.methods:
            if method.signature is not None:
                signatures.parse_method_signature(method.signature)


def test_bytecode_is_read_as_javap_reads_it(jdk, image, subjects):
    names = ["java/util/HashMap", "java/util/BitSet", "java/lang/String", "java/util/regex/Pattern", "java/lang/Math"]
    command = [
        jdk.home / "bin" / "javap",
        "-c",
        "-p",
        "-cp",
        subjects,
        "Shapes",
        *(name.replace("/", ".") for name in names),
    ]
    listing = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    theirs = re.findall(r"^ *(\d+): ([a-z][a-z0-9_]*)(?: +(.*))?$", listing, re.MULTILINE)
    files = [ClassFile(ClassPath([subjects]).find("Shapes")), *(ClassFile(image.find(name)) for name in names)]
    ours = [i for file in files for method in file.methods if method.code for i in decode(method.code.bytecode)]
    assert len(ours) == len(theirs) > 10000
    for instruction, (pc, name, rest) in zip(ours, theirs, strict=True):
        widened = name.endswith("_w") and name not in ("ldc_w", "ldc2_w", "goto_w")
        assert (instruction.pc, instruction.name) == (int(pc), name.removesuffix("_w") if widened else name)
        if name.startswith(("if", "goto")) or name in ("bipush", "sipush"):
            assert instruction.operand == int(rest)
        elif name in ("iinc", "iinc_w"):
            assert f"{instruction.operand}, {instruction.second}" == rest.strip()
        elif "#" in rest:
            assert instruction.operand == int(re.match(r"#(\d+)", rest)[1])


def test_constants_equal_the_jvms(jdk, subjects, shapes):
    file = shapes("Constants")
    seen = 0
    values = dict(line.split(" ", 1) for line in run_java(jdk, subjects, "Constants").splitlines())
    for field in file.fields:
        if field.name in values:
            assert shown(field.constant_value) == values[field.name], field.name
            seen += 1
    assert seen == len(values) == 21


def shown(constant):
    match constant:
        case IntConst(value):
            return f"i{value}"
        case LongConst(value):
            return f"l{value}"
        case FloatConst(value):
            return f"f{struct.unpack('>i', struct.pack('>f', value))[0]}"
        case DoubleConst(value):
            return f"d{struct.unpack('>q', struct.pack('>d', value))[0]}"
        case StringConst(value):
            units = value.encode("utf-16-be", "surrogatepass")
            return (
                "s["
                + ", ".join(f"{high << 8 | low:x}" for high, low in zip(units[::2], units[1::2], strict=True))
                + "]"
            )
    return None


def test_numbers_of_different_types_differ():
    assert IntConst(1) != LongConst(1)
    assert FloatConst(1.0) != DoubleConst(1.0)
    assert IntConst(0) == IntConst(0)


def test_attributes_of_a_class(shapes):
    file = shapes()
    assert file.source_file == "Shapes.java"
    assert file.super_name == "java/lang/Object"
    assert file.permitted_subclasses == ("Shapes$Leaf",)
    assert set(file.nest_members) >= {"Shapes$Leaf", "Shapes$Point"}
    assert shapes("Shapes$Leaf").nest_host == "Shapes"
    assert {row.inner for row in file.inner_classes} >= {"Shapes$Leaf", "Shapes$Mark"}
    assert shapes("Shapes$1").enclosing_method.name == "local"
    assert shapes("Shapes$1Local").enclosing_method.owner == "Shapes"
    point = shapes("Shapes$Point")
    assert point.is_record
    assert [(c.name, c.descriptor) for c in point.record_components] == [("x", "I"), ("names", "Ljava/util/List;")]
    assert point.record_components[0].annotations[0].name == "Shapes$Mark"
    assert file.bootstrap_methods
    assert any(isinstance(argument, MethodType) for row in file.bootstrap_methods for argument in row.arguments)


def test_annotations(shapes):
    mark = next(each for each in shapes().annotations if each.name == "Shapes$Mark")
    kind = "Ljava/lang/annotation/ElementType;"
    assert mark.get("number") == 7
    assert mark.get("text") == "seven"
    assert mark.get("kinds") == (EnumValue(kind, "FIELD"), EnumValue(kind, "METHOD"))
    assert mark.get("type") == ClassValue("[Ljava/lang/String;")
    assert mark.get("letter") == "x"
    assert mark.get("yes") is True
    assert mark.get("nested") == Annotation("LShapes$Inner;", (("value", 3),))
    assert (mark.get("big"), mark.get("ratio"), mark.get("half")) == (1 << 40, 0.5, 0.25)
    assert mark.get("missing") is None
    defaults = {method.name: method.annotation_default for method in shapes("Shapes$Mark").methods}
    assert defaults["text"] == "none"
    assert defaults["number"] is None
    assert defaults["kinds"] == ()


def test_attributes_of_members(shapes):
    file = shapes()
    fields = {field.name: field for field in file.fields}
    methods = {method.name: method for method in file.methods}
    method = methods["method"]
    assert method.exceptions == ("java/lang/Exception", "java/io/IOException")
    assert method.parameter_names == ("first", "second", "third")
    assert method.is_deprecated
    assert [row and row[0].name for row in method.parameter_annotations] == ["Shapes$Mark", (), ()]
    (nullable,) = method.type_annotations
    assert (nullable.target, nullable.index, nullable.path) == (TARGET_PARAMETER, 2, ())
    assert fields["field"].type_annotations[0].target == TARGET_FIELD
    assert fields["inside"].type_annotations[0].path == ((3, 0),)
    code = methods["switches"].code
    assert {handler.catch_type for handler in code.handlers} == {
        None,
        "java/lang/NullPointerException",
        "java/lang/ArrayIndexOutOfBoundsException",
    }
    assert {"number", "text", "cube", "problem"} <= {variable.name for variable in code.local_variables}
    assert code.line_numbers == tuple(sorted(code.line_numbers, key=lambda row: row[0]))
    assert any(method.is_synthetic and method.name.startswith("lambda$") for method in file.methods)


def test_versions():
    def versioned(major):
        return b"\xca\xfe\xba\xbe\0\0" + struct.pack(">H", major) + b"\0\1"

    with pytest.raises(UnsupportedVersionError, match=r"version 70 \(Java 26\) is newer than the newest supported, 69"):
        ClassFile(versioned(70))
    with pytest.raises(UnsupportedVersionError):
        ClassFile(versioned(44))
    with pytest.raises(ClassFormatError, match="truncated"):
        ClassFile(versioned(69))
