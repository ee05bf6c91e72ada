package everypath.sweep;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import everypath.bridge.Target;
import everypath.bridge.TargetLoader;
import everypath.bridge.Trusted;

/** The abstract classes of which a test can write an anonymous subclass: {@code new Format() { … }}. */
final class AbstractClasses {
    private static final Shape NONE = new Shape(List.of(), List.of(), Homes.NOWHERE);

    /** Access flags of members that a subclass can name: those that are protected count as public. */
    private static int ofSubclass(int access) {
        return Modifier.isProtected(access) ? access & ~Modifier.PROTECTED | Modifier.PUBLIC : access;
    }

    /**
     * What a subclass needs.
     *
     * @param constructors in a fixed order, empty where there can be no subclass
     * @param methods the abstract methods, each with its descriptor once
     * @param home from where they can be named, see {@link Homes}
     */
    record Shape(List<Constructor<?>> constructors, List<Method> methods, String home) {}

    private final Target target;
    private final Trusted trusted;
    private final TargetLoader loader;
    private final Homes homes;
    private final Map<Class<?>, Shape> shapes = new HashMap<>();
    private final Map<Constructor<?>, Constructor<?>> made = new HashMap<>();

    AbstractClasses(Target target, Trusted trusted, TargetLoader loader, Homes homes) {
        this.target = target;
        this.trusted = trusted;
        this.loader = loader;
        this.homes = homes;
    }

    /** What a subclass of a class needs. */
    Shape shape(Class<?> type) {
        Shape known = shapes.get(type);
        if (known == null) {
            try {
                known = isExtensible(type) ? find(type) : NONE;
            } catch (LinkageError e) {
                known = NONE; // a class in a signature is missing
            }
            shapes.put(type, known);
        }
        return known;
    }

    private static boolean isExtensible(Class<?> type) {
        int access = type.getModifiers();
        boolean isAbstract = Modifier.isAbstract(access) && !type.isInterface() && !type.isArray();
        boolean isInner = type.isMemberClass() && !Modifier.isStatic(access);
        boolean isDangerous = Thread.class.isAssignableFrom(type) || ClassLoader.class.isAssignableFrom(type);
        return isAbstract && !type.isPrimitive() && !type.isEnum() && !type.isSealed() && !isInner && !isDangerous;
    }

    private Shape find(Class<?> type) {
        String home = homes.of(type);
        List<Method> methods = new ArrayList<>();
        for (Method each : all(type).values()) {
            if (Modifier.isAbstract(each.getModifiers())) {
                methods.add(each);
                home = Homes.both(home, home(each));
            }
        }
        List<Constructor<?>> constructors = new ArrayList<>();
        for (Constructor<?> each : home == Homes.NOWHERE ? new Constructor<?>[0] : type.getDeclaredConstructors()) {
            String own = homes.ofMember(type, ofSubclass(each.getModifiers()), type, each.getParameterTypes());
            if (Homes.both(home, own) != Homes.NOWHERE) {
                constructors.add(each);
            }
        }
        constructors.sort(Comparator.comparing(Constructor::toString));
        return constructors.isEmpty() ? NONE : new Shape(constructors, methods, home);
    }

    private String home(Method method) {
        return homes.ofMember(
                method.getDeclaringClass(),
                ofSubclass(method.getModifiers()),
                method.getReturnType(),
                method.getParameterTypes());
    }

    /** From where a subclass that calls a constructor can be named. */
    String home(Constructor<?> constructor) {
        Class<?> owner = constructor.getDeclaringClass();
        int access = ofSubclass(constructor.getModifiers());
        String own = homes.ofMember(owner, access, owner, constructor.getParameterTypes());
        return Homes.both(shape(owner).home, own);
    }

    /** The methods that objects of a class have, by name and descriptor. */
    private static Map<String, Method> all(Class<?> type) {
        Map<String, Method> found = new TreeMap<>();
        List<Class<?>> interfaces = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            interfaces.addAll(Arrays.asList(each.getInterfaces()));
            for (Method method : each.getDeclaredMethods()) {
                if ((method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0) {
                    found.putIfAbsent(key(method), method);
                }
            }
        }
        for (int i = 0; i < interfaces.size(); i++) {
            interfaces.addAll(Arrays.asList(interfaces.get(i).getInterfaces()));
            for (Method method : interfaces.get(i).getDeclaredMethods()) {
                if ((method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0) {
                    Method known = found.putIfAbsent(key(method), method);
                    if (known != null && method.isDefault() && known.getDeclaringClass().isInterface()) {
                        found.put(key(method), method);
                    }
                }
            }
        }
        return found;
    }

    static String key(Method method) {
        return method.getName() + descriptor(method);
    }

    static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes()).descriptorString();
    }

    /** A stub whose constructor calls one of an abstract class, and which answers these of its methods. */
    ClassStub stub(Constructor<?> constructor, List<Method> answered) {
        Class<?> type = constructor.getDeclaringClass();
        List<Method> methods = shape(type).methods;
        Constructor<?> known = made.get(constructor);
        if (known == null) {
            StubClassFile file = new StubClassFile(constructor, methods);
            Class<?> subclass = trusted.define(target, loader, file.name(), file.bytes());
            known = trusted.open(subclass.getDeclaredConstructors()[0]);
            made.put(constructor, known);
        }
        Map<String, Integer> numbers = new HashMap<>();
        for (Method each : methods) {
            numbers.put(key(each), numbers.size());
        }
        return new ClassStub(constructor, known, numbers, answered);
    }
}
