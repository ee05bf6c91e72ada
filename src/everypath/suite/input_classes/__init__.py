"""The classes that the inputs of a path may have, and type tests in Java that say so.

``classes`` reads them from a path: what its conditions leave, and what its code asked. ``type_tests`` writes sets of
classes as Java. May import the packages below `suite`.
"""

from everypath.suite.input_classes.classes import InputClasses
from everypath.suite.input_classes.type_tests import TypeTests

__all__ = ["InputClasses", "TypeTests"]
