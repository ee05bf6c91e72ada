"""The command line: parses it, runs the command, prints the result and gives the exit code.

Only this package prints. A command imports the packages that it needs when it runs. The modules, lowest first:

interrupts   signals that end a run
progress     the progress bar
texts        the texts of ``explain`` and ``docs/rules.md``
analysing    ``check``, ``why``, ``paths`` and ``generate``
replaying    ``replay``
caching      ``cache``
demo         ``demo``
doctor       ``doctor``
commands     the commands and their options
main         the entry point
"""

from everypath.cli.main import main

__all__ = ["main"]
