import re

import pytest
from tests.compiling import javac

from everypath.classfile import ClassPath, StringConst, simple_type
from everypath.errors import ClassFormatError, LinkageError, MissingClassError
from everypath.program import Program


def compile_text(jdk, folder, **sources):
    for name, text in sources.items():
        (folder / f"{name}.java").write_text(text)
    files = [folder / f"{name}.java" for name in sources]
    javac("-g", "-d", folder / "out", *files, tool=jdk.javac)
    return folder / "out"


def test_a_class(program):
    cls = program.klass("java/util/ArrayList")
    assert (cls.name, cls.package, cls.simple_name) == ("java/util/ArrayList", "java/util", "ArrayList")
    assert cls.superclass is program.klass("java/util/AbstractList")
    assert program.klass("java/util/List") in cls.interfaces
    assert program.by_number(cls.number) is cls
    assert not cls.is_target
    assert program.klass("p/Base").is_target
    assert cls.source_path == "java/util/ArrayList.java"
    assert program.klass("java/util/Map$Entry").simple_name == "Map.Entry"
    assert program.klass("java/util/Map$Entry").source_path == "java/util/Map.java"
    assert cls.initializer is not None
    assert cls.declared_method("add", "(Ljava/lang/Object;)Z").pretty() == "ArrayList.add(Object)"
    assert cls.declared_method("<init>", "(I)V").pretty() == "ArrayList(int)"
    assert cls.declared_method("nothing", "()V") is None


def test_names_as_people_write_them():
    cases = {
        "[Ljava/util/Map$Entry;": "Map.Entry[]",
        "La/B$1;": "B.1",
        "L$Proxy0;": "$Proxy0",
        "LA$;": "A$",
        "LA$$B;": "A$$B",
        "La_/B_;": "B_",
        "[[I": "int[][]",
    }
    for descriptor, name in cases.items():
        assert simple_type(descriptor) == name


def test_layout_puts_the_superclass_first(program):
    cls = program.klass("java/util/ArrayList")
    names = [field.name for field in cls.instance_fields]
    assert names == ["modCount", "elementData", "size"]
    assert [field.slot for field in cls.instance_fields] == [0, 1, 2]
    assert cls.declared_field("serialVersionUID", "J").slot == -1
    assert cls.declared_field("serialVersionUID", "J").constant_value.value == 8683452581122892189
    assert cls.instance_fields[0].owner is program.klass("java/util/AbstractList")


def test_arrays_and_primitives(program):
    ints, nested = program.klass("[I"), program.klass("[[Ljava/lang/String;")
    assert ints.element is program.primitive("I")
    assert ints.element.is_primitive
    assert ints.element.name == "int"
    assert nested.element is program.klass("[Ljava/lang/String;")
    assert [i.name for i in nested.interfaces] == ["java/lang/Cloneable", "java/io/Serializable"]
    assert ints.superclass is program.klass("java/lang/Object")
    assert ints.is_final
    assert not program.klass("[Ljava/lang/Object;").is_final
    assert nested.package == "java/lang"
    assert nested.descriptor == "[[Ljava/lang/String;"
    assert ints.is_instantiable
    assert program.array_of(program.klass("java/lang/String")) is nested.element
    assert program.class_of_descriptor("J") is program.klass("long")
    assert program.class_of_descriptor("Ljava/lang/String;") is program.klass("java/lang/String")
    for malformed in ("[", "[V]", "[Q", "[Ljava/lang/String", "[" * 256 + "I"):
        with pytest.raises(MissingClassError):
            program.klass(malformed)


def test_parameter_slots(program):
    method = program.klass("java/lang/Math").declared_method("fma", "(DDD)D")
    assert method.parameter_slots == (0, 2, 4)
    assert program.klass("java/lang/String").declared_method("indexOf", "(II)I").parameter_slots == (0, 1, 2)


def test_lines(program):
    method = program.klass("Loops").declared_method("nested", "(I)I")
    assert method.line(0) == 4
    assert method.lines == (4, 5, 6, 7, 9, 10, 13)
    assert method.line(method.instructions[-1].pc) == 13
    assert program.klass("java/lang/Object").declared_method("hashCode", "()I").line(0) == -1


def test_missing_and_broken_supertypes(jdk, image, tmp_path):
    out = compile_text(
        jdk,
        tmp_path,
        Up='public class Up { static final String S = "s"; }',
        Down="public class Down extends Up { }",
        Face="public interface Face { }",
        Faced="public class Faced implements Face { }",
    )
    fresh = lambda: Program(ClassPath([out]), image)  # noqa: E731
    assert fresh().klass("Down").superclass.declared_field("S", "Ljava/lang/String;").constant_value == StringConst("s")
    good = (out / "Up.class").read_bytes()
    (out / "Up.class").write_bytes(good[:-10])
    with pytest.raises(ClassFormatError, match=r"class Up: truncated or malformed"):
        fresh().klass("Down")
    (out / "Up.class").unlink()
    program = fresh()
    for _ in range(2):
        with pytest.raises(MissingClassError, match="class Up is not on the class path"):
            program.klass("Down")
    assert program.find("Down") is None
    assert program.find("[LDown;") is None
    compile_text(jdk, tmp_path, Up="public interface Up { }")
    with pytest.raises(LinkageError, match="IncompatibleClassChangeError: class Down has interface Up as super class"):
        fresh().klass("Down")
    compile_text(jdk, tmp_path, Up="public final class Up { }", Face="public class Face { }")
    with pytest.raises(LinkageError, match="cannot inherit from final class Up"):
        fresh().klass("Down")
    with pytest.raises(LinkageError, match="it is not an interface"):
        fresh().klass("Faced")
    (out / "Wrong.class").write_bytes(good)
    with pytest.raises(MissingClassError):
        fresh().klass("Wrong")


def test_circular_supertypes(jdk, image, tmp_path):
    out = compile_text(jdk, tmp_path, A="public class A { }", B="public class B extends A { }")
    data = (out / "B.class").read_bytes()
    (out / "A.class").write_bytes(
        re.sub(rb"\x01\x00\x01([AB])", lambda m: b"\x01\x00\x01" + (b"A" if m[1] == b"B" else b"B"), data)
    )
    with pytest.raises(LinkageError, match=r"ClassCircularityError: (A|B)"):
        Program(ClassPath([out]), image).klass("A")


def test_targets(subjects, image):
    program = Program(ClassPath([subjects]), image, ["p/Defaults", "java/util/BitSet"])
    assert program.klass("p/Defaults$Top").is_target
    assert program.klass("[Lp/Defaults$Top;").is_target
    assert not program.klass("p/Base").is_target
    assert program.klass("java/util/BitSet").is_target
    assert "p/Defaults$Left" in set(program.target_names())
    assert "p/Base" not in set(program.target_names())


def test_subtypes_and_candidates(subjects, image):
    program = Program(ClassPath([subjects]), image)
    hierarchy = program.hierarchy
    base, top = program.klass("p/Base"), program.klass("p/Defaults$Top")
    assert hierarchy.names_of(program.subtypes(base)) == {"p/Base", "q/Middle", "p/Low", "q/Bottom"}
    assert "p/Defaults$Unfinished" in hierarchy.names_of(program.subtypes(top))
    concrete = hierarchy.names_of(program.candidates(top))
    assert concrete == {f"p/Defaults${n}" for n in ("OfTop", "OfBoth", "OfAgain", "FromSuper", "TopAgain", "Finished")}
    address = hierarchy.names_of(program.candidates(program.klass("java/net/InetAddress")))
    assert address == {"java/net/InetAddress", "java/net/Inet4Address", "java/net/Inet6Address"}
    assert hierarchy.names_of(program.candidates(program.klass("java/lang/String"))) == {"java/lang/String"}
    assert hierarchy.names_of(program.candidates(program.klass("java/lang/Object"))) == {"java/lang/Object"}
    assert hierarchy.names_of(program.candidates(program.klass("[I"))) == {"[I"}
    assert hierarchy.bits_of(hierarchy.names_of(program.candidates(top))) == program.candidates(top)
    before = program.candidates(base)
    program.klass("java/util/TreeMap")
    assert program.candidates(base) == before


def test_dispatch(program):
    top = program.klass("p/Defaults$Top")
    greet = top.declared_method("greet", "()Ljava/lang/String;")
    cells = program.dispatch(program.candidates(top) | 1 << top.number, greet)
    by_name = {method.owner.name: program.hierarchy.names_of(bits) for method, bits in cells.items()}
    assert by_name == {
        "p/Defaults$Top": {"p/Defaults$OfTop", "p/Defaults$FromSuper", "p/Defaults$Top"},
        "p/Defaults$Left": {"p/Defaults$OfBoth", "p/Defaults$OfAgain", "p/Defaults$TopAgain"},
        "p/Defaults$Finished": {"p/Defaults$Finished"},
    }
    plain = top.declared_method("plain", "()Ljava/lang/String;")
    assert program.dispatch(1 << top.number, plain) == {plain: 1 << top.number}


def test_functional_methods(program):
    def single(name):
        method = program.functional_method(program.klass(name))
        return method and method.name

    assert single("java/util/Comparator") == "compare"
    assert single("java/util/function/BinaryOperator") == "apply"
    assert single("java/lang/Runnable") == "run"
    assert single("java/util/List") is None
    assert single("java/io/Serializable") is None
    assert single("p/Defaults$Right") is None
    assert single("p/Defaults$Left") == "plain"
    assert single("java/lang/String") is None


def test_numbers_do_not_depend_on_the_order_of_loading(subjects, image):
    targets = ["p/Base", "q/Middle", "p/Low"]
    one, other = (Program(ClassPath([subjects]), image, targets) for _ in range(2))
    other.klass("java/util/concurrent/ConcurrentHashMap")
    other.klass("p/Low")
    for name in (*targets, "java/lang/String", "java/util/ArrayList", "[I"):
        assert one.klass(name).number == other.klass(name).number
    assert one.klass("java/lang/Object").number == 0
    assert len({cls.number for cls in other.loaded}) == len(other.loaded)
    assert all(other.by_number(cls.number) is cls for cls in other.loaded)


def test_defining_a_class(subjects, image, program):
    data = image.find("java/util/BitSet")
    fresh = Program(ClassPath([subjects]), image)
    cls = fresh.define(data, is_target=True)
    assert cls.is_target
    assert fresh.klass("java/util/BitSet") is cls is fresh.define(data, is_target=True)
