import java.io.File;
import java.io.FileOutputStream;

/** Code that reaches out of its JVM on some paths. */
public class Reaching {

    static int deletes(int n) {
        if (n == 7) {
            new File("/everypath-none/file.txt").delete();
        }
        return 100 / (n - 30);                              // finds: error EP001 deletes
    }

    static int exits(int n) {
        if (n == 7) {
            System.exit(3);
        }
        return n;
    }

    static int swallows(int n) {
        if (n == 7) {
            try (FileOutputStream out = new FileOutputStream("/everypath-none/file.txt")) {
                out.write(n);
            } catch (Exception e) {
                return -1;
            }
        }
        return n;
    }

    static int pure(int n) {
        return n == 7 ? 1 : 2;
    }
}
