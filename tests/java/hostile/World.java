package hostile;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Methods that reach for what is outside. */
public class World {

    static int reads(int n) throws IOException {
        return n == 7 ? System.in.read() : n;
    }

    static int startsThread(int n, boolean daemon) {
        if (n == 7) {
            Thread thread = new Thread(() -> {
                while (true) {
                    Thread.onSpinWait();
                }
            });
            thread.setDaemon(daemon);
            thread.start();
        }
        return n;
    }

    static int throwsInThread(int n) {
        if (n == 7) {
            new Thread(() -> {
                throw new IllegalStateException("in a thread");
            }).start();
        }
        return n;
    }

    static int prints(int n) {
        System.out.println("printed " + n);
        System.err.println("printed " + n);
        System.out.write(0);
        System.out.flush();
        return n;
    }

    static int floods(int n) {
        while (n == 7) {
            System.out.println("0123456789012345678901234567890123456789012345678901234567890123456789");
        }
        return n;
    }

    static int closes(int n) throws IOException {
        if (n == 7) {
            System.out.close();
            System.err.close();
            System.in.close();
        }
        return n;
    }

    static int losesOutput(int n) {
        System.setOut(null);
        System.setErr((PrintStream) null);
        return 10 / n;                                      // finds: error EP001 losesOutput
    }

    static int losesInput(int n) {
        System.setIn(null);
        return n;
    }

    static int clearsProperties(int n) {
        if (n == 7) {
            System.getProperties().clear();
            System.setProperties(null);
            System.setProperty("line.separator", "?");
        }
        return n;
    }

    static int createsFiles(int n) throws IOException {
        if (n == 7) {
            Files.writeString(Path.of("everypath-hostile.txt"), "left behind");
            Files.createTempFile("everypath-hostile", ".tmp");
        }
        return n;
    }

    static int deletesFiles(int n) throws IOException {
        if (n == 7) {
            try (var files = Files.list(Path.of("."))) {
                for (Path each : files.toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
        return n;
    }

    static long startsProcess(int n) throws IOException {
        return n == 7 ? new ProcessBuilder("sleep", "100").start().pid() : n;
    }

    static int interrupts(int n) {
        if (n == 7) {
            Thread.currentThread().interrupt();
        }
        return n;
    }

    static int changesDefaults(int n) {
        if (n == 7) {
            java.util.Locale.setDefault(java.util.Locale.forLanguageTag("tr-TR"));
            java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("Asia/Tokyo"));
            Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> System.exit(9));
        }
        return n;
    }

    static int good(int n) {
        return 100 / (n - 30);                              // finds: error EP001 good
    }
}
