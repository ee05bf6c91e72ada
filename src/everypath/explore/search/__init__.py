"""Which state comes next: worklists, coverage goals, and inputs that need no solver.

`Worklist` orders the pending forks by a strategy, `Goals` knows what is covered and what is near to uncovered code,
`Seeds` runs concrete inputs. This package imports `limits`, `paths`, `lemmas` and `witnesses`.
"""
