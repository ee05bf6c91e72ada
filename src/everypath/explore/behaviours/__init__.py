"""Summaries of the methods of a class: what they do to the fields of an object.

A class summary gives invariants, states that no sequence of calls reaches, and sequences of calls that reach a wanted
state. The methods are explored by a callable that is passed in, as this package lies below the explorer.
"""
