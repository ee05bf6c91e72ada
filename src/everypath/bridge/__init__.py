"""The real JVM: processes, protocol, containment.

`Bridge` is the front door; `plan` holds what a replay consists of, `snapshot` what comes back.
"""

from everypath.bridge.bridge import Bridge
from everypath.bridge.messages.compilation import Compiled, CompileError
from everypath.bridge.messages.jdk_calls import Answer, Argument, ArrayArgument, Question
from everypath.bridge.messages.outcome import Cause, Exit, Outcome, Status, TraceFrame
from everypath.bridge.messages.plan import (
    Allocate,
    Call,
    GetField,
    GetStatic,
    Literal,
    New,
    NewArray,
    Plan,
    PutStatic,
    SetField,
    Step,
    static_call,
)
from everypath.bridge.messages.snapshot import (
    NULL,
    ArrayNode,
    BoxNode,
    ClassNode,
    CollectionNode,
    EnumNode,
    Node,
    Null,
    ObjectNode,
    Omitted,
    OpaqueNode,
    Primitive,
    Ref,
    Text,
    Value,
)
from everypath.bridge.messages.static_state import (
    ObjectImage,
    StaticArray,
    StaticClass,
    StaticNode,
    StaticObject,
    StaticsImage,
    StaticString,
)
from everypath.bridge.processes.alarms import undisturbed
from everypath.bridge.processes.jvm import kill_all
from everypath.bridge.replay.coverage import BlockProbe, Coverage, EdgeProbe, MethodCoverage, MethodProbes, ProbeTable
from everypath.bridge.test_running.existing_tests import Ran, ran_of, run_existing
from everypath.bridge.test_running.parallel_tests import run_parallel
from everypath.bridge.test_running.test_plans import TestVerdict
from everypath.classfile import Jdk

__all__ = [
    "NULL",
    "Allocate",
    "Answer",
    "Argument",
    "ArrayArgument",
    "ArrayNode",
    "BlockProbe",
    "BoxNode",
    "Bridge",
    "Call",
    "Cause",
    "ClassNode",
    "CollectionNode",
    "CompileError",
    "Compiled",
    "Coverage",
    "EdgeProbe",
    "EnumNode",
    "Exit",
    "GetField",
    "GetStatic",
    "Jdk",
    "Literal",
    "MethodCoverage",
    "MethodProbes",
    "New",
    "NewArray",
    "Node",
    "Null",
    "ObjectImage",
    "ObjectNode",
    "Omitted",
    "OpaqueNode",
    "Outcome",
    "Plan",
    "Primitive",
    "ProbeTable",
    "PutStatic",
    "Question",
    "Ran",
    "Ref",
    "SetField",
    "StaticArray",
    "StaticClass",
    "StaticNode",
    "StaticObject",
    "StaticString",
    "StaticsImage",
    "Status",
    "Step",
    "TestVerdict",
    "Text",
    "TraceFrame",
    "Value",
    "kill_all",
    "ran_of",
    "run_existing",
    "run_parallel",
    "static_call",
    "undisturbed",
]
