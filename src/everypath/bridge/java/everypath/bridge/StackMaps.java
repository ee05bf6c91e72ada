package everypath.bridge;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Moves the frames of a StackMapTable (JVMS 4.7.4) to where their instructions went. */
final class StackMaps {
    private static final int SAME_LOCALS_1 = 64;
    private static final int RESERVED = 128;
    private static final int SAME_LOCALS_1_EXTENDED = 247;
    private static final int SAME_EXTENDED = 251;
    private static final int FULL = 255;
    private static final int OBJECT = 7;
    private static final int UNINITIALIZED = 8;

    private final ClassBytes file;
    private final int[] entry;
    private final int[] moved;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private int position;

    /**
     * A rewriter.
     *
     * @param entry new positions by old pc, where jumps go
     * @param moved new positions by old pc, where the instructions are
     */
    StackMaps(ClassBytes file, int[] entry, int[] moved) {
        this.file = file;
        this.entry = entry;
        this.moved = moved;
    }

    /** The content of an attribute that holds the frame of a handler alone. */
    byte[] ofHandler(int handler, int throwable) throws IOException {
        out.writeShort(1);
        handler(handler, throwable);
        return bytes.toByteArray();
    }

    /**
     * The new content of the attribute whose content is at {@code content}.
     *
     * @param handler the position of a handler of everything behind the code, -1 where there is none
     * @param throwable the constant for what it catches
     */
    byte[] rewrite(int content, int handler, int throwable) throws InstrumentationException, IOException {
        int count = file.u2(content);
        position = content + 2;
        out.writeShort(handler < 0 ? count : count + 1);
        int oldPc = -1;
        int newPc = -1;
        for (int i = 0; i < count; i++) {
            int type = file.u1(position++);
            oldPc += 1 + delta(type);
            int delta = entry[oldPc] - newPc - 1;
            newPc = entry[oldPc];
            frame(type, delta);
        }
        if (handler >= 0) {
            handler(handler - newPc - 1, throwable);
        }
        return bytes.toByteArray();
    }

    /** The frame of a handler that knows of no local variable. */
    private void handler(int delta, int throwable) throws IOException {
        out.writeByte(FULL);
        out.writeShort(delta);
        out.writeShort(0);
        out.writeShort(1);
        out.writeByte(OBJECT);
        out.writeShort(throwable);
    }

    private int delta(int type) throws InstrumentationException {
        if (type < SAME_LOCALS_1) {
            return type;
        } else if (type < RESERVED) {
            return type - SAME_LOCALS_1;
        } else if (type < SAME_LOCALS_1_EXTENDED) {
            throw new InstrumentationException("stack map frame type " + type);
        }
        position += 2;
        return file.u2(position - 2);
    }

    private void frame(int type, int delta) throws IOException {
        if (type < SAME_LOCALS_1 || type == SAME_EXTENDED) {
            header(delta < SAME_LOCALS_1 ? delta : SAME_EXTENDED, delta);
        } else if (type < RESERVED || type == SAME_LOCALS_1_EXTENDED) {
            header(delta < SAME_LOCALS_1 ? SAME_LOCALS_1 + delta : SAME_LOCALS_1_EXTENDED, delta);
            types(1);
        } else {
            header(type, delta);
            if (type == FULL) {
                counted();
                counted();
            } else if (type > SAME_EXTENDED) {
                types(type - SAME_EXTENDED);
            }
        }
    }

    private void header(int type, int delta) throws IOException {
        out.writeByte(type);
        if (type >= SAME_LOCALS_1_EXTENDED) {
            out.writeShort(delta);
        }
    }

    private void counted() throws IOException {
        int count = file.u2(position);
        position += 2;
        out.writeShort(count);
        types(count);
    }

    private void types(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            int type = file.u1(position++);
            out.writeByte(type);
            if (type == OBJECT || type == UNINITIALIZED) {
                int operand = file.u2(position);
                position += 2;
                out.writeShort(type == OBJECT ? operand : moved[operand]);
            }
        }
    }
}
