package everypath.bridge;

import java.io.File;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.util.Arrays;
import java.util.List;

/**
 * What code sees of the process that it runs in, beside system properties: the working folder, which the JDK keeps from
 * its start on, and the ids of the JVM's own threads, which are not the same in each JVM.
 */
final class Machine {
    /** The ids of other threads become larger by so many: none is left that the JVM's own threads have. */
    private static final long SHIFT = 1000;

    private static final Field ID = field(Thread.class, "tid");

    private final Object files = Access.get(field(File.class, "fs", "FS"), null);
    private final Field folderOfFiles = field(files.getClass(), "userDir");
    private final FileSystem paths = FileSystems.getDefault();
    private final Field folderOfPaths = field(paths.getClass(), "defaultDirectory");
    private final Object fileFolder = Access.get(folderOfFiles, files);
    private final Object pathFolder = Access.get(folderOfPaths, paths);

    /** The threads with other ids, null if all is as it was. */
    private Thread[] shifted;

    /** Has code find another working folder, and other ids of all threads but this one. */
    void use(String folder) {
        Access.set(folderOfFiles, files, folder);
        Access.set(folderOfPaths, paths, folder.getBytes(StandardCharsets.UTF_8));
        shifted = Thread.getAllStackTraces().keySet().toArray(new Thread[0]);
        shift(SHIFT);
    }

    /** Takes back what {@link #use} did. */
    void restore() {
        if (shifted != null) {
            Access.set(folderOfFiles, files, fileFolder);
            Access.set(folderOfPaths, paths, pathFolder);
            shift(-SHIFT);
            shifted = null;
        }
    }

    private void shift(long by) {
        for (Thread each : shifted) {
            if (each != Thread.currentThread()) {
                Access.set(ID, each, (Long) Access.get(ID, each) + by);
            }
        }
    }

    /** A field of a class of the JDK or of one above it; JDKs have several names for some. */
    private static Field field(Class<?> type, String... names) {
        List<String> wanted = Arrays.asList(names);
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Field found : Access.declaredFields(each)) {
                if (wanted.contains(found.getName())) {
                    return found;
                }
            }
        }
        throw new IllegalStateException(type + " has no field " + wanted);
    }
}
