package everypath.sweep;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How values of JDK types are made: by public constructors, factories and constants of their class. */
final class JdkValues {
    /** What usually stands for an interface or abstract class. */
    private static final Map<Class<?>, Class<?>> USUAL = Map.ofEntries(
            Map.entry(Iterable.class, ArrayList.class),
            Map.entry(java.util.Collection.class, ArrayList.class),
            Map.entry(java.util.AbstractCollection.class, ArrayList.class),
            Map.entry(List.class, ArrayList.class),
            Map.entry(java.util.AbstractList.class, ArrayList.class),
            Map.entry(java.util.Set.class, java.util.LinkedHashSet.class),
            Map.entry(java.util.AbstractSet.class, java.util.LinkedHashSet.class),
            Map.entry(java.util.SortedSet.class, java.util.TreeSet.class),
            Map.entry(java.util.NavigableSet.class, java.util.TreeSet.class),
            Map.entry(Map.class, java.util.LinkedHashMap.class),
            Map.entry(java.util.AbstractMap.class, java.util.LinkedHashMap.class),
            Map.entry(java.util.SortedMap.class, java.util.TreeMap.class),
            Map.entry(java.util.NavigableMap.class, java.util.TreeMap.class),
            Map.entry(java.util.concurrent.ConcurrentMap.class, java.util.concurrent.ConcurrentHashMap.class),
            Map.entry(java.util.Queue.class, java.util.ArrayDeque.class),
            Map.entry(java.util.Deque.class, java.util.ArrayDeque.class),
            Map.entry(java.util.concurrent.BlockingQueue.class, java.util.concurrent.LinkedBlockingQueue.class),
            Map.entry(java.io.InputStream.class, java.io.ByteArrayInputStream.class),
            Map.entry(java.io.Reader.class, java.io.StringReader.class),
            Map.entry(java.io.Writer.class, java.io.StringWriter.class),
            Map.entry(java.io.OutputStream.class, java.io.ByteArrayOutputStream.class),
            Map.entry(java.util.Calendar.class, java.util.GregorianCalendar.class),
            Map.entry(java.text.DateFormat.class, java.text.SimpleDateFormat.class),
            Map.entry(java.text.NumberFormat.class, java.text.DecimalFormat.class),
            Map.entry(java.util.TimeZone.class, java.util.SimpleTimeZone.class),
            Map.entry(Appendable.class, StringBuilder.class),
            Map.entry(Number.class, java.math.BigDecimal.class),
            Map.entry(java.util.concurrent.Future.class, java.util.concurrent.CompletableFuture.class),
            Map.entry(java.util.concurrent.locks.Lock.class, java.util.concurrent.locks.ReentrantLock.class),
            Map.entry(Map.Entry.class, java.util.AbstractMap.SimpleEntry.class));

    private final Catalogue catalogue;
    private final Map<Class<?>, Operation> plain = new HashMap<>();
    private final Map<Class<?>, Map<String, Operation>> taking = new HashMap<>();
    private final Map<Class<?>, Boolean> filled = new HashMap<>();

    JdkValues(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** The class that usually stands for a type: the type itself where it is none of the abstract ones of the table. */
    static Class<?> usual(Class<?> type) {
        return USUAL.getOrDefault(type, type);
    }

    /** Whether what is made of a type is filled by calls of {@code add} or {@code put}. */
    boolean isFilled(Class<?> type) {
        Boolean known = filled.get(type);
        if (known == null) {
            Class<?> made = usual(type);
            known = isContainer(made) && hasPlainConstructor(made);
            filled.put(type, known);
        }
        return known;
    }

    private static boolean isContainer(Class<?> type) {
        return java.util.Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    private static boolean hasPlainConstructor(Class<?> type) {
        if (!type.getModule().isNamed() || Modifier.isAbstract(type.getModifiers())) {
            return false;
        }
        for (Constructor<?> each : type.getConstructors()) {
            if (each.getParameterCount() == 0) {
                return true;
            }
        }
        return false;
    }

    List<Operation> makers(Class<?> type) {
        List<Operation> result = new ArrayList<>();
        if (Thread.class.isAssignableFrom(type) || ClassLoader.class.isAssignableFrom(type)) {
            return result;
        }
        Class<?> made = usual(type);
        if (catalogue.homes().of(made) == Homes.NOWHERE) {
            return result;
        }
        if (!Modifier.isAbstract(made.getModifiers())) {
            for (Constructor<?> each : made.getConstructors()) {
                result.add(catalogue.ofConstructor(each));
            }
        }
        for (Method each : made.getMethods()) {
            if (Modifier.isStatic(each.getModifiers()) && type.isAssignableFrom(each.getReturnType())) {
                result.add(catalogue.ofMethod(each));
            }
        }
        for (Field each : made.getFields()) {
            if (Modifier.isStatic(each.getModifiers()) && type.isAssignableFrom(each.getType())) {
                result.add(catalogue.ofField(each));
            }
        }
        result.removeIf(each -> each.home == Homes.NOWHERE);
        result.sort(Comparator.comparing(Operation::key));
        return result;
    }

    /** The public constructor without parameters. */
    Operation plain(Class<?> type) {
        Operation known = plain.get(type);
        if (known == null) {
            known = findPlain(type);
            plain.put(type, known);
        }
        return known;
    }

    private Operation findPlain(Class<?> type) {
        for (Constructor<?> each : type.getConstructors()) {
            if (each.getParameterCount() == 0) {
                return catalogue.ofConstructor(each);
            }
        }
        throw new IllegalArgumentException(type.getName());
    }

    /** A public method that takes objects. */
    Operation taking(Class<?> type, String name, int count) {
        Map<String, Operation> ofClass = taking.get(type);
        if (ofClass == null) {
            ofClass = new HashMap<>();
            taking.put(type, ofClass);
        }
        Operation known = ofClass.get(name);
        if (known == null) {
            known = findTaking(type, name, count);
            ofClass.put(name, known);
        }
        return known;
    }

    private Operation findTaking(Class<?> type, String name, int count) {
        Class<?>[] parameters = new Class<?>[count];
        java.util.Arrays.fill(parameters, Object.class);
        try {
            return catalogue.ofMethod(type.getMethod(name, parameters));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
