"""From a finished path to a test case: recipe, prediction, oracle and the texts that describe it."""

from __future__ import annotations

from functools import cached_property

from everypath.classfile import ClassFile, access
from everypath.dataclass import dataclass, replace
from everypath.errors import ClassFormatError, LinkageError, MissingClassError
from everypath.explore.paths.path import Path
from everypath.inputs import EnumInput, FieldsInput, Node, promised
from everypath.inputs.lazy.symbolic_inputs import RECEIVER
from everypath.inputs.sources.static_fields import written_statics
from everypath.library.dispatch import reached
from everypath.program import Method, Program
from everypath.solver import Limits, Solver
from everypath.state import Ending, State
from everypath.suite.cases.distinct_values import fillers, vivid
from everypath.suite.descriptions import (
    Described,
    Reading,
    Words,
    constants_of,
    describe,
    effect_text,
    is_straight,
    is_told,
    readable,
    told_parameters,
)
from everypath.suite.drawings import Links
from everypath.suite.oracle import Changes, Inspector, Oracle, changed_for_good, with_written, worth_asserting, written
from everypath.suite.prediction import Predictor, Throwing, input_symbols, shared_objects, writes
from everypath.suite.recipes import Built, Members, NotBuildable, build_input, package_of, told, variable_set_by
from everypath.suite.source import one_line, one_line_of
from everypath.suite.stubs import FEED
from everypath.suite.testcase import (
    ArrayOf,
    ArrayValue,
    Assertion,
    Boxed,
    Check,
    Declare,
    Expected,
    Expression,
    NoCase,
    ObjectValue,
    Observation,
    Outcome,
    Perform,
    Primitive,
    Recipe,
    SensitiveCall,
    Site,
    Statement,
    TestCase,
    Throw,
    Variable,
    called,
    class_descriptor,
    inlined,
    is_reference,
)
from everypath.term import Model, Term, Value, ref_var
from everypath.vm import Machine
from everypath.vm.references.class_objects import candidates, is_class_value

__all__ = ["CaseBuilder", "SuiteOptions", "build_case"]

_FOR_READING = Limits(timeout=5.0, resources=50_000)
"""What a solver may spend on making a condition shorter."""


@dataclass(frozen=True)
class SuiteOptions:
    """What inputs may look like.

    ``forced_states``: they may be put, by reflection, into states that no call produces. ``vivid``: numbers that a path
    leaves open are made telling instead of 0. ``jdk_package``: the package (with slashes) below which tests of JDK
    classes live.
    """

    forced_states: bool = True
    vivid: bool = True
    jdk_package: str = "tests"


def build_case(path: Path, program: Program, options: SuiteOptions | None = None) -> TestCase | NoCase:
    """The test case of one path; use a `CaseBuilder` where there are many."""
    return CaseBuilder(program, options).build(path)


class CaseBuilder:
    """Builds the cases of one program; keeps what it learns of classes from case to case.

    With the ``machine`` that ran the paths, objects are also looked into through their own methods.
    """

    def __init__(self, program: Program, options: SuiteOptions | None = None, machine: Machine | None = None) -> None:
        self.program = program
        self.machine = machine
        self.options = options or SuiteOptions()
        self.solver = Solver(_FOR_READING)
        self.links = Links(program)
        self._entry: Method | None = None
        self._reading = Reading()
        self._described: dict[int, tuple[Path, Described]] = {}
        """By the identity of the path, which is kept with it."""
        self._members: dict[str, Members] = {}
        self._of_jdk: dict[str, bool] = {}

    def members(self, package: str) -> Members:
        """What a test in this package (with slashes) may name."""
        known = self._members.get(package)
        if known is None:
            known = self._members[package] = Members(self._file, package)
        return known

    def _file(self, name: str) -> ClassFile | None:
        try:
            return self.program.klass(name).file
        except (MissingClassError, ClassFormatError, LinkageError):
            return None

    def is_jdk(self, class_name: str) -> bool:
        """Whether the class is the JDK's own."""
        known = self._of_jdk.get(class_name)
        if known is None:
            known = self._of_jdk[class_name] = self.program.jdk.find(class_name) is not None
        return known

    def test_package(self, class_name: str) -> str:
        """The package (with slashes) of the tests of a class: its own, and one apart for JDK classes."""
        package = package_of(class_name)
        return f"{self.options.jdk_package}/{package}" if self.is_jdk(class_name) else package

    def build(
        self, path: Path, told: str | None = None, *, raw: bool = False, asserted: bool = True
    ) -> TestCase | NoCase:
        """The case of a path that returned or threw, or the outcome that says why there is none. ``told``: its
        condition in words, where they are known already, or nobody reads them; ``raw``: its condition stays as long as
        it is. What returns is ``asserted`` where tests are written: else only that it gives an object of the input.
        """
        if path.ending not in (Ending.RETURNED, Ending.THREW):
            return NoCase(_OUTCOMES.get(path.ending, Outcome.NO_TEST), path.ending.value)
        try:
            return self._on(path, told, raw=raw, asserted=asserted).build()
        except NotBuildable as reason:
            return NoCase(reason.outcome, reason.detail)

    def witness(self, path: Path) -> Model:
        """The witness of a path whose values its case has."""
        return self._on(path).witness

    def reading(self, entry: Method) -> Reading:
        """What was made short and printed for an entry, as long as no other one comes."""
        if entry is not self._entry:
            self._entry = entry
            self._reading = Reading()
            self._described = {}
        return self._reading

    def described(self, path: Path) -> Described:
        """A path in words; remembered like what was made short."""
        reading = self.reading(path.entry)
        known = self._described.get(id(path))
        if known is None:
            known = self._described[id(path)] = path, describe(path, self.solver, reading=reading)
        return known[1]

    def condition(self, path: Path) -> str:
        """The condition of a path for people."""
        return self._on(path).told_condition()

    def _on(self, path: Path, told: str | None = None, *, raw: bool = False, asserted: bool = True) -> _PathBuilder:
        return _PathBuilder(self, path, self.reading(path.entry), told, raw=raw, asserted=asserted)

    def unpredicted(self, path: Path) -> TestCase | NoCase:
        """The case of a path that came to what is unsupported: an input without a prediction."""
        entry = path.entry
        members = self.members(self.test_package(entry.owner.name))
        member = members.method(entry.owner.name, entry.name, entry.descriptor)
        try:
            recipe = build_input(path.shape, path.witness, members, member).recipe
        except NotBuildable as reason:
            return NoCase(reason.outcome, reason.detail)
        if recipe.forced and not self.options.forced_states:
            return NoCase(Outcome.NO_TEST, "the input needs a forced state")
        condition = self.condition(path)
        return replace(self.case_of(entry, recipe), condition=condition, null_args=path.null_args, path=path.number)

    def case_of(self, entry: Method, recipe: Recipe) -> TestCase:
        """A call of the entry of which nothing is predicted."""
        return TestCase(
            entry.owner.name,
            entry.name,
            entry.descriptor,
            recipe,
            one_line(recipe.call, told(recipe.setup)),
            forced=recipe.forced,
            package=self.test_package(entry.owner.name).replace("/", "."),
            condition="this input",
            effect="not predicted",
            jdk_target=self.is_jdk(entry.owner.name),
            unpredicted=True,
        )


_OUTCOMES = {
    Ending.INFEASIBLE: Outcome.CONTRADICTION,
    Ending.SOLVER_UNKNOWN: Outcome.UNSOLVED,
    Ending.BOUND: Outcome.PATH_TOO_LONG,
    Ending.DIVERGED: Outcome.DIVERGED,
}


@dataclass(frozen=True, slots=True)
class _Ended:
    """What the end of a path says of its case."""

    recipe: Recipe
    check: Check
    effect: str
    returns: Expected | None = None
    throws: Throw | None = None
    observations: tuple[Observation, ...] = ()
    straight: bool = False


class _PathBuilder:
    def __init__(
        self, builder: CaseBuilder, path: Path, reading: Reading, told: str | None, *, raw: bool, asserted: bool
    ) -> None:
        self.builder = builder
        self.path = path
        self.entry = path.entry
        self.state = path.state
        self.shape = path.shape
        self.package = builder.test_package(self.entry.owner.name)
        self.members = builder.members(self.package)
        self.witness, self.fillers = path.witness, dict[str, str]()
        self.symbols = input_symbols(self.shape)
        self.addresses = self._input_addresses()
        if builder.options.vivid and not path.reasons and not path.uncertain:
            self.fillers = fillers(path.shape, path.constraints)
            if path.ending is Ending.RETURNED:
                self.witness = vivid(path.shape, path.witness, path.constraints, lambda: self.effect)
        self.predictor = self._fresh()
        self.brief: tuple[Recipe, Recipe] | None = None
        self.told = told
        self.asserted = asserted
        self.reading = reading
        self.condition = self._shown(reading, raw=raw)
        self.written = written_statics(path.state)

    @cached_property
    def words(self) -> Words:
        """Says terms over the inputs."""
        shown = [] if self.path.returned is None else [self.path.returned]
        constants = [ref_var(each.name) for each in self.shape.reachable() if isinstance(each.build, EnumInput)]
        written = (value for _, value in self.written)
        return Words(self.shape, [*self.condition, *shown, *written, *constants], self.reading)

    @cached_property
    def effect(self) -> list[Term]:
        """The terms that the result and what the call changed are made of."""
        told = [each.value for each in writes(self.path)]
        watcher = self._fresh()
        if self.path.returned is not None:
            watcher.value(self.entry.returns, self.path.returned)
        elif self.entry.is_constructor or not any(isinstance(each, Term) for each in told):
            made = self._result_address() if self.entry.is_constructor else self.addresses.get("this")
            for address in [made, *self.addresses.values()][: 1 if made else None]:
                if address:
                    watcher.object(address)
        return [each for each in (*told, *watcher.asked) if isinstance(each, Term)]

    def _shown(self, reading: Reading, *, raw: bool) -> tuple[Term, ...]:
        """The conditions that are shown, or beside which the effect is."""
        path = self.path
        if self.told is not None:
            return path.condition if self.told else ()
        if raw:
            return path.condition
        solver = self.builder.solver if path.ending is Ending.THREW else None
        assumed = {*path.state.limits, *promised(path.state)}
        return readable(path.condition, path.shape.lengths, assumed, solver, reading)

    def told_condition(self) -> str:
        """The path condition for people."""
        if self.told is not None:
            return self.told
        return self.words.condition(self.condition, constants_of(self.shape, self.words))

    def build(self) -> TestCase:
        owner = self.entry.owner.name
        self._check_receiver()
        changed = Changes(self.path, self.witness, self.addresses, self.members, self.predictor, self._fresh).found()
        result = self._result_address()
        bound = {name for name, address in self.addresses.items() if address == result or name in changed}
        member = self.members.method(owner, self.entry.name, self.entry.descriptor)
        built = build_input(self.shape, self.witness, self.members, member, bound=bound, fillers=self.fillers)
        forced = built.recipe.forced
        if forced and not self.builder.options.forced_states:
            raise NotBuildable(self._forced_outcome(), "the input needs a forced state")
        sources = self._sources(built.recipe)
        expression = self._expression(built.recipe, sources)
        threw = self.path.ending is Ending.THREW
        ended = self._threw(built, changed) if threw else self._returned(built, changed)
        is_jdk = self.builder.is_jdk(owner)
        case = TestCase(
            owner,
            self.entry.name,
            self.entry.descriptor,
            ended.recipe,
            expression,
            returns=ended.returns,
            throws=ended.throws,
            observations=ended.observations,
            check=ended.check,
            condition=self.told_condition(),
            effect=ended.effect,
            null_args=self.shape.null_args,
            null_answers=self.shape.null_answers,
            forced=forced,
            out_of_sight=not (is_jdk or self.members.accessible(owner)),
            objects=self.shape.objects(),
            straight=ended.straight,
            told=told_parameters(self.path.condition, self.shape),
            package=self.package.replace("/", "."),
            jdk_target=is_jdk,
            stains=changed_for_good(self.state),
            sources=sources,
            sensitive=self._sensitive(),
            doubt=_doubt(self.path),
            chance=any(each.code in _CHANCE for each in self.path.reasons),
            course=self.path.course,
            path=self.path.number,
            parameters=tuple(slot.name for slot in self.shape.roots if slot.name != "this"),
        )
        if not self.written:
            return case
        return with_written(case, written(self.written, self.predictor, self.members), self.words, self.members)

    def _with_spare(self, recipe: Recipe) -> Recipe:
        """The recipe, the calls marked that neither the condition nor the effect of the path says anything of."""
        if not any(isinstance(each, Perform) and each.arguments is not None for each in recipe.setup):
            return recipe
        told = [*self.path.condition, *(() if self.path.ending is Ending.THREW else self.effect)]
        setup = (
            replace(each, spare=not any(is_told(name, told) for name in each.arguments))
            if isinstance(each, Perform) and each.arguments is not None
            else each
            for each in recipe.setup
        )
        return replace(recipe, setup=tuple(setup))

    def _expression(self, recipe: Recipe, sources: str) -> str:
        """The call on one line, and what sources of unknown values return meanwhile."""
        if self.path.ending is Ending.THREW:
            recipe = self._inlined(recipe)
        written = one_line(recipe.call, told(recipe.setup))
        return f"{written} with {sources}" if sources else written

    def _inlined(self, recipe: Recipe) -> Recipe:
        """As `inlined`; what is told is replayed, most times."""
        if self.brief is None or self.brief[0] is not recipe:
            self.brief = recipe, inlined(recipe)
        return self.brief[1]

    def _sources(self, recipe: Recipe) -> str:
        """What sources of unknown values return, in the order of the calls, and what environment variables are."""
        variables = [found for each in recipe.setup if (found := variable_set_by(each)) is not None]
        values = next((given for each in recipe.setup if (given := fed_by(each)) is not None), ())
        asked = [each for each in self.shape.sources if each.slot is not None]
        returned = (
            f"{each.owner.rpartition('/')[2]}.{each.name}() = {one_line_of(value)}"
            for each, value in zip(asked, values, strict=True)
        )
        return ", ".join((*returned, *(f'System.getenv("{name}") = {one_line_of(value)}' for name, value in variables)))

    def _sensitive(self) -> tuple[SensitiveCall, ...]:
        """What the call reaches of the members marked as sensitive: of entries that anybody may call."""
        if not self.entry.access & self.entry.owner.access & access.PUBLIC:
            return ()
        return tuple(
            SensitiveCall(
                each.owner,
                each.member,
                Site(at.class_name, at.method, at.descriptor, at.pc, at.line),
                self.builder.program.klass(at.class_name).source_path,
            )
            for each in reached(self.state)
            if (at := each.place) is not None
        )

    def _forced_outcome(self) -> Outcome:
        for node in self.shape.reachable():
            if isinstance(node.build, FieldsInput):
                for entry in node.build.fields:
                    if self.members.field_is_final(entry.owner, entry.name, entry.slot.descriptor):
                        return Outcome.FINAL_FIELD
        return Outcome.NO_TEST

    def _check_receiver(self) -> None:
        """A call of the entry must reach it: a receiver whose class overrides the method is no input of this one."""
        address = self.addresses.get("this")
        if address is None or self.entry.is_static or self.entry.is_constructor or self.entry.is_private:
            return
        receiver = self.state.object(address).cls
        if self.builder.program.select(receiver, self.entry) is not self.entry:
            raise NotBuildable(Outcome.NO_TEST, f"{receiver.name.replace('/', '.')} overrides the method")

    # ---- the input objects

    def _input_addresses(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for node in self.shape.reachable():
            address = self.state.decided.get(_reference(node))
            if address:
                found[node.name] = address
        return found

    def _fresh(self) -> Predictor:
        return self._predictor_of(self.state)

    @cached_property
    def _shared(self) -> frozenset[int]:
        return shared_objects(self.state, self.builder.is_jdk)

    def _predictor_of(self, state: State) -> Predictor:
        shared = self._shared if state is self.state else shared_objects(state, self.builder.is_jdk)
        return Predictor(state, self.witness, self.symbols, self.fillers, shared)

    def _result_address(self) -> int | None:
        if self.path.ending is not Ending.RETURNED:
            return None
        if self.entry.is_constructor:
            made = self.state.attachments.get(RECEIVER)
            return made if isinstance(made, int) else None
        if not is_reference(self.entry.returns):
            return None
        result = self.state.result
        return None if result is None else self.predictor.address(result) or None

    # ---- how it ends

    def _returned(self, built: Built, changed: dict[str, list[str]]) -> _Ended:
        descriptor = self.entry.returns
        result = self.state.result
        made = self._result_address() if self.entry.is_constructor else None
        if made is not None:
            expected: Expected = self.predictor.object(made)
            descriptor = class_descriptor(self.entry.owner.name)
        elif descriptor == "V" or result is None:
            expected = Primitive("V", 0)
        else:
            expected = self.predictor.value(descriptor, result)
        observations: list[Observation] = []
        holders: dict[int, Variable] = {}
        for name, shown in built.objects.items():
            address = self.addresses.get(name)
            if address is None or not isinstance(shown, Variable):
                continue
            holders[address] = shown
            observations.append(Observation(shown, self.predictor.object(address)))
        check = self._check(expected, descriptor, holders, changed, built)
        told = None if result is None else self._told(result)
        effect = effect_text(self.entry.returns, told, expected, lambda value: self.words.java(value))
        return _Ended(self._with_spare(built.recipe), check, effect, returns=expected, observations=tuple(observations))

    def _told(self, result: Value) -> Value:
        """The result as it is told: the class of an input stays ``x.getClass()`` where the path left it open."""
        if is_class_value(result) and candidates(self.state, result).bit_count() > 1:
            return result
        return self.state.reference(result)

    def _check(
        self,
        expected: Expected,
        descriptor: str,
        holders: dict[int, Variable],
        changed: dict[str, list[str]],
        built: Built,
    ) -> Check:
        oracle = Oracle(self.members)
        address = self._result_address()
        same = holders.get(address) if address is not None else None
        if not self.asserted and same is None:
            return Check()
        taken = {each.name for each in holders.values()} | {slot.name for slot in self.shape.roots}
        taken |= {each.variable.name for each in built.recipe.setup if isinstance(each, Declare)}
        free = next(name for name in ("result", "returned", "actual", "result_") if name not in taken)
        variable, found = oracle.result(expected, descriptor, same, free)
        if not self.asserted:
            return Check(variable, tuple(found))
        if variable is not None and address is not None and same is None:
            found = worth_asserting(found + self._inspector(oracle).about(variable, self.state, address))
        found += self._change_assertions(oracle, changed, built)
        return Check(variable, tuple(found))

    def _inspector(self, oracle: Oracle) -> Inspector:
        return Inspector(self.builder.machine, oracle, self.witness, self._predictor_of)

    def _change_assertions(self, oracle: Oracle, changed: dict[str, list[str]], built: Built) -> list[Assertion]:
        found: list[Assertion] = []
        inspector = self._inspector(oracle)
        for name, fields in changed.items():
            shown = built.objects.get(name)
            if shown is None:
                continue
            value = self._fresh().object(self.addresses[name])
            if isinstance(value, ObjectValue) and fields:
                found += oracle.fields(shown, value, fields)
                found += inspector.about(shown, self.state, self.addresses[name], fields)
            elif isinstance(value, ObjectValue):
                found += oracle.contents(shown, value)
            elif isinstance(value, ArrayValue):
                found += oracle.about(shown, value)
        return found

    def _threw(self, built: Built, changed: dict[str, list[str]]) -> _Ended:
        program, is_jdk = self.builder.program, self.builder.is_jdk
        throw = Throwing(program, self.state, self.shape, self.members, self.predictor, is_jdk).throw()
        effect = f"throws {throw.class_name.rpartition('/')[2].replace('$', '.')}"
        check = Check(None, tuple(self._change_assertions(Oracle(self.members), changed, built)))
        straight = is_straight(self.path.constraints, self.shape)
        recipe = self._with_spare(built.recipe)
        recipe = recipe if check.assertions else self._inlined(recipe)
        return _Ended(recipe, check, effect, throws=throw, straight=straight)


_DOUBTS = {
    "havoc": "an unknown result",
    "concretise": "one value taken of many",
    "unsupported": "what is not supported",
    "boot": "what no input decides",
}
_CHANCE = frozenset({"havoc", "boot"})
"""Those that may come out otherwise in another run."""


def fed_by(statement: Statement) -> tuple[Expression, ...] | None:
    """What a statement tells sources of unknown values to return; None for every other statement."""
    if not isinstance(statement, Perform) or (called(statement.call).owner, called(statement.call).name) != FEED[:2]:
        return None
    (given,) = statement.call.arguments
    assert isinstance(given, ArrayOf)
    return tuple(each.value if isinstance(each, Boxed) else each for each in given.elements)


def _doubt(path: Path) -> str:
    """What a path rests on that no input decides; empty where there is nothing of that kind."""
    found = [f"{_DOUBTS[each.code]}: {each.detail}" for each in path.reasons if each.code in _DOUBTS]
    if path.uncertain:
        found.append("a condition that no solver decided")
    return "; ".join(found)


def _reference(node: Node) -> Term:
    return ref_var(node.name)
