package everypath.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import everypath.bridge.InstrumentationException;
import everypath.bridge.ProbeTable;
import everypath.bridge.Target;
import everypath.bridge.TargetLoader;

/** The classes under test that were looked at so far: their constants, and which method calls which. */
final class TargetClasses {
    /**
     * A class that was looked at.
     *
     * @param type null where the class cannot be loaded
     * @param methods with code, by name with descriptor
     */
    record Known(String name, Class<?> type, Constants constants, Map<String, MethodGoals> methods) {}

    /** The constants of a class: its own, as its instructions hold them. */
    record Constants(Object[] texts, Number[] numbers, char[] characters) {
        static final Constants NONE = new Constants(new Object[0], new Number[0], new char[0]);
    }

    private final Target target;
    private final TargetLoader loader;
    private final Goals goals;
    private final Set<String> names;
    private final Map<String, Known> known = new LinkedHashMap<>();
    private final Map<String, Map<String, MethodGoals>> methods = new HashMap<>();
    private final List<MethodGoals> withCode = new ArrayList<>();
    private final Map<String, List<Known>> byOutermost = new HashMap<>();
    private final Map<Class<?>, Constants> related = new HashMap<>();
    private int relatedTo;

    TargetClasses(Target target, TargetLoader loader, Goals goals, Set<String> names) {
        this.target = target;
        this.loader = loader;
        this.goals = goals;
        this.names = names;
    }

    boolean isTarget(Class<?> type) {
        return names.contains(type.getName());
    }

    /** The class of this name if it was looked at. */
    Known known(String name) {
        return known.get(name);
    }

    Collection<Known> all() {
        return known.values();
    }

    /** All methods with code of the classes that were looked at. */
    List<MethodGoals> methods() {
        return withCode;
    }

    /** Looks at a class: loads it without initialising it, and reads its instructions. */
    Known look(String name) {
        Known found = known.get(name);
        if (found != null) {
            return found;
        }
        Class<?> type = null;
        try {
            type = loader.loadClass(name);
        } catch (ClassNotFoundException | LinkageError e) {
            // what it needs is missing; its code may run all the same where the JVM does without
        }
        String internal = name.replace('.', '/');
        Constants constants = Constants.NONE;
        try {
            byte[] bytes = target.raw(name);
            if (bytes != null) {
                constants = read(internal, new ClassScan(bytes));
            }
        } catch (InstrumentationException e) {
            // a class file that only the JVM can read
        }
        found = new Known(name, type, constants, methods.getOrDefault(internal, Map.of()));
        known.put(name, found);
        String outermost = outermost(name);
        byOutermost.computeIfAbsent(outermost, each -> new ArrayList<>()).add(found);
        number(name, internal);
        return found;
    }

    private Constants read(String internal, ClassScan scan) {
        for (ClassScan.Method each : scan.methods) {
            MethodGoals method = method(internal, each.key());
            method.hidden = each.hidden();
            for (String[] call : each.calls()) {
                if (names.contains(call[0].replace('/', '.'))) {
                    MethodGoals called = method(call[0], call[1]);
                    if (!method.calls.contains(called)) {
                        method.calls.add(called);
                    }
                }
            }
        }
        StringBuilder characters = new StringBuilder();
        for (Number each : scan.numbers) {
            if (each instanceof Integer number && number > ' ' - 1 && number < 127) {
                characters.append((char) (int) number);
            }
        }
        for (String each : scan.texts) {
            if (each.length() == 1) {
                characters.append(each);
            }
        }
        return new Constants(
                scan.texts.toArray(), scan.numbers.toArray(new Number[0]), characters.toString().toCharArray());
    }

    private MethodGoals method(String owner, String key) {
        Map<String, MethodGoals> ofOwner = methods.get(owner);
        if (ofOwner == null) {
            ofOwner = new LinkedHashMap<>();
            methods.put(owner, ofOwner);
        }
        MethodGoals method = ofOwner.get(key);
        if (method == null) {
            method = new MethodGoals(owner, key);
            ofOwner.put(key, method);
        }
        return method;
    }

    private void number(String name, String internal) {
        ProbeTable table = goals.table(name);
        if (table == null) {
            return;
        }
        for (ProbeTable.MethodProbes each : table.methods()) {
            MethodGoals method = method(internal, each.name() + each.descriptor());
            method.first = table.first() + each.first();
            method.last = method.first + each.probes().size();
            method.open = goals.open(method.first, method.last);
            if (method.last > method.first) {
                withCode.add(method);
            }
        }
    }

    /** The constants of a class with those of what it is nested in, of what is nested there, and of its superclass. */
    Constants constantsFor(Class<?> type) {
        Constants found = related.get(type);
        if (found == null || relatedTo != known.size()) {
            if (relatedTo != known.size()) {
                related.clear();
                relatedTo = known.size();
            }
            found = combined(type);
            related.put(type, found);
        }
        return found;
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$', name.lastIndexOf('.') + 2);
        return nested < 0 ? name : name.substring(0, nested);
    }

    private Constants combined(Class<?> type) {
        String name = type.getName();
        String outermost = outermost(name);
        Set<Object> texts = new LinkedHashSet<>();
        Set<Number> numbers = new LinkedHashSet<>();
        StringBuilder characters = new StringBuilder();
        List<Known> all = new ArrayList<>(byOutermost.getOrDefault(outermost, List.of()));
        Known parent = type.getSuperclass() == null ? null : known.get(type.getSuperclass().getName());
        if (parent != null) {
            all.add(parent);
        }
        for (Known each : all) {
            texts.addAll(Arrays.asList(each.constants.texts()));
            numbers.addAll(Arrays.asList(each.constants.numbers()));
            for (char one : each.constants.characters()) {
                if (characters.indexOf(String.valueOf(one)) < 0) {
                    characters.append(one);
                }
            }
        }
        return new Constants(texts.toArray(), numbers.toArray(new Number[0]), characters.toString().toCharArray());
    }

    /** The method that a reference means: where its class inherits it, that of the superclass. */
    MethodGoals resolved(MethodGoals named) {
        if (named.last > named.first) {
            return named;
        }
        Known owner = known.get(named.owner.replace('/', '.'));
        Class<?> type = owner == null || owner.type() == null ? null : owner.type().getSuperclass();
        while (type != null && isTarget(type)) {
            Map<String, MethodGoals> inherited = methods.get(type.getName().replace('.', '/'));
            MethodGoals found = inherited == null ? null : inherited.get(named.key);
            if (found != null && found.last > found.first) {
                return found;
            }
            type = type.getSuperclass();
        }
        return named;
    }
}
