"""The JDKs of this machine, and running a Java main on one."""

import subprocess

from everypath.classfile import installed_jdks


def jdks():
    """A usable JDK of each release on this machine."""
    found = {jdk.feature: jdk for jdk in installed_jdks() if 17 <= jdk.feature <= 25 and jdk.modules.is_file()}
    return [found[feature] for feature in sorted(found)]


def run_java(jdk, classes, main, *arguments, stdin="", flags=()):
    """The output of a Java ``main``."""
    command = [jdk.java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", *flags, "-cp", classes, main, *arguments]
    result = subprocess.run(command, input=stdin, capture_output=True, timeout=120, encoding="utf-8", check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout
