"""The inputs of finished paths: minimal and readable models, and members of a class with given properties.

`finished_path` turns an ended state into a `Path`, `narrowed` restricts a path by further conditions. This package
imports `paths` only.
"""
