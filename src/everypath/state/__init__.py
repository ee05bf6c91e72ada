"""The state of a path: frames, heap, path condition, decisions and forks.

`State` is the state of one path, `Control` what all states of an exploration share, `Fork` the side of a decision that
was not taken. `Frame` is an activation of a method, `Obj` an object of the symbolic heap, `Ending` how a path ended.
Contents of strings are in `everypath.state.text`. Of the other packages, this one imports terms, programs and class
files only.
"""

from everypath.state import text
from everypath.state.aliasing import CONTENT, assume_distinct, log_read, log_write
from everypath.state.array_indexes import equal_index
from everypath.state.classes import (
    NOTHING_ASKED,
    PUT_OFF,
    ClassQuestions,
    class_constraint,
    is_about_classes,
    is_possible,
    kinship,
    learn,
)
from everypath.state.control import BootImage, ClassNumbering, default_value, fits_in_memory
from everypath.state.endings import REFLECTED, BoundReached, Bounds, Ending, Reason
from everypath.state.frames import Frame, Hooks, StackTrace, place_of
from everypath.state.identity import INTERNED, Identity, same_object
from everypath.state.objects import (
    BOOT,
    CAPACITY,
    NEW,
    NULL,
    CachedBox,
    LazyArray,
    Obj,
    SharedValue,
    SymbolicArray,
    TextObject,
    Token,
)
from everypath.state.places import Place
from everypath.state.setup_code import begin_setup, end_setup, entered_blocks
from everypath.state.state import COUNTED, Control, Fork, Observer, State, discard, never_explores_alias

__all__ = [
    "BOOT",
    "CAPACITY",
    "CONTENT",
    "COUNTED",
    "INTERNED",
    "NEW",
    "NOTHING_ASKED",
    "NULL",
    "PUT_OFF",
    "REFLECTED",
    "BootImage",
    "BoundReached",
    "Bounds",
    "CachedBox",
    "ClassNumbering",
    "ClassQuestions",
    "Control",
    "Ending",
    "Fork",
    "Frame",
    "Hooks",
    "Identity",
    "LazyArray",
    "Obj",
    "Observer",
    "Place",
    "Reason",
    "SharedValue",
    "StackTrace",
    "State",
    "SymbolicArray",
    "TextObject",
    "Token",
    "assume_distinct",
    "begin_setup",
    "class_constraint",
    "default_value",
    "discard",
    "end_setup",
    "entered_blocks",
    "equal_index",
    "fits_in_memory",
    "is_about_classes",
    "is_possible",
    "kinship",
    "learn",
    "log_read",
    "log_write",
    "never_explores_alias",
    "place_of",
    "same_object",
    "text",
]
