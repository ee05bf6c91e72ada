"""everypath from Python: paths as they are found, whole analyses, and what a program may bring of its own.

The names are those of the package itself (``everypath.explore``); ``docs/api.md`` describes them.
"""
