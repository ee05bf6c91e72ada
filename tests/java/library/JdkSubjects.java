import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** The JDK's own bytecode over the models. */
class JdkSubjects {
    enum Colour { RED, GREEN { @Override int weight() { return 7; } }, BLUE; int weight() { return ordinal(); } }

    static long buffered(byte a, int n) {
        ByteBuffer buffer = ByteBuffer.allocate(24);
        byte[] bytes = new byte[12];
        bytes[3] = a;
        buffer.put(bytes, n & 3, 8).put(bytes);
        byte[] back = new byte[9];
        buffer.flip().position(n & 1).get(back);
        LongBuffer longs = LongBuffer.allocate(9).put(new long[] { 1, a, 3, 4, 5, 6, 7, 8 });
        return back[2] * 31L + buffer.getInt(8) + longs.flip().get(n & 7);
    }

    static int list(int a, int i) {
        List<Integer> list = new ArrayList<>();
        for (int k = 0; k < 12; k++) list.add(a + k);
        list.remove(3);
        return list.get(i) + list.size();
    }
    static int hashMap(int a) {
        Map<String, Integer> map = new HashMap<>();
        map.put("one", a);
        map.put("two", a + 1);
        map.merge("one", 5, Integer::sum);
        int sum = 0;
        for (Map.Entry<String, Integer> e : map.entrySet()) sum = sum * 31 + e.getKey().length() + e.getValue();
        return sum + map.getOrDefault("three", 9);
    }
    static boolean hashSet(int a, int b) {
        HashSet<Long> set = new HashSet<>();
        set.add((long) (a & 3));
        return set.contains((long) (b & 3));
    }
    static String linked(String s) {
        LinkedHashMap<String, String> map = new LinkedHashMap<>();
        map.put("k", s);
        map.put("l", s + "!");
        return map.toString();
    }
    static int linkedList(int a) {
        LinkedList<Integer> list = new LinkedList<>(Arrays.asList(a, 2, 3));
        list.addFirst(1);
        list.removeLast();
        return list.indexOf(2) * 100 + list.size();
    }
    static int deque(int a) {
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        deque.push(a);
        deque.addLast(4);
        return deque.pollLast() + deque.peek();
    }
    static String tree(int a, int b) {
        TreeMap<Integer, String> map = new TreeMap<>();
        map.put(a, "a");
        map.put(b, "b");
        return map.firstEntry().getValue() + map.size();
    }
    static int queue(int a, int b) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        queue.add(a);
        queue.add(b);
        queue.add(0);
        return queue.poll();
    }
    static int optional(int a) { return OptionalInt.of(a).getAsInt() + Optional.of("xy").map(String::length).get(); }
    static String optionalText(int a) { return OptionalInt.of(a) + Optional.empty().toString(); }
    static String joiner(String s, int a) { return new StringJoiner(",", "[", "]").add(s).add("" + a).toString(); }
    static int bits(byte i, byte j) {
        BitSet bits = new BitSet();
        bits.set(i);
        bits.set(3, 9);
        bits.flip(j);
        return bits.cardinality() * 1000 + bits.nextClearBit(2);
    }
    static String bitText(byte i) {
        BitSet bits = new BitSet(70);
        bits.set(i & 7);
        bits.set(65);
        return bits.toString();
    }
    static int colour(String s) { return Colour.valueOf(s).weight(); }
    static String enumText(byte i) {
        Colour colour = Colour.values()[i];
        switch (colour) {
            case RED: return "r" + colour;
            default: return colour.name() + colour.compareTo(Colour.BLUE);
        }
    }
    static int sorted(int a, int b, int c) {
        int[] array = {a, b, c};
        Arrays.sort(array);
        return array[1];
    }
    static String sortedList(int a) {
        List<Integer> list = new ArrayList<>(List.of(5, 3, 8));
        list.add(a & 7);
        Collections.sort(list);
        return list.toString();
    }
    static int copyOf(int n) {
        int[] array = Arrays.copyOf(new int[] {1, 2, 3}, n & 7);
        return array.length * 10 + Arrays.stream(new int[] {1}).sum();
    }
    static int copyRange(int from, int to) { if (to > 99 || from > 99 || from < -99 || to < -99) return 0; return Arrays.copyOfRange(new int[] {1, 2, 3}, from, to).length; }
    static boolean arraysEqual(int a, int b) { return Arrays.equals(new int[] {a, 2, 3, 4, 5, 6, 7, 8, 9}, new int[] {b, 2, 3, 4, 5, 6, 7, 8, 9}); }
    static int arraysHash(int a) { return Arrays.hashCode(new int[] {a, 2}) + Objects.hash(a, "x"); }
    static String arraysText(int a) { return Arrays.toString(new int[] {a, 2}) + Arrays.asList("p", "q"); }
    static int fill(int a) {
        int[] array = new int[5];
        Arrays.fill(array, 1, 3, a);
        return array[2] + array[3];
    }
    static int arraycopy(int from, int to, int count) {
        int[] a = {1, 2, 3, 4, 5, 6};
        System.arraycopy(a, from, a, to, count);
        return Arrays.hashCode(a);
    }
    static int arraycopyStore() {
        Object[] a = {"x", 1};
        System.arraycopy(a, 0, new String[2], 0, 2);
        return 1;
    }
    static Object cloned(int a) {
        int[] x = {a, 2};
        int[] y = x.clone();
        y[0]++;
        return "" + x[0] + y[0];
    }
    static int index(int i, int n) { return Objects.checkIndex(i, n); }
    static int fromTo(int i, int j, int n) { return Objects.checkFromToIndex(i, j, n); }
    static int fromSize(int i, int j, int n) { return Objects.checkFromIndexSize(i, j, n); }
    static String requireMessage(boolean b) { return Objects.requireNonNull(b ? "x" : null, "message"); }
    static String names(boolean b) {
        Object o = b ? new int[0] : "s";
        return o.getClass().getName() + o.getClass().getSimpleName() + Colour.class.getName() + int.class
            + Map.Entry.class.getSimpleName() + new Object[0][].getClass().getName() + Colour.GREEN.getDeclaringClass();
    }
    static boolean classes(boolean b) {
        Class<?> c = b ? String.class : Integer.class;
        return c == "".getClass() && CharSequence.class.isInstance("x") && Number.class.isAssignableFrom(Integer.class);
    }
    static String thrown(int a) {
        try {
            return "" + 1 / a;
        } catch (ArithmeticException e) {
            return e.getMessage() + e + e.getCause();
        }
    }
    static String chained(String s) {
        Throwable t = new IllegalStateException(s, new RuntimeException("inner"));
        t.addSuppressed(new Error("late"));
        return t.getMessage() + t.getCause().getMessage() + t.getSuppressed().length;
    }
    static int printed(int a) {
        System.out.println("value " + a);
        System.err.printf("%d", a);
        return a;
    }
    static String big(byte a, byte b) { return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).add(BigInteger.TEN).toString(); }
    static int bigCompare(int a) { return BigInteger.valueOf(a).compareTo(BigInteger.ONE) + BigInteger.valueOf(a & 255).bitLength(); }
    static int concurrent(int a) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("a", a);
        map.computeIfAbsent("b", k -> 3);
        return map.get("a") + map.get("b") + map.size();
    }
    static int atomic(int a) {
        AtomicInteger i = new AtomicInteger(a);
        i.incrementAndGet();
        i.compareAndSet(5, 9);
        return i.getAndAdd(2) + i.get();
    }
    static int immutable(int a) { return List.of(a, 2, 3).get(0) + Map.of("k", a).get("k"); }
    static int iterated(String s) {
        int n = 0;
        Iterator<String> it = Arrays.asList(s, "b").iterator();
        while (it.hasNext()) n += it.next().length();
        return n;
    }
    static int stream(int a) { return List.of(1, 2, 3).stream().mapToInt(x -> x + a).sum(); }
    static boolean lambda(int a) {
        java.util.function.IntPredicate p = x -> x > a;
        return p.negate().or(x -> x == 7).test(5);
    }
    static int vowels(String s) { return (int) s.chars().filter(c -> c == 'a').count(); }
    static long buffer(byte a, byte b) {
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(new byte[] {1, a, 2, b, -1, 5, 6, a, 9, 10});
        long little = buffer.slice().order(java.nio.ByteOrder.LITTLE_ENDIAN).getLong();
        return little ^ buffer.getInt() ^ buffer.getShort();
    }
    static int bufferWritten(int a, long b) {
        byte[] bytes = new byte[16];
        java.nio.ByteBuffer.wrap(bytes).putLong(b).putInt(a).putShort((short) b);
        return Arrays.hashCode(bytes);
    }
    static String bitsOfBytes(byte a) { return BitSet.valueOf(new byte[] {0, a, 0, 0, 0, 0, 0, 1, 3}).toString(); }
    static String formatLocale(int a) {
        Locale locale = Locale.getDefault(Locale.Category.FORMAT);
        return locale.getLanguage() + (a & 3) + Locale.getDefault(Locale.Category.DISPLAY).getCountry();
    }
    static String bigSign(long a) { return BigInteger.valueOf(a).signum() + "" + BigInteger.valueOf(a).bitLength(); }
    static boolean bigIdentity(long a, byte b) { return BigInteger.valueOf(a) == BigInteger.TEN || BigInteger.valueOf(b) == BigInteger.valueOf(a); }
    static int bigSum(int a, long b) { return BigInteger.valueOf(a).add(BigInteger.valueOf(b)).compareTo(BigInteger.valueOf(1L << 40)); }
    static boolean decimalIdentity(long a) { return BigDecimal.valueOf(a) == BigDecimal.TEN; }
    static int decimalScale(int a) { return BigDecimal.valueOf(a).scale() + BigDecimal.valueOf(a).signum() + BigDecimal.valueOf(a).compareTo(BigDecimal.valueOf(25, 1)); }
    static int checksum(byte a) {
        CRC32 crc = new CRC32();
        crc.update(a);
        crc.update(new byte[] {1, a, 3});
        Adler32 adler = new Adler32();
        adler.update(new byte[] {a, 7});
        return (int) crc.getValue() ^ (int) adler.getValue();
    }
    static int seeded(byte seed, long other) {
        Random random = new Random(seed);
        return random.nextInt() ^ random.nextInt(8) ^ (random.nextBoolean() ? 1 : 0) ^ new SplittableRandom(other).nextInt() ^ new Random(other).nextInt();
    }
    static String uuids(byte a) { return UUID.nameUUIDFromBytes(new byte[] {5, 6}) + new UUID(a, 3).toString().substring(30) + UUID.fromString("1-2-3-4-5"); }
    static int reflected(int i) { int[] a = {1, 2, 3}; Array.setInt(a, i, 9); return Array.getInt(a, 2) + Array.getLength(a) + (Integer) Array.get(a, 0); }
    static boolean compareAndSet(int a, int b) {
        AtomicReference<String> text = new AtomicReference<>("x");
        AtomicLong number = new AtomicLong(a);
        return number.compareAndSet(b, 3) && text.compareAndSet("x", "y") && number.accumulateAndGet(4, Long::sum) == 7;
    }

    static boolean resource(boolean stream) {
        String name = "no/such/resource.ser";
        return stream
                ? ClassLoader.getSystemResourceAsStream(name) == null
                : ClassLoader.getSystemClassLoader().getResource(name) == null;
    }
}
