"""A small result to render."""

import pytest

from everypath.run import (
    Analysis,
    Case,
    Count,
    ExploredCounts,
    Finding,
    Level,
    MethodReport,
    Reason,
    Status,
    Unreached,
)
from everypath.run.results import summarise


def finding(**changes):
    values = {
        "id": "3f9c00000001",
        "rule": "EP001",
        "level": Level.ERROR,
        "exception": "java.lang.ArithmeticException",
        "class_name": "shop.Fee",
        "method": "fee",
        "descriptor": "(IZ)I",
        "file": "shop/Fee.java",
        "line": 5,
        "message": "/ by zero",
        "expression": "Fee.fee(30, false)",
        "condition": "age == 30",
        "blame": "precondition",
        "place": "shop.Fee.fee",
    }
    return Finding(**(values | changes))


@pytest.fixture
def make_finding():
    return finding


@pytest.fixture
def analysis():
    findings = (finding(), finding(id="3f9c00000002", rule="EP020", level=Level.NOTE, line=9, message=None))
    case = Case(
        "3f9c00000001",
        "throws",
        "Fee.fee(30, false)",
        "age == 30",
        "throws ArithmeticException",
        "confirmed",
        "java.lang.ArithmeticException",
        5,
    )
    methods = (
        MethodReport(
            "shop.Fee",
            "fee",
            "(IZ)I",
            Status.COMPLETE,
            paths=ExploredCounts(4, 1, 1),
            instructions=Count(20, 20),
            branches=Count(6, 6),
            seconds=0.05,
            unreached=(Unreached(9, True), Unreached(11, False, "loop")),
            outcomes={"contradiction": 1, "confirmed": 4},
            cases=(case,),
            findings=findings,
            file="shop/Fee.java",
        ),
        MethodReport(
            "shop.Fee", "loop", "([I)V", Status.BOUNDED, (Reason("loop", "Fee.java:12", 3),), branches=Count(1, 2)
        ),
        MethodReport("shop.Fee", "ask", "()V", Status.PARTIAL, (Reason("havoc", "Foo.bar"),)),
        MethodReport("shop.Fee", "own", "()V", Status.SKIPPED, (Reason("native"),)),
        MethodReport("shop.Fee", "bug", "()V", Status.FAILED, (Reason("error"),), messages=("AssertionError: x",)),
    )
    return Analysis(("target/classes",), "17.0.15", 2.125, methods, findings, summarise(methods, findings))
