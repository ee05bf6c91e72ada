import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sequences of operations: each takes three letters of a script, an operation and two arguments; all answers are told. */
class Operations {
    enum Planet { MERCURY, VENUS, EARTH, MARS, JUPITER }

    private static int number(char c) { return c - 'm'; }

    private static String thrown(RuntimeException e) {
        String name = e.getClass().getSimpleName();
        return e instanceof ClassCastException || e instanceof NullPointerException ? name : name + ":" + e.getMessage();
    }

    static String lists(int kind, String script) {
        List<Integer> list = switch (kind) {
            case 0 -> new ArrayList<>();
            case 1 -> new LinkedList<>();
            case 2 -> new CopyOnWriteArrayList<>();
            case 3 -> Arrays.asList(5, 3, 8, 1);
            case 4 -> List.of(4, 4, 2);
            case 5 -> Collections.unmodifiableList(new ArrayList<>(List.of(7, 1)));
            case 6 -> new ArrayList<>(List.of(9, 8, 7, 6, 5, 4)).subList(1, 4);
            default -> new Vector<>(List.of(1, 2));
        };
        StringBuilder told = new StringBuilder();
        for (int i = 0; i + 2 < script.length(); i += 3) {
            int a = number(script.charAt(i + 1)), b = number(script.charAt(i + 2));
            try {
                switch (script.charAt(i)) {
                    case 'a' -> told.append(list.add(a));
                    case 'b' -> list.add(a, b);
                    case 'c' -> told.append(list.get(a));
                    case 'd' -> told.append(list.set(a, b));
                    case 'e' -> told.append(list.remove(a));
                    case 'f' -> told.append(list.remove((Integer) a));
                    case 'g' -> told.append(list.indexOf(a)).append(list.lastIndexOf(b)).append(list.contains(a));
                    case 'h' -> list.sort(b < 0 ? Comparator.reverseOrder() : null);
                    case 'i' -> Collections.reverse(list);
                    case 'j' -> Collections.shuffle(list, new Random(a));
                    case 'k' -> told.append(list.addAll(List.of(a, b)));
                    case 'l' -> told.append(list.removeIf(x -> x > a));
                    case 'm' -> list.replaceAll(x -> x * 2 - b);
                    case 'n' -> { for (Integer x : list) if (x == a) list.add(b); }
                    case 'o' -> told.append(list.subList(a, b)).append(list.hashCode());
                    case 'p' -> { ListIterator<Integer> it = list.listIterator(a); told.append(it.next()); it.set(b); told.append(it.previous()); it.add(a); it.remove(); }
                    case 'q' -> told.append(list.equals(new ArrayList<>(list))).append(list.retainAll(Set.of(a, b + 100, 1)));
                    case 'r' -> told.append(Collections.binarySearch(list, a)).append(Collections.max(list)).append(Collections.frequency(list, b));
                    case 's' -> Collections.rotate(list, a);
                    case 't' -> Collections.swap(list, a, b);
                    case 'u' -> told.append(Arrays.toString(list.toArray(new Integer[a + 3])));
                    case 'v' -> told.append(list.stream().map(x -> x + a).filter(x -> x % 2 == 0).sorted().distinct().limit(3).toList());
                    default -> told.append(list.isEmpty());
                }
            } catch (RuntimeException e) {
                told.append(thrown(e));
            }
            told.append(' ').append(list.size()).append(';');
        }
        return told.append(list).toString();
    }

    static String queues(int kind, String script) {
        Queue<Integer> queue = switch (kind) {
            case 0 -> new ArrayDeque<>();
            case 1 -> new LinkedList<>();
            case 2 -> new PriorityQueue<>();
            case 3 -> new PriorityQueue<>(3, Comparator.comparing((Integer x) -> x % 3).thenComparing(Comparator.reverseOrder()));
            default -> new ConcurrentLinkedQueue<>();
        };
        StringBuilder told = new StringBuilder();
        for (int i = 0; i + 2 < script.length(); i += 3) {
            int a = number(script.charAt(i + 1)), b = number(script.charAt(i + 2));
            try {
                switch (script.charAt(i)) {
                    case 'a', 'b', 'c', 'd' -> told.append(queue.offer(a));
                    case 'e' -> told.append(queue.poll());
                    case 'f' -> told.append(queue.remove());
                    case 'g' -> told.append(queue.peek());
                    case 'h' -> told.append(queue.element());
                    case 'i' -> told.append(queue.remove(a));
                    case 'j' -> { Deque<Integer> d = (Deque<Integer>) queue; d.push(a); d.addLast(b); told.append(d.peekLast()); }
                    case 'k' -> { Deque<Integer> d = (Deque<Integer>) queue; told.append(d.pollLast()).append(d.removeFirstOccurrence(a)).append(d.pop()); }
                    case 'l' -> { Iterator<Integer> it = queue.iterator(); it.next(); it.remove(); it.remove(); }
                    case 'm' -> { for (Integer x : queue) if (x == a) queue.add(b); }
                    case 'n' -> told.append(queue.contains(a)).append(queue.removeIf(x -> x == b));
                    case 'o' -> told.append(queue.stream().reduce(0, Integer::sum)).append(new ArrayList<>(queue));
                    case 'p' -> { Deque<Integer> d = (Deque<Integer>) queue; Iterator<Integer> it = d.descendingIterator(); while (it.hasNext()) told.append(it.next()); }
                    case 'q' -> queue.addAll(List.of(a, b, 0));
                    default -> told.append(queue.isEmpty()).append(Arrays.toString(queue.toArray()));
                }
            } catch (RuntimeException e) {
                told.append(thrown(e));
            }
            told.append(' ').append(queue.size()).append(';');
        }
        return told.append(queue).toString();
    }

    private static String key(int kind, int a) { return kind % 2 == 0 ? "k" + a : "" + (char) ('a' + (a & 7)) + a % 3; }

    static String maps(int kind, String script) {
        Map<String, Integer> map = switch (kind / 2) {
            case 0 -> new HashMap<>();
            case 1 -> new LinkedHashMap<>(4, 0.75f, true);
            case 2 -> new TreeMap<>();
            case 3 -> new ConcurrentHashMap<>();
            case 4 -> new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
            case 5 -> new HashMap<>(2);
            case 6 -> new Hashtable<>();
            case 7 -> new ConcurrentSkipListMap<>();
            case 8 -> new WeakHashMap<>();
            default -> Collections.synchronizedMap(new LinkedHashMap<>());
        };
        StringBuilder told = new StringBuilder();
        for (int i = 0; i + 2 < script.length(); i += 3) {
            int a = number(script.charAt(i + 1)), b = number(script.charAt(i + 2));
            String k = key(kind, a);
            try {
                switch (script.charAt(i)) {
                    case 'a', 'b', 'c', 'd' -> told.append(map.put(k, b));
                    case 'e' -> told.append(map.get(k)).append(map.containsKey(key(kind, b)));
                    case 'f' -> told.append(map.remove(k));
                    case 'g' -> told.append(map.putIfAbsent(k, b));
                    case 'h' -> told.append(map.merge(k, b, (x, y) -> x + y == 3 ? null : x + y));
                    case 'i' -> told.append(map.computeIfAbsent(k, s -> b == 0 ? null : s.length()));
                    case 'j' -> told.append(map.computeIfPresent(k, (s, x) -> x == b ? null : x + 1));
                    case 'k' -> told.append(map.compute(k, (s, x) -> x == null ? b : x < 0 ? null : x * 2));
                    case 'l' -> told.append(map.keySet().removeIf(s -> s.hashCode() % 3 == 0));
                    case 'm' -> told.append(map.values().remove(b)).append(map.containsValue(a));
                    case 'n' -> { for (String s : map.keySet()) if (s.equals(k)) map.put(key(kind, b + 20), 1); }
                    case 'o' -> { StringBuilder text = told; map.forEach((s, x) -> text.append(s).append(x)); }
                    case 'p' -> map.replaceAll((s, x) -> x + s.length());
                    case 'q' -> told.append(map.replace(k, b)).append(map.getOrDefault(k, 77)).append(map.remove(k, a));
                    case 'r' -> { for (int j = 0; j < 14; j++) map.put(key(kind, a * 3 + j), j); }
                    case 's' -> { NavigableMap<String, Integer> m = (NavigableMap<String, Integer>) map; told.append(m.floorKey(k)).append(m.higherEntry(k)).append(m.headMap(k, true)).append(m.descendingMap()).append(m.pollFirstEntry()); }
                    case 't' -> { Iterator<Map.Entry<String, Integer>> it = map.entrySet().iterator(); it.next().setValue(b); it.remove(); told.append(it.next()); }
                    case 'u' -> told.append(map.hashCode()).append(map.equals(new HashMap<>(map))).append(map.entrySet().contains(Map.entry(k, b)));
                    case 'v' -> told.append(map.entrySet().stream().filter(e -> e.getValue() > a).map(Map.Entry::getKey).collect(Collectors.joining("+")));
                    case 'w' -> told.append(new TreeMap<>(map.values().stream().collect(Collectors.groupingBy(x -> x % 2, Collectors.counting()))));
                    case 'x' -> map.put(null, b);
                    default -> told.append(map.isEmpty());
                }
            } catch (RuntimeException e) {
                told.append(thrown(e));
            }
            told.append(' ').append(map.size()).append(';');
        }
        return told.append(map).toString();
    }

    static String sets(int kind, String script) {
        Set<Integer> set = switch (kind) {
            case 0 -> new HashSet<>();
            case 1 -> new LinkedHashSet<>();
            case 2 -> new TreeSet<>();
            case 3 -> new TreeSet<>(Comparator.comparing((Integer x) -> x * x));
            case 4 -> ConcurrentHashMap.newKeySet();
            default -> Collections.newSetFromMap(new HashMap<>());
        };
        StringBuilder told = new StringBuilder();
        BitSet bits = new BitSet();
        Set<Planet> planets = EnumSet.noneOf(Planet.class);
        Map<Planet, Integer> weights = new EnumMap<>(Planet.class);
        for (int i = 0; i + 2 < script.length(); i += 3) {
            int a = number(script.charAt(i + 1)), b = number(script.charAt(i + 2));
            Planet planet = Planet.values()[(a & 7) % 5];
            try {
                switch (script.charAt(i)) {
                    case 'a', 'b', 'c' -> told.append(set.add(a * 7 - b));
                    case 'd' -> told.append(set.remove(a));
                    case 'e' -> told.append(set.contains(a)).append(set.addAll(List.of(a, b, 40)));
                    case 'f' -> told.append(set.retainAll(Arrays.asList(a, b, 1, 2, 40)));
                    case 'g' -> told.append(set.removeAll(Set.of(a, b + 50)));
                    case 'h' -> { for (Integer x : set) if (x == a) set.add(b + 60); }
                    case 'i' -> { NavigableSet<Integer> s = (NavigableSet<Integer>) set; told.append(s.floor(a)).append(s.higher(b)).append(s.subSet(Math.min(a, b), Math.max(a, b))).append(s.pollLast()).append(s.descendingSet()); }
                    case 'j' -> told.append(set.stream().mapToInt(x -> x).summaryStatistics().getAverage());
                    case 'k' -> { for (int j = 0; j < 13; j++) set.add(j * (a + 17)); }
                    case 'l' -> told.append(set.hashCode()).append(set.equals(new HashSet<>(set))).append(Arrays.toString(set.toArray()));
                    case 'm' -> { bits.set(a + 3, b + 40); told.append(bits.nextClearBit(a + 5)).append(bits); }
                    case 'n' -> { bits.flip(a + 20); bits.clear(3, 9); told.append(bits.cardinality()).append(bits.length()).append(bits.previousSetBit(30)); }
                    case 'o' -> { BitSet other = BitSet.valueOf(new long[] {a * 77L, b}); other.xor(bits); bits.andNot(other); told.append(bits.hashCode()).append(other.intersects(bits)); }
                    case 'p' -> told.append(planets.add(planet)).append(planets).append(EnumSet.complementOf((EnumSet<Planet>) planets));
                    case 'q' -> told.append(planets.remove(planet)).append(EnumSet.range(Planet.VENUS, planet)).append(planets.hashCode() == planets.hashCode());
                    case 'r' -> told.append(weights.put(planet, b)).append(weights).append(weights.containsKey(Planet.MARS)).append(weights.remove(Planet.VENUS));
                    default -> told.append(set.isEmpty());
                }
            } catch (RuntimeException e) {
                told.append(thrown(e));
            }
            told.append(' ').append(set.size()).append(';');
        }
        return told.append(set).toString();
    }

    static String numbers(int kind, String script) {
        BigInteger big = BigInteger.valueOf(kind * 1_000_003L);
        BigDecimal decimal = new BigDecimal("12.340").movePointRight(kind);
        Random random = new Random(kind);
        StringBuilder told = new StringBuilder();
        for (int i = 0; i + 2 < script.length(); i += 3) {
            int a = number(script.charAt(i + 1)), b = number(script.charAt(i + 2));
            RoundingMode mode = RoundingMode.values()[(a & 15) % 8];
            try {
                switch (script.charAt(i)) {
                    case 'a' -> big = big.add(BigInteger.valueOf(a).shiftLeft(b + 13));
                    case 'b' -> big = big.bitLength() > 300 ? big.sqrt() : big.multiply(big.add(BigInteger.valueOf(b)));
                    case 'c' -> told.append(Arrays.toString(big.divideAndRemainder(BigInteger.valueOf(a))));
                    case 'd' -> told.append(big.mod(BigInteger.valueOf(a * 1000L))).append(big.gcd(BigInteger.valueOf(b * 6L)));
                    case 'e' -> told.append(big.signum()).append(big.bitCount()).append(big.testBit(a & 63)).append(big.getLowestSetBit());
                    case 'f' -> told.append(big.toString(16)).append(big.hashCode()).append(big.longValue()).append(big.intValue());
                    case 'g' -> big = big.negate().xor(BigInteger.valueOf(b)).or(BigInteger.valueOf(a)).not();
                    case 'h' -> told.append(BigInteger.valueOf(a).modPow(BigInteger.valueOf(b + 14), BigInteger.valueOf(1009)));
                    case 'i' -> told.append(Arrays.toString(big.toByteArray())).append(new BigInteger(big.toString(36), 36).equals(big));
                    case 'j' -> told.append(BigInteger.valueOf(a & 7).pow(b + 13)).append(big.compareTo(BigInteger.TEN)).append(big.max(BigInteger.ONE));
                    case 'k' -> told.append(big.longValueExact());
                    case 'l' -> decimal = decimal.add(BigDecimal.valueOf(a, b));
                    case 'm' -> told.append(decimal.divide(BigDecimal.valueOf(b), a & 7, mode));
                    case 'n' -> told.append(decimal.setScale(b & 3, mode));
                    case 'o' -> told.append(decimal.multiply(new BigDecimal(a + ".5")).stripTrailingZeros().toPlainString());
                    case 'p' -> told.append(decimal.compareTo(BigDecimal.valueOf(a))).append(decimal.equals(new BigDecimal("12.34"))).append(decimal.hashCode()).append(decimal.precision());
                    case 'q' -> told.append(decimal.toEngineeringString()).append(decimal.toBigInteger()).append(decimal.remainder(BigDecimal.valueOf(b)));
                    case 'r' -> told.append(decimal.intValueExact());
                    case 's' -> told.append(random.nextInt()).append(random.nextInt(a)).append(random.nextBoolean());
                    case 't' -> told.append(random.nextLong()).append(random.nextDouble()).append(random.nextGaussian());
                    case 'u' -> told.append(random.ints(3, a, b).boxed().collect(Collectors.toList()));
                    case 'v' -> told.append(new SplittableRandom(a).nextLong()).append(new SplittableRandom(b).nextInt(5, 50));
                    case 'w' -> told.append(new UUID(a * 0x123456789L, b).toString()).append(UUID.nameUUIDFromBytes(new byte[] {(byte) a}).compareTo(new UUID(a, b)));
                    default -> told.append(new StringTokenizer("a,b;" + a + ",c", ",;").countTokens());
                }
            } catch (RuntimeException e) {
                told.append(thrown(e));
            }
            told.append(' ').append(big.bitLength()).append(';');
        }
        return told.append(big).append(' ').append(decimal).toString();
    }

    static String times(int kind, String script) {
        LocalDate date = LocalDate.of(2000, 2, 28).plusDays(kind * 97L);
        LocalTime time = LocalTime.of(10, kind);
        Duration duration = Duration.ofSeconds(kind, 5);
        StringBuilder told = new StringBuilder();
        for (int i = 0; i + 2 < script.length(); i += 3) {
            int a = number(script.charAt(i + 1)), b = number(script.charAt(i + 2));
            try {
                switch (script.charAt(i)) {
                    case 'a' -> date = date.plusDays(a * 31L + b);
                    case 'b' -> date = date.plusMonths(a).minusYears(b);
                    case 'c' -> date = date.withDayOfMonth(a + 15);
                    case 'd' -> date = LocalDate.of(2000 + a, b + 6, 30);
                    case 'e' -> told.append(date.getDayOfWeek()).append(date.lengthOfMonth()).append(date.isLeapYear()).append(date.getDayOfYear());
                    case 'f' -> told.append(date.format(DateTimeFormatter.ISO_DATE)).append(LocalDate.parse(date.toString()).equals(date)).append(date.toEpochDay());
                    case 'g' -> told.append(Period.between(date, LocalDate.of(2010 + a, 1, 1))).append(date.compareTo(LocalDate.EPOCH));
                    case 'h' -> time = time.plusMinutes(a * 50L).minusSeconds(b);
                    case 'i' -> told.append(time).append(time.toSecondOfDay()).append(time.isAfter(LocalTime.NOON));
                    case 'j' -> told.append(LocalTime.of(a + 10, b + 20).atDate(date));
                    case 'k' -> duration = duration.plusMillis(a * 1001L).multipliedBy(b);
                    case 'l' -> told.append(duration).append(duration.toMinutes()).append(duration.isNegative()).append(duration.getNano());
                    case 'm' -> told.append(LocalDateTime.of(date, time).toEpochSecond(ZoneOffset.ofHours(a))).append(LocalDateTime.of(date, time).toInstant(ZoneOffset.UTC));
                    case 'n' -> told.append(LocalDateTime.parse("2024-0" + (b + 5) + "-15T10:15:3" + (a & 7)));
                    case 'o' -> told.append(Period.of(a, b, 40).normalized()).append(Period.parse("P1Y" + a + "M").toTotalMonths());
                    default -> told.append(Duration.parse("PT" + a + "H" + b + "M"));
                }
            } catch (DateTimeException | ArithmeticException e) {
                told.append(thrown(e));
            }
            told.append(';');
        }
        return told.append(date).append(time).append(duration).toString();
    }

    static String arrays(int kind, String script) {
        int[] array = IntStream.range(0, kind).map(x -> x * 5 % 7).toArray();
        Integer[] boxes = Arrays.stream(array).boxed().toArray(Integer[]::new);
        StringBuilder told = new StringBuilder();
        for (int i = 0; i + 2 < script.length(); i += 3) {
            int a = number(script.charAt(i + 1)), b = number(script.charAt(i + 2));
            try {
                switch (script.charAt(i)) {
                    case 'a' -> Arrays.sort(array);
                    case 'b' -> told.append(Arrays.binarySearch(array, a));
                    case 'c' -> Arrays.fill(array, a, b, 9);
                    case 'd' -> array = Arrays.copyOf(array, a);
                    case 'e' -> told.append(Arrays.toString(Arrays.copyOfRange(array, a, b)));
                    case 'f' -> told.append(Arrays.hashCode(array)).append(Arrays.equals(array, new int[] {a, b})).append(Arrays.mismatch(array, new int[] {0, 5}));
                    case 'g' -> Arrays.setAll(array, x -> x * a - b);
                    case 'h' -> Arrays.sort(boxes, Comparator.comparing((Integer x) -> x % 3).thenComparing(Comparator.reverseOrder()));
                    case 'i' -> told.append(Arrays.deepToString(new Object[] {array, boxes, new int[][] {{a}, {b}}, null}));
                    case 'j' -> array = Arrays.stream(array).map(x -> x - a).sorted().distinct().toArray();
                    case 'k' -> told.append(Arrays.compare(array, new int[] {a, b})).append(Arrays.asList(boxes).indexOf(a));
                    case 'l' -> Arrays.sort(boxes, Collections.reverseOrder());
                    case 'm' -> told.append(Arrays.stream(array, a, b).sum());
                    case 'n' -> System.arraycopy(array, a, array, b, 2);
                    case 'o' -> Arrays.sort(array, a, b);
                    case 'p' -> told.append(IntStream.iterate(a, x -> x + 3).limit(5).mapToObj(x -> "" + x).collect(Collectors.joining(",", "[", "]")));
                    case 'q' -> told.append(IntStream.rangeClosed(a, b).boxed().collect(Collectors.partitioningBy(x -> x > 0)));
                    case 'r' -> told.append(Arrays.stream(boxes).flatMap(x -> Collections.nCopies(x & 1, x).stream()).skip(a & 1).peek(x -> told.append('!')).anyMatch(x -> x == b));
                    case 's' -> told.append(Arrays.stream(array).average()).append(Arrays.stream(array).max()).append(Arrays.stream(boxes).collect(Collectors.toMap(x -> x, x -> 1, Integer::sum)));
                    default -> told.append(Optional.of(a).filter(x -> x > b).map(x -> x - b).or(() -> Optional.of(a)).get());
                }
            } catch (RuntimeException e) {
                told.append(thrown(e));
            }
            told.append(';');
        }
        return told.append(Arrays.toString(array)).append(Arrays.toString(boxes)).toString();
    }
}
