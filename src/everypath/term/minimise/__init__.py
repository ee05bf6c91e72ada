"""Minimal conditions: a conjunction rewritten with the fewest comparisons, for people to read.

`Minimiser` combines conditions about the same values and drops those that the others imply; `minimised` does so once.
No solver is asked.
May import all other packages of `everypath.term`.
"""

from everypath.term.minimise.minimiser import Minimiser, minimised

__all__ = ["Minimiser", "minimised"]
