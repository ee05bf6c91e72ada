package everypath.sweep;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** What a statement may do, and how that went so far. */
final class Operation {
    /** The kinds of operations. */
    enum Kind { CALL, NEW, FIELD, ARRAY, STUB, HANDED }

    final Kind kind;

    /** The class that declares the member; of an array its element. */
    final Class<?> owner;

    /** The name of the member, {@code <init>} of a constructor. */
    final String name;

    /** The descriptor of a method or constructor, empty for others. */
    final String descriptor;

    final KnownType[] parameters;
    final KnownType result;

    /** Whether the first argument is the object whose method is called. */
    final boolean hasReceiver;

    /** Whether the first argument is the enclosing instance. */
    final boolean needsOuter;

    /** From where it can be named, see {@link Homes}. */
    final String home;

    /** A member of a class under test. */
    final boolean ofTarget;

    /** The goals of the method itself, null where it has none. */
    MethodGoals goals;

    /** Its number on the wire, negative before it was sent. */
    int member = -1;

    /** Never to be run again. */
    boolean banned;

    int runs;
    int tries;
    int thrown;

    /** How often it was stopped, contained or ran out of memory. */
    int failures;

    /** Tries since it last passed an open goal. */
    int fruitless;

    /** What it cost: microseconds, or where no clock decides, thousands of blocks. */
    double cost;

    private final Object reflected;
    private final String key;

    Operation(
            Kind kind,
            Class<?> owner,
            String name,
            String descriptor,
            Object reflected,
            Signature signature,
            String home,
            boolean ofTarget) {
        this.kind = kind;
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.reflected = reflected;
        this.parameters = signature.parameters();
        this.result = signature.result();
        this.hasReceiver = signature.hasReceiver();
        this.needsOuter = signature.needsOuter();
        this.home = home;
        this.ofTarget = ofTarget;
        this.key = owner.getName().replace('.', '/') + '.' + name + descriptor;
    }

    /** What an operation takes and yields. */
    record Signature(KnownType[] parameters, KnownType result, boolean hasReceiver, boolean needsOuter) {}

    /** Arguments in all, the receiver included. */
    int arity() {
        return parameters.length + (hasReceiver ? 1 : 0);
    }

    /** What one run costs on average. */
    double meanCost() {
        return runs == 0 ? 0 : cost / runs;
    }

    /** How the member is named in messages. */
    String key() {
        return key;
    }

    /**
     * Carries it out on values.
     *
     * @param at the places of the arguments among the values, the receiver first
     */
    Object run(Object[] values, int[] at) throws ReflectiveOperationException {
        int skipped = hasReceiver ? 1 : 0;
        if (kind == Kind.ARRAY) {
            return array(values, at);
        }
        Object[] given = new Object[at.length - skipped];
        for (int i = 0; i < given.length; i++) {
            given[i] = values[at[i + skipped]];
        }
        switch (kind) {
            case CALL:
                return ((Method) reflected).invoke(hasReceiver ? values[at[0]] : null, given);
            case NEW:
                return ((Constructor<?>) reflected).newInstance(given);
            case FIELD:
                return ((Field) reflected).get(null);
            case HANDED:
                return ((Handed) reflected).to(given[0]);
            default:
                return ((StubRecipe) reflected).make(given);
        }
    }

    private Object array(Object[] values, int[] at) throws InvocationTargetException {
        Object result = Array.newInstance(owner, at.length);
        for (int i = 0; i < at.length; i++) {
            Array.set(result, i, values[at[i]]);
        }
        return result;
    }

    /** The member, or what describes a stub. */
    Object reflected() {
        return reflected;
    }

    /** What was handed over, of an operation that yields it. */
    Handed handed() {
        return (Handed) reflected;
    }

    /** The stub's description, of an operation that makes one. */
    StubRecipe stub() {
        return (StubRecipe) reflected;
    }

    @Override
    public String toString() {
        return key();
    }
}
