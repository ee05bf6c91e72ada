"""The real JVM: processes, protocol, containment.

`Bridge` is the front door; `plan` holds what a replay consists of, `snapshot` what comes back.
"""

from everypath.bridge.ask import Answer, Argument, ArrayArgument, Question
from everypath.bridge.bridge import Bridge
from everypath.bridge.compiled import Compiled, CompileError
from everypath.bridge.coverage import BlockProbe, Coverage, EdgeProbe, MethodCoverage, MethodProbes, ProbeTable
from everypath.bridge.existing import Ran, ran_of, run_existing
from everypath.bridge.junit import TestVerdict
from everypath.bridge.outcome import Cause, Exit, Outcome, Status, TraceFrame
from everypath.bridge.parallel import run_parallel
from everypath.bridge.plan import (
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
from everypath.bridge.process import kill_all
from everypath.bridge.snapshot import (
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
from everypath.bridge.statics import (
    ObjectImage,
    StaticArray,
    StaticClass,
    StaticNode,
    StaticObject,
    StaticsImage,
    StaticString,
)
from everypath.bridge.undisturbed import undisturbed
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
