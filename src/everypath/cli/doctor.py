"""``everypath doctor``: checks the installation, and says how to get what is missing."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from importlib import metadata

import click

from everypath import plugins
from everypath.errors import BridgeError, NoJdkError, UsageError
from everypath.run.options import Options
from everypath.version import __version__


def examine(options: Options) -> int:
    """Print one line for each thing that everypath needs and each plug-in; 2 where one is missing or broken, else 0."""
    checks: list[Callable[[Options], tuple[bool, str]]] = [_python, _z3, _bitwuzla, _jdk, _replay]
    good = True
    for check in checks:
        fine, text = check(options)
        good = good and fine
        click.echo(f"{'ok     ' if fine else 'MISSING'}  {text}")
    for plugin in (each for group in plugins.GROUPS for each in plugins.installed(group)):
        problem = _problem(plugin)
        good = good and not problem
        click.echo(f"{'BROKEN ' if problem else 'ok     '}  {problem or f'{plugin}: {plugin.value}'}")
    return 0 if good else 2


def _problem(plugin: plugins.Plugin) -> str:
    """The problem of a plug-in; empty if it can be used."""
    from everypath.explore.criteria import CRITERIA
    from everypath.explore.search import STRATEGIES
    from everypath.library.dispatch import models_of
    from everypath.run.rules import rules_of

    try:
        if plugin.group in (plugins.STRATEGIES, plugins.CRITERIA):
            registry = STRATEGIES if plugin.group == plugins.STRATEGIES else CRITERIA
            if plugin.name in registry.own:
                return f"{plugin} is never used: everypath has a {plugins.GROUPS[plugin.group]} of this name"
            registry.find(plugin.name)
        elif plugin.group == plugins.MODELS:
            models_of(str(plugin), plugin.load())
        else:
            rules_of(plugin)
    except UsageError as problem:
        return str(problem)
    return ""


def _python(options: Options) -> tuple[bool, str]:
    return True, f"everypath {__version__} on Python {platform.python_version()}"


def _z3(options: Options) -> tuple[bool, str]:
    try:
        import z3
    except ImportError:
        return False, "z3: install it with: pip install z3-solver"
    x = z3.BitVec("x", 32)
    solver = z3.Solver()
    solver.add(x * 3 == 21, x > 0)
    return solver.check() == z3.sat, f"z3 {z3.get_version_string()}"


def _bitwuzla(options: Options) -> tuple[bool, str]:
    try:
        import bitwuzla
    except ImportError:
        return False, "Bitwuzla: install it with: pip install bitwuzla"
    return bool(bitwuzla), f"Bitwuzla {metadata.version('bitwuzla')}"


def _jdk(options: Options) -> tuple[bool, str]:
    from everypath.classfile import Jdk

    try:
        jdk = Jdk.find(options.jdk)
    except NoJdkError as problem:
        return False, str(problem)
    return True, f"JDK {jdk.version} in {jdk.home}"


def _replay(options: Options) -> tuple[bool, str]:
    from everypath.bridge import Bridge, Literal, static_call
    from everypath.classfile import Jdk

    try:
        started = time.monotonic()
        with Bridge(Jdk.find(options.jdk)) as bridge:
            outcome = bridge.replay(static_call("java/lang/Math", "abs", "(I)I", Literal.of("I", -7)))
    except (BridgeError, NoJdkError) as problem:
        return False, f"replay: {problem}"
    if outcome.status != "ok":
        return False, f"replay: a call of Math.abs ended with {outcome.status}"
    return True, f"replay works ({time.monotonic() - started:.1f} s to start)"
