"""Identity hash codes differ in the JVM that runs tests again, so that no test expects one."""

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
        with bridge.other_hashes():
            assert bridge.replay(CLASS_HASH).returned != first


def test_a_new_jvm_has_the_same_identity_hash_codes_unless_others_are_wanted():
    with Bridge(Jdk.find(), ()) as bridge:
        first = bridge.replay(HASH).returned
        bridge.renew()
        assert bridge.replay(HASH).returned == first
        with bridge.other_hashes():
            other = bridge.replay(HASH).returned
            assert other != first
            bridge.renew()
            assert bridge.replay(HASH).returned == other
        assert bridge.replay(HASH).returned != other


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


def test_reflection_lists_methods_in_another_order_there():
    with Bridge(Jdk.find(), ()) as bridge:
        classes = bridge.tests.compile({"names/NamesTest": ORDERED}).classes
        (first,) = bridge.tests.run(classes)
        with bridge.other_hashes():
            (other,) = bridge.tests.run(classes)
    assert first.outcome.message != other.outcome.message
    assert sorted(first.outcome.message.split()) == sorted(other.outcome.message.split())
