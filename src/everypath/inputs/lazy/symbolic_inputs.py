"""Lazy initialisation: inputs come into being when the machine looks at them (Khurshid, Pasareanu and Visser, TACAS
2003).

A reference is a term until it is used; then it is decided null or not (by the machine) and, where not, *materialised*
here: a class is chosen among its candidates by forks, and an object of it is made. Objects of the analysed code whose
fields a test may assign, and objects no API builds, have symbolic fields; all others are built by a recipe, a
constructor or factory followed by further calls, which the machine runs on symbolic arguments before it goes on
(`everypath.inputs.construction.recipes`). What was decided is kept in an `InputShape` attached to the state, where
forks copy it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from everypath.classfile import ClassFile, access, class_of_descriptor, package_of
from everypath.dataclass import replace
from everypath.errors import ClassFormatError, EngineError, LinkageError, UnsupportedError
from everypath.inputs.candidates import (
    Candidate,
    Candidates,
    Kind,
    as_unlikely,
    likely_first,
    reflectable_members,
    together,
)
from everypath.inputs.construction import DISCARDED, Api, RecipeRun, Step, Trials, building, discarded, named_steps
from everypath.inputs.lazy import invocation_handlers as handlers
from everypath.inputs.lazy import values
from everypath.inputs.lazy.options import InputOptions
from everypath.inputs.lazy.values import as_condition, length_of
from everypath.inputs.places import (
    NO_BINDINGS,
    Bindings,
    InputPlace,
    Overriding,
    bindings_in,
    element_place,
    field_path,
    field_place,
    parameter_places,
    parse_generic,
    signature_text,
)
from everypath.inputs.shapes import (
    ELEMENTS,
    FORCED,
    SHAPE,
    Alias,
    Aliasing,
    CallInput,
    FieldInput,
    FieldsInput,
    Node,
    PrimitiveArrayInput,
    Recipe,
    ReferenceArrayInput,
    Slot,
    Stub,
    Undecided,
    alias_of,
    apart,
    choices_of,
    choose,
    forced,
    name_of,
    primitive_symbol,
    repeated,
    shape_of,
    slot_of,
)
from everypath.inputs.sources import StaticInputs, is_main, surrounding, unknown
from everypath.inputs.stubs import PROLOGUE, Player, assume, unmet
from everypath.state import NULL, BoundReached, Ending, LazyArray, Obj, State, SymbolicArray
from everypath.term import Term, Value, array_sort, has_class, is_null, not_, ref_var, var
from everypath.vm.core.signals import Rethrow, Retry
from everypath.vm.core.stub_scripts import Script

if TYPE_CHECKING:
    from everypath.inputs.conditions import Structures
    from everypath.program import Class, Field, Method, Program
    from everypath.vm.core.protocols import Call
    from everypath.vm.interpreter.machine import Machine

RECEIVER = "inputs.receiver"
"""The attachment that holds the address of the object on which a constructor, the entry, runs."""

FORCED_STATE = "forced-state"
"""The bound that cuts a path whose input no test may make."""

MOST_ALIASES = 3
"""Pairs of arguments, built by calls, that are tried as one object."""

MOST_BUILDING = 16
"""Calls that build inputs, one within the other."""


class SymbolicInputs:
    """The machine's `Inputs`: one object per entry, given the machine by `bind` before the first state runs."""

    def __init__(self, program: Program, entry: Method | None = None, options: InputOptions | None = None) -> None:
        if options is None:
            options = InputOptions(package_of(entry.owner.name) if entry is not None else "")
        self.program = program
        self.entry = entry
        self.options = options
        self.api = Api(program, options.package, options.setup_calls, entry)
        self.known = Candidates(
            program,
            self.api,
            entry,
            forced_states=options.forced_states,
            only_first=options.declared_types,
            free=options.free,
        )
        self.statics = StaticInputs(
            program, self.api, enabled=options.symbolic_statics, forced_states=options.forced_states
        )
        self.aliasing = Aliasing(options.aliasing, self.candidates)
        self.trials = Trials()
        self.overriding = Overriding(self._file)
        self.handled = handlers.handled(program, self.api, self.known, entry)
        self.structures: Structures | None = None
        """What preconditions say of linked inputs."""
        self._machine: Machine | None = None
        self._receivers: tuple[Candidate, ...] = ()
        self._arguments = frozenset(place.name for place in self._roots(entry)) if entry is not None else frozenset()

    @property
    def machine(self) -> Machine:
        """The machine that runs recipes."""
        if self._machine is None:
            raise EngineError("the inputs were not given a machine")
        return self._machine

    def bind(self, machine: Machine) -> None:
        """Tell the inputs which machine runs the recipes."""
        self._machine = machine

    def _file(self, name: str) -> ClassFile | None:
        try:
            cls = self.program.find(name)
        except (ClassFormatError, LinkageError):
            return None
        return None if cls is None else cls.file

    # -- symbols ------------------------------------------------------------------------------------------------

    def arguments(self, state: State, method: Method) -> list[Value]:
        """Symbols for the receiver (if any) and the parameters of an entry, which become the roots of the shape."""
        places = self._roots(method)
        if not method.is_static and method.name != "<init>":
            self._receivers = self.known.receivers(method)
        values = [self.symbol(state, place) for place in places]
        roots = tuple(slot_of(place, value) for place, value in zip(places, values, strict=True))
        state.attachments[SHAPE] = replace(shape_of(state), roots=roots)
        return values

    def has_receiver(self, method: Method) -> bool:
        """Whether there is a way to make an object on which a call runs the method, where it takes one.

        The constructor of an abstract class runs on an object of an anonymous subclass.
        """
        if method.is_constructor and method.owner.access & access.ABSTRACT:
            cls = method.owner
            return self.known.can_be_stubbed(cls) and method in self.api.creators.stub_constructors(cls)
        if method.is_static or method.is_constructor:
            return True
        return any(self._is_allowed(each) for each in self.known.receivers(method))

    def _is_allowed(self, candidate: Candidate) -> bool:
        """Whether a test may make such an object: a state that no call produces takes ``--forced-states``."""
        return self.options.forced_states or not candidate.forced

    def _roots(self, method: Method) -> list[InputPlace]:
        places = parameter_places(method)
        if self.options.program and is_main(method):
            places = [replace(place, non_null=True) for place in places]
        if not method.is_static and method.name != "<init>":
            places.insert(0, InputPlace("this", f"L{method.owner.name};", non_null=True))
        return places

    @property
    def program_arguments(self) -> list[str]:
        """The names of the array that a program is started with."""
        method = self.entry
        return [place.name for place in parameter_places(method)] if method is not None and is_main(method) else []

    def alias_pairs(self, method: Method) -> list[tuple[str, str]]:
        """Pairs of arguments of an entry, the later one first, that may be one object without any path asking: calls
        build them, and what those write is not held against what the path reads.
        """
        if self.options.aliasing == "off":
            return []
        places = self._roots(method)
        types = [self.program.find(class_of_descriptor(each.effective)) for each in places]
        pairs = [
            (places[second].name, places[first].name)
            for second, later in enumerate(types)
            for first, earlier in enumerate(types[:second])
            if earlier is not None
            and later is not None
            and (earlier.is_target or earlier.name.startswith("java/util/"))
            and earlier.is_subtype_of(later)
            and any(each.kind is Kind.RECIPE for each in self.known.of(places[first].effective))
        ]
        return pairs[:MOST_ALIASES]

    def symbol(self, state: State, place: InputPlace) -> Value:
        """A fresh symbol for a place; a reference is entered in the shape."""
        if place.descriptor[0] not in "L[":
            return primitive_symbol(place.name, place.descriptor)
        target = alias_of(state, place.name)
        ref = ref_var(place.name if target is None else target)
        node = Node(
            place.name,
            place.effective,
            Undecided() if target is None else Alias(target),
            generic=signature_text(place.generic),
            non_null=place.non_null,
            nullable=place.nullable,
            passed=place.passed,
            elements=place.elements,
            variable=place.variable,
        )
        state.attachments[SHAPE] = shape_of(state).with_node(node)
        if target is not None and self.structures is not None:
            self._check_structures(state)
        if place.non_null:
            state.witness = state.witness.with_({_null_atom(ref): False})
            state.assume(as_condition(not_(is_null(ref))))
        return ref

    def _check_structures(self, state: State) -> None:
        """Two places hold one object: end the path where a precondition says that they do not."""
        assert self.structures is not None
        if self.structures.is_broken(state):
            unmet(state)
            if state.frames or PROLOGUE in state.attachments:
                raise Retry

    def new_receiver(self, state: State, cls: Class) -> int:
        """A new object on which a constructor, the entry, is about to run; `RECEIVER` tells its address later.

        Of an abstract class it is a stub, the first of the shape's roots.
        """
        address = self.machine.new_instance(state, cls)
        if cls.access & access.ABSTRACT:
            node = Node("this", cls.descriptor, Stub(cls.name), non_null=True)
            shape = shape_of(state).with_node(node)
            state.attachments[SHAPE] = replace(shape, roots=(Slot(node.name, node.descriptor), *shape.roots))
            state.writable(address).extra = Script(node.name)
        state.attachments[RECEIVER] = address
        return address

    def prepare(self, state: State) -> None:
        """Build the receiver before the entry's first instruction, as a caller does."""
        frames = state.frames
        if self.entry is None or len(frames) != 1 or frames[0].pc != 0 or frames[0].stack or not self._receivers:
            return
        ref = ref_var("this")
        if ref in state.decided or state.ending is not None:
            return
        try:
            self.materialise(state, ref)
        except Retry:
            return
        except Rethrow:
            state.end(Ending.INFEASIBLE, "a call that builds the receiver threw")
        except UnsupportedError as error:
            state.note("unsupported", error.construct)
            state.end(Ending.UNSUPPORTED, error.construct)
        except BoundReached as reached:
            state.end(Ending.BOUND, reached.bound, reached.place)

    def candidates(self, state: State, ref: Term) -> int:
        """The candidate classes of a reference as a bit set."""
        bits = state.types.get(ref)
        if bits is None:
            bits = 0
            for each in self.candidates_at(shape_of(state).node(name_of(ref))):
                bits |= each.bit
            state.types[ref] = bits
        return bits

    def leave_late(self, state: State, ref: Term) -> int:
        """Park the candidates of a reference that are tried late, where there are others; the bit of the first left."""
        bits = self.candidates(state, ref)
        node = shape_of(state).node(name_of(ref))
        alive = [each for each in self._ranked(state, node) if each.bit & bits]
        plain = frozenset(each.cls.name for each in alive if not each.late)
        if plain and len(plain) < len(alive):
            these = has_class(ref, plain)
            state.offer(as_condition(not_(these)), "limit", "candidates", as_unlikely(state, node))
            state.assume(as_condition(these))
        return next((each.bit for each in alive if not plain or not each.late), 0)

    def loose(self, state: State, ref: Term) -> int:
        """Those candidates of a reference whose objects may be of a subclass."""
        bits = self.candidates(state, ref)
        alive = [each for each in self.candidates_at(shape_of(state).node(name_of(ref))) if each.bit & bits]
        return self.program.bits_of(each.cls for each in alive if not self.known.is_exact(each))

    def declared(self, state: State, ref: Term) -> int:
        """The candidate classes of a reference before anything was said of its class."""
        node = shape_of(state).nodes.get(name_of(ref))
        return 0 if node is None else self.program.bits_of(each.cls for each in self.candidates_at(node))

    def candidates_at(self, node: Node) -> tuple[Candidate, ...]:
        """The candidates for a place, in the order in which they are tried."""
        if node.name == "this" and self._receivers:
            return self._receivers
        found = self.known.of(node.descriptor)
        if self.handled is not None and node.name == self.handled.proxy:
            found = (*self.handled.proxies, *found)
        return found if node.name in self._arguments else tuple(each for each in found if not each.rooted)

    def _ranked(self, state: State, node: Node) -> Sequence[Candidate]:
        """The candidates for a place on this path, in the order in which they are tried."""
        declared = self.program.find(class_of_descriptor(node.descriptor)) if node.variable else None
        return likely_first(state, node, declared, self.candidates_at(node))

    def members_at(self, name: str, class_name: str) -> Sequence[Method | Field]:
        """The members that a ``Method``, ``Constructor`` or ``Field`` at a place may stand for."""
        if self.handled is not None and self.handled.method == name:
            return self.handled.methods
        return reflectable_members(self.program, self.api, class_name)

    # -- materialising ------------------------------------------------------------------------------------------

    def materialise(self, state: State, ref: Term) -> int:
        """The address of the object behind a reference that was decided not null.

        Raises `Retry` where a class has to be initialised or a recipe has to run first, and `BoundReached` where the
        input has grown too large.
        """
        address = state.decided.get(ref)
        if address is not None:
            return address
        shape = shape_of(state)
        node = shape.node(name_of(ref))
        if not isinstance(node.build, Undecided | Recipe | Stub):  # calls start again where a model forked inside them
            raise EngineError(f"{node.name} is built twice")
        if shape.has_objects(self.options.most_objects):
            raise BoundReached("objects", state.here())
        left = self._left(state, ref, node)
        if left is not None:
            return left
        self.aliasing.first_use(state, ref)
        candidate = self._choose_class(state, ref, node)
        if candidate is None:
            state.end(Ending.INFEASIBLE, f"nothing can stand at {node.name} but null")
            raise Retry
        if not self._is_allowed(candidate):
            raise BoundReached(FORCED_STATE, state.here())
        cls = candidate.cls
        if candidate.kind in values.KINDS:
            return self._kept_apart(state, node, values.make(self, state, ref, node, candidate))
        match candidate.kind:
            case Kind.ARRAY:
                return self._array(state, ref, node, cls)
            case Kind.FIELDS:
                return self._fields(state, ref, node, candidate)
            case Kind.RECIPE:
                return self._recipe(state, ref, node, cls)
            case Kind.STUB:
                return self._stub(state, ref, node, cls)
            case Kind.PROXY:
                return handlers.make(self, state, ref, node, cls)
        raise EngineError(f"no way to make {candidate.kind}")

    def _kept_apart(self, state: State, node: Node, address: int) -> int:
        """What was taken as distinct from another input before it was known that their values tell is so still."""
        for pair in sorted(apart(state), key=sorted):
            other = next((state.decided.get(ref_var(name)) for name in pair if name != node.name), None)
            if node.name in pair and other and state.decide(state.same(address, other), "identity"):
                state.end(Ending.INFEASIBLE, f"{node.name} is one object with an input that it is not")
                raise Retry
        return address

    def _left(self, state: State, ref: Term, node: Node) -> int | None:
        """What initialisation left in a static field, where that was chosen; anything else goes to the sink."""
        left = self.statics.left(state, ref, node)
        if left is None or choose(state, f"{node.name} as initialised", 2, None):
            return None
        build, address = left
        self.record(state, replace(node, build=build))
        state.decided[ref] = address
        return address

    def _choose_class(self, state: State, ref: Term, node: Node) -> Candidate | None:
        """Take the first candidate that is left, and those that need not be told apart from it yet; the others go to
        the sink together, to be split further when picked.
        """
        bits = self.candidates(state, ref)
        alive = [each for each in self._ranked(state, node) if each.bit & bits]
        if not alive:
            return None
        chosen = alive[0]
        taken = together(alive)
        others = [each for each in alive if each not in taken]
        if others:
            these = has_class(ref, frozenset(each.cls.name for each in taken))
            late = all(each.late for each in others)
            bound, found = ("candidates", as_unlikely(state, node)) if late else (None, None)
            state.offer(as_condition(not_(these)), "limit" if late else "class", bound, found)
            state.assume(as_condition(these))
        return chosen

    def record(self, state: State, node: Node) -> None:
        """Enter what is known of a reference in the shape."""
        state.attachments[SHAPE] = shape_of(state).with_node(node)

    def _array(self, state: State, ref: Term, node: Node, cls: Class) -> int:
        length = length_of(state, node)
        code = cls.name[1]
        if code in "L[":
            self.record(state, replace(node, build=ReferenceArrayInput(cls.name, length, ())))
            return state.add_input(ref, LazyArray(cls, length, state.token))
        elements = var(node.name, array_sort(ELEMENTS[code]))
        self.record(state, replace(node, build=PrimitiveArrayInput(cls.name, length, elements)))
        return state.add_input(ref, SymbolicArray(cls, length, elements, state.token))

    def _fields(self, state: State, ref: Term, node: Node, candidate: Candidate) -> int:
        cls = candidate.cls
        self.machine.ensure_initialised(state, cls)
        self.record(state, replace(node, build=self.created(state, node, candidate)))
        fields: list[Value] = [None] * len(cls.instance_fields)  # type: ignore[list-item]  # None: not looked at yet
        address = state.add_input(ref, Obj(cls, fields, state.token))
        if self.structures is not None and not assume(state, self.structures.order(self.machine, state)):
            unmet(state)
            raise Retry
        return address

    def created(self, state: State, node: Node, candidate: Candidate) -> FieldsInput:
        """An object of which no field was looked at yet."""
        cls = candidate.cls
        creator = self._creator(state, node, candidate)
        filling = None if candidate.forced else self.api.fields.filling(cls)
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
        """The call that makes an object whose fields are assigned then; None where it takes what nobody looks at."""
        constructor = next(iter(self.api.creators.constructors(candidate.cls)), None)
        if constructor is None or (candidate.forced and constructor.parameters):
            return None
        return self._call_of(state, node, candidate.cls, constructor)

    def _call_of(self, state: State, node: Node, cls: Class, constructor: Method) -> CallInput:
        """A call of a constructor with arguments that nothing looks at."""
        places = parameter_places(constructor, _bindings(cls, cls, node), f"{node.name}.new.")
        references = (each for each in places if each.descriptor[0] in "L[")
        undecided = [Node(each.name, each.effective, Undecided(), nullable=True) for each in references]
        state.attachments[SHAPE] = shape_of(state).with_nodes(undecided)
        slots = tuple(Slot(each.name, each.descriptor, _default(each.descriptor)) for each in places)
        return CallInput(cls.name, "<init>", constructor.descriptor, slots)

    def _stub(self, state: State, ref: Term, node: Node, cls: Class) -> int:
        if not cls.is_interface:
            self._stub_of_class(state, ref, node, cls)
        self.record(state, replace(node, build=Stub(cls.name)))
        return state.add_input(ref, Obj(cls, [], state.token, Script(node.name)), settled=True)

    def _stub_of_class(self, state: State, ref: Term, node: Node, cls: Class) -> NoReturn:
        """An object of an abstract class, as if of an anonymous subclass: its simplest constructor runs first."""
        self.machine.ensure_initialised(state, cls)
        constructor = self.api.creators.stub_constructors(cls)[0]
        places = parameter_places(constructor, _bindings(cls, cls, node), f"{node.name}.new.")
        values = tuple(self.symbol(state, place) for place in places)
        slots = tuple(slot_of(place, value) for place, value in zip(places, values, strict=True))
        creator = CallInput(cls.name, "<init>", constructor.descriptor, slots)
        self.record(state, replace(node, build=Stub(cls.name, (), creator)))
        address = self.machine.new_instance(state, cls)
        state.writable(address).extra = Script(node.name)
        state.refs[address] = ref  # the constructor may call what the stub answers, be it the object itself
        state.decided[ref] = address
        run = RecipeRun(self.machine, ref, address, ())
        self.machine.push_call(state, constructor, [address, *values], run.returned, discarded)
        raise Retry

    # -- recipes ------------------------------------------------------------------------------------------------

    def _recipe(self, state: State, ref: Term, node: Node, cls: Class) -> int:
        if self._is_forced(state, node, cls):
            return self._fields(state, ref, node, Candidate(cls, Kind.FIELDS, forced=True))
        if building(state) >= MOST_BUILDING:
            state.attachments[DISCARDED] = "an input takes itself to be built"
            state.end(Ending.INFEASIBLE, "an input takes itself to be built")
            raise Retry
        plans = self.api.plans.of(cls)
        dead = self.trials.is_dead
        plan = plans[choose(state, node.name, len(plans), "recipe", lambda number: dead(plans[number]))]
        self.machine.ensure_initialised(state, plan.creator.owner)
        steps: list[Step] = []
        calls: list[CallInput] = []
        for prefix, call in named_steps(node.name, plan):
            method = call.method
            bindings = _bindings(cls, method.owner, node) if cls.is_subtype_of(method.owner) else NO_BINDINGS
            places = parameter_places(method, bindings, prefix)
            values = tuple(self.symbol(state, place) for place in places)
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
        recipe = Recipe(cls.name, calls[0], tuple(calls[1:]))
        self.record(state, replace(node, build=recipe))
        RecipeRun(self.machine, ref, NULL, tuple(steps), trials=self.trials).start(state)
        raise Retry

    def _is_forced(self, state: State, node: Node, cls: Class) -> bool:
        """Whether an object that the API builds is to have free fields instead: the last way to build it, parked."""
        if not self.options.forced_states or not self.api.fields.forcible(cls):
            return False
        names = forced(state)
        if node.name in names:
            return True
        if node.name not in repeated(state) and node.name not in choices_of(state):
            state.offer(True, "limit", "forced", {FORCED: names | {node.name}})
        return False

    # -- fields, elements, answers ------------------------------------------------------------------------------

    def field(self, state: State, address: int, field: Field) -> Value:
        """The initial value of a field of an object with symbolic fields."""
        ref = state.refs.get(address)
        if ref is None:
            raise EngineError(f"the object at {address} is no input")
        shape = shape_of(state)
        node = shape.node(name_of(ref))
        build = node.build
        if not isinstance(build, FieldsInput):
            raise EngineError(f"{node.name} has no symbolic fields")
        cls = self.program.klass(build.class_name)
        name = field_path(node.name, cls, field)
        place = field_place(field, name, _bindings(cls, field.owner, node))
        value = self.symbol(state, place)
        given = any((field.owner.name, field.name) == each[:2] for each in build.given)
        open_ = given or self.api.accessibility.field_accessible(field)
        final = bool(field.access & access.FINAL)
        entry = FieldInput(field.owner.name, field.name, slot_of(place, value), open_, assignable=not final)
        self.record(state, replace(node, build=replace(build, fields=(*build.fields, entry))))
        return value

    def initialised(self, state: State, cls: Class) -> None:
        """A class was initialised by its own code: its static fields may become inputs."""
        self.statics.initialised(state, cls)

    def static(self, state: State, field: Field) -> Value:
        """The value at entry of a static field that is an input and is read for the first time."""
        place = self.statics.place(state, field)
        value = self.symbol(state, place)
        entry = FieldInput(field.owner.name, field.name, slot_of(place, value), self.statics.accessible(field))
        self.statics.record(state, field, entry, value)
        return value

    def element(self, state: State, address: int, index: int) -> Value:
        """The initial value of an element of an input array of references, which a clone may have looked at before."""
        ref = state.refs[address]
        node = shape_of(state).node(name_of(ref))
        build = node.build
        if not isinstance(build, ReferenceArrayInput):
            raise EngineError(f"{node.name} is no array of references")
        if node.descriptor == build.class_name:
            array = InputPlace(node.name, node.descriptor, parse_generic(node.generic), elements=node.elements)
        else:  # the place is wider than the array: an Object, or an array of them
            array = InputPlace(node.name, build.class_name)
        place = element_place(array, index)
        if self.options.program and node.name in self.program_arguments:
            place = replace(place, non_null=True)
        if any(at == index for at, _ in build.elements):
            return ref_var(alias_of(state, place.name) or place.name)
        value = self.symbol(state, place)
        elements = (*build.elements, (index, slot_of(place, value)))
        self.record(state, replace(node, build=replace(build, elements=tuple(sorted(elements, key=lambda e: e[0])))))
        return value

    def stub_call(self, call: Call, receiver: int, args: Sequence[Value]) -> Value | None:
        """The answer of a stub: a fresh symbol for each call, remembered in the order of the calls."""
        return Player(call, receiver, tuple(args), self.overriding).play(self.symbol)

    def unknown(self, call: Call, kind: str) -> Value:
        """The unknown result of a call (`everypath.inputs.sources.havoc`)."""
        return unknown(call, kind, self.symbol)

    def surrounding(self, state: State, name: str | None, *, variable: bool = False) -> Value | None:
        """What is around a program (`everypath.inputs.sources.environment`), None elsewhere."""
        return surrounding(state, name, self.symbol, variable=variable) if self.options.program else None


def _default(descriptor: str) -> Value | None:
    if descriptor[0] in "L[":
        return None
    return 0.0 if descriptor in "FD" else 0


def _null_atom(ref: Term) -> Term:
    atom = is_null(ref)
    assert isinstance(atom, Term)
    return atom


def _bindings(cls: Class, owner: Class, node: Node) -> Bindings:
    return bindings_in(cls, owner, parse_generic(node.generic))
