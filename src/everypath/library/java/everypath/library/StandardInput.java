package everypath.library;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;

/** {@code System.in}: the bytes that the program is given, looked at when the first of them is asked for. */
final class StandardInput extends ByteArrayInputStream {
    private StandardInput() {
        super(null);
    }

    /** The bytes of the input, all of them; null where it is empty. */
    private static native byte[] given();

    private void open() {
        if (buf == null) {
            byte[] bytes = given();
            buf = bytes != null ? bytes : new byte[0];
            count = buf.length;
        }
    }

    @Override public int read() {
        open();
        return super.read();
    }

    @Override public int read(byte[] into, int offset, int length) {
        open();
        return super.read(into, offset, length);
    }

    @Override public byte[] readAllBytes() {
        open();
        return super.readAllBytes();
    }

    @Override public int readNBytes(byte[] into, int offset, int length) {
        open();
        return super.readNBytes(into, offset, length);
    }

    @Override public long transferTo(OutputStream out) throws IOException {
        open();
        return super.transferTo(out);
    }

    @Override public long skip(long bytes) {
        open();
        return super.skip(bytes);
    }

    @Override public int available() {
        open();
        return super.available();
    }
}
