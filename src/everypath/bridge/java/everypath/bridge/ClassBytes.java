package everypath.bridge;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;

/** A class file as bytes, with the offsets of its constants (JVMS 4.4). */
public final class ClassBytes {
    public static final int UTF8 = 1;
    public static final int INTEGER = 3;
    public static final int CLASS = 7;
    public static final int STRING = 8;
    public static final int METHOD_REF = 10;
    public static final int NAME_AND_TYPE = 12;
    public static final int METHOD_HANDLE = 15;

    private final byte[] bytes;
    private final int[] offsets;
    private final String[] texts;
    private final int poolEnd;

    /**
     * Scans the constant pool.
     *
     * @throws InstrumentationException when it holds an unknown tag
     */
    public ClassBytes(byte[] bytes) throws InstrumentationException {
        this.bytes = bytes;
        int count = u2(8);
        offsets = new int[count];
        texts = new String[count];
        int position = 10;
        for (int i = 1; i < count; i++) {
            offsets[i] = position;
            switch (u1(position)) {
                case UTF8:
                    position += 3 + u2(position + 1);
                    break;
                case INTEGER, 4, 9, METHOD_REF, 11, NAME_AND_TYPE, 17, 18:
                    position += 5;
                    break;
                case 5, 6:
                    position += 9;
                    i++;
                    break;
                case CLASS, STRING, 16, 19, 20:
                    position += 3;
                    break;
                case METHOD_HANDLE:
                    position += 4;
                    break;
                default:
                    throw new InstrumentationException("constant pool tag " + u1(position));
            }
        }
        poolEnd = position;
    }

    byte[] bytes() {
        return bytes;
    }

    public int u1(int position) {
        return bytes[position] & 255;
    }

    public int u2(int position) {
        return u1(position) << 8 | u1(position + 1);
    }

    public int s2(int position) {
        return (short) u2(position);
    }

    public int s4(int position) {
        return u2(position) << 16 | u2(position + 2);
    }

    /** Number of constants plus one, as in the class file. */
    public int poolCount() {
        return offsets.length;
    }

    /** Where the access flags follow the constant pool. */
    public int poolEnd() {
        return poolEnd;
    }

    /** Offset of a constant's tag; 0 for the unused slot after a long or double. */
    public int constant(int index) {
        return offsets[index];
    }

    /** The text of a Utf8 constant. */
    public String utf8(int index) {
        String known = texts[index];
        if (known == null) {
            int offset = offsets[index] + 1;
            try {
                known = new DataInputStream(new ByteArrayInputStream(bytes, offset, bytes.length - offset)).readUTF();
            } catch (IOException e) {
                throw new IllegalArgumentException("constant " + index, e);
            }
            texts[index] = known;
        }
        return known;
    }

    /** The name of a Class constant. */
    public String className(int index) {
        return utf8(u2(offsets[index] + 1));
    }

    /** Whether the member reference {@code index} names this method. */
    boolean isReference(int index, String owner, String name, String descriptor) {
        int reference = offsets[index];
        int nameAndType = offsets[u2(reference + 3)];
        return utf8(u2(nameAndType + 1)).equals(name)
                && utf8(u2(nameAndType + 3)).equals(descriptor)
                && className(u2(reference + 1)).equals(owner);
    }

    /** The name of the method that the member reference {@code index} names. */
    String memberName(int index) {
        return utf8(u2(offsets[u2(offsets[index] + 3)] + 1));
    }

    /** The class that the member reference {@code index} names. */
    String memberOwner(int index) {
        return className(u2(offsets[index] + 1));
    }

    /** The major version. */
    int major() {
        return u2(6);
    }

    /** Offset behind the field or method at {@code position}. */
    public int skipMember(int position) {
        int attributes = u2(position + 6);
        int at = position + 8;
        for (int i = 0; i < attributes; i++) {
            at += 6 + s4(at + 2);
        }
        return at;
    }
}
