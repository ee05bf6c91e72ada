package everypath.sweep;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import everypath.bridge.Members;
import everypath.bridge.PlanException;
import everypath.bridge.Target;
import everypath.bridge.TargetLoader;
import everypath.bridge.Trusted;

/** The operations: members of classes under test that a test could name, and of the JDK where values need them. */
final class Catalogue {
    private static final Map<TypeVariable<?>, KnownType> UNKNOWN = Map.of();

    private final TargetClasses classes;
    private final Trusted trusted;
    private final ClassLoader loader;
    private final Homes homes = new Homes();
    private final JdkValues jdk = new JdkValues(this);
    private final PlatformCalls platform;
    private final AbstractClasses abstractClasses;
    private final Set<String> banned;
    private final Map<String, Operation> byKey = new HashMap<>();

    /** The operations of classes under test, to choose from. */
    private final List<Operation> calls = new ArrayList<>();
    private final Map<Class<?>, List<Operation>> ofClass = new HashMap<>();

    /** What yields objects, by the declared class of the result. */
    private final Map<Class<?>, List<Operation>> makers = new LinkedHashMap<>();
    private final Map<Class<?>, List<Operation>> makersFitting = new LinkedHashMap<>();
    private final Map<Class<?>, List<Operation>> onClass = new HashMap<>();
    private final Map<Class<?>, Operation> arrays = new HashMap<>();
    private final Map<Class<?>, List<Method>> abstractMethods = new HashMap<>();

    Catalogue(Target target, TargetClasses classes, Trusted trusted, TargetLoader loader, Set<String> banned) {
        abstractClasses = new AbstractClasses(target, trusted, loader, homes);
        this.trusted = trusted;
        this.loader = loader;
        this.classes = classes;
        this.banned = banned;
        platform = new PlatformCalls(this, classes);
    }

    JdkValues jdk() {
        return jdk;
    }

    Homes homes() {
        return homes;
    }

    List<Operation> calls() {
        return calls;
    }

    /** The operations that a class under test declares, those of interest for values included. */
    List<Operation> of(TargetClasses.Known known) {
        Class<?> type = known.type();
        if (type == null) {
            return List.of();
        }
        List<Operation> result = ofClass.get(type);
        if (result == null) {
            result = new ArrayList<>();
            ofClass.put(type, result);
            try {
                declared(type, known, result);
            } catch (LinkageError | RuntimeException e) {
                // a class in a signature is missing, or a signature cannot be read
            }
        }
        return result;
    }

    private void declared(Class<?> type, TargetClasses.Known known, List<Operation> result) {
        if (homes.of(type) == Homes.NOWHERE) {
            return;
        }
        List<Operation> found = new ArrayList<>();
        if (!Modifier.isAbstract(type.getModifiers()) && !type.isEnum()) {
            for (Constructor<?> each : type.getDeclaredConstructors()) {
                found.add(ofConstructor(each));
            }
        }
        for (Method each : type.getDeclaredMethods()) {
            found.add(ofMethod(each));
        }
        found.sort(Comparator.comparing(Operation::key)); // reflection has them in no order
        for (Operation each : found) {
            if (each.home != Homes.NOWHERE) {
                each.goals = known.methods().get(each.name + each.descriptor);
                calls.add(each);
                result.add(each);
                yields(each);
            }
        }
        for (Field each : type.getDeclaredFields()) {
            if (isObject(each)) {
                Operation field = ofField(each);
                if (field.home != Homes.NOWHERE) {
                    yields(field);
                }
            }
        }
        onClass.clear();
    }

    private static boolean isObject(Field field) {
        return Modifier.isStatic(field.getModifiers())
                && !field.isSynthetic()
                && !field.getType().isPrimitive()
                && field.getType() != String.class;
    }

    private void yields(Operation operation) {
        Class<?> result = operation.result.raw();
        if (result == void.class || result.isPrimitive()) {
            return;
        }
        List<Operation> own = makers.get(result);
        if (own == null) {
            own = new ArrayList<>();
            makers.put(result, own);
        }
        own.add(operation);
        for (Map.Entry<Class<?>, List<Operation>> each : makersFitting.entrySet()) {
            if (each.getKey().isAssignableFrom(result)) {
                each.getValue().add(operation);
            }
        }
    }

    // ---- single operations

    private Operation known(String key) {
        return byKey.get(key);
    }

    private Operation add(Operation operation) {
        operation.banned = banned.contains(operation.key());
        byKey.put(operation.key(), operation);
        return operation;
    }

    Operation ofMethod(Method method) {
        Class<?> owner = method.getDeclaringClass();
        String descriptor = descriptor(method.getParameterTypes(), method.getReturnType());
        Operation found = known(owner.getName().replace('.', '/') + '.' + method.getName() + descriptor);
        if (found != null) {
            return found;
        }
        String home = homes.ofMember(
                owner, method.getModifiers(), method.getReturnType(), method.getParameterTypes());
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        KnownType result = type(method.getReturnType(), genericResult(method));
        KnownType[] parameters = types(method.getParameterTypes(), genericParameters(method));
        return add(new Operation(
                Operation.Kind.CALL,
                owner,
                method.getName(),
                descriptor,
                home == Homes.NOWHERE ? method : trusted.open(method),
                new Operation.Signature(parameters, result, !isStatic, false),
                home,
                classes.isTarget(owner)));
    }

    /** A call of a method of the JDK that a class under test overrides, where some type variables are known. */
    Operation ofInherited(Method method, Map<TypeVariable<?>, KnownType> variables, MethodGoals overrider) {
        Operation plain = ofMethod(method);
        Type[] generic = genericParameters(method);
        KnownType[] parameters = plain.parameters.clone();
        for (int i = 0; i < parameters.length && generic.length == parameters.length; i++) {
            parameters[i] = type(method.getParameterTypes()[i], generic[i], variables);
        }
        Operation result = new Operation(
                Operation.Kind.CALL,
                plain.owner,
                plain.name,
                plain.descriptor,
                plain.reflected(),
                new Operation.Signature(parameters, result(method, variables), true, false),
                plain.home,
                true);
        result.goals = overrider;
        result.banned = plain.banned;
        return result;
    }

    Operation ofConstructor(Constructor<?> constructor) {
        Class<?> owner = constructor.getDeclaringClass();
        String descriptor = descriptor(constructor.getParameterTypes(), void.class);
        Operation found = known(owner.getName().replace('.', '/') + ".<init>" + descriptor);
        if (found != null) {
            return found;
        }
        String home = homes.ofMember(owner, constructor.getModifiers(), owner, constructor.getParameterTypes());
        boolean inner = owner.isMemberClass() && !Modifier.isStatic(owner.getModifiers());
        KnownType[] parameters = types(constructor.getParameterTypes(), genericParameters(constructor));
        return add(new Operation(
                Operation.Kind.NEW,
                owner,
                "<init>",
                descriptor,
                home == Homes.NOWHERE ? constructor : trusted.open(constructor),
                new Operation.Signature(parameters, KnownType.of(owner), false, inner),
                home,
                classes.isTarget(owner)));
    }

    Operation ofField(Field field) {
        Class<?> owner = field.getDeclaringClass();
        Operation found = known(owner.getName().replace('.', '/') + '.' + field.getName());
        if (found != null) {
            return found;
        }
        String home = homes.ofMember(owner, field.getModifiers(), field.getType());
        if (home != Homes.NOWHERE) {
            trusted.open(field);
        }
        return add(new Operation(
                Operation.Kind.FIELD,
                owner,
                field.getName(),
                "",
                field,
                new Operation.Signature(new KnownType[0], type(field.getType(), genericType(field)), false, false),
                home,
                classes.isTarget(owner)));
    }

    /** What makes an array of elements of a class. */
    Operation ofArray(Class<?> element) {
        Operation found = arrays.get(element);
        if (found == null) {
            found = new Operation(
                    Operation.Kind.ARRAY,
                    element,
                    "[]",
                    "",
                    null,
                    new Operation.Signature(new KnownType[0], KnownType.of(element.arrayType()), false, false),
                    homes.of(element),
                    false);
            arrays.put(element, found);
        }
        return found;
    }

    /** The abstract classes that can have stubs. */
    AbstractClasses abstractClasses() {
        return abstractClasses;
    }

    /** What makes a stub of an abstract class. */
    Operation ofStub(KnownType type, ClassStub stub) {
        Operation constructor = ofConstructor(stub.constructor());
        return new Operation(
                Operation.Kind.STUB,
                type.raw(),
                "stub",
                constructor.descriptor,
                stub,
                new Operation.Signature(constructor.parameters, type, false, false),
                abstractClasses.home(stub.constructor()),
                false);
    }

    /** A stub of an interface that answers these methods. */
    Stub stub(Class<?> type, List<Method> answered) {
        return new Stub(trusted, loader, type, answered);
    }

    /** What makes a stub of an interface. */
    Operation ofStub(KnownType type, Stub stub) {
        return new Operation(
                Operation.Kind.STUB,
                type.raw(),
                "stub",
                "",
                stub,
                new Operation.Signature(new KnownType[0], type, false, false),
                homes.of(type.raw()),
                false);
    }

    /**
     * What yields an object that was handed to a stub. Its arguments are the stub and the call that handed it over.
     *
     * @param type of the stub
     */
    Operation ofHanded(KnownType type, Handed handed) {
        Method method = handed.method();
        Class<?> raw = method.getParameterTypes()[handed.parameter()];
        Type[] generic = genericParameters(method);
        Type declared = handed.parameter() < generic.length ? generic[handed.parameter()] : raw;
        return new Operation(
                Operation.Kind.HANDED,
                method.getDeclaringClass(),
                method.getName(),
                descriptor(method.getParameterTypes(), method.getReturnType()),
                handed,
                new Operation.Signature(new KnownType[0], type(raw, declared, type.variables()), false, false),
                Homes.both(homes.of(raw), homes.of(method.getDeclaringClass())),
                false);
    }

    private static String descriptor(Class<?>[] parameters, Class<?> result) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> each : parameters) {
            text.append(each.descriptorString());
        }
        return text.append(')').append(result.descriptorString()).toString();
    }

    // ---- generic signatures, which may be broken or name classes that are missing

    private static Type[] genericParameters(java.lang.reflect.Executable member) {
        try {
            return member.getGenericParameterTypes();
        } catch (RuntimeException | LinkageError e) {
            return new Type[0];
        }
    }

    private static Type genericResult(Method method) {
        try {
            return method.getGenericReturnType();
        } catch (RuntimeException | LinkageError e) {
            return method.getReturnType();
        }
    }

    private static Type genericType(Field field) {
        try {
            return field.getGenericType();
        } catch (RuntimeException | LinkageError e) {
            return field.getType();
        }
    }

    private static KnownType type(Class<?> raw, Type generic) {
        return type(raw, generic, UNKNOWN);
    }

    private static KnownType type(Class<?> raw, Type generic, Map<TypeVariable<?>, KnownType> variables) {
        try {
            KnownType result = KnownType.of(generic, variables);
            return raw.isAssignableFrom(result.raw()) ? result : KnownType.of(raw);
        } catch (RuntimeException | LinkageError e) {
            return KnownType.of(raw);
        }
    }

    private static KnownType[] types(Class<?>[] raw, Type[] generic) {
        KnownType[] result = new KnownType[raw.length];
        for (int i = 0; i < raw.length; i++) {
            result[i] = type(raw[i], generic.length == raw.length ? generic[i] : raw[i]);
        }
        return result;
    }

    // ---- what makes values, and what can be called on them

    /** The operations whose declared result fits a type; of a JDK class also its public constructors and factories. */
    List<Operation> makers(Class<?> type) {
        List<Operation> result = makersFitting.get(type);
        if (result == null) {
            result = new ArrayList<>();
            for (Map.Entry<Class<?>, List<Operation>> each : makers.entrySet()) {
                if (type.isAssignableFrom(each.getKey())) {
                    result.addAll(each.getValue());
                }
            }
            if (type.getModule().isNamed()) {
                result.addAll(jdk.makers(type));
            }
            makersFitting.put(type, result);
        }
        return result;
    }

    /** The methods under test that can be called on an object of a class, inherited ones included. */
    List<Operation> on(Class<?> type) {
        List<Operation> result = onClass.get(type);
        if (result == null) {
            result = new ArrayList<>();
            inherited(type, result, new HashSet<>());
            try {
                result.addAll(platform.on(type));
            } catch (LinkageError | RuntimeException e) {
                // a class in a signature is missing
            }
            onClass.put(type, result);
        }
        return result;
    }

    private void inherited(Class<?> type, List<Operation> result, Set<Class<?>> seen) {
        if (type == null || !seen.add(type)) {
            return;
        }
        for (Operation each : ofClass.getOrDefault(type, List.of())) {
            if (each.hasReceiver) {
                result.add(each);
            }
        }
        inherited(type.getSuperclass(), result, seen);
        for (Class<?> each : type.getInterfaces()) {
            inherited(each, result, seen);
        }
    }

    /** The abstract methods of an interface, each signature once, without those of {@code Object}. */
    List<Method> abstractMethods(Class<?> type) {
        List<Method> result = abstractMethods.get(type);
        if (result == null) {
            Map<String, Method> found = new TreeMap<>();
            for (Method each : type.getMethods()) {
                if (Modifier.isAbstract(each.getModifiers()) && !isOfObject(each)) {
                    found.putIfAbsent(Stub.signature(each), each);
                }
            }
            result = new ArrayList<>(found.values());
            abstractMethods.put(type, result);
        }
        return result;
    }

    private static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /** What a method returns where some type variables are known. */
    static KnownType result(Method method, Map<TypeVariable<?>, KnownType> variables) {
        return type(method.getReturnType(), genericResult(method), variables);
    }

    /** An operation by the name of its member, as it comes over the wire; null where there is none. */
    Operation named(Members members, String owner, String name, String descriptor) {
        Operation found = known(owner + '.' + name + descriptor);
        if (found != null) {
            return found;
        }
        try {
            if (descriptor.isEmpty()) {
                return ofField(members.field(owner, name));
            } else if (name.equals("<init>")) {
                return ofConstructor(members.constructor(owner, descriptor));
            }
            return ofMethod(members.method(owner, name, descriptor));
        } catch (PlanException | LinkageError e) {
            return null;
        }
    }
}
