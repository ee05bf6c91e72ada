"""Hooks and parts of a caller, for worker processes to import."""

from __future__ import annotations

import os

from everypath.explore.criteria import Goal
from everypath.explore.search import DepthFirst
from everypath.state import Ending


class Collector:
    """Collects the events that its copies are called for, with the process of each."""

    def __init__(self):
        self.events = []

    def on_path(self, path):
        self.events.append((os.getpid(), "path", path.method, path.effect))

    def on_fork(self, fork):
        self.events.append((os.getpid(), "fork", fork.kind, fork.line))

    def on_query(self, query):
        self.events.append((os.getpid(), "query", query.answer, None))

    def on_method(self, result):
        self.events.append((os.getpid(), "method", result.method, result.paths))

    def hand_over(self):
        events, self.events = self.events, []
        return events

    def take_over(self, collected):
        self.events += collected


class Clumsy:
    """Fails."""

    def on_path(self, path):
        raise ValueError(f"path {path.number}")


class Throws:
    """Some path throws."""

    is_endless = False

    def __init__(self, goals):
        self.met = False

    def goals(self):
        return [Goal(0, 1, "something is thrown")]

    def left(self):
        return [] if self.met else self.goals()

    def take(self, state):
        is_new = not self.met and state.ending is Ending.THREW
        self.met = self.met or is_new
        return is_new


def deepest(rank, seed):
    """Our depth-first, under another name."""
    return DepthFirst()


def seven(call, *arguments):
    """A method that returns 7."""
    return 7
