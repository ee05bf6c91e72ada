package everypath.bridge;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Adds a synthetic field and a synthetic method to classes, as tools do that measure coverage. Reflection shows them,
 * so what depends on the number of members differs from one run of tests to the next.
 */
final class ToolMembers {
    private static final int INTERFACE_OR_MODULE = 0x8200;
    private static final int PRIVATE_STATIC_SYNTHETIC = 0x100A;
    private static final int TRANSIENT = 0x0080;
    /** The code {@code return null}: stack, locals, length, the instructions, no handlers and no attributes. */
    private static final byte[] RETURN_NULL = {0, 1, 0, 0, 0, 0, 0, 2, 0x01, (byte) 0xB0, 0, 0, 0, 0};

    private ToolMembers() {}

    /** The class file with these members, unchanged if it is that of an interface or its constant pool is full. */
    static byte[] added(byte[] classFile) {
        try {
            ClassBytes given = new ClassBytes(classFile);
            boolean isClass = (given.u2(given.poolEnd()) & INTERFACE_OR_MODULE) == 0;
            return isClass ? withMembers(given) : classFile;
        } catch (InstrumentationException | IOException e) {
            return classFile;
        }
    }

    private static byte[] withMembers(ClassBytes given) throws IOException, InstrumentationException {
        PoolAdditions pool = new PoolAdditions(given.poolCount(), false);
        int field = pool.utf8("$toolData");
        int type = pool.utf8("[Z");
        int method = pool.utf8("$toolInit");
        int descriptor = pool.utf8("()[Z");
        int code = pool.utf8("Code");
        int fields = given.poolEnd() + 8 + 2 * given.u2(given.poolEnd() + 6);
        int methods = skipped(given, fields);
        byte[] bytes = given.bytes();
        ByteArrayOutputStream result = new ByteArrayOutputStream(bytes.length + 100);
        DataOutputStream out = new DataOutputStream(result);
        out.write(bytes, 0, 8);
        out.writeShort(pool.count());
        out.write(bytes, 10, given.poolEnd() - 10);
        out.write(pool.bytes());
        out.write(bytes, given.poolEnd(), fields - given.poolEnd());
        out.writeShort(given.u2(fields) + 1);
        member(out, PRIVATE_STATIC_SYNTHETIC | TRANSIENT, field, type);
        out.writeShort(0);
        out.write(bytes, fields + 2, methods - fields - 2);
        out.writeShort(given.u2(methods) + 1);
        member(out, PRIVATE_STATIC_SYNTHETIC, method, descriptor);
        out.writeShort(1);
        out.writeShort(code);
        out.writeInt(RETURN_NULL.length);
        out.write(RETURN_NULL);
        out.write(bytes, methods + 2, bytes.length - methods - 2);
        return result.toByteArray();
    }

    /** Offset behind the fields or methods whose number is at {@code position}. */
    private static int skipped(ClassBytes given, int position) {
        int at = position + 2;
        for (int i = given.u2(position); i > 0; i--) {
            at = given.skipMember(at);
        }
        return at;
    }

    private static void member(DataOutputStream out, int access, int name, int descriptor) throws IOException {
        out.writeShort(access);
        out.writeShort(name);
        out.writeShort(descriptor);
    }
}
