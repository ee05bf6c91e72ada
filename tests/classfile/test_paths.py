import shutil
import subprocess
import zipfile

import pytest
from tests.conftest import CACHE

from everypath.classfile import ClassFile, ClassPath, Directory, Jar, Jdk, JImage
from everypath.errors import ClassFormatError, NoJdkError


def make_jar(path, files):
    with zipfile.ZipFile(path, "w") as jar:
        for name, content in files.items():
            jar.writestr(name, content)
    return path


def test_image_finds_what_it_lists(each_jdk):
    image = each_jdk.image()
    names = list(image.names())
    assert len(names) > 20000
    assert names == sorted(names)
    for name in names[::500]:
        assert ClassFile(image.find(name)).name == name
    assert image.find("java/util/NoSuch") is None
    assert image.find("no/such/Package") is None
    assert image.find("nodollar\ud800") is None
    assert image.module_of("java/sql") == "java.sql"
    assert image.module_of("java/nothing") is None
    assert "java.base" in image.module_names()
    assert image.is_exported("java/util")
    assert not image.is_exported("jdk/internal/misc")
    assert not image.is_exported("nowhere")


def test_compressed_image(jdk):
    home = CACHE / f"compressed-image-{jdk.version}"
    if not (jdk.home / "jmods").is_dir():
        pytest.skip("this JDK has no jmods to link an image from")
    if not home.exists():
        command = [jdk.home / "bin" / "jlink", "--compress=2", "--add-modules", "java.base", "--output", home]
        subprocess.run(command, check=True, timeout=120, capture_output=True)
        for part in home.iterdir():
            if part.name not in ("lib", "release"):
                shutil.rmtree(part)
    compressed, plain = JImage(home / "lib" / "modules"), jdk.image()
    for name in ("java/lang/Object", "java/util/HashMap", "java/lang/invoke/MethodHandles$Lookup"):
        assert compressed.find(name) == plain.find(name)


@pytest.mark.parametrize(
    "content", [b"", b"CAFE", b"\xda\xda\xfe\xca" + b"\0" * 24, b"\xda\xda\xfe\xca\0\0\1\0" + b"\1" * 40]
)
def test_what_is_no_image(tmp_path, content):
    path = tmp_path / "modules"
    path.write_bytes(content)
    with pytest.raises(ClassFormatError, match="modules"):
        JImage(path)


def test_directory(subjects):
    directory = Directory(subjects)
    assert "Shapes$Leaf" in list(directory.names())
    assert ClassFile(directory.find("Shapes")).name == "Shapes"
    for missing in ("Nothing", "a/b/Nothing", "Shapes.class/x", "with\0zero", "lone\ud800"):
        assert directory.find(missing) is None


def test_multi_release_jar(tmp_path):
    files = {
        "META-INF/MANIFEST.MF": "Manifest-Version: 1.0\r\nMulti-Release: true\r\nLong: " + "x" * 60 + "\r\n y\r\n\r\n",
        "a/B.class": "base",
        "META-INF/versions/11/a/B.class": "eleven",
        "META-INF/versions/21/a/B.class": "twenty-one",
        "META-INF/versions/21/a/C.class": "new",
        "META-INF/versions/x/a/D.class": "odd",
        "module-info.class": "",
        "a/package-info.class": "",
    }
    jar = make_jar(tmp_path / "x.jar", files)
    assert [Jar(jar, release).find("a/B") for release in (8, 17, 21, 25)] == [
        b"base",
        b"eleven",
        b"twenty-one",
        b"twenty-one",
    ]
    assert list(Jar(jar, 17).names()) == ["a/B"]
    assert list(Jar(jar, 21).names()) == ["a/B", "a/C"]
    single = make_jar(tmp_path / "y.jar", {**files, "META-INF/MANIFEST.MF": "Manifest-Version: 1.0\n"})
    assert Jar(single, 25).find("a/B") == b"base"


def test_jars_are_opened_late_and_distinguished(tmp_path):
    broken = tmp_path / "broken.jar"
    broken.write_bytes(b"PK\3\4 not really")
    path = ClassPath([make_jar(tmp_path / "a.jar", {"a/A.class": "1"}), tmp_path / "missing.jar", broken])
    assert path.find("a/A") == b"1"
    with pytest.raises(ClassFormatError, match=r"broken\.jar: not a readable jar"):
        path.find("b/B")


def test_manifest_class_path(tmp_path):
    other = make_jar(tmp_path / "other.jar", {})
    jar = make_jar(tmp_path / "x.jar", {"META-INF/MANIFEST.MF": "Class-Path: other.jar\n  gone.jar\n"})
    assert Jar(jar).class_path() == (other,)
    assert Jar(other).class_path() == ()


def test_first_entry_wins(tmp_path):
    one = make_jar(tmp_path / "1.jar", {"A.class": "one", "B.class": "one"})
    two = make_jar(tmp_path / "2.jar", {"A.class": "two", "C.class": "two"})
    path = ClassPath([one, two])
    assert path.find("A") == b"one"
    assert list(path.names()) == ["A", "B", "C"]
    assert path.source_of("C").path == two
    assert path.source_of("D") is None


def fake_jdk(home, version, javac=True, modules=True):
    (home / "bin").mkdir(parents=True)
    (home / "lib").mkdir()
    for name in ("java", "javac")[: 2 if javac else 1]:
        (home / "bin" / name).touch(mode=0o755)
    if modules:
        (home / "lib" / "modules").touch()
    (home / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    return home


def test_jdk_by_name(tmp_path):
    home = fake_jdk(tmp_path / "a", "21.0.3")
    jdk = Jdk.find(home)
    assert (jdk.version, jdk.feature, jdk.newest_class_file) == ("21.0.3", 21, 65)
    cases = {
        "is no JDK": tmp_path / "nowhere",
        "without javac": fake_jdk(tmp_path / "jre", "17.0.1", javac=False),
        "is Java 1.8.0_392": fake_jdk(tmp_path / "old", "1.8.0_392"),
        "is Java 26": fake_jdk(tmp_path / "new", "26"),
        "no lib/modules": fake_jdk(tmp_path / "exploded", "17", modules=False),
    }
    for message, path in cases.items():
        with pytest.raises(NoJdkError, match=message) as caught:
            Jdk.find(path)
        assert "\n" not in str(caught.value)
        assert "install one" in str(caught.value)


def test_jdk_from_the_environment(tmp_path):
    first, second = fake_jdk(tmp_path / "17", "17.0.9"), fake_jdk(tmp_path / "21", "21.0.1")
    old, jre = fake_jdk(tmp_path / "11", "11.0.2"), fake_jdk(tmp_path / "jre", "21", javac=False)
    places = [str(tmp_path / "*")]
    link = tmp_path / "path"
    link.mkdir()
    (link / "java").symlink_to(first / "bin" / "java")

    def home(**environment):
        return Jdk.find(environment=environment, places=places).home

    assert home(JAVA_HOME=str(first)) == first
    assert home(JAVA_HOME=str(old)) == second
    assert home(PATH=str(link)) == first
    assert home(PATH=str(old / "bin")) == second
    assert home() == second
    assert Jdk.find(environment={"JAVA_HOME": str(first)}, places=places, minimum=21).home == second
    with pytest.raises(NoJdkError, match=r"JAVA_HOME: .*without javac"):
        home(JAVA_HOME=str(jre))
    with pytest.raises(NoJdkError, match=r"JAVA_HOME: .* is no JDK"):
        home(JAVA_HOME=str(tmp_path / "gone"))
    with pytest.raises(NoJdkError, match=r"no JDK 22 to 25 found \(.*is Java 21"):
        Jdk.find(environment={}, places=places, minimum=22)
    with pytest.raises(NoJdkError, match="no JDK 17 to 25 found: install one"):
        Jdk.find(environment={"PATH": str(tmp_path)}, places=())
