"""Linked classes: loading, resolution and selection, class hierarchy analysis, control flow.

Everything follows JVMS chapter 5; nothing here executes code.
"""

from everypath.program.control import ControlTree, control_tree, parse_descriptor
from everypath.program.decisions import CAUGHT, Decision
from everypath.program.flow import Block, Flow, Loop, control_flow, leaders
from everypath.program.hierarchy import ClassHierarchy
from everypath.program.model import Class, Field, Linked, Method
from everypath.program.nesting import ControlNode
from everypath.program.program import Program
from everypath.program.reflection import MemberPattern, ReflectTargets
from everypath.program.remembered import forget, remembered
from everypath.program.resolution import can_override, is_class_accessible, is_member_accessible, same_nest

__all__ = [
    "CAUGHT",
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
    "can_override",
    "control_flow",
    "control_tree",
    "forget",
    "is_class_accessible",
    "is_member_accessible",
    "leaders",
    "parse_descriptor",
    "remembered",
    "same_nest",
]
