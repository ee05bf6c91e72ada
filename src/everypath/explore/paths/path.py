"""A finished path: an equivalence class of inputs with its effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, field
from everypath.inputs import InputShape
from everypath.state import Ending, Place, Reason, StackTrace, State

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.term import Model, Term, Value


@dataclass(frozen=True, slots=True)
class BlockTrace:
    """The basic blocks of target code that a path enters, as numbers of `Machine.blocks`.

    ``blocks`` are those of the call, in the order of their first entry; ``prepared`` those of class initialisers and of
    the calls that build the input, which the JVM may make at another time or have made before.
    """

    blocks: tuple[int, ...] = ()
    prepared: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class Path:
    """One finished path: an equivalence class of inputs with its effect.

    ``constraints`` are all conditions on the inputs, in the order in which they arose. ``condition`` is the same
    without conditions that hold for all inputs (lengths are not negative) or that another condition implies.
    ``returned`` is the result as a value over the inputs (None for ``void`` and for paths that threw). ``thrown`` is
    the class of the exception, and ``message`` its message if that is known. ``place`` is where the path ended.
    ``state`` is the last state, in which results and objects are looked up. ``witness`` satisfies every constraint,
    unless the path is ``uncertain``.
    """

    number: int
    entry: Method
    ending: Ending
    constraints: tuple[Term, ...]
    condition: tuple[Term, ...]
    place: Place | None
    returned: Value | None
    thrown: str | None
    message: str | None
    witness: Model
    shape: InputShape
    state: State
    reasons: tuple[Reason, ...] = ()
    covered: frozenset[int] = frozenset()
    """Numbers of the basic blocks of target code that were entered (`Machine.blocks`)."""
    block_trace: BlockTrace = field(default_factory=lambda: BlockTrace())
    """The same blocks, those of the call separate from those of initialisers and setup calls."""
    uncertain: bool = False
    """True if the solvers could not decide some condition. Then only a replay can confirm the path."""
    descriptor: str = ""
    """The outcomes of the entry's control nodes, a letter each (`everypath.program.control`); empty if not traced."""
    left_out: frozenset[str] = frozenset()
    """Bounds of inputs that meet the condition but may have another effect, as its input was not arbitrary where the
    path looked at it: ``recipe`` (other states of objects that calls make), ``candidates`` (other classes), ``stubs``
    (other implementations), ``alias`` (objects that are one)."""
    any_class: frozenset[str] = frozenset()
    """The input references, by name, whose class does not matter for the path."""
    by_tests: frozenset[str] = frozenset()
    """The input references, by name, whose class matters by the answers of type tests only. These answers are the
    condition, and both sides of each test were tried."""
    immaterial: frozenset[Term] = frozenset()
    """The conditions on classes that do not matter for the path: other classes were not tried, and would do."""
    untried: frozenset[Term] = frozenset()
    """The conditions on classes whose other side was not tried; ``immaterial`` are some of them."""
    others: tuple[Path, ...] = ()
    """The same path with inputs of other classes that take it, one for each, if they were requested."""

    @property
    def thrown_at(self) -> Place | None:
        """Where analysed code threw the exception that ended the path, or called what threw it. None if nowhere."""
        trace = self.state.object(self.state.thrown).extra if self.thrown is not None else None
        places = trace.places if isinstance(trace, StackTrace) else ()
        return next((each for each in places if each.is_target), self.place)

    @property
    def forced(self) -> bool:
        """True if the input needs an object state that no known call produces."""
        return self.shape.forced

    @property
    def null_args(self) -> bool:
        """True if the test passes ``null`` although nothing permits it (see `InputShape.null_args`)."""
        return self.shape.null_args

    @property
    def null_answers(self) -> bool:
        """True if a stub answers ``null``."""
        return self.shape.null_answers
