"""Java source of test classes for JUnit 5, JUnit 4 and TestNG.

`SourceWriter` prints expressions and statements, `tabled` merges similar tests into parameterised ones, `test_names`
chooses the names, and `render` makes the `TestSource` of a `TestClass`.
Imports `testcase`, `recipes`, `prediction` and `formatting`.
"""
