"""The values that the symbolic machine predicts for the end of a path.

`Predictor` turns terms and objects of the last state into `Expected` values under the witness, `contents_of` reads JDK
collections, `Throwing` describes the exception of the path, and `writes` lists its writes to input objects.
Imports `testcase` and `recipes`.
"""
