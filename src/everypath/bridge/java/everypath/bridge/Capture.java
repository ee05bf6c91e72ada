package everypath.bridge;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Keeps the first bytes of what code under test prints, and counts the rest. */
final class Capture extends OutputStream {
    private final byte[] bytes = new byte[1 << 14];
    private int length;

    @Override
    public synchronized void write(int b) {
        if (length < bytes.length) {
            bytes[length++] = (byte) b;
        }
    }

    @Override
    public synchronized void write(byte[] source, int offset, int count) {
        int kept = Math.min(count, bytes.length - length);
        System.arraycopy(source, offset, bytes, length, kept);
        length += kept;
    }

    /** What was printed since the last call, null when nothing was. */
    synchronized String take() {
        if (length == 0) {
            return null;
        }
        String result = new String(bytes, 0, length, StandardCharsets.UTF_8);
        length = 0;
        return result;
    }

    /** A stream that prints here and cannot be closed. */
    PrintStream stream() {
        return new PrintStream(this, true, StandardCharsets.UTF_8) {
            @Override
            public void close() {
                flush();
            }
        };
    }
}
