import java.io.ByteArrayInputStream;
import java.io.IOException;

/** A program that replaces its standard input. */
public class Redirected {
    public static void main(String[] arguments) throws IOException {
        System.setIn(new ByteArrayInputStream(new byte[] {3}));
        if (System.in.read() != 3) {
            throw new AssertionError("not replaced");
        }
        if (System.in.read() == -1) {
            throw new IllegalStateException("at its end");
        }
    }
}
