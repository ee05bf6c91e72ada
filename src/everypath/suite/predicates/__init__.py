"""Path conditions and effects as Java that is compiled and run: `predicate_class` makes one class for a method.

``expressions`` writes terms, ``reading`` reads the inputs, ``predicates`` puts both together for one path, and
``classes`` for all of a method. May import the packages below `suite`, and `suite.prediction`.
"""

from everypath.suite.predicates.classes import PredicateClass, predicate_class

__all__ = ["PredicateClass", "predicate_class"]
