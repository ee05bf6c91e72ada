package everypath.sweep;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import everypath.bridge.ProbeTable;
import everypath.bridge.Target;
import everypath.bridge.Trusted;
import everypath.probes.Probes;

/**
 * The goals: the probes of the classes under test, each open until a sequence has passed it. Reads and clears what was
 * passed, page by page, and touches only pages that were.
 */
final class Goals {
    private static final int PAGE = 1 << Probes.PAGE_BITS;
    private static final byte[] NONE = new byte[Probes.PAGES.length];
    private static final int WORD = 8;

    private final Target target;
    private final Set<String> names;
    private final Trusted trusted;

    /** One byte per probe: 1 where it is a goal that is open, as {@link Probes#HITS} has 1 for those passed. */
    private final byte[] open = new byte[Probes.CAPACITY];

    private final List<ProbeTable> tables = new ArrayList<>();
    private final Map<String, ProbeTable> byName = new HashMap<>();
    private final Map<String, BitSet> coveredBefore = new HashMap<>();

    /** All goals, open or not. */
    private final BitSet all = new BitSet();

    /** The probes that only class initialisers pass, which run once. */
    private final BitSet once = new BitSet();

    /** Goals that are open although a sequence has passed them, of which there can be no test. */
    private final BitSet untestable = new BitSet();

    private final Frontier frontier;
    private int seen;
    private int pages;
    private int[] fresh = new int[256];
    private int count;
    private int covered;
    private int total;

    /** The goals of the classes with these names (dotted). */
    Goals(Target target, Trusted trusted, Set<String> names, RandomSource random) {
        this.frontier = new Frontier(open, random);
        this.trusted = trusted;
        this.target = target;
        this.names = names;
    }

    /** Notes probes that another process has passed, by their numbers in the class. */
    void cover(String className, BitSet numbers) {
        ProbeTable table = byName.get(className);
        if (table == null) {
            BitSet before = coveredBefore.get(className);
            if (before == null) {
                coveredBefore.put(className, numbers);
            } else {
                before.or(numbers);
            }
            return;
        }
        for (int i = numbers.nextSetBit(0); i >= 0 && i < table.size(); i = numbers.nextSetBit(i + 1)) {
            close(table.first() + i);
        }
    }

    /** The table of a class under test, once it is known. */
    ProbeTable table(String className) {
        update();
        return byName.get(className);
    }

    /** The open goals beside passed ones. */
    Frontier frontier() {
        return frontier;
    }

    int covered() {
        return covered;
    }

    int total() {
        return total;
    }

    /** How many goals between two numbers are open. */
    int open(int from, int to) {
        int result = 0;
        for (int i = from; i < to; i++) {
            result += open[i];
        }
        return result;
    }

    /** Takes note of the classes that were prepared meanwhile. */
    private void update() {
        List<ProbeTable> all = target.tables();
        for (; seen < all.size(); seen++) {
            ProbeTable table = all.get(seen);
            if (table.size() > 0) {
                pages = Math.max(pages, (table.first() + table.size() - 1 >> Probes.PAGE_BITS) + 1);
            }
            if (names.contains(table.className()) && !byName.containsKey(table.className())) {
                add(table);
            }
        }
    }

    private void add(ProbeTable table) {
        byName.put(table.className(), table);
        tables.add(table);
        for (int i = table.first(); i < table.first() + table.size(); i++) {
            open[i] = 1;
        }
        all.set(table.first(), table.first() + table.size());
        total += table.size();
        frontier.add(table);
        for (ProbeTable.MethodProbes method : table.methods()) {
            if (method.name().equals("<clinit>")) {
                int from = table.first() + method.first();
                once.set(from, from + method.probes().size());
            }
        }
        BitSet before = coveredBefore.remove(table.className());
        if (before != null) {
            cover(table.className(), before);
        }
    }

    private void close(int probe) {
        if (open[probe] != 0) {
            covered++;
            open[probe] = 0;
            frontier.changed(probe);
        }
    }

    /** Opens goals again that {@link #take} returned. */
    void reopen(int[] probes) {
        for (int each : probes) {
            covered -= 1 - open[each];
            open[each] = 1;
            frontier.changed(each);
        }
    }

    /** Opens goals again that {@link #take} returned, as there can be no test of the sequence that passed them. */
    void leaveUntestable(int[] probes) {
        reopen(probes);
        for (int each : probes) {
            untestable.set(each);
        }
    }

    /** Whether sequences of which there can be no test have passed all of these goals before. */
    boolean areUntestable(int[] probes) {
        for (int each : probes) {
            if (!untestable.get(each)) {
                return false;
            }
        }
        return true;
    }

    /** Forgets what was passed since the last call of this or of {@link #take}. */
    void discard() {
        walk(false);
    }

    /** The goals that were passed since the last call for the first time. They are open no more. */
    int[] take() {
        count = 0;
        walk(true);
        return count == 0 ? NOTHING : Arrays.copyOf(fresh, count);
    }

    static final int[] NOTHING = {};

    private void walk(boolean wanted) {
        update();
        int page = 0;
        while (page < pages) {
            int at = Arrays.mismatch(Probes.PAGES, page, pages, NONE, page, pages);
            if (at < 0) {
                return;
            }
            page += at;
            Probes.PAGES[page] = 0;
            int from = page * PAGE;
            for (int word = from; word < from + PAGE; word += WORD) {
                long passed = trusted.word(Probes.HITS, word);
                if (passed != 0) {
                    if (wanted && (passed & trusted.word(open, word)) != 0) {
                        read(word);
                    }
                    trusted.clearWord(Probes.HITS, word);
                }
            }
            page++;
        }
    }

    private void read(int from) {
        for (int i = from; i < from + WORD; i++) {
            if (Probes.HITS[i] != 0 && open[i] != 0) {
                close(i);
                if (count == fresh.length) {
                    fresh = Arrays.copyOf(fresh, 2 * count);
                }
                fresh[count++] = i;
            }
        }
    }

    /** Those of some probes that can be passed again; an initialiser runs once. */
    int[] repeatable(int[] probes) {
        int kept = 0;
        int[] result = new int[probes.length];
        for (int each : probes) {
            if (!once.get(each)) {
                result[kept++] = each;
            }
        }
        return Arrays.copyOf(result, kept);
    }

    /** Whether all of these probes were passed since the last reset. */
    static boolean werePassed(int[] probes) {
        for (int each : probes) {
            if (Probes.HITS[each] == 0) {
                return false;
            }
        }
        return true;
    }

    /** The goals that were passed since the last reset, open or not. */
    BitSet passed() {
        BitSet result = new BitSet();
        for (int page = 0; page < pages; page++) {
            for (int i = page * PAGE; Probes.PAGES[page] != 0 && i < (page + 1) * PAGE; i++) {
                if (Probes.HITS[i] != 0 && all.get(i)) {
                    result.set(i);
                }
            }
        }
        return result;
    }

    /** Probes as they are sent: {@code [class name, bits of its probes in hexadecimal digits]} per class. */
    List<Object> describe(BitSet probes) {
        List<Object> result = new ArrayList<>();
        for (int i = probes.nextSetBit(0); i >= 0; ) {
            ProbeTable table = find(i);
            int end = table.first() + table.size();
            BigInteger bits = BigInteger.ZERO;
            for (; i >= 0 && i < end; i = probes.nextSetBit(i + 1)) {
                bits = bits.setBit(i - table.first());
            }
            result.add(List.of(table.className(), bits.toString(16)));
        }
        return result;
    }

    /** Probes in ascending order as they are sent: {@code [class name, numbers…]} per class. */
    List<Object> describe(int[] probes) {
        List<Object> result = new ArrayList<>();
        List<Object> ofClass = null;
        ProbeTable table = null;
        for (int each : probes) {
            if (table == null || each < table.first() || each >= table.first() + table.size()) {
                table = find(each);
                ofClass = new ArrayList<>();
                ofClass.add(table.className());
                result.add(ofClass);
            }
            ofClass.add((long) (each - table.first()));
        }
        return result;
    }

    /** Tables are numbered in the order in which they were made. */
    private ProbeTable find(int probe) {
        int low = 0;
        int high = tables.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (tables.get(middle).first() <= probe) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return tables.get(low);
    }
}
