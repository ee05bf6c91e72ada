"""Test classes compiled, run, checked and written.

`prepare` groups cases into classes and `write_tests` returns the `Suite` of those tests that compile and pass in every
run (`Checker`, `Hits`). `FailingTest` is a test that shows a bug. Imports all packages below it.
"""
