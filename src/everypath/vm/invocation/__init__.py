"""Calls, model calls, exceptions, helpful messages of NullPointerExceptions, and class initialisation (JVMS 5.5).

`ModelCall` is what a library model sees of its call. Imports `core` and `references`.
"""
