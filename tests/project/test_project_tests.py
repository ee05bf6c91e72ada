"""The tests that projects have: where they lie, what runs them, and which framework new ones are written for."""

import pytest
from tests.compiling import javac
from tests.conftest import fetched
from tests.project.support import names, pom, publish, write

from everypath.project import framework_of, open_target
from everypath.project.gradle import open_gradle
from everypath.project.maven import open_maven
from everypath.project.tests import find_tests

JUPITER = "org.junit.platform:junit-platform-console-standalone:1.10.2"


pytestmark = pytest.mark.usefixtures("no_maven")


def compile_tests(folder, jar, **sources):
    files = [write(folder.parent / "src" / f"{name}.java", text) for name, text in sources.items()]
    javac("-d", folder, "-cp", jar, *files)
    return folder


def test_a_maven_project_brings_what_runs_its_tests(tmp_path, repository, classes):
    for each in ("org.junit.platform:junit-platform-commons:1.9.0", "org.junit.jupiter:junit-jupiter-engine:5.9.0"):
        publish(repository, each)
    commons = ["org.junit.platform:junit-platform-commons:1.9.0"]
    publish(
        repository,
        "org.junit.jupiter:junit-jupiter-api:5.9.0",
        pom("org.junit.jupiter", "junit-jupiter-api", "5.9.0", dependencies=commons),
    )
    for version in ("1.9.0", "1.8.0"):
        publish(repository, f"org.junit.platform:junit-platform-launcher:{version}")
    listed = ["org.junit.jupiter:junit-jupiter-api:5.9.0:test", "g:gone:1:test"]
    write(tmp_path / "pom.xml", pom("my", "app", "1", dependencies=listed))
    classes(tmp_path / "target" / "classes")
    source = write(tmp_path / "src" / "test" / "java" / "ATest.java", "")
    part = open_maven(tmp_path, repository)
    assert part.dependencies == ()
    assert part.tests.uncompiled == (source.parent,)
    assert names(part.tests.classpath) == [
        *("junit-jupiter-api-5.9.0.jar", "junit-platform-commons-1.9.0.jar"),
        *("junit-jupiter-engine-5.9.0.jar", "junit-platform-launcher-1.9.0.jar"),
    ]
    assert part.tests.missing == ("g:gone:1",)
    assert not part.tests.has_parameters
    assert framework_of(part.tests) == ("junit5", "the build file")
    (tmp_path / "target" / "test-classes").mkdir()
    assert open_maven(tmp_path, repository).tests.folders == (tmp_path / "target" / "test-classes",)
    assert open_target([str(tmp_path / "target" / "classes")]).tests.declared == ("junit5",)


@pytest.mark.parametrize(
    ("listed", "wanted"),
    [
        (["junit:junit:4.13.2:test"], "junit4"),
        (["org.testng:testng:7.10.2:test"], "testng"),
        (["junit:junit:4.13.2:test", "org.junit.jupiter:junit-jupiter:5.10.2:test"], "junit5"),
        (["g:a:1"], None),
    ],
)
def test_the_build_file_names_the_framework(tmp_path, repository, classes, listed, wanted):
    write(tmp_path / "pom.xml", pom("my", "app", "1", dependencies=listed))
    classes(tmp_path / "target" / "classes")
    found = framework_of(open_maven(tmp_path, repository).tests)
    assert found == (None if wanted is None else (wanted, "the build file"))


def test_a_gradle_project_has_tests(tmp_path, repository, classes):
    publish(
        repository, "org.junit:junit-bom:5.9.0", pom("org.junit", "junit-bom", "5.9.0", body=MANAGED), with_jar=False
    )
    publish(repository, "org.junit.jupiter:junit-jupiter-api:5.9.0")
    publish(repository, "g:lib:1")
    write(
        tmp_path / "build.gradle",
        "dependencies {\n  implementation 'g:lib:1'\n  testImplementation platform('org.junit:junit-bom:5.9.0')\n"
        "  testImplementation 'org.junit.jupiter:junit-jupiter-api'\n}\n",
    )
    classes(tmp_path / "build" / "classes" / "java" / "main")
    (tmp_path / "build" / "classes" / "java" / "test").mkdir()
    (tmp_path / "build" / "resources" / "test").mkdir(parents=True)
    part = open_gradle(tmp_path)
    assert names(part.dependencies) == ["lib-1.jar"]
    assert [path.relative_to(tmp_path).as_posix() for path in part.tests.folders] == [
        "build/classes/java/test",
        "build/resources/test",
    ]
    assert names(part.tests.classpath) == ["lib-1.jar", "junit-jupiter-api-5.9.0.jar"]
    assert framework_of(part.tests) == ("junit5", "the build file")


MANAGED = """<dependencyManagement><dependencies><dependency><groupId>org.junit.jupiter</groupId>
<artifactId>junit-jupiter-api</artifactId><version>5.9.0</version></dependency></dependencies></dependencyManagement>"""

PLAIN = """
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTest extends Base {
  @ParameterizedTest
  @ValueSource(ints = 1)
  void some(int x) {}

  void none() {}

  @Nested
  class Inner {
    @Test
    void inside() {}
  }

  static class Helper {}
}

abstract class Base {
  @Test
  void inherited() {}
}
"""


def test_test_classes_are_known_by_their_annotations(tmp_path):
    folder = compile_tests(tmp_path / "classes", fetched(JUPITER), PlainTest=PLAIN)
    (found,) = find_tests([folder])
    assert (found.name, found.framework, set(found.methods)) == ("PlainTest", "junit5", {"inherited", "some"})
    assert found.nested == ("PlainTest$Inner",)


def test_old_tests_are_known_by_their_superclass_and_those_of_a_class_by_its_annotation(tmp_path):
    old = "public class OldTest extends junit.framework.TestCase { public void testOne() {} public void other() {} }"
    folder = compile_tests(tmp_path / "old", fetched("junit:junit:4.13.2"), OldTest=old)
    whole = (
        "import org.testng.annotations.*; @Test public class WholeTest { public void one() {} void hidden() {} "
        "@BeforeMethod public void before() {} }"
    )
    second = compile_tests(tmp_path / "whole", fetched("org.testng:testng:7.10.2"), WholeTest=whole)
    found = find_tests([folder, second])
    assert [(each.name, each.framework, each.methods) for each in found] == [
        ("OldTest", "junit4", ("testOne",)),
        ("WholeTest", "testng", ("one",)),
    ]
