package everypath.bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import everypath.probes.Probes;

/**
 * What the probes of one class mean. Probes are numbered from zero within their class, in the order of methods and
 * bytecode, so that the numbers are the same in every JVM.
 */
public final class ProbeTable {
    /** The probes of one method, as sent to the parent: see {@link #describe}. */
    public record MethodProbes(
            String name, String descriptor, int first, List<Object> probes, List<Object> lines, String note) {}

    private final String className;
    private final int first;
    private final int size;
    private final List<MethodProbes> methods;
    private final String note;
    private final MethodProbes initialiser;
    private boolean readsClock;

    /**
     * A table.
     *
     * @param first the class's first probe in this JVM
     * @param note why the class runs without probes, or null
     */
    ProbeTable(String className, int first, int size, List<MethodProbes> methods, String note) {
        this.className = className;
        this.first = first;
        this.size = size;
        this.methods = methods;
        this.note = note;
        this.initialiser = initialiser(methods);
    }

    private static MethodProbes initialiser(List<MethodProbes> methods) {
        for (MethodProbes method : methods) {
            if (method.name().equals("<clinit>") && !method.probes().isEmpty()) {
                return method;
            }
        }
        return null;
    }

    public String className() {
        return className;
    }

    public int first() {
        return first;
    }

    public int size() {
        return size;
    }

    /** The probes of each method with code, in the order of the class file. */
    public List<MethodProbes> methods() {
        return methods;
    }

    /** Takes note that code of the class reads the clock. */
    void setReadsClock() {
        readsClock = true;
    }

    boolean readsClock() {
        return readsClock;
    }

    /** Whether the class has a static initialiser with probes. */
    boolean hasInitialiser() {
        return initialiser != null;
    }

    /** Whether a probe, by its number in the class, is one of the static initialiser. */
    boolean isInInitialiser(long probe) {
        return probe >= initialiser.first() && probe < initialiser.first() + initialiser.probes().size();
    }

    /** The class name followed by the numbers of the probes that were passed; null when none was. */
    List<Object> hits() {
        List<Object> result = null;
        int end = first + size;
        int probe = first;
        while (probe < end) {
            if (Probes.PAGES[probe >> Probes.PAGE_BITS] == 0) {
                probe = ((probe >> Probes.PAGE_BITS) + 1) << Probes.PAGE_BITS;
                continue;
            }
            if (Probes.HITS[probe] != 0) {
                if (result == null) {
                    result = new ArrayList<>();
                    result.add(className);
                }
                result.add((long) (probe - first));
            }
            probe++;
        }
        return result;
    }

    /**
     * As JSON: {@code [class name, size, note, [[method, descriptor, first probe, note, probes, lines]…]]}, where a
     * probe is {@code [pc…]} for a block with its instructions and {@code [-1, pc, target pc]} for a branch edge, and
     * {@code lines} is the line number table, pcs and lines in turn.
     */
    List<Object> describe() {
        List<Object> result = new ArrayList<>();
        for (MethodProbes method : methods) {
            result.add(Arrays.asList(
                    method.name(), method.descriptor(), method.first(), method.note(),
                    method.probes(), method.lines()));
        }
        return Arrays.asList(className, size, note, result);
    }
}
