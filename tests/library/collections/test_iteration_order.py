"""A path is inexact if and only if it reads an order that no input decides."""

from __future__ import annotations

import pytest
from tests.library.support import SOURCES, Ending, Setup, compiled

from everypath.bridge import Bridge
from everypath.classfile import Jdk

FOLDER = SOURCES / "orders"
NAMES = [
    line.split("(")[0].split()[-1]
    for line in (FOLDER / "Orders.java").read_text().splitlines()
    if line.startswith("    static ")
]


@pytest.fixture(scope="module")
def orders():
    jdk = Jdk.find()
    classes = compiled(jdk, FOLDER)
    with Bridge(jdk, [classes]) as bridge:
        yield Setup(bridge, [classes], ["Orders", "Orders$Colour"])


@pytest.mark.parametrize("name", NAMES)
def test_orders(orders, name):
    (method,) = [m for m in orders.methods("Orders") if m.name == name]
    result = orders.concrete(method, ())
    assert result.ending is Ending.RETURNED, result
    noted = any(reason.startswith("boot: ") for reason in result.reasons)
    assert noted is name.startswith("seen"), result
    if not noted:
        assert result.predicted == orders.judge(method, [()])[0]
