package everypath.bridge;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds classes and members by internal name and descriptor, as seen from one class loader, and remembers them. */
public final class Members {
    private final ClassLoader loader;
    private final Map<String, Class<?>> classes = new HashMap<>();
    private final Map<String, Method> methods = new HashMap<>();
    private final Map<String, Constructor<?>> constructors = new HashMap<>();
    private final Map<String, Field> fields = new HashMap<>();

    private final List<Member> numbered;
    private Object[] found = {};

    Members(ClassLoader loader) {
        this(loader, List.of());
    }

    /** Members that can also be asked for by their number in a list, which may grow. */
    Members(ClassLoader loader, List<Member> numbered) {
        this.loader = loader;
        this.numbered = numbered;
    }

    /** The member with a number. */
    Member member(int number) {
        return numbered.get(number);
    }

    /** The method with a number: see {@link #method(String, String, String)}. */
    Method method(int number) throws PlanException {
        Object known = known(number);
        if (known == null) {
            Member member = numbered.get(number);
            known = found[number] = method(member.owner(), member.name(), member.descriptor());
        }
        return (Method) known;
    }

    /** The constructor with a number. */
    Constructor<?> constructor(int number) throws PlanException {
        Object known = known(number);
        if (known == null) {
            Member member = numbered.get(number);
            known = found[number] = constructor(member.owner(), member.descriptor());
        }
        return (Constructor<?>) known;
    }

    /** The field with a number. */
    Field field(int number) throws PlanException {
        Object known = known(number);
        if (known == null) {
            Member member = numbered.get(number);
            known = found[number] = field(member.owner(), member.name());
        }
        return (Field) known;
    }

    private Object known(int number) {
        if (number >= found.length) {
            found = Arrays.copyOf(found, Math.max(numbered.size(), number + 1));
        }
        return found[number];
    }

    ClassLoader loader() {
        return loader;
    }

    /** The class of a field descriptor, without initialising it. */
    public Class<?> descriptor(String descriptor) throws PlanException {
        switch (descriptor.charAt(0)) {
            case 'Z':
                return boolean.class;
            case 'B':
                return byte.class;
            case 'S':
                return short.class;
            case 'C':
                return char.class;
            case 'I':
                return int.class;
            case 'J':
                return long.class;
            case 'F':
                return float.class;
            case 'D':
                return double.class;
            case 'V':
                return void.class;
            case 'L':
                return type(descriptor.substring(1, descriptor.length() - 1));
            default:
                return type(descriptor);
        }
    }

    /** The class of an internal name or array descriptor, without initialising it. */
    public Class<?> type(String name) throws PlanException {
        Class<?> known = classes.get(name);
        if (known != null) {
            return known;
        }
        try {
            Class<?> found = name.startsWith("[")
                    ? descriptor(name.substring(1)).arrayType()
                    : loader.loadClass(name.replace('/', '.')); // Class.forName may be a method that is watched
            classes.put(name, found);
            return found;
        } catch (ClassNotFoundException e) {
            throw new PlanException("no class " + name.replace('/', '.'));
        }
    }

    /** The method that {@code owner}, its superclasses or interfaces declare under this name and descriptor. */
    public Method method(String owner, String name, String descriptor) throws PlanException {
        String key = owner + '.' + name + descriptor;
        Method known = methods.get(key);
        if (known != null) {
            return known;
        }
        Method found = search(type(owner), name, descriptor);
        if (found == null) {
            throw new PlanException("no method " + key);
        }
        methods.put(key, Access.open(found));
        return found;
    }

    private static Method search(Class<?> owner, String name, String descriptor) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && descriptorOf(method).equals(descriptor)) {
                    return method;
                }
            }
        }
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Class<?> inherited : type.getInterfaces()) {
                Method found = search(inherited, name, descriptor);
                if (found != null) {
                    return found;
                }
            }
        }
        return owner.isInterface() ? search(Object.class, name, descriptor) : null;
    }

    /** The method descriptor of a reflected method (JVMS 4.3.3). */
    static String descriptorOf(Method method) {
        return parameters(method.getParameterTypes()) + method.getReturnType().descriptorString();
    }

    private static String parameters(Class<?>[] types) {
        StringBuilder result = new StringBuilder("(");
        for (Class<?> type : types) {
            result.append(type.descriptorString());
        }
        return result.append(')').toString();
    }

    /** The constructor with this descriptor. */
    public Constructor<?> constructor(String owner, String descriptor) throws PlanException {
        String key = owner + descriptor;
        Constructor<?> known = constructors.get(key);
        if (known != null) {
            return known;
        }
        for (Constructor<?> constructor : type(owner).getDeclaredConstructors()) {
            if ((parameters(constructor.getParameterTypes()) + 'V').equals(descriptor)) {
                constructors.put(key, Access.open(constructor));
                return constructor;
            }
        }
        throw new PlanException("no constructor " + key);
    }

    /** The field that {@code owner}, an interface or a superclass of it declares under this name. */
    public Field field(String owner, String name) throws PlanException {
        String key = owner + '.' + name;
        Field known = fields.get(key);
        if (known != null) {
            return known;
        }
        Field found = searchField(type(owner), name);
        if (found == null) {
            throw new PlanException("no field " + key);
        }
        fields.put(key, found);
        return found;
    }

    private static Field searchField(Class<?> owner, String name) {
        for (Field field : Access.declaredFields(owner)) {
            if (field.getName().equals(name)) {
                return field;
            }
        }
        for (Class<?> inherited : owner.getInterfaces()) {
            Field found = searchField(inherited, name);
            if (found != null) {
                return found;
            }
        }
        return owner.getSuperclass() == null ? null : searchField(owner.getSuperclass(), name);
    }
}
