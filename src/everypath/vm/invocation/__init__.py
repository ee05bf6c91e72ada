"""Calls, model calls, exceptions, helpful messages of NullPointerExceptions, and class initialisation (JVMS 5.5).

`ModelCall` is what a library model sees of its call. Imports `core` and `references`.
"""

from everypath.vm.invocation.calls import (
    MODEL_SIGNALS,
    Continuation,
    finish_call,
    invoker,
    leave_call,
    model_handler,
    model_left,
    monitor_of,
    null_checked,
    push_java_call,
    resume_model,
)
from everypath.vm.invocation.class_initialisation import begin_initialisation, carry_over_statics
from everypath.vm.invocation.exceptions import (
    TRACE_DEPTH,
    places_of,
    record_trace,
    throw_new,
    throw_object,
    unassigned_trace,
)
from everypath.vm.invocation.model_calls import ModelCall
from everypath.vm.invocation.null_pointer_messages import HelpfulMessages

__all__ = [
    "MODEL_SIGNALS",
    "TRACE_DEPTH",
    "Continuation",
    "HelpfulMessages",
    "ModelCall",
    "begin_initialisation",
    "carry_over_statics",
    "finish_call",
    "invoker",
    "leave_call",
    "model_handler",
    "model_left",
    "monitor_of",
    "null_checked",
    "places_of",
    "push_java_call",
    "record_trace",
    "resume_model",
    "throw_new",
    "throw_object",
    "unassigned_trace",
]
