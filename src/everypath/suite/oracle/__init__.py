"""The assertions of a test: the result, what the call changed, and what it printed.

`Oracle` writes assertions for predicted values, `Inspector` calls side-effect-free methods of hidden objects, `Changes`
finds the changed input objects, and `with_written` adds static fields. A text that `shows_the_time` is not asserted.
Imports `testcase`, `recipes`, `prediction` and `descriptions`.
"""

from everypath.suite.oracle.assertions import Oracle, worth_asserting
from everypath.suite.oracle.clock_texts import shows_the_time
from everypath.suite.oracle.inspectors import Inspector, fields_read, is_inspecting, may_show, observers, rank_of
from everypath.suite.oracle.observations import Changes
from everypath.suite.oracle.printed_output import asserted, printed_of
from everypath.suite.oracle.static_fields import changed_for_good, with_written, written

__all__ = [
    "Changes",
    "Inspector",
    "Oracle",
    "asserted",
    "changed_for_good",
    "fields_read",
    "is_inspecting",
    "may_show",
    "observers",
    "printed_of",
    "rank_of",
    "shows_the_time",
    "with_written",
    "worth_asserting",
    "written",
]
