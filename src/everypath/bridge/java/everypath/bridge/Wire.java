package everypath.bridge;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The pipe pair to the parent process: frames of a 4-byte big-endian length and ASCII JSON. */
final class Wire {
    private final DataInputStream in;
    private final DataOutputStream out;
    private final StringBuilder text = new StringBuilder(4096);

    Wire(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
        this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
    }

    /** The next request, or null when the parent has closed its end. */
    @SuppressWarnings("unchecked")
    Map<String, Object> read() throws IOException {
        try {
            byte[] frame = new byte[in.readInt()];
            in.readFully(frame);
            return (Map<String, Object>) Json.parse(new String(frame, StandardCharsets.ISO_8859_1));
        } catch (EOFException e) {
            return null;
        }
    }

    /** True when another request is waiting, so that flushing can wait as well. */
    boolean hasMore() throws IOException {
        return in.available() > 0;
    }

    /** Writes one answer without flushing. */
    synchronized void write(Map<String, ?> answer) throws IOException {
        text.setLength(0);
        Json.write(text, answer);
        byte[] frame = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        out.writeInt(frame.length);
        out.write(frame);
        if (text.capacity() > 1 << 20) {
            text.setLength(0);
            text.trimToSize();
        }
    }

    synchronized void flush() throws IOException {
        out.flush();
    }
}
