"""The state of a path: frames, heap, path condition, decisions and forks."""

from everypath.state.classes import class_constraint, is_about_classes
from everypath.state.control import BootImage, Control, World, default_value, discard
from everypath.state.endings import REFLECTED, BoundReached, Bounds, Ending, Fork, Reason
from everypath.state.frames import Frame, Hooks, Place, StackTrace
from everypath.state.identity import INTERNED, Identity
from everypath.state.objects import BOOT, NEW, NULL, CachedBox, LazyArray, Obj, SymbolicArray, TextObject, Token
from everypath.state.state import State, place_of

__all__ = [
    "BOOT",
    "INTERNED",
    "NEW",
    "NULL",
    "REFLECTED",
    "BootImage",
    "BoundReached",
    "Bounds",
    "CachedBox",
    "Control",
    "Ending",
    "Fork",
    "Frame",
    "Hooks",
    "Identity",
    "LazyArray",
    "Obj",
    "Place",
    "Reason",
    "StackTrace",
    "State",
    "SymbolicArray",
    "TextObject",
    "Token",
    "World",
    "class_constraint",
    "default_value",
    "discard",
    "is_about_classes",
    "place_of",
]
