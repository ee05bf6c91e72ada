"""Test cases of call sequences that ran on the JVM, with oracles that are observed there.

`call_sequence` finds the method under test and turns the steps of a sequence into the statements of a test, by
`recipe_of`. `observed_cases` replays sequences and makes a `TestCase` of each, with what all replays have in common as
the expected end; `verdict_of_observed` confirms it by further replays. `with_observed_checks` does the same for results
of explored paths that no prediction describes, and `with_shown_effects` has a test of a call without a result assert
what the call changed. `shorter` leaves out what a sequence does not need, and makes its
objects and constants simpler.
Imports all packages of `suite` but `suites`.
"""

from everypath.suite.sequences.call_sequence import CallSequence, call_sequence
from everypath.suite.sequences.observed_case import observed_case, observed_cases, observed_plan, verdict_of_observed
from everypath.suite.sequences.observed_checks import lacks_result, with_observed_checks
from everypath.suite.sequences.replaying import Replayer
from everypath.suite.sequences.shortening import shorter
from everypath.suite.sequences.shown_effects import lacks_effect, with_shown_effects
from everypath.suite.sequences.steps import recipe_of

__all__ = [
    "CallSequence",
    "Replayer",
    "call_sequence",
    "lacks_effect",
    "lacks_result",
    "observed_case",
    "observed_cases",
    "observed_plan",
    "recipe_of",
    "shorter",
    "verdict_of_observed",
    "with_observed_checks",
    "with_shown_effects",
]
