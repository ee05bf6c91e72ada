"""The values that the symbolic machine predicts for the end of a path.

`Predictor` turns terms and objects of the last state into `Expected` values under the witness, `contents_of` reads JDK
collections, `ExceptionPredictor` describes the exception of the path, and `writes` lists its writes to input objects.
Imports `testcase` and `recipes`.
"""

from everypath.suite.prediction.collections import contents_of
from everypath.suite.prediction.effects import Write, is_same, writes
from everypath.suite.prediction.exception_facts import (
    CLASS_CAST,
    MESSAGE_BY_THE_JVM,
    is_helper,
    is_throwable,
    makes_own_message,
    returns_type_variable,
)
from everypath.suite.prediction.exceptions import ExceptionPredictor
from everypath.suite.prediction.predictor import Predictor, input_symbols
from everypath.suite.prediction.shared_objects import references_of, shared_objects

__all__ = [
    "CLASS_CAST",
    "MESSAGE_BY_THE_JVM",
    "ExceptionPredictor",
    "Predictor",
    "Write",
    "contents_of",
    "input_symbols",
    "is_helper",
    "is_same",
    "is_throwable",
    "makes_own_message",
    "references_of",
    "returns_type_variable",
    "shared_objects",
    "writes",
]
