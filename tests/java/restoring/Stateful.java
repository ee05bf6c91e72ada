package restoring;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import javax.management.JMException;
import javax.management.MBeanRegistration;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Static state of all kinds. Each method changes some and returns what shows how often it was called. */
public class Stateful {
    static int counter = 5;
    static long wide = 1L << 40;
    static double real = 0.5;
    static boolean flag;
    static byte small = 1;
    static char letter = 'a';
    static String text = "";
    static final Map<String, Integer> CACHE = new HashMap<>(Map.of("old", 1));
    static final Map<String, Integer> CONCURRENT = new ConcurrentHashMap<>();
    static final Map<Object, String> WEAK = new WeakHashMap<>();
    static final List<String> LIST = new ArrayList<>();
    static final int[] NUMBERS = {1, 2, 3};
    static final Object[][] NESTED = {{"a"}, {null, new int[] {7}}};
    static final StringBuilder BUILDER = new StringBuilder("b");
    static final AtomicInteger ATOMIC = new AtomicInteger();
    static final ThreadLocal<int[]> LOCAL = ThreadLocal.withInitial(() -> new int[1]);
    static final Date DATE = new Date(0);
    static final IntSupplier LAMBDA = counting();

    private static IntSupplier counting() {
        int[] count = {0};
        return () -> ++count[0];
    }

    public static int primitives() {
        wide++;
        real += 1;
        flag = !flag;
        small++;
        letter++;
        text += "x";
        return counter++ + text.length() + small + letter + (flag ? 1000 : 0) + (int) real + (int) (wide - (1L << 40));
    }

    public static int maps(String key) {
        CACHE.merge(key, 1, Integer::sum);
        CONCURRENT.merge(key, 1, Integer::sum);
        WEAK.put(CACHE, WEAK.get(CACHE) + key);
        return CACHE.get(key) + 10 * CACHE.size() + 100 * CONCURRENT.get(key) + 1000 * WEAK.get(CACHE).length();
    }

    public static int grow(int count) {
        for (int i = 0; i < count; i++) {
            LIST.add("e" + i);
            CACHE.put("k" + i, i);
        }
        return LIST.size() + CACHE.size();
    }

    public static int arrays() {
        NUMBERS[1]++;
        int[] inner = (int[]) NESTED[1][1];
        inner[0]++;
        Object[] row = NESTED[0];
        NESTED[0] = new Object[] {row};
        return NUMBERS[1] + 10 * inner[0] + (row[0] instanceof String ? 1000 : 0);
    }

    public static String jdk() {
        BUILDER.append('c');
        DATE.setTime(DATE.getTime() + 1);
        return BUILDER + " " + ATOMIC.incrementAndGet() + " " + ++LOCAL.get()[0] + " " + DATE.getTime() + " "
                + LAMBDA.getAsInt();
    }

    /** An object's identity stays, so that what was handed out before is what is put back. */
    public static boolean identity() {
        Holder.Single before = Holder.SHARED;
        Holder.SHARED = new Holder.Single();
        return before == Holder.SAME && ++before.uses == 1;
    }

    static class Holder {
        static final Single SAME = new Single();
        static Single SHARED = SAME;

        static class Single {
            int uses;
        }
    }

    /** A singleton made when it is first asked for. */
    public static String lazy() {
        boolean made = Lazy.instance == null;
        return made + " " + ++Lazy.get().uses;
    }

    static class Lazy {
        static Lazy instance;
        int uses;

        static Lazy get() {
            if (instance == null) {
                instance = new Lazy();
            }
            return instance;
        }
    }

    /** A class with static fields and without initialiser. */
    static class Plain {
        static int count;
        static List<String> list;
    }

    public static int plain() {
        if (Plain.list == null) {
            Plain.list = new ArrayList<>();
        }
        Plain.list.add("");
        return ++Plain.count + 10 * Plain.list.size();
    }

    enum Mode {
        ON(3), OFF(4);

        private int uses;
        private final Map<String, Integer> seen = new LinkedHashMap<>();

        Mode(int uses) {
            this.uses = uses;
        }

        int use() {
            seen.put("s" + seen.size(), uses);
            return uses++ + 10 * seen.size();
        }
    }

    public static int enums() {
        return Mode.ON.use() + 100 * Mode.OFF.use();
    }

    interface Constants {
        List<String> SHARED = new ArrayList<>(List.of("first"));
        int[] COUNT = {0};
    }

    public static int interfaces() {
        Constants.SHARED.add("x");
        return Constants.SHARED.size() + 10 * ++Constants.COUNT[0];
    }

    record Pair(int[] left, Map<String, Integer> right) {
        static final Pair ONLY = new Pair(new int[] {1}, new HashMap<>());
    }

    public static int records() {
        return ++Pair.ONLY.left()[0] + 10 * Pair.ONLY.right().merge("k", 1, Integer::sum);
    }

    /** Classes that register with this one when they are initialised, in the middle of a sequence. */
    static final List<String> REGISTRY = new ArrayList<>();

    public static String registered(boolean touch) {
        if (touch) {
            new Member();
        }
        return REGISTRY.toString();
    }

    static class Member {
        static int members = 10;

        static {
            REGISTRY.add("member");
        }

        Member() {
            members++;
        }
    }

    public static int late() {
        counter += 100;
        return Late.value + counter;
    }

    static class Late {
        static int value = 1;

        static {
            counter += 1000;
        }
    }

    static boolean broken = true;

    public static int failing() {
        return Failing.value;
    }

    static class Failing {
        static int value = 1;

        static {
            if (broken) {
                throw new IllegalStateException("broken");
            }
        }
    }

    public static int forever() {
        counter += 7;
        while (counter > 0) {
            wide++;
        }
        return 0;
    }

    public static int leave() {
        counter += 7;
        System.exit(3);
        return 0;
    }

    /** What the JVM's management shows. */
    public interface BeanMBean {
        int getSize();
    }

    public static class Bean implements BeanMBean, MBeanRegistration {
        @Override
        public ObjectName preRegister(MBeanServer server, ObjectName name) {
            return name;
        }

        @Override
        public void postRegister(Boolean done) {
        }

        @Override
        public void preDeregister() {
            throw new IllegalStateException("nobody calls this");
        }

        @Override
        public void postDeregister() {
            throw new IllegalStateException("nobody calls this");
        }

        @Override
        public int getSize() {
            return counter;
        }
    }

    /** A bean that is registered outside of the heap. */
    public static int beans() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        int before = server.queryNames(new ObjectName("restoring:*"), null).size();
        server.registerMBean(new Bean(), new ObjectName("restoring:type=Bean"));
        return before;
    }

    public static int throwing() {
        throw new IllegalArgumentException("" + counter++);
    }

    static {
        WEAK.put(CACHE, "");
    }
}
