"""Variables of call results in the input of a test."""

from __future__ import annotations

from everypath.suite.sequences.setup_results import without_unused
from everypath.suite.testcase import Declare, Invoke, Literal, Member, Perform, Recipe, Text, Variable

TEXT, BUILDER = "Ljava/lang/String;", "Ljava/lang/StringBuilder;"


def append(receiver: Variable, text: str) -> Invoke:
    return Invoke(Member("java/lang/StringBuilder", "append", f"({TEXT}){BUILDER}"), receiver, (Text(text),))


def test_a_result_that_nothing_uses_has_no_variable() -> None:
    first, second, third = (Variable(name, BUILDER) for name in ("first", "second", "third"))
    made = Declare(first, Invoke(Member("p/A", "builder", f"(I){BUILDER}", static=True), None, (Literal("I", 1),)))
    calls = Declare(second, append(first, "a")), Declare(third, append(second, "b"))
    recipe = Recipe((made, *calls), append(first, "c"))
    alone = Perform(append(second, "b"))
    assert without_unused(recipe, ()).setup == (made, calls[0], alone)
    assert without_unused(recipe, ("third",)) == recipe, "an assertion reads it"
    shorter = Recipe((made, calls[0]), append(first, "c"))
    assert without_unused(shorter, ()).setup == (made, Perform(append(first, "a")))
