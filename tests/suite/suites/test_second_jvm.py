"""The second JVM that runs tests again differs in what no test may expect: identity hash codes, members, input."""

from everypath.bridge import Bridge, Call, Literal, New, Plan
from everypath.classfile import Jdk

HASH = Plan(
    (
        New("java/lang/Object", "()V"),
        Call("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", None, (0,)),
    ),
    1,
)

CLASS_HASH = Plan(
    (
        Literal.klass("Ljava/lang/Object;"),
        Call("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", None, (0,)),
    ),
    1,
)


def test_classes_of_the_jdk_have_other_hash_codes_there_too():
    with Bridge(Jdk.find(), ()) as bridge:
        first = bridge.replay(CLASS_HASH).returned
        with bridge.second_jvm():
            assert bridge.replay(CLASS_HASH).returned != first


def test_a_new_jvm_has_the_same_identity_hash_codes_unless_others_are_wanted():
    with Bridge(Jdk.find(), ()) as bridge:
        first = bridge.replay(HASH).returned
        bridge.renew()
        assert bridge.replay(HASH).returned == first
        with bridge.second_jvm():
            other = bridge.replay(HASH).returned
            assert other != first
            bridge.renew()
            assert bridge.replay(HASH).returned == other
        assert bridge.replay(HASH).returned != other


def thrown(name: str, source: str) -> tuple[str, str]:
    """The message of what the only test of a class throws here, and where hash codes are others."""
    with Bridge(Jdk.find(), ()) as bridge:
        classes = bridge.tests.compile({name: source}).classes
        (here,) = bridge.tests.run(classes)
        with bridge.second_jvm():
            (there,) = bridge.tests.run(classes)
    return here.outcome.message or "", there.outcome.message or ""


ORDERED = """
package names;

class NamesTest {
    void alpha() {}
    void beta() {}
    void gamma() {}
    void delta() {}
    void epsilon() {}

    @org.junit.jupiter.api.Test
    void order() {
        StringBuilder names = new StringBuilder();
        for (java.lang.reflect.Method each : NamesTest.class.getDeclaredMethods()) {
            names.append(each.getName()).append(' ');
        }
        throw new IllegalStateException(names.toString());
    }
}
"""


def test_reflection_lists_methods_in_another_order_there_and_more_of_them():
    """Tools that measure coverage add members to classes."""
    here, there = map(str.split, thrown("names/NamesTest", ORDERED))
    assert [each for each in there if not each.startswith("$tool")] != here
    assert sorted(there) == sorted(["$toolInit", *here])


FIELDS = """
package names;

class FieldsTest {
    private int number = 1;
    static final long SIZE = 5L;

    @org.junit.jupiter.api.Test
    void fields() throws ReflectiveOperationException {
        int all = FieldsTest.class.getDeclaredFields().length;
        int shape = Shape.class.getDeclaredFields().length + Hue.class.getDeclaredFields().length;
        Object made = new Point(3, 4).equals(new Point(3, 4)) && Hue.valueOf("RED") == Hue.RED;
        throw new IllegalStateException(all + " " + shape + " " + made + " " + number + " " + SIZE);
    }
    interface Shape { int SIDES = 3; }
    enum Hue { RED }
    record Point(int x, int y) {}
}
"""


def test_classes_have_a_field_more_there():
    here, there = thrown("names/FieldsTest", FIELDS)
    assert here == "2 3 true 1 5"
    assert there == "3 4 true 1 5", "interfaces have none"


INPUT = """
package names;

class InputTest {
    @org.junit.jupiter.api.Test
    void input() throws Exception {
        throw new IllegalStateException("" + System.in.read());
    }
}
"""
FOLDER = """
package names;

class FolderTest {
    @org.junit.jupiter.api.Test
    void folder() throws Exception {
        java.net.URL folder = ClassLoader.getSystemResource("");
        throw new IllegalStateException("" + (folder != null && folder.openStream().read() != -1));
    }
}
"""


def test_the_input_is_empty_here_and_closed_there():
    assert thrown("names/InputTest", INPUT) == ("-1", "Stream closed")


def test_no_folder_is_on_the_class_path_here_and_one_with_a_file_is_there():
    assert thrown("names/FolderTest", FOLDER)[1] == "true"


REFLECTION = """
package names;

class ReflectionTest {
    @org.junit.jupiter.api.Test
    void reflection() throws Exception {
        String.class.getMethod("length").invoke(1);
    }
}
"""


def test_reflection_has_other_messages_there():
    here, there = thrown("names/ReflectionTest", REFLECTION)
    assert here != there


NULL = """
package names;

class NullTest {
    @org.junit.jupiter.api.Test
    void message() {
        throw new IllegalStateException("was " + new java.util.ArrayDeque<String>(2).peek().length());
    }
}
"""


def test_an_access_to_null_has_no_message_there():
    """Nor has it in code that a JVM has compiled after it threw some of these exceptions."""
    here, there = thrown("names/NullTest", NULL)
    assert here.startswith("Cannot invoke")
    assert there == ""
