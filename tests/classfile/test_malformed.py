"""Malformed bytes of any kind end in ``ClassFormatError`` and nothing else."""

import io
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from everypath.classfile import (
    ClassFile,
    ClassPath,
    Jar,
    Jdk,
    JImage,
    decode,
    decode_modified_utf8,
    encode_modified_utf8,
    parse_method_descriptor,
    signatures,
)
from everypath.errors import ClassFormatError

NAMES = ("java/util/BitSet", "java/util/Optional", "java/lang/Enum", "java/lang/Record", "java/lang/Deprecated")
_image = Jdk.find().image()
REAL = [_image.find(name) for name in (*NAMES, "java/util/stream/Collectors", "java/time/DayOfWeek")]
REAL += [_image.resource("/java.sql/module-info.class")]

many = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
fewer = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))

edits = st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=3)), min_size=1, max_size=4)


def edited(data, changes):
    out = bytearray(data)
    for place, new in changes:
        at = int(place * (len(out) - 1))
        out[at : at + len(new)] = new
    return bytes(out)


def read_all(data):
    try:
        file = ClassFile(data)
        file.check()
        for holder in (file, *file.fields, *file.methods):
            repr(holder)
    except ClassFormatError:
        pass


@many
@given(st.sampled_from(REAL), edits)
def test_changed_class_files(data, changes):
    read_all(edited(data, changes))


@many
@given(st.sampled_from(REAL), st.floats(0, 1))
def test_truncated_class_files(data, place):
    with pytest.raises(ClassFormatError):
        ClassFile(data[: int(place * (len(data) - 1))]).check()


@fewer
@given(st.sampled_from(REAL), st.floats(0, 1), st.binary(min_size=1, max_size=40))
def test_inserted_bytes(data, place, new):
    at = int(place * len(data))
    read_all(data[:at] + new + data[at:])


@fewer
@given(st.binary(max_size=200))
def test_arbitrary_bytes(data):
    read_all(data)
    read_all(b"\xca\xfe\xba\xbe\0\0\0\x3d" + data)


@many
@given(st.binary(max_size=40))
def test_arbitrary_bytecode(data):
    try:
        instructions = decode(data)
    except ClassFormatError:
        return
    assert b"".join(data[i.pc : i.pc + i.length] for i in instructions) == data


@many
@given(st.text(alphabet=st.characters(codec=None), max_size=20))
def test_modified_utf8_round_trip(text):
    decoded = decode_modified_utf8(encode_modified_utf8(text))
    # Two separate surrogates in Python become one supplementary character in Java.
    assert decoded.encode("utf-16", "surrogatepass") == text.encode("utf-16", "surrogatepass")


@many
@given(st.binary(max_size=12))
def test_arbitrary_modified_utf8(data):
    try:
        text = decode_modified_utf8(data)
    except ClassFormatError:
        return
    assert encode_modified_utf8(text) == data


@pytest.mark.parametrize("data", [b"\0", b"a\0", b"\xf0\x9f\x98\x80", b"\xc0", b"\xe2\x82", b"\xff"])
def test_what_is_no_modified_utf8(data):
    with pytest.raises(ClassFormatError):
        decode_modified_utf8(data)


@many
@given(st.text(alphabet="()[LITV;/<>:^*+-.Ta", max_size=20))
def test_arbitrary_descriptors_and_signatures(text):
    parsers = (
        parse_method_descriptor,
        signatures.parse_class_signature,
        signatures.parse_method_signature,
        signatures.parse_field_signature,
    )
    for parse in parsers:
        try:
            parse(text)
        except ClassFormatError:
            continue


@pytest.mark.parametrize("text", ["", "I", "(", "()", "(V)V", "(I)VV", "(L;)V", "(Lfoo)V", "(I)Lfoo", "([)V"])
def test_what_is_no_method_descriptor(text):
    with pytest.raises(ClassFormatError):
        parse_method_descriptor(text)


def test_deeply_nested_signatures():
    with pytest.raises(ClassFormatError):
        signatures.parse_field_signature("[" * 100_000 + "I")


def archive():
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as jar:
        jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMulti-Release: true\n")
        jar.writestr("a/B.class", REAL[0])
        jar.writestr("META-INF/versions/9/a/B.class", REAL[1])
    return content.getvalue()


@fewer
@given(edits)
def test_changed_jars(tmp_path_factory, changes):
    path = tmp_path_factory.mktemp("jar") / "x.jar"
    path.write_bytes(edited(archive(), changes))
    try:
        for name in ClassPath([path]).names():
            Jar(path).find(name)
        Jar(path).class_path()
    except ClassFormatError:
        pass


@fewer
@given(st.sampled_from((0, 4, 8, 12, 16, 20, 24, 28, 60, 300)), st.binary(min_size=1, max_size=8), st.integers(0, 4000))
def test_changed_images(tmp_path_factory, at, new, size):
    with _image.path.open("rb") as file:
        data = bytearray(file.read(size))
    data[at : at + len(new)] = new
    path = tmp_path_factory.mktemp("image") / "modules"
    path.write_bytes(data)
    with pytest.raises(ClassFormatError):
        JImage(path).find("java/lang/Object")
