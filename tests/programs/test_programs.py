"""A share of the draw: methods of the JDK's own libraries, on two inputs each, in our machine and in the JVM.

The whole draw, with the libraries in jars, is run by ``make programs``.
"""

from __future__ import annotations

import shutil

import pytest
from tests.programs.draw import drawn, support_classes
from tests.programs.makers import Makers
from tests.programs.population import ARTIFACTS, JARS, Classes, depends_on_machine, draw, fetch_jars, population
from tests.programs.trials import Laboratory
from tests.programs.values import SPECIAL

from everypath.classfile import Jdk

EVERY = 36
"""One method in so many is run here."""


@pytest.fixture(scope="module")
def jars():
    if shutil.which("mvn") is None and not all((JARS / name).exists() for name in ARTIFACTS):
        pytest.skip("the libraries are not here, and no mvn to fetch them with")
    return fetch_jars()


def test_a_share_of_the_draw_runs_as_in_the_jvm(jdk, jars):
    laboratory = Laboratory(jdk, [support_classes(Jdk.find(), jars)], inputs=2)
    subjects = [each for each in drawn() if each.library.startswith("java.")][::EVERY]
    try:
        trials = [(subject, trial) for subject in subjects for trial in laboratory.trials(subject)]
    finally:
        laboratory.close()
    wrong = [f"{subject}: {trial.detail}\n{trial.plan}" for subject, trial in trials if trial.verdict == "mismatch"]
    failed = [f"{subject}: {trial.detail}\n{trial.plan}" for subject, trial in trials if trial.verdict == "failed"]
    ended = [trial for _, trial in trials if trial.verdict in ("equal", "machine")]
    assert not wrong, f"{len(wrong)} of {len(trials)}:\n" + "\n".join(wrong[:5])
    assert not failed, f"{len(failed)} of {len(trials)}:\n" + "\n".join(failed[:5])
    assert len(ended) >= 0.9 * len(trials) > 60


def test_the_draw_is_what_the_seed_draws(jars):
    if Jdk.find().feature != 17:
        pytest.skip("the draw was made from JDK 17")
    classes = Classes(Jdk.find(), [*jars, support_classes(Jdk.find(), jars)])
    assert draw(population(classes, Makers(classes, SPECIAL))) == drawn()


@pytest.mark.parametrize(
    ("owner", "name", "descriptor"),
    [
        ("java/time/LocalDate", "now", "()Ljava/time/LocalDate;"),
        ("java/util/Date", "<init>", "()V"),
        ("java/util/Properties", "load", "(Ljava/io/Reader;)V"),
        ("org/apache/commons/lang3/SystemUtils", "getJavaHome", "()Ljava/io/File;"),
        ("com/google/common/util/concurrent/Futures", "immediateVoidFuture", "()V"),
    ],
)
def test_rules_leave_out_what_depends_on_the_machine(owner, name, descriptor):
    assert depends_on_machine(owner, name, descriptor)
    assert not depends_on_machine("java/time/LocalDate", "plusDays", "(J)Ljava/time/LocalDate;")
