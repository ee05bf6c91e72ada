import java.io.IOException;

/** Bytes, of any sign, to the end of the input. */
public class Raw {
    public static void main(String[] arguments) throws IOException {
        int sum = 0;
        int read;
        while ((read = System.in.read()) >= 0) {
            sum += read;
            if (sum > 1000) {
                throw new IllegalStateException("too much");
            }
        }
        if (sum == 7) {
            throw new IllegalArgumentException("seven");
        }
    }
}
