"""Making jars and repositories."""

import zipfile


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def names(paths):
    return [path.name for path in paths]


def jar(path, files):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def pom(group, name, version, *, body="", dependencies=(), parent=None):
    """The text of a ``pom.xml``; dependencies are XML or ``group:name:version[:scope]``."""
    head = f"<groupId>{group}</groupId>" if group else ""
    head += f"<artifactId>{name}</artifactId>" + (f"<version>{version}</version>" if version else "")
    above = ""
    if parent:
        above = "<parent><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></parent>".format(
            *parent.split(":")
        )
    listed = "".join(each if each.startswith("<") else dependency(each) for each in dependencies)
    return f"""<?xml version="1.0"?>
<!-- a comment -->
<project xmlns="http://maven.apache.org/POM/4.0.0">{above}{head}{body}<dependencies>{listed}</dependencies></project>"""


def dependency(text, inner=""):
    group, name, version, scope = [*text.split(":"), "", ""][:4]
    return (
        f"<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId>"
        + (f"<version>{version}</version>" if version else "")
        + (f"<scope>{scope}</scope>" if scope else "")
        + f"{inner}</dependency>"
    )


def publish(repository, coordinates, text="", with_jar=True):
    """Put an artifact into a Maven repository."""
    group, name, version = coordinates.split(":")
    folder = repository.joinpath(*group.split("."), name, version)
    write(folder / f"{name}-{version}.pom", text or pom(group, name, version))
    return jar(folder / f"{name}-{version}.jar", {"x/X.class": b""}) if with_jar else None
