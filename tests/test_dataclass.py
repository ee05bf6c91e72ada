"""Our data classes are like those of the standard decorator, which stands beside each."""

import copy
import dataclasses
import pickle
from collections.abc import Iterator
from dataclasses import field
from types import SimpleNamespace

import pytest

from everypath.dataclass import lazily, replace

OPTION_SETS = [
    {},
    {"frozen": True},
    {"frozen": True, "slots": True},
    {"slots": True},
    {"eq": False},
    {"frozen": True, "eq": False},
    {"frozen": True, "order": True},
]


def classes(dataclass, options) -> SimpleNamespace:
    @dataclass(**options)
    class Point:
        x: int
        y: int = 0
        tags: list[str] = field(default_factory=list)
        hidden: float = field(default=1.5, repr=False, compare=False)
        unhashed: int = field(default=3, hash=False)
        later: int = field(default=7, init=False)
        made: dict[str, int] = field(default_factory=dict, init=False, compare=False)

    @dataclass(**options)
    class Named(Point):
        """A point with a name."""

        name: str = "p"

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError(self.name)

    @dataclass(**options)
    class Own:
        key: str

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self))

        def __hash__(self) -> int:
            return 5

    @dataclass(**options)
    class Empty:
        pass

    class Plain(Empty):
        """No data class: it may have attributes of its own."""

    return SimpleNamespace(Point=Point, Named=Named, Own=Own, Empty=Empty, Plain=Plain)


def comparable(given: object) -> object:
    """A value that two runs can be compared by; what is no answer counts as well."""
    return given if isinstance(given, (int, str, bool, tuple, type(None))) else repr(given)


def tried(action) -> object:
    try:
        return comparable(action())
    except Exception as problem:  # noqa: BLE001 - any exception is an answer that must be the same
        return type(problem).__name__, str(problem)


def answers(made: SimpleNamespace) -> Iterator[object]:
    """What is seen of some classes and their objects."""
    point, named, own = made.Point, made.Named, made.Own
    yield tried(lambda: point())
    yield tried(lambda: point(1, z=3)) == tried(lambda: point(1))
    for cls in (point, named):
        yield [(each.name, each.init, each.repr) for each in dataclasses.fields(cls)]
        yield cls.__match_args__
        yield cls.__doc__ is None
        yield hasattr(cls, "__slots__")
        one, other = cls(1, 2, ["a"]), cls(1, 2, ["a"], hidden=9.0)
        yield repr(one), repr(cls(y=5, x=1))
        yield one == other, one != other, one == cls(1, 3), one == (1, 2), one == own("k")
        yield tried(lambda one=one: hash(one) == hash(one))
        yield tried(lambda cls=cls: len({cls(1, tags=()), cls(1, tags=()), cls(2, tags=(), unhashed=4)}))
        yield one.tags is other.tags, cls(1).tags is cls(1).tags, one.later, one.made
        yield repr(dataclasses.replace(one, x=4)), dataclasses.asdict(one), dataclasses.astuple(one)
        yield repr(copy.copy(one)), repr(copy.deepcopy(one)), copy.deepcopy(one).tags is one.tags
        yield tried(lambda one=one: setattr(one, "x", 8)), repr(one)
        yield tried(lambda one=one: delattr(one, "y"))
        if not hasattr(cls, "__slots__"):  # the standard one asks the class that the slots were added to
            yield tried(lambda one=one: setattr(one, "strange", 8))
        yield tried(lambda cls=cls: cls(1) < cls(2))
        yield tried(lambda cls=cls: sorted([cls(2), cls(1)])[0].x)
    yield tried(lambda: named(-1, name="below"))
    yield repr(own("a")), own("a") == own("b"), hash(own("a"))
    yield made.Empty() == made.Empty(), repr(made.Empty()), made.Empty.__doc__ is None
    plain = made.Plain()
    if not hasattr(made.Empty, "__slots__"):
        yield tried(lambda: setattr(plain, "other", 3)), tried(lambda: delattr(plain, "other"))
    around = point(1)
    around.tags.append(around)
    yield repr(around)
    match around:
        case made.Point(x, y):
            yield x, y


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_they_are_like_the_standard_ones(options):
    ours, standard = (list(answers(classes(each, options))) for each in (lazily, dataclasses.dataclass))
    assert len(ours) > 30
    assert ours == standard


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_objects_are_replaced_as_by_the_standard_function_the_first_time_and_ever_after(options):
    made = classes(lazily, options)
    for cls in (made.Point, made.Named):
        one = cls(1, 2, ["a"], hidden=9.0)
        for number in range(50):
            for changes in ({}, {"x": number}, {"y": number, "tags": []}, {"unhashed": number}):
                ours, standard = replace(one, **changes), dataclasses.replace(one, **changes)
                assert type(ours) is cls
                assert repr(ours) == repr(standard)
                assert [getattr(ours, each.name) for each in dataclasses.fields(cls)] == [
                    getattr(standard, each.name) for each in dataclasses.fields(cls)
                ]
        assert replace(one, x=5).tags is one.tags
        with pytest.raises(TypeError):
            replace(one, z=1)
    with pytest.raises(ValueError, match="p"):
        replace(made.Named(1), x=-1)


@lazily(frozen=True, slots=True)
class Kept:
    number: int
    inner: tuple[object, ...] = ()
    table: dict[str, int] = field(default_factory=dict)


def test_they_can_be_pickled():
    given = Kept(3, (Kept(4), "x"), {"a": 1})
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(given, protocol))
        assert again == given
        assert repr(again) == repr(given)


def test_methods_are_written_when_they_are_called_first():
    @lazily(frozen=True)
    class Box:
        value: int

    before = vars(Box)["__init__"], vars(Box)["__eq__"], vars(Box)["__hash__"]
    assert Box(1).value == 1
    assert vars(Box)["__init__"] is not before[0]
    assert vars(Box)["__eq__"] is before[1]
    assert Box(1) == Box(1)
    assert vars(Box)["__eq__"] is not before[1]
    assert vars(Box)["__hash__"] is before[2]
    assert hash(Box(1)) == hash((1,))
    assert vars(Box)["__hash__"] is not before[2]


def test_a_subclass_calls_the_constructor_above():
    @lazily
    class Base:
        one: int

    @lazily
    class Below(Base):
        two: int = 2

        def __init__(self, both: int) -> None:
            super().__init__(both)
            self.two = both

    assert repr(Below(3)).endswith("Below(one=3, two=3)")
    assert Base(4).one == 4
