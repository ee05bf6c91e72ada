"""Links classes and computes facts about their code without executing it (JVMS chapter 5).

`Program` loads classes, resolves members and answers questions about the class hierarchy; `Class`, `Method` and `Field`
are the objects that it returns. `Flow` and `ControlTree` describe the code of one method. `callees`, `direct_calls` and
`called_from` describe the calls between methods. May import `everypath.classfile` and `everypath.usercache`.
"""

from everypath.program.caching import clear_program_caches, program_cache
from everypath.program.call_graph import called_from, callees, direct_calls, often_called, others_called
from everypath.program.control import ControlTree, control_tree, parse_descriptor
from everypath.program.decisions import CAUGHT, Decision
from everypath.program.flow import Block, Flow, Loop, control_flow, leaders
from everypath.program.hierarchy import ClassHierarchy, is_implied
from everypath.program.model import Class, Field, Linked, Method
from everypath.program.nesting import ControlNode
from everypath.program.operand_stack import SENSITIVE, effect, is_shuffle, shuffle, wide_entries
from everypath.program.program import Program
from everypath.program.reflection import MemberPattern, ReflectTargets
from everypath.program.resolution import (
    can_override,
    check_assignment,
    expect_static,
    is_class_accessible,
    is_member_accessible,
    lookup_field,
    same_nest,
)

__all__ = [
    "CAUGHT",
    "SENSITIVE",
    "Block",
    "Class",
    "ClassHierarchy",
    "ControlNode",
    "ControlTree",
    "Decision",
    "Field",
    "Flow",
    "Linked",
    "Loop",
    "MemberPattern",
    "Method",
    "Program",
    "ReflectTargets",
    "called_from",
    "callees",
    "can_override",
    "check_assignment",
    "clear_program_caches",
    "control_flow",
    "control_tree",
    "direct_calls",
    "effect",
    "expect_static",
    "is_class_accessible",
    "is_implied",
    "is_member_accessible",
    "is_shuffle",
    "leaders",
    "lookup_field",
    "often_called",
    "others_called",
    "parse_descriptor",
    "program_cache",
    "same_nest",
    "shuffle",
    "wide_entries",
]
