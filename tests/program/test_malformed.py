"""Whatever the bytes of a class, loading and examining it ends in one of the engine's own errors or not at all."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from everypath.classfile import ClassPath, Jdk
from everypath.errors import ClassFormatError, LinkageError, MissingClassError
from everypath.program import Program

IMAGE = Jdk.find().image()
NAME = "java/util/OptionalInt"
DATA = IMAGE.find(NAME)
edits = st.lists(st.tuples(st.integers(8, len(DATA) - 4), st.binary(min_size=1, max_size=3)), min_size=1, max_size=4)


class Changed:
    """The JDK with one class changed."""

    path = IMAGE.path

    def __init__(self, data):
        self.data = data

    def find(self, name):
        return self.data if name == NAME else IMAGE.find(name)

    def names(self):
        return iter((NAME,))


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(edits)
def test_changed_classes(changes):
    data = bytearray(DATA)
    for at, new in changes:
        data[at : at + len(new)] = new
    program = Program(ClassPath([]), Changed(bytes(data)))
    try:
        cls = program.klass(NAME)
    except (ClassFormatError, LinkageError, MissingClassError):
        return
    assert program.find(NAME) is cls
    assert cls.simple_name is not None
    for method in cls.methods:
        try:
            assert method.flow.blocks or not method.has_code
            assert method.pretty()
            assert all(method.line(i.pc) >= -1 for i in method.instructions)
            program.select(cls, method)
        except (ClassFormatError, LinkageError):
            continue
