package everypath.bridge;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Constants added behind those of a class file; equal constants are added once. */
final class PoolAdditions {
    /** The run-time side of the probes. */
    private static final String PROBES = "everypath/probes/Probes";

    private static final String PLATFORM_PROBES = "everypath/probes/PlatformProbes";

    private static final int LIMIT = 65535;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final Map<String, Integer> known = new HashMap<>();
    private final boolean ofTheJdk;
    private int next;

    /** Additions to a pool whose count is {@code first}, of a class of the JDK or of another one. */
    PoolAdditions(int first, boolean ofTheJdk) {
        next = first;
        this.ofTheJdk = ofTheJdk;
    }

    /** The new pool's count. */
    int count() {
        return next;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    private int added(String key) throws InstrumentationException {
        if (next >= LIMIT) {
            throw new InstrumentationException("constant pool full");
        }
        known.put(key, next);
        return next++;
    }

    private int pair(int tag, int first, int second) throws InstrumentationException, IOException {
        String key = tag + ":" + first + ":" + second;
        Integer index = known.get(key);
        if (index == null) {
            index = added(key);
            out.writeByte(tag);
            out.writeShort(first);
            if (tag != ClassBytes.CLASS && tag != ClassBytes.STRING) {
                out.writeShort(second);
            }
        }
        return index;
    }

    /** A Utf8 constant. */
    int utf8(String text) throws InstrumentationException, IOException {
        String key = "u" + text;
        Integer index = known.get(key);
        if (index == null) {
            index = added(key);
            out.writeByte(ClassBytes.UTF8);
            out.writeUTF(text);
        }
        return index;
    }

    /** An Integer constant. */
    int integer(int value) throws InstrumentationException, IOException {
        String key = "i" + value;
        Integer index = known.get(key);
        if (index == null) {
            index = added(key);
            out.writeByte(ClassBytes.INTEGER);
            out.writeInt(value);
        }
        return index;
    }

    /** A Class constant. */
    int classNamed(String name) throws InstrumentationException, IOException {
        return pair(ClassBytes.CLASS, utf8(name), 0);
    }

    /** A String constant. */
    int string(String text) throws InstrumentationException, IOException {
        return pair(ClassBytes.STRING, utf8(text), 0);
    }

    /** A reference to a static method of the probes' run-time side. */
    int probeMethod(String name, String descriptor) throws InstrumentationException, IOException {
        return method(ofTheJdk && isOfCode(name) ? PLATFORM_PROBES : PROBES, name, descriptor);
    }

    /** A reference to a method of a class. */
    int method(String owner, String name, String descriptor) throws InstrumentationException, IOException {
        int[] parts = reference(owner, name, descriptor);
        return pair(ClassBytes.METHOD_REF, parts[0], parts[1]);
    }

    /** The two parts of such a reference: the class, and name and type. */
    int[] probeReference(String name, String descriptor) throws InstrumentationException, IOException {
        return reference(PROBES, name, descriptor);
    }

    private int[] reference(String owner, String name, String descriptor)
            throws InstrumentationException, IOException {
        int type = classNamed(owner);
        return new int[] {type, pair(ClassBytes.NAME_AND_TYPE, utf8(name), utf8(descriptor))};
    }

    /** Whether the method marks a block or an edge. */
    private static boolean isOfCode(String name) {
        return name.equals("block") || name.equals("mark") || name.startsWith("if") || name.endsWith("switch");
    }
}
