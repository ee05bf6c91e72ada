package everypath.bridge;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Makes the JVM come across the names in a class file in another order. The order in which reflection lists methods
 * depends on where the JVM keeps their names, and so differs from one run of tests to the next.
 */
final class SymbolOrder {
    private static final int VERSION = 52;
    private static final int INTERFACE = 0x0600;

    private SymbolOrder() {}

    /** Has the JVM read the texts of a class file from the last one to the first, as those of another class. */
    static void reverse(byte[] classFile) {
        try {
            byte[] other = withReversedTexts(new ClassBytes(classFile));
            new Once().define(other);
        } catch (InstrumentationException | IOException | LinkageError e) {
            // then the order is the usual one
        }
    }

    private static byte[] withReversedTexts(ClassBytes given) throws IOException, InstrumentationException {
        ByteArrayOutputStream pool = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(pool);
        int count = 1;
        for (int i = given.poolCount() - 1; i > 0; i--) {
            if (given.u1(given.constant(i)) == ClassBytes.UTF8) {
                out.writeByte(ClassBytes.UTF8);
                out.writeUTF(given.utf8(i));
                count++;
            }
        }
        for (String name : new String[] {"everypath/Names", "java/lang/Object"}) {
            out.writeByte(ClassBytes.UTF8);
            out.writeUTF(name);
            out.writeByte(ClassBytes.CLASS);
            out.writeShort(count);
            count += 2;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(VERSION);
        out.writeShort(count);
        pool.writeTo(out);
        out.writeShort(INTERFACE);
        out.writeShort(count - 3);
        out.writeShort(count - 1);
        out.writeLong(0);
        return bytes.toByteArray();
    }

    /** A loader of one class. */
    private static final class Once extends ClassLoader {
        Once() {
            super(null);
        }

        void define(byte[] bytes) {
            defineClass(null, bytes, 0, bytes.length);
        }
    }
}
