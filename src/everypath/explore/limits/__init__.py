"""The limits of an exploration: its progress, effort and memory, and the rules that stop it.

`Progress` is what stop rules look at, `Effort` counts work independently of the speed of the machine, `Memory` is the
budget of this process, `Round` says what one round may take. This package imports no other package of the exploration.
"""
