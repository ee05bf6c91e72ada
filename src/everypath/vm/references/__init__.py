"""References: field accesses, type tests, dispatch, arrays, class objects, and references that are still undecided.

An undecided input reference is a term; null tests, type tests and calls narrow its candidates before an object is made.
Imports `core`.
"""
