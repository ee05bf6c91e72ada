"""The choice of test cases to keep, shorter inputs for them, and mutants that measure them.

`select` drops cases that add no coverage, ending or effect, `minimise` shortens the input of a confirmed exception, and
`mutants_of` changes instructions of a method. Imports `testcase`, `recipes`, `prediction`, `source` and `replay`.
"""
