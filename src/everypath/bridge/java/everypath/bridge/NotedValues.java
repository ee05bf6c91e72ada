package everypath.bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Fields and arrays with the values that they had when they were noted, and what puts these back, in place.
 *
 * <p>What is noted stays reachable. Fields that are final are not to be noted: the JVM takes them for constants.
 */
final class NotedValues {
    private static final Memory MEMORY = Access.memoryAccess();

    private Object[] bases = new Object[1024];
    private long[] offsets = new long[1024];

    /** Bytes of a primitive, 0 for a reference. */
    private byte[] sizes = new byte[1024];

    private Object[] references = new Object[1024];
    private long[] bits = new long[1024];

    /** The fields that only cache what can be computed again. */
    private final BitSet caches = new BitSet();

    private int count;
    private final List<Object> arrays = new ArrayList<>();
    private final List<Object> copies = new ArrayList<>();

    /** What differs from the noted values at some time: which fields and arrays, and what they hold then. */
    static final class Changes {
        private final int fieldCount;
        private int[] fields = new int[16];
        private Object[] references = new Object[16];
        private long[] bits = new long[16];
        private int count;
        private final List<Integer> arrays = new ArrayList<>();
        private final List<Object> contents = new ArrayList<>();

        private Changes(int fieldCount) {
            this.fieldCount = fieldCount;
        }

        private void add(int field, Object reference, long word) {
            if (count == fields.length) {
                fields = Arrays.copyOf(fields, 2 * count);
                references = Arrays.copyOf(references, 2 * count);
                bits = Arrays.copyOf(bits, 2 * count);
            }
            fields[count] = field;
            references[count] = reference;
            bits[count++] = word;
        }

        private void add(int array, Object content) {
            arrays.add(array);
            contents.add(content);
        }

        boolean isEmpty() {
            return count == 0 && arrays.isEmpty();
        }

        /** Whether others change some of the same. */
        boolean overlaps(Changes others) {
            for (int i = 0; i < count; i++) {
                if (positionIn(others, fields[i]) >= 0) {
                    return true;
                }
            }
            return !Collections.disjoint(arrays, others.arrays);
        }

        /** Hands on the references that they bring. */
        void forEachReference(Consumer<Object> taker) {
            for (int i = 0; i < count; i++) {
                taker.accept(references[i]);
            }
            for (Object content : contents) {
                if (content instanceof Object[] elements) {
                    for (Object each : elements) {
                        taker.accept(each);
                    }
                }
            }
        }
    }

    int fieldCount() {
        return count;
    }

    int arrayCount() {
        return arrays.size();
    }

    /** Notes a field with what it holds now. */
    void field(Object base, long offset, Class<?> type) {
        int at = add(base, offset, type);
        if (sizes[at] == 0) {
            references[at] = MEMORY.reference(base, offset);
        } else {
            bits[at] = MEMORY.bits(base, offset, sizes[at]);
        }
    }

    /** Notes a field that caches what can be computed again. */
    void cache(Object base, long offset, Class<?> type) {
        caches.set(count);
        field(base, offset, type);
    }

    /** Notes a field that is to hold zero or null. */
    void zero(Object base, long offset, Class<?> type) {
        add(base, offset, type);
    }

    private int add(Object base, long offset, Class<?> type) {
        if (count == bases.length) {
            int more = 2 * count;
            bases = Arrays.copyOf(bases, more);
            offsets = Arrays.copyOf(offsets, more);
            sizes = Arrays.copyOf(sizes, more);
            references = Arrays.copyOf(references, more);
            bits = Arrays.copyOf(bits, more);
        }
        bases[count] = base;
        offsets[count] = offset;
        sizes[count] = sizeOf(type);
        references[count] = null;
        bits[count] = 0;
        return count++;
    }

    private static byte sizeOf(Class<?> type) {
        if (!type.isPrimitive()) {
            return 0;
        } else if (type == long.class || type == double.class) {
            return 8;
        } else if (type == int.class || type == float.class) {
            return 4;
        }
        return (byte) (type == char.class || type == short.class ? 2 : 1);
    }

    /** Notes an array with what it holds now. */
    void array(Object array) {
        arrays.add(array);
        copies.add(copyOf(array));
    }

    /** Forgets the fields and arrays that were noted last, so that so many stay. */
    void cut(int fields, int arrayCount) {
        Arrays.fill(bases, fields, count, null);
        Arrays.fill(references, fields, count, null);
        count = fields;
        caches.clear(fields, Math.max(fields, caches.length()));
        arrays.subList(arrayCount, arrays.size()).clear();
        copies.subList(arrayCount, copies.size()).clear();
    }

    private boolean isChanged(int at) {
        int size = sizes[at];
        return size == 0
                ? MEMORY.reference(bases[at], offsets[at]) != references[at]
                : MEMORY.bits(bases[at], offsets[at], size) != bits[at];
    }

    /** Puts back what differs; true if something but a cache did. */
    boolean putBack() {
        boolean differed = false;
        for (int i = 0; i < count; i++) {
            if (!isChanged(i)) {
                continue;
            }
            differed |= !caches.get(i);
            if (sizes[i] == 0) {
                MEMORY.putReference(bases[i], offsets[i], references[i]);
            } else {
                MEMORY.putBits(bases[i], offsets[i], sizes[i], bits[i]);
            }
        }
        for (int i = 0; i < arrays.size(); i++) {
            Object array = arrays.get(i);
            Object copy = copies.get(i);
            if (differ(array, copy)) {
                System.arraycopy(copy, 0, array, 0, lengthOf(copy));
                differed = true;
            }
        }
        MEMORY.publish();
        return differed;
    }

    /** What differs now. */
    Changes changes() {
        Changes result = new Changes(count);
        for (int i = 0; i < count; i++) {
            if (isChanged(i)) {
                result.add(
                        i,
                        sizes[i] == 0 ? MEMORY.reference(bases[i], offsets[i]) : null,
                        sizes[i] == 0 ? 0 : MEMORY.bits(bases[i], offsets[i], sizes[i]));
            }
        }
        for (int i = 0; i < arrays.size(); i++) {
            if (differ(arrays.get(i), copies.get(i))) {
                result.add(i, copyOf(arrays.get(i)));
            }
        }
        return result;
    }

    /**
     * What has changed since some time: what differs from the noted values now, apart from what differed then and still
     * holds the same.
     *
     * @param before what differed at that time
     * @return null where a value changed that differed before, for then nobody knows what it would be otherwise
     */
    Changes since(Changes before) {
        Changes now = changes();
        Changes result = new Changes(count);
        for (int i = 0; i < now.count; i++) {
            int known = positionIn(before, now.fields[i]);
            if (known < 0) {
                result.add(now.fields[i], now.references[i], now.bits[i]);
            } else if (before.references[known] != now.references[i] || before.bits[known] != now.bits[i]) {
                return null;
            }
        }
        for (int i = 0; i < now.arrays.size(); i++) {
            int known = before.arrays.indexOf(now.arrays.get(i));
            if (known < 0) {
                result.add(now.arrays.get(i), now.contents.get(i));
            } else if (differ(before.contents.get(known), now.contents.get(i))) {
                return null;
            }
        }
        return result;
    }

    /** Makes changes again, on top of what is there. */
    void apply(Changes changes) {
        for (int i = 0; i < changes.count; i++) {
            int at = changes.fields[i];
            if (sizes[at] == 0) {
                MEMORY.putReference(bases[at], offsets[at], changes.references[i]);
            } else {
                MEMORY.putBits(bases[at], offsets[at], sizes[at], changes.bits[i]);
            }
        }
        for (int i = 0; i < changes.arrays.size(); i++) {
            Object content = changes.contents.get(i);
            System.arraycopy(content, 0, arrays.get(changes.arrays.get(i)), 0, lengthOf(content));
        }
    }

    private static int lengthOf(Object array) {
        return java.lang.reflect.Array.getLength(array);
    }

    private static int positionIn(Changes changes, int field) {
        return field >= changes.fieldCount ? -1 : Arrays.binarySearch(changes.fields, 0, changes.count, field);
    }

    private static Object copyOf(Object array) {
        if (array instanceof Object[] references) {
            return references.clone();
        } else if (array instanceof byte[] bytes) {
            return bytes.clone();
        } else if (array instanceof int[] numbers) {
            return numbers.clone();
        } else if (array instanceof char[] characters) {
            return characters.clone();
        } else if (array instanceof long[] numbers) {
            return numbers.clone();
        } else if (array instanceof boolean[] flags) {
            return flags.clone();
        } else if (array instanceof double[] numbers) {
            return numbers.clone();
        } else if (array instanceof short[] numbers) {
            return numbers.clone();
        }
        return ((float[]) array).clone();
    }

    private static boolean differ(Object one, Object other) {
        if (one instanceof Object[] left) {
            Object[] right = (Object[]) other;
            for (int i = 0; i < left.length; i++) {
                if (left[i] != right[i]) {
                    return true;
                }
            }
            return false;
        } else if (one instanceof byte[] bytes) {
            return !Arrays.equals(bytes, (byte[]) other);
        } else if (one instanceof int[] numbers) {
            return !Arrays.equals(numbers, (int[]) other);
        } else if (one instanceof char[] characters) {
            return !Arrays.equals(characters, (char[]) other);
        } else if (one instanceof long[] numbers) {
            return !Arrays.equals(numbers, (long[]) other);
        } else if (one instanceof boolean[] flags) {
            return !Arrays.equals(flags, (boolean[]) other);
        } else if (one instanceof double[] numbers) {
            return !Arrays.equals(numbers, (double[]) other);
        } else if (one instanceof short[] numbers) {
            return !Arrays.equals(numbers, (short[]) other);
        }
        return !Arrays.equals((float[]) one, (float[]) other);
    }
}
