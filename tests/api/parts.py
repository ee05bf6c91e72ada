"""Hooks and parts of a caller, for worker processes to import."""

from __future__ import annotations

import os

from everypath.explore.criteria import Goal
from everypath.explore.search import DepthFirst
from everypath.state import Ending


class Collector:
    """Collects what its copies hear, and in which processes."""

    def __init__(self):
        self.heard = []

    def on_path(self, path):
        self.heard.append((os.getpid(), "path", path.method, path.effect))

    def on_fork(self, fork):
        self.heard.append((os.getpid(), "fork", fork.kind, fork.line))

    def on_query(self, query):
        self.heard.append((os.getpid(), "query", query.answer, None))

    def on_method(self, result):
        self.heard.append((os.getpid(), "method", result.method, result.paths))

    def hand_over(self):
        heard, self.heard = self.heard, []
        return heard

    def take_over(self, parcel):
        self.heard += parcel


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
        news = not self.met and state.ending is Ending.THREW
        self.met = self.met or news
        return news


def deepest(rank, seed):
    """Our depth-first, under another name."""
    return DepthFirst()


def seven(call, *arguments):
    """A method that returns 7."""
    return 7
