package explored;

/** Objects whose class is open: told apart where something asks for it, and no further. */
public class Families {
    static class A {
        int f;
        int p() { return 1; }
        int q() { return 10; }
    }

    static class B extends A {
        int g;
        @Override int p() { return 2; }
    }

    static class C extends B {
        int h;
        @Override int p() { return 3; }
    }

    static class D extends A {
        @Override int q() { return 20; }
    }

    static class E extends D { }

    static int target(A a) { return a.p(); }
    static int other(A a) { return a.q(); }
    static int field(A a) { return a.f > 0 ? 1 : 0; }
    static int tested(A a) { return a instanceof D ? a.q() : a.p(); }
    static int cast(A a) { return ((B) a).g > 5 ? 1 : 0; }
    static int contradiction(A a) { return a instanceof B ? a instanceof D ? 1 : 2 : 3; }
    static int both(A a) { return a.p() + a.q(); }
    static String named(A a) { return a.getClass().getSimpleName(); }
    static int exactly(A a) { return a.getClass() == B.class ? 1 : 0; }
    static Object stored(A a) { Object[] array = new D[1]; array[0] = a; return array; }
    interface Known { }

    static class Listed implements Known { }

    static int kind(Known known) { return helper(known); }
    private static int helper(Known known) { return known == null ? 0 : known instanceof Listed ? 1 : 2; }
    static void store(A[] array, int index, A a) { array[index] = a; }

    /** PET: with a and b one object, a is at least a B: B.p or C.p, not A.p. */
    static int narrowed(A a, B b) { a.f = 1; b.f = 2; return a.f == 2 ? a.p() : 0; }
    static A returned(A a) { a.f = 7; return a; }
    static int subclassed(A a) {
        if (a instanceof C) {
            C c = (C) a;
            c.h = c.g + 1;
            return c.h;
        }
        return 0;
    }
    static int pattern(A a) {
        if (a instanceof E e) {
            return e.f;
        }
        return -1;
    }
}
