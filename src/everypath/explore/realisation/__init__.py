"""From the condition of a path to an object: objects of call sequences whose fields satisfy it.

The paths of a method on an object with free fields (`everypath.explore.behaviours`) are asked for those that enter open
code. Their conditions are evaluated on the objects that sequences make. Where one holds, the call is appended to the
sequence. This package imports `behaviours` and `concolic`.
"""

from everypath.explore.realisation.realiser import Realiser

__all__ = ["Realiser"]
