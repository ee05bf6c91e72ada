"""Observers of a run: `Tracer` follows the entry's path, `Stepper` shows each step, `accesses` logs reads and writes.

Imports `core` only.
"""
