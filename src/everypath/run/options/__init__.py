"""The configuration of a run: `Options`, and for each option how it is named, parsed, shown and documented.

`resolve` merges the defaults, the configuration file, the environment and the command line, and remembers the `Origin`
of each value. The package imports parsers that need other packages only when such an option is given, since every
command loads it. It may import ``option_values`` and ``rules``.
"""

from everypath.run.options.document import document
from everypath.run.options.options import Options, Origin
from everypath.run.options.parsing import CRITERIA, STRATEGIES, parse_budget, parse_duration, parse_patterns, show_size
from everypath.run.options.resolving import resolve
from everypath.run.options.table import flag_name, settings, variable_name

__all__ = [
    "CRITERIA",
    "STRATEGIES",
    "Options",
    "Origin",
    "document",
    "flag_name",
    "parse_budget",
    "parse_duration",
    "parse_patterns",
    "resolve",
    "settings",
    "show_size",
    "variable_name",
]
