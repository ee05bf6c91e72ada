"""Call sequences written by hand."""

from __future__ import annotations

from tests.suite.support import Lab

from everypath.bridge import messages
from everypath.program import Method
from everypath.suite import CallSequence, NoCase, Recipe, TestCase, call_sequence, observed_cases, recipe_of

OBJECT, STRING = "Ljava/lang/Object;", "Ljava/lang/String;"
KIT, ORDER = "sequences/Kit", "sequences/Order"


class Sequence:
    """The steps of a call sequence; each method adds a step and gives its number. Texts and numbers become literals."""

    def __init__(self) -> None:
        self.steps: list[messages.Step] = []

    def _add(self, step: messages.Step) -> int:
        self.steps.append(step)
        return len(self.steps) - 1

    def text(self, value: str) -> int:
        return self._add(messages.Literal.text(value))

    def null(self) -> int:
        return self._add(messages.Literal.null())

    def number(self, value: float, descriptor: str = "I") -> int:
        return self._add(messages.Literal.of(descriptor, value))

    def klass(self, descriptor: str) -> int:
        return self._add(messages.Literal.klass(descriptor))

    def box(self, value: int) -> int:
        given = self.number(value)
        return self.static("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", given)

    def new(self, owner: str, descriptor: str = "()V", *arguments: int) -> int:
        return self._add(messages.New(owner, descriptor, arguments))

    def call(self, receiver: int, owner: str, name: str, descriptor: str, *arguments: int) -> int:
        return self._add(messages.Call(owner, name, descriptor, receiver, arguments))

    def static(self, owner: str, name: str, descriptor: str, *arguments: int) -> int:
        return self._add(messages.Call(owner, name, descriptor, None, arguments))

    def kit(self, name: str, descriptor: str, *arguments: int) -> int:
        return self.static(KIT, name, descriptor, *arguments)

    def array(self, element: str, *elements: int, length: int = -1) -> int:
        size = len(elements) if length < 0 else length
        return self._add(messages.NewArray(element, size, tuple(enumerate(elements))))

    def sparse(self, element: str, length: int, *elements: tuple[int, int]) -> int:
        return self._add(messages.NewArray(element, length, elements))

    def field(self, owner: str, name: str) -> int:
        return self._add(messages.GetStatic(owner, name))

    def stub(self, owner: str, *answers: tuple[str, str, int]) -> int:
        return self._add(messages.NewStub(owner, answers))

    def extended(self, owner: str, constructor: str, *given: int, answers: tuple[tuple[str, str, int], ...]) -> int:
        """A stub of an abstract class."""
        return self._add(messages.NewStub(owner, answers, constructor, given))

    def handed(self, stub: int, owner: str, name: str, descriptor: str, parameter: int, call: int) -> int:
        """What a stub is handed."""
        return self._add(messages.Handed(stub, owner, name, descriptor, parameter, call))

    def listed(self, *elements: int) -> int:
        made = self.new("java/util/ArrayList")
        for each in elements:
            self.call(made, "java/util/List", "add", f"({OBJECT})Z", each)
        return made

    def order(self, name: str, count: int) -> int:
        given = self.text(name), self.number(count)
        return self.new(ORDER, f"({STRING}I)V", *given)


class SequenceLab(Lab):
    """A lab whose cases come from sequences."""

    def entry(self, steps: list[messages.Step]) -> Method:
        """The method that the last step calls."""
        last = steps[-1]
        assert isinstance(last, messages.Call | messages.New)
        owner = self.program.klass(last.owner)
        name = last.name if isinstance(last, messages.Call) else "<init>"
        found = owner.declared_method(name, last.descriptor)
        assert found is not None
        return found

    def recipe(self, steps: list[messages.Step]) -> Recipe:
        """The recipe of a sequence, as a test in the package of the called class sees it."""
        found = self.read(steps)
        assert isinstance(found, Recipe), found
        return found

    def read(self, steps: list[messages.Step]) -> Recipe | NoCase:
        """The recipe, or the reason why there is none."""
        owner = self.entry(steps).owner.name
        return recipe_of(steps, self.builder.members(self.builder.test_package(owner)))

    def sequence(self, steps: Sequence) -> CallSequence:
        """The sequence with its entry and package."""
        found = call_sequence(self.builder, steps.steps)
        assert isinstance(found, CallSequence), found
        return found

    def observed(self, *sequences: Sequence) -> list[TestCase | NoCase]:
        """The observed cases of sequences."""
        return observed_cases(self.builder, [self.sequence(each) for each in sequences], self.bridge)

    def case(self, sequence: Sequence) -> TestCase:
        """The observed case of one sequence."""
        (found,) = self.observed(sequence)
        assert isinstance(found, TestCase), found
        return found
