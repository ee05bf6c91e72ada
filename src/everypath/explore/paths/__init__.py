"""Finished paths and the result of an exploration, as data.

`Path` is an equivalence class of inputs with its effect, `Exploration` the result for one entry. The records that they
consist of are here too, even if other packages compute them. This package imports no other package of the exploration
at run time.
"""
