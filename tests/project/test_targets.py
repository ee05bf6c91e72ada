import os
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from tests.project.support import jar, write

from everypath.classfile import ClassFile, Jar, Jdk
from everypath.errors import NoJdkError, UsageError
from everypath.project import open_target
from everypath.project.javac import declared_package, first_error


@pytest.fixture
def refused():
    """The one line that a target is refused with."""

    def refuse(*targets, error=UsageError, **options):
        with pytest.raises(error) as caught:
            open_target(targets, **options)
        text = str(caught.value)
        assert text
        assert "\n" not in text
        return text

    return refuse


def test_class_directory(built, jdk):
    target = open_target([str(built / "classes")])
    assert target.kind == "class directory"
    assert target.classes == ("shop/Fee", "shop/Fee$Rate")
    assert target.classpath == (built / "classes",)
    assert built / "src" in target.source_roots
    assert target.jdk == jdk
    assert target.release == jdk.feature
    assert target.notes == ()
    assert target.title == str(built / "classes")


def test_a_packages_folder_is_a_target_too(built):
    target = open_target([str(built / "classes" / "shop")])
    assert target.classes == ("shop/Fee", "shop/Fee$Rate")
    assert target.classpath == (built / "classes",)


def test_java_file(built, own_cache, tmp_path):
    write(
        tmp_path / "shop" / "Fee.java",
        (built / "src" / "shop" / "Fee.java").read_text().replace("100", "Helper.HUNDRED"),
    )
    write(tmp_path / "shop" / "Helper.java", "package shop; class Helper { static final int HUNDRED = 100; }")
    messages = []
    target = open_target([str(tmp_path / "shop" / "Fee.java")], say=messages.append)
    assert messages == ["Compiling Fee.java"]
    assert target.kind == "Java source"
    assert target.classes == ("shop/Fee", "shop/Fee$Rate")
    assert target.source_roots == (tmp_path,)
    fee = ClassFile((target.classpath[0] / "shop" / "Fee.class").read_bytes())
    assert next(m for m in fee.methods if m.name == "fee").code.local_variables[0].name == "age"
    assert target.classpath[0].is_relative_to(own_cache)

    again = open_target([str(tmp_path / "shop" / "Fee.java")], say=messages.append)
    assert (len(messages), again.classpath) == (1, target.classpath)
    helper = write(tmp_path / "shop" / "Helper.java", "package shop; class Helper { static final int HUNDRED = 1000; }")
    os.utime(helper, ns=(1, 1))
    changed = open_target([str(tmp_path / "shop" / "Fee.java")], say=messages.append)
    assert len(messages) == 2
    assert changed.classpath != target.classpath


def test_directory_of_java_files(tmp_path):
    write(tmp_path / "a" / "A.java", "package a; public class A { b.B other; }")
    write(tmp_path / "b" / "B.java", "package b; public class B { }")
    write(tmp_path / "b" / "package-info.java", "package b;")
    write(tmp_path / ".hidden" / "C.java", "nonsense")
    target = open_target([str(tmp_path)])
    assert (target.kind, target.classes) == ("Java sources", ("a/A", "b/B"))


def test_java_file_needs_the_class_path(built, tmp_path, refused):
    source = write(tmp_path / "User.java", "class User { int x = shop.Fee.fee(1); }")
    target = open_target([str(source)], classpath=[built / "classes"])
    assert target.classes == ("User",)
    assert built / "classes" in target.classpath
    assert "does not compile: package shop does not exist" in refused(str(source))


def test_single_class_file(built, tmp_path):
    target = open_target([str(built / "classes" / "shop" / "Fee.class")])
    assert (target.kind, target.classes, target.classpath) == ("class file", ("shop/Fee",), (built / "classes",))
    moved = tmp_path / "Moved.class"
    shutil.copy(built / "classes" / "shop" / "Fee.class", moved)
    target = open_target([str(moved)])
    assert target.classes == ("shop/Fee",)
    assert (target.classpath[0] / "shop" / "Fee.class").is_file()


def test_jar(built, tmp_path):
    content = (built / "classes" / "shop" / "Fee.class").read_bytes()
    other = jar(tmp_path / "other.jar", {"o/O.class": content})
    manifest = "Manifest-Version: 1.0\nClass-Path: other.jar\n"
    target = open_target(
        [str(jar(tmp_path / "fee.jar", {"shop/Fee.class": content, "META-INF/MANIFEST.MF": manifest}))]
    )
    assert (target.kind, target.classes) == ("jar", ("shop/Fee",))
    assert target.classpath == (tmp_path / "fee.jar", other)


def test_a_multi_release_jar_has_the_classes_that_its_jdk_sees(built, tmp_path, jdk):
    content = (built / "classes" / "shop" / "Fee.class").read_bytes()
    newer = content[:6] + struct.pack(">H", jdk.newest_class_file + 1) + content[8:]
    files = {
        "META-INF/MANIFEST.MF": "Manifest-Version: 1.0\nMulti-Release: true\n",
        "shop/Fee.class": content,
        "META-INF/versions/9/shop/Nine.class": content,
        f"META-INF/versions/{jdk.feature + 1}/shop/Fee.class": newer,
        f"META-INF/versions/{jdk.feature + 1}/shop/Later.class": newer,
    }
    target = open_target([str(jar(tmp_path / "fee.jar", files))])
    assert target.classes == ("shop/Fee", "shop/Nine")
    assert (target.jdk, target.release) == (jdk, jdk.feature)


def test_names(built, jdk):
    assert open_target(["java.util.BitSet"]).classes == ("java/util/BitSet",)
    assert open_target(["java.util.Map.Entry"]).classes == ("java/util/Map$Entry",)
    assert open_target(["java/util/BitSet"]).kind == "JDK class"
    package = open_target(["java.sql.*"])
    assert package.kind == "JDK package"
    assert "java/sql/Timestamp" in package.classes
    assert all(name.startswith("java/sql/") for name in package.classes)
    assert open_target(["java.sql"]).classes == package.classes
    assert "java/util/BitSet" in open_target(["java.util"]).classes
    assert "java/util/HashMap$Node" in open_target(["java.util"]).classes
    fee = open_target(["shop.Fee"], classpath=[built / "classes"])
    assert (fee.kind, fee.classes) == ("class", ("shop/Fee", "shop/Fee$Rate"))
    assert open_target(["shop.*"], classpath=[built / "classes"]).classes == fee.classes
    assert open_target(["shop.Fee.Rate"], classpath=[built / "classes"]).classes == ("shop/Fee$Rate",)


def test_several_targets(built):
    target = open_target([str(built / "classes"), "java.util.BitSet"])
    assert target.kind == "several targets"
    assert target.classes == ("java/util/BitSet", "shop/Fee", "shop/Fee$Rate")


def test_bad_input(built, tmp_path, refused, monkeypatch):
    good = (built / "classes" / "shop" / "Fee.class").read_bytes()
    monkeypatch.chdir(tmp_path)
    cases = {
        "gone.jar": "gone.jar: does not exist",
        "no/such/place": "no/such/place: does not exist",
        "nothing": "nothing: no such file, and no class or package of this name",
        "java.util.BitSett": "did you mean java.util.BitSet?",
        "": "a target is empty",
        "java.*.x": "java.*.x: no such file",
        "empty": "empty: a directory without classes",
        "jars": "it holds jars: name one, such as jars/a.jar",
        "text.class": "text.class: not a class file: it does not start with CAFEBABE",
        "short.class": "short.class: truncated or malformed class file",
        "new.class": "new.class: class file version 99 (Java 55) is newer than the newest supported, 69 (Java 25)",
        "newer": "class file version 99 (Java 55) is newer",
        "damaged": "truncated or malformed class file",
        "text.jar": "text.jar: not a readable jar: File is not a zip file",
        "nothing.jar": "nothing.jar: a jar without classes",
        "newer.jar": "class file version 99 (Java 55) is newer",
        "notes.txt": "notes.txt: not a Java source, class file, jar, directory or project",
        "comment.java": "comment.java: compiling it gave no class",
    }
    new = good[:6] + struct.pack(">H", 99) + good[8:]
    for name in ("empty", "jars", "newer/shop", "damaged/shop"):
        (tmp_path / name).mkdir(parents=True)
    for name, data in {
        "text.class": b"hello",
        "short.class": good[:-20],
        "new.class": new,
        "newer/shop/Fee.class": new,
        "damaged/shop/Fee.class": good[:50],
        "text.jar": b"hello",
        "notes.txt": b"hello",
        "comment.java": b"// nothing here",
    }.items():
        (tmp_path / name).write_bytes(data)
    jar(tmp_path / "jars" / "a.jar", {})
    jar(tmp_path / "nothing.jar", {"a.txt": "text"})
    jar(tmp_path / "newer.jar", {"shop/Fee.class": new})
    for target, message in cases.items():
        assert message in refused(target), target
    assert "--classpath: gone does not exist" in refused("java.util.BitSet", classpath=["gone"])
    assert "--classpath: " in refused("java.util.BitSet", classpath=["text.jar"])


def test_no_target(built, tmp_path, monkeypatch, refused):
    monkeypatch.chdir(tmp_path)
    assert refused().startswith("no project here")
    monkeypatch.chdir(built / "classes")
    assert open_target([]).classes == ("shop/Fee", "shop/Fee$Rate")


def test_damaged_classes_beside_good_ones_are_notes(built, tmp_path):
    shutil.copytree(built / "classes", tmp_path / "classes")
    (tmp_path / "classes" / "Bad.class").write_bytes(b"bad")
    shutil.copy(built / "classes" / "shop" / "Fee.class", tmp_path / "classes" / "Misplaced.class")
    target = open_target([str(tmp_path / "classes")])
    assert target.classes == ("shop/Fee", "shop/Fee$Rate")
    assert "not a class file" in target.notes[0]
    assert "whose package is another folder" in target.notes[1]


def test_stale_classes_are_noted(built, tmp_path):
    shutil.copytree(built, tmp_path / "copy")
    os.utime(tmp_path / "copy" / "src" / "shop" / "Fee.java", (2e9, 2e9))
    target = open_target([str(tmp_path / "copy" / "classes")])
    assert "compiled classes are older than their sources (shop.Fee)" in target.notes[0]


def test_jdk_for_newer_classes(built, tmp_path, refused):
    newest = max((jdk.feature for jdk in _installed()), default=17)
    if newest < 21:
        pytest.skip("needs two JDKs")
    data = bytearray((built / "classes" / "shop" / "Fee.class").read_bytes())
    data[6:8] = struct.pack(">H", newest + 44)
    write(tmp_path / "shop" / "x", "")
    (tmp_path / "shop" / "Fee.class").write_bytes(data)
    target = open_target([str(tmp_path)])
    assert target.jdk.feature == newest == target.release
    message = refused(str(tmp_path), jdk=str(Jdk.find(environment={"PATH": os.environ["PATH"]}).home))
    assert message.startswith(f"the classes are compiled for Java {newest}, --jdk is Java ")


def _installed():
    from everypath.classfile import installed_jdks

    return [jdk for jdk in installed_jdks() if jdk.has_javac and jdk.feature <= 25]


def test_no_jdk(refused, tmp_path):
    assert "is no JDK" in refused("java.util.BitSet", error=NoJdkError, jdk=str(tmp_path))


def test_compile_errors_are_one_line(tmp_path, refused, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "Bad.java", "public class Bad {\n    int x = y;\n    String s = 1;\n}\n")
    assert refused("Bad.java") == "Bad.java:2: does not compile: cannot find symbol: variable y (and 1 more)"
    write(tmp_path / "Named.java", "public class Other { }")
    assert refused("Named.java").startswith("Named.java:1: does not compile: class Other is public")


@pytest.mark.parametrize(
    ("source", "package"),
    [
        ("package a.b;", "a.b"),
        ("/* package x; */ // package y;\npackage a . b ;", "a.b"),
        ("@Deprecated package a;", "a"),
        ("import java.util.*; class package_ { } // package z;", ""),
        ('class A { String s = "package b;"; }', ""),
        ("", ""),
    ],
)
def test_package_of(source, package):
    assert declared_package(source) == package


def test_first_error_of_odd_output():
    assert first_error("error: invalid flag: -x\nUsage: javac") == "does not compile: invalid flag: -x"
    assert first_error("") == "javac failed: without a message"
    assert first_error("\nboom\n") == "javac failed: boom"


def test_real_jar_if_there_is_one():
    found = sorted(Path("/usr/share/java").glob("*.jar"))[:5]
    for path in found:
        if list(Jar(path).names()):
            assert open_target([str(path)]).classes


def test_unreadable_directory(tmp_path, refused):
    locked = tmp_path / "locked.class"
    locked.write_bytes(b"")
    locked.chmod(0)
    if os.access(locked, os.R_OK):
        pytest.skip("runs with the rights to read everything")
    assert "ermission denied" in refused(str(locked))


def test_javac_that_cannot_start(tmp_path, built, jdk, refused):
    home = tmp_path / "jdk"
    (home / "bin").mkdir(parents=True)
    (home / "lib").symlink_to(jdk.home / "lib")
    (home / "release").write_text(f'JAVA_VERSION="{jdk.version}"')
    (home / "bin" / "java").symlink_to(jdk.java)
    write(home / "bin" / "javac", "")
    assert "cannot be started" in refused(str(built / "src" / "shop" / "Fee.java"), jdk=str(home))


def test_compiled_by_the_jdk_asked_for(tmp_path):
    newest = max(_installed(), key=lambda jdk: jdk.feature)
    source = write(tmp_path / "A.java", "class A { }")
    target = open_target([str(source)], jdk=str(newest.home))
    assert target.release == newest.feature
    assert subprocess.run([newest.java, "-version"], check=True, timeout=60, capture_output=True).returncode == 0


def test_a_package_may_end_like_an_archive():
    assert "java/util/zip/CRC32" in open_target(["java.util.zip"]).classes
