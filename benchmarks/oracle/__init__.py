"""Attacks conditions, effects and the word ``complete`` with inputs that a sweep makes.

    python -m benchmarks.oracle [TARGET…] [--budget 1M-steps] [--calls 200000] [--classpath PATH…] [--keep DIR]

The methods of the targets are explored, on objects that calls make, and on free fields where a path reads the state of
such an object. The paths of each become Java predicates (`everypath.suite.predicates`), and a class with one method,
which asks the predicates, calls the method under test, and compares what happened. A sweep calls these classes, as
often as ``--calls`` says, with whatever objects it can make: none comes from the explorer. Before that it runs inputs
of boundary values and of the constants of conditions. An input of a ``complete`` method that meets no predicate, one
that meets several, and one after which the effect is another one are violations: each is a branch of its own, so that
the sweep looks for it. A change of an object that the effect does not name is another effect.

An error of the JVM, and a missing class, are no effect. Methods are left out if a test in their package cannot call
them, or if a path has no predicate: its condition is none on the inputs, but one on how they were made. Predicates of
``complete`` methods that no input met are listed. Ends with 1 if there are violations.

The modules, lowest first: ``claims`` (what is claimed of methods), ``drivers`` (the Java that asks), ``aimed`` (inputs
of boundary values), ``attack``, ``targets`` (what is attacked by default), ``faults`` (wrong claims, which must be
found), ``overlaps`` (the same by a solver), ``should`` (methods that should be complete).
"""

from benchmarks.oracle.attack import Outcome, Violation, attacked
from benchmarks.oracle.claims import Claim
from benchmarks.oracle.drivers import OTHER, OUTSIDE, SEVERAL

__all__ = ["OTHER", "OUTSIDE", "SEVERAL", "Claim", "Outcome", "Violation", "attacked"]
