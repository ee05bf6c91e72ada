"""The commands of ``everypath``, their options and exit codes."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from everypath.errors import BridgeError, UsageError
from everypath.run.options import Options, Origin, flag_name, resolve, settings, variable_name
from everypath.version import __version__

Command = TypeVar("Command", bound=Callable[..., Any])

#: Exit codes.
CLEAN, FINDINGS, UNUSABLE, INCOMPLETE, INTERRUPTED = 0, 1, 2, 3, 130

_EPILOG = (
    "TARGET: a .java file, class directory, jar, Maven or Gradle project, or a class name; none: the project here."
)


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code.

    For unusable input it prints one line. A traceback is printed only for a bug of everypath.
    """
    _prepare_output()
    code: object
    try:
        given = sys.argv[1:] if arguments is None else arguments
        code = cli.main(args=_with_values(given), prog_name="everypath", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as leaving:
        code = leaving.exit_code
    except click.UsageError as problem:
        hint = f"  (everypath {problem.ctx.info_name} --help)" if problem.ctx and problem.ctx.parent else ""
        _complain(f"{problem.format_message()}{hint}")
        code = UNUSABLE
    except click.ClickException as problem:
        _complain(problem.format_message())
        code = UNUSABLE
    except (UsageError, BridgeError) as problem:
        _complain(str(problem))
        code = UNUSABLE
    except (click.Abort, KeyboardInterrupt):
        _complain("interrupted")
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe: nothing can be printed, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = CLEAN
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        _complain(f"{where}{problem.strerror or problem}")
        code = UNUSABLE
    return code if isinstance(code, int) else CLEAN


def _with_values(arguments: Sequence[str]) -> list[str]:
    """The command line with a value for each option that may be given without one."""
    bare = {flag_name(name): setting.bare for name, setting in settings().items() if setting.bare}
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    return [f"{each}={bare[each]}" if each in bare else each for each in arguments[:end]] + list(arguments[end:])


def _prepare_output() -> None:
    """Make output safe: a closed stream becomes the null device, and characters that a locale lacks are escaped."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - for the rest of the process
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _complain(message: str) -> None:
    first, *rest = message.splitlines() or [""]
    click.echo(f"everypath: {first}", err=True)
    for line in rest:
        click.echo(f"  {line}", err=True)


def configured(command: str) -> Callable[[Command], Command]:
    """Adds the options of `command` to a click command, from the settings; values arrive unparsed."""

    def decorate(function: Command) -> Command:
        for name, setting in reversed(settings(command).items()):
            names = [flag_name(name), name] + ([f"-{setting.short}"] if setting.short else [])
            function = click.option(
                *names,
                is_flag=setting.flag,
                multiple=setting.repeated,
                metavar=None if setting.flag else setting.metavar,
                help=setting.help,
                hidden=not setting.common,
                default=None if not setting.repeated else (),
            )(function)
        return function

    return decorate


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=False,
    invoke_without_command=True,
    epilog=_EPILOG,
)
@click.version_option(__version__, message="everypath %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Symbolic execution for Java: bugs proved on a real JVM, and JUnit tests worth keeping."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command(short_help="Find bugs; each one is shown with an input, replayed on a real JVM.")
@click.argument("targets", metavar="[TARGET]...", nargs=-1)
@configured("check")
def check(targets: tuple[str, ...], **given: object) -> int:
    """Find bugs in TARGETs and show an input for each, replayed on a real JVM. TARGET#METHOD is one method alone."""
    from everypath.api import with_methods
    from everypath.cli.analysing import run_check

    opened, options_given = with_methods(targets, given)
    return run_check(opened, resolve(options_given))


@cli.command(short_help="Write JUnit 5 tests that compile and pass.")
@click.argument("targets", metavar="[TARGET]...", nargs=-1)
@configured("generate")
def generate(targets: tuple[str, ...], **given: object) -> int:
    """Write JUnit 5 tests for TARGETs; only tests that compiled and passed are written. TARGET#METHOD is one method."""
    from everypath.api import with_methods
    from everypath.cli.analysing import run_generate

    opened, options_given = with_methods(targets, given)
    options = resolve(options_given)
    if options.output is None:
        raise UsageError("say where the tests go: everypath generate TARGET -o DIR")
    return run_generate(opened, options)


@cli.command(short_help="List the paths of a method: condition, effect, witness.")
@click.argument("method", metavar="TARGET#METHOD")
@click.argument("targets", metavar="[TARGET]...", nargs=-1)
@configured("paths")
def paths(method: str, targets: tuple[str, ...], **given: object) -> int:
    """List the paths of TARGET#METHOD, such as Fee.java#fee or java.util.BitSet#get: condition, effect and an input.

    With further TARGETs, CLASS#METHOD names a method of theirs.
    """
    from everypath.api import method_target
    from everypath.cli.analysing import run_paths

    opened, only = method_target(method, targets)
    return run_paths(opened, resolve({**given, "only": (only,)}))


@cli.command(short_help="Explain why a method is not complete.")
@click.argument("method", metavar="CLASS#METHOD")
@click.argument("targets", metavar="[TARGET]...", nargs=-1)
@configured("why")
def why(method: str, targets: tuple[str, ...], **given: object) -> int:
    """Analyse CLASS#METHOD of TARGETs alone, and show its paths and why it is not complete.

    Without TARGETs, that is a method of a file (Fee.java#fee), or of a class of the project here or of the JDK.
    """
    from everypath.api import method_target
    from everypath.cli.analysing import run_why
    from everypath.project import holds_target

    if "#" not in method:
        raise UsageError(f"'{method}' names no method; write CLASS#METHOD, such as shop.Fee#fee")
    opened, only = method_target(method, targets)
    if not targets and not os.path.exists(opened[0]) and holds_target(Path.cwd()):
        opened = ()
    return run_why(opened, resolve({**given, "only": (only,)}))


@cli.command(short_help="Replay one case of the last run, or the patterns of a file.")
@click.argument("what", metavar="ID|FILE")
@click.argument("targets", metavar="[TARGET]...", nargs=-1)
@configured("replay")
def replay(what: str, targets: tuple[str, ...], **given: object) -> int:
    """Replay a finding or a case of the last run in this folder by its ID, or the patterns of a FILE that
    `paths --export` wrote. The code is that of the TARGETs; without them, that of the original run. Exit code 1 if a
    result differs.
    """
    from everypath.cli.replaying import replay_case, replay_file
    from everypath.run.rules import is_id

    if is_id(what) and not os.path.exists(what):
        return replay_case(what, targets, resolve(given))
    return replay_file(Path(what), targets, resolve(given))


@cli.command(short_help="Explain a rule, such as EP001; without one, list all.")
@click.argument("rule_id", metavar="[RULE]", required=False)
def explain(rule_id: str | None) -> int:
    """Explain RULE, such as EP001, or list all rules."""
    from everypath.cli.texts import explain_rule

    for line in explain_rule(rule_id):
        click.echo(line)
    return CLEAN


@cli.command(short_help="Show what is installed: Python, solvers, JDK.")
@configured("doctor")
def doctor(**given: object) -> int:
    """Show whether Python, the solvers and a JDK are installed, and how to install what is missing."""
    from everypath.cli.doctor import examine

    return examine(resolve(given))


@cli.command(short_help="Write three small classes to ./everypath-demo and check them.")
@click.option("--again", is_flag=True, hidden=True, help="Overwrite the folder of an earlier demo.")
@configured("demo")
def demo(again: bool, **given: object) -> int:
    """Write three small classes to ./everypath-demo and run check on them."""
    from everypath.cli.demo import show_demo

    return show_demo(Path("everypath-demo"), resolve(given), again=again)


@cli.command(short_help="Show what is kept between runs; --clear removes it.")
@click.argument("kinds", metavar="[KIND]...", nargs=-1)
@click.option("--clear", is_flag=True, help="Remove the kinds, or everything.")
def cache(kinds: tuple[str, ...], clear: bool) -> int:
    """Show what is kept on disk between runs, of KINDs or all. Everything there can be made again."""
    from everypath.cli import caching

    return caching.clear(kinds) if clear else caching.show(kinds)


@cli.group(short_help="Show the configuration.")
def config() -> None:
    """Show the configuration."""


@config.command("show", short_help="Print each option, its value, and where it came from.")
def config_show() -> int:
    """Print each option, its value, and where it came from."""
    options: Options = resolve({})
    width = max(len(name) for name in settings())
    for name, setting in settings().items():
        value = setting.show(getattr(options, name)) or "none"
        origin = options.origin(name)
        source = f"{origin.value} {variable_name(name)}" if origin is Origin.ENVIRONMENT else origin.value
        click.echo(f"{name.replace('_', '-'):<{width}}  {value:<14}  {source}")
    return CLEAN


__all__ = ["cli", "run"]
