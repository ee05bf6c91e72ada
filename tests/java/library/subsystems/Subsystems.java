import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.security.AccessController;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivilegedAction;
import java.util.ResourceBundle;
import java.util.concurrent.Executors;
import java.util.logging.Logger;

/** Where a path enters what depends on the machine, and what only looks like it. */
class Subsystems {
    static boolean digest(int a) {
        try {
            return MessageDigest.getInstance("MD5").digest(new byte[] {(byte) a}).length > 0;
        } catch (NoSuchAlgorithmException e) {
            return false;
        }
    }
    static void log(int a) { Logger.getLogger("a").info("b" + a); }
    static boolean pool(int a) { return Executors.newFixedThreadPool(1).isShutdown(); }
    static String bundle(int a) { return ResourceBundle.getBundle("a").getString("b"); }

    static String message(int a) { return new NoSuchFileException("a", null, "b").getReason() + a; }
    @SuppressWarnings("removal")
    static int privileged(int a) { return AccessController.doPrivileged((PrivilegedAction<Integer>) () -> a); }
    static String uri(int a) { return URI.create("http://h:80/p").getPath(); }
}
