package everypath.sweep;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A class with the type arguments that are known of it: {@code Map<String, Foo>} is {@code Map} with {@code String} and
 * {@code Foo}. Type variables and wildcards stand for their bounds.
 *
 * @param raw the class
 * @param arguments what its type parameters stand for, empty where that is not known
 * @param also what its values are besides: the further bounds of a type variable
 */
record KnownType(Class<?> raw, List<KnownType> arguments, List<Class<?>> also) {
    static final KnownType OBJECT = new KnownType(Object.class, List.of());

    private static final int DEEPEST = 4;

    /** What the variables stand for in classes of which no more is known. */
    private static final Map<Class<?>, Map<TypeVariable<?>, KnownType>> PLAIN = new HashMap<>();

    KnownType(Class<?> raw, List<KnownType> arguments) {
        this(raw, arguments, List.of());
    }

    /** A class of which no more is known. */
    static KnownType of(Class<?> raw) {
        return raw == Object.class ? OBJECT : new KnownType(raw, List.of());
    }

    /** A type as reflection has it, where some variables are known. */
    static KnownType of(Type type, Map<TypeVariable<?>, KnownType> known) {
        return of(type, known, 0);
    }

    private static KnownType of(Type type, Map<TypeVariable<?>, KnownType> known, int depth) {
        if (type instanceof Class<?> raw) {
            return of(raw);
        } else if (depth > DEEPEST) {
            return of(erased(type, 0));
        } else if (type instanceof ParameterizedType generic) {
            List<KnownType> arguments = new ArrayList<>();
            for (Type each : generic.getActualTypeArguments()) {
                arguments.add(of(each, known, depth + 1));
            }
            return new KnownType((Class<?>) generic.getRawType(), arguments);
        } else if (type instanceof TypeVariable<?> variable) {
            KnownType found = known.get(variable);
            return found != null ? found : bound(variable.getBounds(), known, depth + 1);
        } else if (type instanceof WildcardType wildcard) {
            Type[] lower = wildcard.getLowerBounds();
            return of(lower.length > 0 ? lower[0] : wildcard.getUpperBounds()[0], known, depth + 1);
        } else if (type instanceof GenericArrayType array) {
            return of(of(array.getGenericComponentType(), known, depth + 1).raw.arrayType());
        }
        return OBJECT;
    }

    private static KnownType bound(Type[] bounds, Map<TypeVariable<?>, KnownType> known, int depth) {
        KnownType result = of(bounds[0], known, depth);
        if (bounds.length == 1) {
            return result;
        }
        List<Class<?>> also = new ArrayList<>();
        for (int i = 1; i < bounds.length; i++) {
            also.add(erased(bounds[i], 0));
        }
        return new KnownType(result.raw, result.arguments, also);
    }

    private static Class<?> erased(Type type, int depth) {
        if (type instanceof Class<?> raw) {
            return raw;
        } else if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        } else if (type instanceof TypeVariable<?> variable && depth < DEEPEST) {
            return erased(variable.getBounds()[0], depth + 1);
        }
        return Object.class;
    }

    /** What the type parameter at a place stands for. */
    KnownType argument(int at) {
        return at < arguments.size() ? arguments.get(at) : OBJECT;
    }

    /** What the type variables of the class and of its supertypes stand for. */
    Map<TypeVariable<?>, KnownType> variables() {
        Map<TypeVariable<?>, KnownType> result = new HashMap<>();
        collect(this, result, 0);
        return result;
    }

    private static void collect(KnownType type, Map<TypeVariable<?>, KnownType> result, int depth) {
        TypeVariable<?>[] variables = type.raw.getTypeParameters();
        for (int i = 0; i < variables.length && i < type.arguments.size(); i++) {
            result.put(variables[i], type.arguments.get(i));
        }
        if (depth > DEEPEST) {
            return;
        }
        Type parent = type.raw.getGenericSuperclass();
        if (parent != null && parent != Object.class) {
            collect(of(parent, result), result, depth + 1);
        }
        for (Type each : type.raw.getGenericInterfaces()) {
            collect(of(each, result), result, depth + 1);
        }
    }

    /** Whether a value of a known type may stand here, as far as type arguments are known. */
    boolean mayHold(KnownType given) {
        if (given == null || arguments.isEmpty() || !raw.isAssignableFrom(given.raw)) {
            return true;
        }
        boolean same = given.raw == raw && given.arguments.size() == arguments.size();
        Map<TypeVariable<?>, KnownType> variables = same ? Map.of() : given.known();
        TypeVariable<?>[] own = raw.getTypeParameters();
        for (int i = 0; i < arguments.size() && i < own.length; i++) {
            KnownType argument = same ? given.arguments.get(i) : variables.get(own[i]);
            if (argument != null && !arguments.get(i).meets(argument)) {
                return false;
            }
        }
        return true;
    }

    /** Whether two type arguments may be one type, or one bounds the other. */
    private boolean meets(KnownType other) {
        if (raw.isAssignableFrom(other.raw)) {
            return mayHold(other);
        }
        return other.raw.isAssignableFrom(raw);
    }

    private Map<TypeVariable<?>, KnownType> known() {
        if (!arguments.isEmpty()) {
            return variables();
        }
        Map<TypeVariable<?>, KnownType> found = PLAIN.get(raw);
        if (found == null) {
            try {
                found = variables();
            } catch (RuntimeException | LinkageError e) {
                found = Map.of(); // a signature is broken, or names a class that is missing
            }
            PLAIN.put(raw, found);
        }
        return found;
    }

    /** Whether a value is of all types that it has to be of beside the class. */
    boolean isOfAll(Object value) {
        for (Class<?> each : also) {
            if (value != null && !each.isInstance(value)) {
                return false;
            }
        }
        return true;
    }
}
