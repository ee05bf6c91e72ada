package everypath.bridge;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

import everypath.probes.Probes;

/**
 * The objects that static fields of the classes of one loader reach, as they were right after their class was
 * initialised, and a way to put them back.
 *
 * <p>While it {@link #listen}s, each class is noted when its initialiser returns: its static fields, and all objects
 * that they reach, with their fields that are not final and with their arrays. {@link #restore} puts back what differs,
 * in place, so that every object keeps its identity. Objects that came later are out of reach then.
 *
 * <p>What an initialiser changes of objects noted before is its <em>effect</em>. It is put back, too, and can be made
 * again ({@link #apply}) for code that uses the class. The thread locals of the thread that runs the code are noted
 * like fields. Not covered: the static fields of the JDK, natives, and what other threads hold. Classes of which a
 * replay may see something else than a new loader would show are named, see {@link #needsFresh}.
 */
public final class StaticHeap extends Probes.Initialisers {
    /** Objects, and elements of arrays, that the static fields of one class may reach. */
    private static final int MOST_OBJECTS = 20_000;

    private static final int MOST_ELEMENTS = 1 << 20;

    /** Blocks that an initialiser may enter; they are none of the budget of the code that it runs for. */
    private static final long MOST_BLOCKS = 50_000_000;

    /** Nanoseconds that it may take, where a guard is given; they are none of the time of that code. */
    private static final long MOST_NANOS = 2_000_000_000L;

    private static final Memory MEMORY = Access.memoryAccess();
    private static final List<String> OF_THREAD = List.of("threadLocals", "inheritableThreadLocals");

    /** What an enum's class keeps of {@code values()}. */
    private static final List<String> OF_ENUM = List.of("enumConstants", "enumConstantDirectory");

    private final Target target;
    private final TargetLoader loader;
    private final Thread worker;
    private final NotedValues noted = new NotedValues();
    private final Map<String, String> needsFresh;
    private final Set<String> failed = new HashSet<>();
    private final Map<Class<?>, HeapShape> shapes = new HashMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Object> pending = new ArrayDeque<>();

    /** The objects seen while one class is noted. */
    private final List<Object> added = new ArrayList<>();

    private int elements;

    /** The classes whose initialisers run on the worker: inner ones last. */
    private final List<Class<?>> open = new ArrayList<>();

    /** What differed from the noted values when each of these began. */
    private final List<NotedValues.Changes> before = new ArrayList<>();

    /** The effects of initialisers, by class, in the order in which they ran. */
    private final Map<String, Effect> effects = new LinkedHashMap<>();

    /** The effects that were made again since the last time that all was put back. */
    private final List<String> applied = new ArrayList<>();

    /** Whether something differed at the last {@link #restore}. */
    private boolean differed;

    /** The classes initialised since the last {@link #restore}. */
    private final Set<String> initialised = new LinkedHashSet<>();

    /** What an initialiser changed, and the effects that it found and changed further. */
    private record Effect(NotedValues.Changes changes, List<String> requires) {}

    /** The budget when the outermost of them began. */
    private long fuel;

    /** The time that was left then. */
    private long nanos;

    private Guard guard;

    private final List<Field> ofEnum;

    /**
     * For the classes of a loader.
     *
     * @param worker the thread that runs the code
     * @param needsFresh takes the classes that are better replayed in a loader of their own, with the reasons
     */
    public StaticHeap(Target target, TargetLoader loader, Thread worker, Map<String, String> needsFresh) {
        this.target = target;
        this.loader = loader;
        this.worker = worker;
        this.needsFresh = needsFresh;
        Collections.addAll(seen, System.in, System.out, System.err, System.getProperties(), System.getenv());
        for (Field field : named(Thread.class, OF_THREAD)) {
            noted.zero(worker, MEMORY.offset(field), field.getType());
        }
        ofEnum = named(Class.class, OF_ENUM);
        noted.putBack();
    }

    private static List<Field> named(Class<?> owner, List<String> names) {
        List<Field> result = new ArrayList<>();
        for (Field field : Access.declaredFields(owner)) {
            if (names.contains(field.getName())) {
                result.add(field);
            }
        }
        return result;
    }

    TargetLoader loader() {
        return loader;
    }

    /** Initialisers have time of their own: the guard allows it. */
    public void guardedBy(Guard given) {
        guard = given;
    }

    /** Takes note of the initialisers that run from now on, in place of any other. */
    public void listen() {
        Probes.initialisers = this;
    }

    /** Nobody takes note any more. */
    public static void ignore() {
        Probes.initialisers = null;
    }

    /** The classes of which a replay in a loader of its own may show something else, with the reasons. */
    public Map<String, String> needsFresh() {
        return needsFresh;
    }

    /** The classes whose initialisers have failed. */
    public synchronized Set<String> failed() {
        return failed;
    }

    /** Number of fields noted. */
    public int fieldCount() {
        return noted.fieldCount();
    }

    /** Number of arrays noted. */
    public int arrayCount() {
        return noted.arrayCount();
    }

    /**
     * Puts back what differs from what was noted.
     *
     * @return the classes whose static initialisers ran since the last time
     */
    public synchronized Set<String> restore() {
        for (Class<?> each : open) {
            fail(each);
        }
        open.clear();
        before.clear();
        noteUnseen();
        differed = noted.putBack();
        applied.clear();
        Set<String> result = new LinkedHashSet<>(initialised);
        initialised.clear();
        return result;
    }

    /** Whether the last {@link #restore} had something to put back. */
    public synchronized boolean hadChanges() {
        return differed;
    }

    /** Whether the initialiser of a class changed what belongs to other classes. */
    public synchronized boolean hasEffect(String className) {
        return effects.containsKey(className);
    }

    /** Whether some initialiser did. */
    public synchronized boolean hasEffects() {
        return !effects.isEmpty();
    }

    /** Makes the effects of the initialisers of classes again, in the order in which they ran. */
    public synchronized void apply(Set<String> classNames) {
        Set<String> all = new HashSet<>();
        for (String each : classNames) {
            require(each, all);
        }
        for (Map.Entry<String, Effect> each : effects.entrySet()) {
            if (all.contains(each.getKey())) {
                noted.apply(each.getValue().changes);
                applied.add(each.getKey());
            }
        }
    }

    /** Code that uses a class is to run: makes the effects of its initialiser again, unless they are there. */
    public synchronized void use(String className) {
        if (effects.containsKey(className) && !initialised.contains(className) && !applied.contains(className)) {
            apply(Set.of(className));
        }
    }

    private void require(String className, Set<String> all) {
        Effect effect = effects.get(className);
        if (effect != null && all.add(className)) {
            for (String each : effect.requires) {
                require(each, all);
            }
        }
    }

    // ---- initialisers

    @Override
    public synchronized void begins(Object notified) {
        Class<?> type = classOf(notified);
        if (type == null || Thread.currentThread() != worker) {
            return;
        }
        if (open.isEmpty()) {
            fuel = Probes.fuel;
            nanos = guard == null ? 0 : guard.allow(MOST_NANOS);
        }
        boolean bracket = target.bracket(true);
        Probes.fuel = Long.MAX_VALUE;
        initialised.add(type.getName());
        noteUnseen();
        open.add(type);
        before.add(noted.changes());
        Probes.fuel = Math.max(fuel, MOST_BLOCKS);
        target.bracket(bracket);
    }

    @Override
    public synchronized void returns(Object notified) {
        Class<?> type = classOf(notified);
        if (type == null) {
            return;
        }
        boolean bracket = target.bracket(true);
        boolean isOpen = Thread.currentThread() == worker && open.contains(type);
        long left = isOpen && open.get(0) == type ? fuel : Probes.fuel;
        Probes.fuel = Long.MAX_VALUE; // classes of the JDK may have probes
        try {
            note(type, false);
            if (isOpen) {
                close(type);
            }
            if (isOpen && open.isEmpty() && guard != null) {
                guard.leave(nanos);
            }
        } finally {
            Probes.fuel = left;
            target.bracket(bracket);
        }
    }

    private Class<?> classOf(Object notified) {
        Class<?> type = notified instanceof Class<?> known ? known : loader.defined((String) notified);
        return type != null && type.getClassLoader() == loader ? type : null;
    }

    /** The innermost initialiser has returned; those that began within it and did not return have failed. */
    private void close(Class<?> type) {
        while (open.get(open.size() - 1) != type) {
            before.remove(open.size() - 1);
            fail(open.remove(open.size() - 1));
        }
        open.remove(open.size() - 1);
        NotedValues.Changes begin = before.remove(before.size() - 1);
        noteUnseen();
        guarded(type, () -> {
            NotedValues.Changes changes = noted.since(begin);
            if (changes == null) {
                needsFresh.put(type.getName(), "its initialiser changes what was changed before");
            } else if (!changes.isEmpty()) {
                changes.forEachReference(this::reach);
                add(type.getName(), changes);
            }
        });
    }

    private void add(String className, NotedValues.Changes changes) {
        List<String> requires = new ArrayList<>();
        for (String each : applied) {
            if (changes.overlaps(effects.get(each).changes)) {
                requires.add(each);
            }
        }
        effects.put(className, new Effect(changes, requires));
    }

    private void fail(Class<?> type) {
        failed.add(type.getName());
        needsFresh.put(type.getName(), "its initialiser fails");
    }

    /** Notes classes whose initialisers do not notify. */
    private void noteUnseen() {
        Queue<Class<?>> unseen = loader.unseen();
        for (int left = unseen.size(); left > 0; left--) {
            Class<?> type = unseen.poll();
            if (!Access.isInitialised(type)) {
                unseen.add(type);
                continue;
            }
            boolean begin = loader.initialiser(type) == Instrumenter.Initialiser.NONE;
            note(type, begin);
            if (!begin) {
                needsFresh.put(type.getName(), "its initialiser is without probes");
            }
        }
    }

    // ---- noting

    /** Notes the static fields of a class and what they reach; with {@code zero}, they are to hold zero and null. */
    private void note(Class<?> type, boolean zero) {
        guarded(type, () -> {
            for (Field field : type.isEnum() ? ofEnum : List.<Field>of()) {
                noted.cache(type, MEMORY.offset(field), field.getType());
            }
            for (Field field : Access.declaredFields(type)) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers)) {
                    continue;
                }
                Object base = MEMORY.base(field);
                long offset = MEMORY.staticOffset(field);
                boolean isFinal = Modifier.isFinal(modifiers);
                if (zero && !isFinal) {
                    noted.zero(base, offset, field.getType());
                } else {
                    if (!isFinal) {
                        noted.field(base, offset, field.getType());
                    }
                    if (!field.getType().isPrimitive()) {
                        reach(MEMORY.reference(base, offset));
                    }
                }
            }
        });
    }

    /** Notes something for a class, and all that is reached from there, or nothing at all. */
    private void guarded(Class<?> type, Runnable noting) {
        int fields = noted.fieldCount();
        int arrays = noted.arrayCount();
        boolean isDone = false;
        elements = 0;
        try {
            noting.run();
            while (!pending.isEmpty()) {
                expand(pending.poll());
            }
            isDone = true;
        } catch (LinkageError | RuntimeException | StackOverflowError e) {
            needsFresh.put(type.getName(), "its static state cannot be noted: " + e);
        } finally {
            if (!isDone) {
                noted.cut(fields, arrays);
                added.forEach(seen::remove);
                pending.clear();
            }
            added.clear();
        }
    }

    private void reach(Object object) {
        if (object == null || object instanceof String) {
            return;
        }
        Class<?> type = object.getClass();
        if (!type.isArray() && shape(type).isLeaf() || !seen.add(object)) {
            return;
        }
        added.add(object);
        pending.add(object);
        if (added.size() > MOST_OBJECTS) {
            throw new IllegalStateException("more than " + MOST_OBJECTS + " objects");
        }
    }

    private HeapShape shape(Class<?> type) {
        HeapShape known = shapes.get(type);
        if (known == null) {
            known = HeapShape.of(type);
            shapes.put(type, known);
        }
        return known;
    }

    private void expand(Object object) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            elements += Array.getLength(object);
            if (elements > MOST_ELEMENTS) {
                throw new IllegalStateException("more than " + MOST_ELEMENTS + " elements of arrays");
            }
            if (Array.getLength(object) > 0) {
                noted.array(object);
            }
            if (object instanceof Object[] array) {
                for (Object each : array) {
                    reach(each);
                }
            }
            return;
        }
        HeapShape shape = shape(type);
        for (int i = 0; i < shape.offsets().length; i++) {
            long offset = shape.offsets()[i];
            Class<?> of = shape.types()[i];
            if (!shape.isFinal()[i]) {
                noted.field(object, offset, of);
            }
            if (!of.isPrimitive()) {
                reach(MEMORY.reference(object, offset));
            }
        }
    }
}
