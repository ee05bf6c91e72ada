"""Materialises references: makes the object of an input when the machine first uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from everypath.dataclass import replace
from everypath.errors import EngineError
from everypath.inputs.candidates import (
    Candidate,
    Kind,
)
from everypath.inputs.construction import DISCARDED, RecipeRun, Step, building, discarded, named_steps
from everypath.inputs.lazy import invocation_handlers as handlers
from everypath.inputs.lazy import jdk_data, jdk_maps, jdk_values, values
from everypath.inputs.lazy.candidate_choice import CandidateChoice
from everypath.inputs.lazy.context import InputContext, bindings_at, bindings_for
from everypath.inputs.lazy.values import length_of, no_object
from everypath.inputs.places import (
    made_by,
    parameter_places,
)
from everypath.inputs.shapes import (
    FORCED,
    SHAPE,
    Aliasing,
    CallInput,
    FieldsInput,
    Node,
    PrimitiveArrayInput,
    RecipeInput,
    ReferenceArrayInput,
    Slot,
    Stub,
    Undecided,
    choices_of,
    choose,
    choose_among,
    distinct_pairs,
    forced,
    name_of,
    record,
    repeated,
    shape_of,
    slot_of,
)
from everypath.inputs.stubs import assume, unmet
from everypath.state import NULL, BoundReached, Ending, LazyArray, Obj, State, SymbolicArray, same_object
from everypath.term import ELEMENT_SORTS, Term, Value, array_sort, ref_var, var
from everypath.vm.core import AnswerScript, Retry

if TYPE_CHECKING:
    from everypath.inputs.construction import RecipePlan
    from everypath.program import Class, Method

FORCED_STATE = "forced-state"
"""The bound that ends a path whose input no test may make."""

UNREALISED = "unrealised"
"""The bound that ends a path for whose input no object is known."""

MOST_BUILDING = 16
"""The greatest number of nested calls that build inputs."""


class Materialiser:
    """Makes objects of the classes that `CandidateChoice` chooses, and records in the shape how each was made."""

    def __init__(self, context: InputContext, choice: CandidateChoice, aliasing: Aliasing) -> None:
        self._context = context
        self._choice = choice
        self._aliasing = aliasing

    def materialise(self, state: State, ref: Term) -> int:
        """The address of the object behind a reference that was decided not null.

        Raises `Retry` if a class has to be initialised or a recipe has to run first, and `BoundReached` if the input
        has grown too large.
        """
        address = state.decided.get(ref)
        if address is not None:
            return address
        shape = shape_of(state)
        node = shape.node(name_of(ref))
        # Calls start again where a model forked inside them.
        if not isinstance(node.build, Undecided | RecipeInput | Stub):
            raise EngineError(f"{node.name} is built twice")
        if shape.has_objects(self._context.options.most_objects):
            raise BoundReached("objects", state.here())
        left = self._left(state, ref, node)
        if left is not None:
            return left
        self._aliasing.before_first_use(state, ref)
        candidate = self._choice.choose_class(state, ref, node)
        if candidate is None:
            raise BoundReached(UNREALISED, state.here())
        if not self._choice.is_allowed(candidate):
            raise BoundReached(FORCED_STATE, state.here())
        cls = candidate.cls
        jdk_maps.distinguish(self._context, state, node, candidate)
        if candidate.kind in values.KINDS:
            address = self._still_distinct(state, node, values.make(self._context, state, ref, node, candidate))
            jdk_maps.check_constant(state, node, address)
            return address
        match candidate.kind:
            case Kind.ARRAY:
                return self._array(state, ref, node, cls)
            case Kind.LIST:
                return jdk_data.make_list(self._context, state, ref, node, cls)
            case Kind.MAP:
                return jdk_maps.make_map(self._context, state, ref, node, cls)
            case Kind.OPTIONAL:
                return jdk_data.make_optional(self._context, state, ref, node, cls)
            case Kind.FIELDS:
                return self._fields(state, ref, node, candidate)
            case Kind.RECIPE:
                return self._recipe(state, ref, node, cls)
            case Kind.STUB:
                return self._stub(state, ref, node, cls)
            case Kind.PROXY:
                return handlers.make(state, ref, node, cls)
        raise EngineError(f"no way to make {candidate.kind}")

    def _still_distinct(self, state: State, node: Node, address: int) -> int:
        """Check that the new object differs from the inputs that it was assumed to differ from. Their values are known
        now and decide this. If it does not differ, the path ends as infeasible.
        """
        for pair in sorted(distinct_pairs(state), key=sorted):
            other = next((state.decided.get(ref_var(name)) for name in pair if name != node.name), None)
            if node.name in pair and other and state.decide(same_object(state, address, other), "identity"):
                state.end(Ending.INFEASIBLE, f"{node.name} is one object with an input that it is not")
                raise Retry
        return address

    def _left(self, state: State, ref: Term, node: Node) -> int | None:
        """The address of the object that initialisation left in a static field, if this object is chosen, else None. A
        fork chooses another object.
        """
        left = self._context.statics.left(state, ref, node)
        if left is None or choose(state, f"{node.name} as initialised", 2, None):
            return None
        build, address = left
        record(state, replace(node, build=build))
        state.decided[ref] = address
        return address

    def _array(self, state: State, ref: Term, node: Node, cls: Class) -> int:
        length = length_of(state, node)
        code = cls.name[1]
        if code in "L[":
            record(state, replace(node, build=ReferenceArrayInput(cls.name, length, ())))
            return state.add_input(ref, LazyArray(cls, length, state.token))
        elements = var(node.name, array_sort(ELEMENT_SORTS[code]))
        record(state, replace(node, build=PrimitiveArrayInput(cls.name, length, elements)))
        return state.add_input(ref, SymbolicArray(cls, length, elements, state.token))

    def _fields(self, state: State, ref: Term, node: Node, candidate: Candidate) -> int:
        cls = candidate.cls
        self._context.machine.ensure_initialised(state, cls)
        record(state, replace(node, build=self.created(state, node, candidate)))
        fields: list[Value] = [None] * len(cls.instance_fields)  # type: ignore[list-item]  # None: not looked at yet
        address = state.add_input(ref, Obj(cls, fields, state.token))
        if self._context.structures is not None and not assume(
            state, self._context.structures.order(self._context.machine, state)
        ):
            unmet(state)
            raise Retry
        return address

    def created(self, state: State, node: Node, candidate: Candidate) -> FieldsInput:
        """The build of an object of which no field was read yet."""
        cls = candidate.cls
        creator = self._creator(state, node, candidate)
        filling = None if candidate.forced else self._context.api.fields.filling(cls)
        if filling is None:
            return FieldsInput(cls.name, (), candidate.forced, creator)
        constructor, plain = filling
        given = tuple(
            (*key, at)
            for each in cls.instance_fields
            for key in ((each.owner.name, each.name),)
            for at in (plain.given.get(key, -1),)
            if at >= 0 and constructor.parameters[at] == each.descriptor
        )
        return FieldsInput(cls.name, (), False, self._call_of(state, node, cls, constructor), given, plain.preset)

    def _creator(self, state: State, node: Node, candidate: Candidate) -> CallInput | None:
        """The call that makes an object whose fields are then assigned; None if there is none, or if reflection makes
        it.
        """
        constructor = next(iter(self._context.api.creators.constructors(candidate.cls)), None)
        if constructor is None or (candidate.forced and constructor.parameters):
            return None
        return self._call_of(state, node, candidate.cls, constructor)

    def _call_of(self, state: State, node: Node, cls: Class, constructor: Method) -> CallInput:
        """A call of a constructor whose arguments no code reads."""
        places = parameter_places(constructor, bindings_at(node, cls, cls), f"{node.name}.new.")
        references = (each for each in places if each.descriptor[0] in "L[")
        undecided = [Node(each.name, each.effective, Undecided(), nullable=True) for each in references]
        state.attachments[SHAPE] = shape_of(state).with_nodes(undecided)
        slots = tuple(Slot(each.name, each.descriptor, _default(each.descriptor)) for each in places)
        return CallInput(cls.name, "<init>", constructor.descriptor, slots)

    def _stub(self, state: State, ref: Term, node: Node, cls: Class) -> int:
        if not cls.is_interface:
            self._stub_of_class(state, ref, node, cls)
        record(state, replace(node, build=Stub(cls.name)))
        return state.add_input(ref, Obj(cls, [], state.token, AnswerScript(node.name)), settled=True)

    def _stub_of_class(self, state: State, ref: Term, node: Node, cls: Class) -> NoReturn:
        """Make an object of an abstract class, as of an anonymous subclass: its simplest constructor runs first."""
        self._context.machine.ensure_initialised(state, cls)
        constructor = self._context.api.creators.stub_constructors(cls)[0]
        places = parameter_places(constructor, bindings_at(node, cls, cls), f"{node.name}.new.")
        values = tuple(self._context.symbol(state, place) for place in places)
        slots = tuple(slot_of(place, value) for place, value in zip(places, values, strict=True))
        creator = CallInput(cls.name, "<init>", constructor.descriptor, slots)
        record(state, replace(node, build=Stub(cls.name, (), creator)))
        address = self._context.machine.new_instance(state, cls)
        state.writable(address).extra = AnswerScript(node.name)
        state.refs[address] = ref  # the constructor may call methods of the stub itself
        state.decided[ref] = address
        run = RecipeRun(self._context.machine, ref, address, ())
        self._context.machine.push_call(state, constructor, [address, *values], run.returned, discarded)
        raise Retry

    def _recipe(self, state: State, ref: Term, node: Node, cls: Class) -> int:
        if self._is_forced(state, node, cls):
            return self._fields(state, ref, node, Candidate(cls, Kind.FIELDS, forced=True))
        if building(state) >= MOST_BUILDING:
            state.attachments[DISCARDED] = "an input takes itself to be built"
            state.end(Ending.INFEASIBLE, "an input takes itself to be built")
            raise Retry
        plans = self._context.api.plans.of(cls)
        plan = plans[choose_among(state, node.name, plans.has, "recipe", lambda at: self._is_out(plans[at], node, cls))]
        if not made_by(plan.creator, cls, node.generic, self._context.program):
            no_object(state, f"{plan.creator.name} makes no object of the type of {node.name}")
        self._context.machine.ensure_initialised(state, plan.creator.owner)
        if jdk_values.is_value(cls, plan, self._context):
            return jdk_values.make_value(self._context, state, ref, node, cls, plan)
        steps: list[Step] = []
        calls: list[CallInput] = []
        for prefix, call in named_steps(node.name, plan):
            method = call.method
            places = parameter_places(method, bindings_for(node.generic, cls, method), prefix)
            values = tuple(self._context.symbol(state, place) for place in places)
            steps.append(Step(method, values, call.follows))
            slots = tuple(slot_of(place, value) for place, value in zip(places, values, strict=True))
            calls.append(
                CallInput(
                    method.owner.name,
                    method.name,
                    method.descriptor,
                    slots,
                    method.is_static,
                    method.owner.is_interface,
                    call.follows,
                )
            )
        recipe = RecipeInput(cls.name, calls[0], tuple(calls[1:]))
        record(state, replace(node, build=recipe))
        wanted = None if self._context.api.creators.nameable(cls) else cls
        known = self._context.tried_prefixes
        keeps = self._context.options.keeps_built
        run = RecipeRun(
            self._context.machine, ref, NULL, tuple(steps), tried_prefixes=known, wanted=wanted, keeps_built=keeps
        )
        run.start(state)
        raise Retry

    def _is_out(self, plan: RecipePlan, node: Node, cls: Class) -> bool:
        """True if a plan makes nothing for a place: its first calls never return, or its object does not fit."""
        if self._context.tried_prefixes.is_dead(plan):
            return True
        return not made_by(plan.creator, cls, node.generic, self._context.program)

    def _is_forced(self, state: State, node: Node, cls: Class) -> bool:
        """True if an object that the API can build gets symbolic fields instead. The first call forks for this."""
        if not self._context.options.forced_states or not self._context.api.fields.forcible(cls):
            return False
        names = forced(state)
        if node.name in names:
            return True
        if node.name not in repeated(state) and node.name not in choices_of(state):
            state.offer(True, "limit", "forced", {FORCED: names | {node.name}})
        return False


def _default(descriptor: str) -> Value | None:
    if descriptor[0] in "L[":
        return None
    return 0.0 if descriptor in "FD" else 0
