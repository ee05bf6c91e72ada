"""The values that the symbolic machine predicts for the end of a path.

`Predictor` turns terms and objects of the last state into `Expected` values under the witness, `contents_of` reads JDK
collections, `ExceptionPredictor` describes the exception of the path, and `writes` lists its writes to input objects.
Imports `testcase` and `recipes`.
"""

from everypath.suite.prediction.collections import Contents, contents_of
from everypath.suite.prediction.effects import Write, is_same, writes
from everypath.suite.prediction.exceptions import ExceptionPredictor
from everypath.suite.prediction.predictor import Predictor, input_symbols
from everypath.suite.prediction.shared_objects import references_of, shared_objects

__all__ = [
    "Contents",
    "ExceptionPredictor",
    "Predictor",
    "Write",
    "contents_of",
    "input_symbols",
    "is_same",
    "references_of",
    "shared_objects",
    "writes",
]
