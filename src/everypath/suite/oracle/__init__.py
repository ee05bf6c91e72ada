"""The assertions of a test: the result, what the call changed, and what it printed.

`Oracle` writes assertions for predicted values, `Inspector` calls side-effect-free methods of hidden objects, `Changes`
finds the changed input objects, and `with_written` adds static fields.
Imports `testcase`, `recipes`, `prediction` and `descriptions`.
"""
