"""Path conditions and effects as Java that is compiled and run: `predicate_class` makes one class for a method.

``expressions`` writes terms, ``reading`` reads the inputs, ``effects`` compares what happened, ``predicates`` puts
these together for one path, and ``classes`` for all of a method. May import the packages below `suite`,
`suite.prediction` and `suite.descriptions`.
"""

from everypath.suite.predicates.classes import PredicateClass, predicate_class

__all__ = ["PredicateClass", "predicate_class"]
