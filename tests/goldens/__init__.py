"""Small projects in Maven's layout, each beside the exact findings and tests that it gets.

`python -m tests.goldens` compares all of them, `--update` writes them anew, `--runs 20` compares that often.
"""
