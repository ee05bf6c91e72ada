"""Text drawings of linked structures in the input of a test case.

`draw_all` replays the setup of cases and draws the objects that the JVM holds then. `Links` knows which fields make
objects of a class a linked structure. Imports `testcase`, `stubs` and `replay`.
"""

from everypath.suite.drawings.drawing import draw_all
from everypath.suite.drawings.linked_structures import Links

__all__ = ["Links", "draw_all"]
