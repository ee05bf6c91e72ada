"""Maven and Gradle projects, with repositories made for the purpose; nothing is downloaded."""

import pytest
from tests.project.support import dependency, jar, names, pom, publish, write

from everypath.errors import UsageError
from everypath.project import open_target
from everypath.project.artifacts import Coordinates, class_path, in_gradle_cache, in_maven_repository, read_model
from everypath.project.gradle import gradle_tests, open_gradle
from everypath.project.maven import maven_tests, open_maven

pytestmark = pytest.mark.usefixtures("no_maven")


def test_transitive_dependencies(tmp_path, repository):
    publish(
        repository,
        "g:a:1",
        pom("g", "a", "1", dependencies=["g:b:1", "g:t:1:test", dependency("g:o:1", "<optional>true</optional>")]),
    )
    publish(repository, "g:b:1", pom("g", "b", "1", dependencies=["g:c:1", "g:p:1:provided"]))
    publish(repository, "g:b:2", pom("g", "b", "2"))
    for each in ("g:c:1", "g:c:9", "g:t:1", "g:o:1", "g:p:1", "g:d:1"):
        publish(repository, each)
    locate = in_maven_repository(repository)

    def resolved(*dependencies, body=""):
        model = read_model(
            write(tmp_path / "pom.xml", pom("x", "y", "1", body=body, dependencies=dependencies)), locate
        )
        jars, missing = class_path(model, locate)
        return names(jars), missing

    assert resolved("g:a:1") == (["a-1.jar", "b-1.jar", "c-1.jar"], [])
    assert resolved("g:a:1", "g:b:2") == (["a-1.jar", "b-2.jar"], [])
    assert resolved("g:t:1:test", "g:p:1:provided") == (["p-1.jar"], [])
    managed = f"<dependencies>{dependency('g:c:9')}{dependency('g:d:1')}</dependencies>"
    managed = f"<dependencyManagement>{managed}</dependencyManagement>"
    assert resolved("g:a:1", "g:d", body=managed) == (["a-1.jar", "d-1.jar", "b-1.jar", "c-9.jar"], [])
    excluded = "<exclusions><exclusion><groupId>g</groupId><artifactId>c</artifactId></exclusion></exclusions>"
    assert resolved(dependency("g:a:1", excluded)) == (["a-1.jar", "b-1.jar"], [])
    assert resolved("g:a:${v}", body="<properties><v>1</v></properties>")[0][0] == "a-1.jar"
    assert resolved("g:gone:1", "g:b:2") == (["b-2.jar"], ["g:gone:1"])


def test_parents_and_bills_of_materials(tmp_path, repository):
    for each in ("g:a:5", "g:b:7"):
        publish(repository, each)
    bom = f"<dependencyManagement><dependencies>{dependency('g:b:7')}</dependencies></dependencyManagement>"
    publish(repository, "g:bom:1", pom("g", "bom", "1", body=bom), with_jar=False)
    imported = dependency("g:bom:1:import", "<type>pom</type>")
    body = f"""<properties><a.version>5</a.version></properties><dependencyManagement><dependencies>
        {dependency("g:a:${a.version}")}{imported}</dependencies></dependencyManagement>"""
    publish(repository, "g:parent:3", pom("g", "parent", "3", body=body), with_jar=False)
    locate = in_maven_repository(repository)
    model = read_model(
        write(tmp_path / "pom.xml", pom("", "me", "", parent="g:parent:3", dependencies=["g:a", "g:b"])), locate
    )
    assert (model.group, model.version) == ("g", "3")
    assert names(class_path(model, locate)[0]) == ["a-5.jar", "b-7.jar"]


def test_maven_project(tmp_path, repository, classes, monkeypatch):
    publish(repository, "g:lib:1")
    write(tmp_path / "pom.xml", pom("my", "app", "1", dependencies=["g:lib:1", "g:gone:2"]))
    write(tmp_path / "src" / "main" / "java" / "shop" / "x", "")
    with pytest.raises(UsageError, match="a Maven project without compiled classes: run mvn compile first"):
        open_target([str(tmp_path)])
    classes(tmp_path / "target" / "classes")
    target = open_target([str(tmp_path)])
    assert target.kind == "Maven project"
    assert target.classes == ("shop/Fee", "shop/Fee$Rate")
    assert [path.name for path in target.classpath] == ["classes", "lib-1.jar"]
    assert target.source_roots == (tmp_path / "src" / "main" / "java",)
    assert target.notes == ("the class path lacks g:gone:2: run mvn dependency:resolve, or name them with --classpath",)
    monkeypatch.chdir(tmp_path)
    assert open_target([]).classes == target.classes
    assert open_target(["pom.xml"]).classes == target.classes
    monkeypatch.chdir(tmp_path.parent)
    assert open_target([tmp_path.name]).classes == target.classes
    monkeypatch.chdir(tmp_path)
    assert "lib-1.jar" in names(open_target(["target/classes"]).classpath)
    assert open_target(["shop.Fee"]).kind == "class"
    source = write(tmp_path / "src" / "main" / "java" / "shop" / "New.java", "package shop; class New { Fee fee; }")
    assert open_target([str(source)]).classes == ("shop/New",)


def test_maven_modules(tmp_path, repository, classes):
    body = "<packaging>pom</packaging><modules><module>core</module><module>web</module></modules>"
    write(tmp_path / "pom.xml", pom("my", "all", "1", body=body))
    write(tmp_path / "core" / "pom.xml", pom("", "core", "", parent="my:all:1"))
    own = dependency("my:core:${project.version}")
    build = "<build><outputDirectory>${project.basedir}/out</outputDirectory></build>"
    write(tmp_path / "web" / "pom.xml", pom("", "web", "", parent="my:all:1", dependencies=[own], body=build))
    classes(tmp_path / "core" / "target" / "classes")
    classes(tmp_path / "web" / "out")
    part = open_maven(tmp_path, repository)
    assert [entry.parent.name for entry in part.entries] == ["target", "web"]
    assert (part.dependencies, part.notes) == ((), ())


@pytest.mark.parametrize(
    ("properties", "surefire", "runs"),
    [
        ("", "", True),
        ("", "<enableAssertions>true</enableAssertions>", True),
        ("", "<enableAssertions>false</enableAssertions>", False),
        ("<enableAssertions>false</enableAssertions>", "", False),
        ("<checked>false</checked>", "<enableAssertions>${checked}</enableAssertions>", False),
    ],
)
@pytest.mark.parametrize("management", ["", "pluginManagement"])
def test_whether_maven_runs_tests_with_assertions(tmp_path, repository, properties, surefire, runs, management):
    named = "<artifactId>maven-surefire-plugin</artifactId>"
    plugins = f"<plugins><plugin>{named}<configuration>{surefire}</configuration></plugin></plugins>"
    build = f"<{management}>{plugins}</{management}>" if management else plugins
    body = f"<properties>{properties}</properties><build>{build}</build>"
    write(tmp_path / "pom.xml", pom("g", "parent", "1", body=body))
    write(tmp_path / "child" / "pom.xml", pom("g", "child", "1", parent="g:parent:1"))
    assert maven_tests(tmp_path, repository).assertions is runs
    assert maven_tests(tmp_path / "child", repository).assertions is runs


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("", True),
        ("test { enableAssertions = true }", True),
        ("test { enableAssertions = false }", False),
        ("tasks.test { enableAssertions.set(false) }", False),
        ("test {\n  enableAssertions false\n}", False),
    ],
)
def test_whether_gradle_runs_tests_with_assertions(tmp_path, text, runs):
    write(tmp_path / "settings.gradle", "include 'app'\n")
    write(tmp_path / "app" / "build.gradle", f"plugins {{ id 'java' }}\n{text}\n")
    assert gradle_tests(tmp_path).assertions is runs


def test_broken_pom(tmp_path):
    write(tmp_path / "pom.xml", "<project><oops>")
    with pytest.raises(UsageError, match=r"pom\.xml: cannot be read: "):
        open_target([str(tmp_path)])


def test_gradle_project(tmp_path, own_cache, classes):
    cache = own_cache / ".gradle" / "caches" / "modules-2" / "files-2.1"
    for name in ("one", "two", "four"):
        jar(cache / "g" / name / "1.0" / "abc" / f"{name}-1.0.jar", {})
    write(cache / "g" / "one" / "1.0" / "def" / "one-1.0.pom", pom("g", "one", "1.0", dependencies=["g:four:1.0"]))
    assert in_gradle_cache(cache)(Coordinates("g", "gone", "1"), "jar") is None
    write(tmp_path / "settings.gradle", "rootProject.name = 'x'\ninclude 'app', ':lib:deep'\n")
    write(tmp_path / "build.gradle", "plugins { id 'java' }\n")
    write(
        tmp_path / "app" / "build.gradle.kts",
        'dependencies {\n implementation("g:one:1.0")\n api(libs.second.one)\n testImplementation("g:t:1")\n}\n',
    )
    write(
        tmp_path / "gradle" / "libs.versions.toml",
        '[versions]\nv = "1.0"\n[libraries]\nsecond-one = { module = "g:two", version.ref = "v" }\nx = "g:x:1"\n',
    )
    write(tmp_path / "lib" / "deep" / "build.gradle", "dependencies { implementation 'g:three:3' }\n")
    with pytest.raises(UsageError, match="a Gradle project without compiled classes: run gradle classes first"):
        open_target([str(tmp_path)])
    classes(tmp_path / "app" / "build" / "classes" / "java" / "main")
    write(tmp_path / "app" / "src" / "main" / "java" / "shop" / "x", "")
    target = open_target([str(tmp_path)])
    assert target.kind == "Gradle project"
    assert target.classes == ("shop/Fee", "shop/Fee$Rate")
    assert names(target.classpath) == ["main", "one-1.0.jar", "two-1.0.jar", "four-1.0.jar"]
    assert target.source_roots == (tmp_path / "app" / "src" / "main" / "java",)
    assert "the class path lacks g:three:3" in target.notes[0]
    assert open_gradle(tmp_path).classes == target.classes
    assert "one-1.0.jar" in names(
        open_target([str(tmp_path / "app" / "build" / "classes" / "java" / "main")]).classpath
    )
