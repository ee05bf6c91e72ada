import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What lies beyond a call that is not followed: the JVM runs it, and nothing is claimed of it. */
public final class Beyond {
    private Beyond() { }

    public static int digest(int a) throws NoSuchAlgorithmException {
        if (a < 7) {
            return 0;
        }
        byte[] digest = MessageDigest.getInstance("MD5").digest(new byte[] {(byte) a});
        int sum = 0;
        for (byte each : digest) {
            sum += each;
        }
        return sum == 0 ? 1 : digest[16];
    }
}
