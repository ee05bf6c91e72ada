package everypath.bridge;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What code sees of the process that it runs in, beside system properties: the working folder, which the JDK keeps from
 * its start on, and what lies in it; the ids of the JVM's own threads, which are not the same in each JVM; and the
 * version of the JDK, of which there is a new one each three months.
 */
final class Machine {
    /** The id of the thread that runs a program. */
    private static final long MAIN = 1;

    private static final Comparator<Thread> BY_ID = Comparator.comparingLong(Machine::id);

    private static final Field ID = field(Thread.class, "tid");

    /** Where JDK 19 and later keep what is set once for a thread; null before. */
    private static final Field HOLDER = anyField(Thread.class, "holder");

    private static final Field DAEMON = field(HOLDER == null ? Thread.class : HOLDER.getType(), "daemon");

    private final Object files = Access.get(field(File.class, "fs", "FS"), null);
    private final Field folderOfFiles = field(files.getClass(), "userDir");
    private final FileSystem paths = FileSystems.getDefault();
    private final Field folderOfPaths = field(paths.getClass(), "defaultDirectory");
    private final Object fileFolder = Access.get(folderOfFiles, files);
    private final Object pathFolder = Access.get(folderOfPaths, paths);

    /** A file that lies in the working folder of another process, as a project's does. */
    private final File other = new File(System.getProperty("user.dir"), "pom.xml");

    /** Null until it is needed: most JVMs are never another machine. */
    private JdkVersion version;

    /** The threads with other ids, and those that they had; null if all is as it was. */
    private Map<Thread, Long> renumbered;

    /**
     * Has code find another working folder, another update of the JDK, and other ids of threads: this one has that of
     * the thread that runs a program, the others have small ones that no thread had. This one is a daemon, as those of
     * thread pools are.
     */
    void use(String folder) {
        Access.set(folderOfFiles, files, folder);
        Access.set(folderOfPaths, paths, folder.getBytes(StandardCharsets.UTF_8));
        if (version == null) {
            version = new JdkVersion();
        }
        version.change();
        makeFile();
        renumber();
        setDaemon(true);
    }

    /** Takes back what {@link #use} did. */
    void restore() {
        if (renumbered != null) {
            Access.set(folderOfFiles, files, fileFolder);
            Access.set(folderOfPaths, paths, pathFolder);
            renumbered.forEach((each, id) -> Access.set(ID, each, id));
            renumbered = null;
            setDaemon(false);
            version.restore();
            other.delete();
        }
    }

    private void makeFile() {
        try {
            other.createNewFile();
        } catch (IOException e) {
            // code under test has filled the disk; then the folder stays empty
        }
    }

    private void renumber() {
        List<Thread> threads = new ArrayList<>(Thread.getAllStackTraces().keySet());
        threads.sort(BY_ID);
        renumbered = new LinkedHashMap<>();
        threads.forEach(each -> renumbered.put(each, id(each)));
        long next = MAIN;
        for (Thread each : threads) {
            if (each == Thread.currentThread()) {
                Access.set(ID, each, MAIN);
                continue;
            }
            do {
                next++;
            } while (renumbered.containsValue(next));
            Access.set(ID, each, next);
        }
    }

    private static void setDaemon(boolean daemon) {
        Thread worker = Thread.currentThread();
        Access.set(DAEMON, HOLDER == null ? worker : Access.get(HOLDER, worker), daemon);
    }

    private static long id(Thread thread) {
        return (Long) Access.get(ID, thread);
    }

    /** A field of a class of the JDK or of one above it; JDKs have several names for some. */
    static Field field(Class<?> type, String... names) {
        Field found = anyField(type, names);
        if (found == null) {
            throw new IllegalStateException(type + " has no field " + Arrays.toString(names));
        }
        return found;
    }

    /** Such a field, or null if there is none. */
    private static Field anyField(Class<?> type, String... names) {
        List<String> wanted = Arrays.asList(names);
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Field found : Access.declaredFields(each)) {
                if (wanted.contains(found.getName())) {
                    return found;
                }
            }
        }
        return null;
    }
}
