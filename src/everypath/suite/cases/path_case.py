"""Builds the test case of one path."""

from __future__ import annotations

from everypath.classfile import access, dotted
from everypath.dataclass import replace
from everypath.explore.paths import Path
from everypath.inputs import FieldsInput
from everypath.library.dispatch import sensitive_calls
from everypath.state import Ending
from everypath.suite.cases.case_path import CasePath
from everypath.suite.cases.ending import CaseEnding, EndingBuilder
from everypath.suite.cases.path_text import PathText
from everypath.suite.descriptions import (
    is_mentioned,
    mentioned_parameters,
)
from everypath.suite.oracle import Changes, changed_for_good, with_written, written
from everypath.suite.recipes import NotBuildable, build_input, shown_statements, variable_set_by
from everypath.suite.source import one_line, one_line_of
from everypath.suite.stubs import FEED
from everypath.suite.testcase import (
    ArrayOf,
    Boxed,
    Expression,
    Outcome,
    Perform,
    Recipe,
    SensitiveCall,
    Site,
    Statement,
    TestCase,
    called,
    inlined,
)

__all__ = ["PathCase", "fed_by"]


class PathCase:
    """Builds the test case of one path that returned or threw; raises `NotBuildable` if there is none."""

    def __init__(self, case_path: CasePath, text: PathText, *, asserted: bool) -> None:
        self._on = case_path
        self._text = text
        self._asserted = asserted
        self._brief: tuple[Recipe, Recipe] | None = None

    def build(self) -> TestCase:
        """The case of the path."""
        on = self._on
        owner = on.entry.owner.name
        self._check_receiver()
        changed = Changes(on.path, on.witness, on.addresses, on.members, on.predictor, on.fresh_predictor).found()
        result = on.result_address()
        bound = {name for name, address in on.addresses.items() if address == result or name in changed}
        bound |= on.chosen
        member = on.members.called(owner, on.entry.name, on.entry.descriptor)
        built = build_input(on.shape, on.witness, on.members, member, bound=bound, fillers=on.fillers)
        forced = built.recipe.forced
        if forced and not on.context.options.forced_states:
            raise NotBuildable(self._forced_outcome(), "the input needs a forced state")
        sources = self._sources(built.recipe)
        expression = self._expression(built.recipe, sources)
        ending = EndingBuilder(on, built, changed, asserted=self._asserted).ending()
        recipe, effect = self._recipe_of(built.recipe, ending), self._effect(ending)
        is_jdk = on.context.is_jdk(owner)
        case = TestCase(
            owner,
            on.entry.name,
            on.entry.descriptor,
            recipe,
            expression,
            returns=ending.returns,
            throws=ending.throws,
            observations=ending.observations,
            check=ending.check,
            condition=self._text.condition(),
            effect=effect,
            null_args=on.shape.null_args,
            null_answers=on.shape.null_answers,
            forced=forced,
            entry_class_inaccessible=not (is_jdk or on.members.accessible(owner)),
            objects=on.shape.objects(),
            straight=ending.straight,
            named_arguments=mentioned_parameters(on.path.condition, on.shape),
            package=dotted(on.package),
            jdk_target=is_jdk,
            shared_side_effects=changed_for_good(on.state),
            sources=sources,
            sensitive=self._sensitive(),
            unmodelled_values=_unmodelled_values(on.path),
            nondeterministic=any(each.code in _NONDETERMINISTIC for each in on.path.reasons),
            block_trace=on.path.block_trace,
            path=on.path.number,
            parameters=tuple(slot.name for slot in on.shape.roots if slot.name != "this"),
        )
        if not on.written:
            return case
        return with_written(case, written(on.written, on.predictor, on.members), self._text.printer, on.members)

    def _recipe_of(self, recipe: Recipe, ending: CaseEnding) -> Recipe:
        """The recipe of the case. After an exception without assertions it has no single-use variables."""
        recipe = self._with_redundant_calls_marked(recipe)
        return self._inlined(recipe) if ending.throws is not None and not ending.check.assertions else recipe

    def _effect(self, ending: CaseEnding) -> str:
        if ending.throws is not None:
            return f"throws {ending.throws.class_name.rpartition('/')[2].replace('$', '.')}"
        assert ending.returns is not None
        return self._text.returned(ending.returns)

    def _with_redundant_calls_marked(self, recipe: Recipe) -> Recipe:
        """The recipe, with the setup calls marked whose arguments are in no condition and not in the effect."""
        if not any(isinstance(each, Perform) and each.arguments is not None for each in recipe.setup):
            return recipe
        shown = [*self._on.path.condition, *(() if self._on.path.ending is Ending.THREW else self._on.effect)]
        setup = (
            replace(each, spare=not any(is_mentioned(name, shown) for name in each.arguments))
            if isinstance(each, Perform) and each.arguments is not None
            else each
            for each in recipe.setup
        )
        return replace(recipe, setup=tuple(setup))

    def _expression(self, recipe: Recipe, sources: str) -> str:
        """The call on one line, with the values of sources of unknown values."""
        if self._on.path.ending is Ending.THREW:
            recipe = self._inlined(recipe)
        written = one_line(recipe.call, shown_statements(recipe.setup))
        return f"{written} with {sources}" if sources else written

    def _inlined(self, recipe: Recipe) -> Recipe:
        """`inlined`, cached for the last recipe: the shown recipe is usually the replayed one."""
        if self._brief is None or self._brief[0] is not recipe:
            self._brief = recipe, inlined(recipe)
        return self._brief[1]

    def _sources(self, recipe: Recipe) -> str:
        """The answers of sources of unknown values in the order of the calls, and the environment variables,
        as text.
        """
        variables = [found for each in recipe.setup if (found := variable_set_by(each)) is not None]
        values = next((given for each in recipe.setup if (given := fed_by(each)) is not None), ())
        asked = [each for each in self._on.shape.sources if each.slot is not None]
        returned = (
            f"{each.owner.rpartition('/')[2]}.{each.name}() = {one_line_of(value)}"
            for each, value in zip(asked, values, strict=True)
        )
        return ", ".join((*returned, *(f'System.getenv("{name}") = {one_line_of(value)}' for name, value in variables)))

    def _sensitive(self) -> tuple[SensitiveCall, ...]:
        """The sensitive calls of the path, if the entry is public."""
        if not self._on.entry.access & self._on.entry.owner.access & access.PUBLIC:
            return ()
        return tuple(
            SensitiveCall(
                each.owner,
                each.member,
                Site(at.class_name, at.method, at.descriptor, at.pc, at.line),
                self._on.context.program.klass(at.class_name).source_path,
            )
            for each in sensitive_calls(self._on.state)
            if (at := each.place) is not None
        )

    def _forced_outcome(self) -> Outcome:
        for node in self._on.shape.reachable():
            if isinstance(node.build, FieldsInput):
                for entry in node.build.fields:
                    if self._on.members.classes.field_is_final(entry.owner, entry.name, entry.slot.descriptor):
                        return Outcome.FINAL_FIELD
        return Outcome.NO_TEST

    def _check_receiver(self) -> None:
        """Raise `NotBuildable` if the receiver's class overrides the entry, so that a call would not reach it."""
        address = self._on.addresses.get("this")
        if address is None or self._on.entry.is_static or self._on.entry.is_constructor or self._on.entry.is_private:
            return
        receiver = self._on.state.object(address).cls
        if self._on.context.program.select(receiver, self._on.entry) is not self._on.entry:
            raise NotBuildable(Outcome.NO_TEST, f"{dotted(receiver.name)} overrides the method")


_UNMODELLED = {
    "havoc": "an unknown result",
    "concretise": "one value taken of many",
    "unsupported": "what is not supported",
    "boot": "what no input decides",
}
_NONDETERMINISTIC = frozenset({"havoc", "boot"})
"""Reasons for values that may differ in another run."""


def fed_by(statement: Statement) -> tuple[Expression, ...] | None:
    """The answers of sources of unknown values that a statement sets; None for other statements."""
    if not isinstance(statement, Perform) or (called(statement.call).owner, called(statement.call).name) != FEED[:2]:
        return None
    (given,) = statement.call.arguments
    assert isinstance(given, ArrayOf)
    return tuple(each.value if isinstance(each, Boxed) else each for each in given.elements)


def _unmodelled_values(path: Path) -> str:
    """The values on which a path depends and that no input decides, as text; empty if there are none."""
    found = [f"{_UNMODELLED[each.code]}: {each.detail}" for each in path.reasons if each.code in _UNMODELLED]
    if path.uncertain:
        found.append("a condition that no solver decided")
    return "; ".join(found)
