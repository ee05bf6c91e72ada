package contained;

import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Formatter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Each method changes the folder {@code outside}, in which there are {@code file.txt} and {@code folder/inner.txt}. */
public class FileHarms {
    public static void streams(String outside) throws Throwable {
        try (FileOutputStream out = new FileOutputStream(outside + "/file.txt")) {
            out.write(1);
        }
    }

    public static void appends(String outside) throws Throwable {
        try (FileOutputStream out = new FileOutputStream(new File(outside, "file.txt"), true)) {
            out.write(1);
        }
    }

    public static void opensOnly(String outside) throws Throwable {
        new FileOutputStream(outside + "/file.txt").close();
    }

    public static void writer(String outside) throws Throwable {
        try (FileWriter out = new FileWriter(outside + "/file.txt")) {
            out.write("changed");
        }
    }

    public static void printWriter(String outside) throws Throwable {
        new PrintWriter(outside + "/new.txt").close();
    }

    public static void printStream(String outside) throws Throwable {
        new PrintStream(new File(outside, "new.txt")).close();
    }

    public static void formatter(String outside) throws Throwable {
        new Formatter(outside + "/new.txt").format("%d", 1).close();
    }

    public static void swallowed(String outside) {
        try {
            new FileOutputStream(outside + "/file.txt").close();
        } catch (Throwable e) {
            // as many libraries do
        }
    }

    public static void randomAccess(String outside) throws Throwable {
        try (RandomAccessFile file = new RandomAccessFile(outside + "/file.txt", "rw")) {
            file.setLength(0);
        }
    }

    public static void randomAccessSynchronised(String outside) throws Throwable {
        try (RandomAccessFile file = new RandomAccessFile(new File(outside, "new.txt"), "rws")) {
            file.writeInt(1);
        }
    }

    public static void deletes(String outside) {
        new File(outside, "file.txt").delete();
    }

    public static void deletesOnExit(String outside) {
        new File(outside, "file.txt").deleteOnExit();
    }

    public static void makesFolder(String outside) {
        new File(outside, "new").mkdir();
    }

    public static void makesFolders(String outside) {
        new File(outside, "new/deep/deeper").mkdirs();
    }

    public static void createsFile(String outside) throws Throwable {
        new File(outside, "new.txt").createNewFile();
    }

    public static void createsTemporary(String outside) throws Throwable {
        File.createTempFile("new", ".tmp", new File(outside));
    }

    public static void createsTemporaryElsewhere(String outside) throws Throwable {
        System.setProperty("java.io.tmpdir", outside);
        File.createTempFile("new", ".tmp"); // where the property led when the JDK read it
        Files.createTempFile("new", ".tmp");
        File.createTempFile("new", ".tmp", new File(System.getProperty("java.io.tmpdir")));
    }

    public static void renames(String outside) {
        new File(outside, "file.txt").renameTo(new File(outside, "moved.txt"));
    }

    public static void movesIn(String outside) throws Throwable {
        File here = new File("here.txt");
        here.createNewFile();
        here.renameTo(new File(outside, "new.txt"));
    }

    public static void movesAway(String outside) {
        new File(outside, "file.txt").renameTo(new File("away.txt"));
    }

    public static void changesTime(String outside) {
        new File(outside, "file.txt").setLastModified(1000);
    }

    public static void makesReadOnly(String outside) {
        new File(outside, "file.txt").setReadOnly();
    }

    public static void makesWritable(String outside) {
        new File(outside, "file.txt").setWritable(true, false);
    }

    public static void makesExecutable(String outside) {
        new File(outside, "file.txt").setExecutable(true, false);
    }

    public static void makesUnreadable(String outside) {
        new File(outside, "file.txt").setReadable(false, false);
    }

    /** What it says of itself is not where it is. */
    static class Liar extends File {
        Liar(String path) {
            super(path);
        }

        @Override
        public String getPath() {
            return "harmless.txt";
        }

        @Override
        public String getAbsolutePath() {
            return getPath();
        }

        @Override
        public String toString() {
            return getPath();
        }
    }

    public static void deletesByLiar(String outside) {
        new Liar(outside + "/file.txt").delete();
    }

    public static void movesByLiar(String outside) {
        new File("none.txt").renameTo(new Liar(outside + "/new.txt"));
        new Liar(outside + "/file.txt").renameTo(new Liar(outside + "/moved.txt"));
    }

    public static void climbs(String outside) throws Throwable {
        new FileOutputStream(new File("").getAbsolutePath() + "/sub/../../../../../../../../.." + outside + "/file.txt").close();
    }

    public static void climbsRelatively(String outside) throws Throwable {
        new FileOutputStream("../../../../../../../../../.." + outside + "/file.txt").close();
    }

    public static void throughProcess(String outside) throws Throwable {
        new FileOutputStream("/proc/self/root" + outside + "/file.txt").close();
    }

    public static void throughCurrent(String outside) throws Throwable {
        new FileOutputStream("/proc/self/cwd/../../../../../../../.." + outside + "/file.txt").close();
    }

    public static void throughLink(String outside) throws Throwable {
        Files.createSymbolicLink(Path.of("link"), Path.of(outside));
        Files.writeString(Path.of("link/file.txt"), "changed");
    }

    public static void throughHardLink(String outside) throws Throwable {
        Files.createLink(Path.of("link"), Path.of(outside, "file.txt"));
        Files.writeString(Path.of("link"), "changed");
    }

    public static void writes(String outside) throws Throwable {
        Files.writeString(Path.of(outside, "file.txt"), "changed");
    }

    public static void writesBytes(String outside) throws Throwable {
        Files.write(Path.of(outside, "new.txt"), new byte[9]);
    }

    public static void writesLines(String outside) throws Throwable {
        Files.write(Path.of(outside, "file.txt"), Set.of("a"), StandardOpenOption.APPEND);
    }

    public static void bufferedWriter(String outside) throws Throwable {
        Files.newBufferedWriter(Path.of(outside, "file.txt")).close();
    }

    public static void outputStream(String outside) throws Throwable {
        Files.newOutputStream(Path.of(outside, "new.txt")).close();
    }

    public static void byteChannel(String outside) throws Throwable {
        Files.newByteChannel(Path.of(outside, "file.txt"), StandardOpenOption.WRITE).truncate(1).close();
    }

    public static void fileChannel(String outside) throws Throwable {
        FileChannel.open(Path.of(outside, "file.txt"), StandardOpenOption.WRITE).write(ByteBuffer.allocate(9));
    }

    public static void mapped(String outside) throws Throwable {
        try (FileChannel file = FileChannel.open(
                Path.of(outside, "file.txt"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.map(FileChannel.MapMode.READ_WRITE, 0, 3).put(0, (byte) 1);
        }
    }

    public static void asynchronous(String outside) throws Throwable {
        AsynchronousFileChannel.open(Path.of(outside, "file.txt"), StandardOpenOption.WRITE)
                .write(ByteBuffer.allocate(9), 0).get();
    }

    public static void deletesOnClose(String outside) throws Throwable {
        Files.newByteChannel(Path.of(outside, "file.txt"), StandardOpenOption.DELETE_ON_CLOSE).close();
    }

    public static void deletesPath(String outside) throws Throwable {
        Files.delete(Path.of(outside, "file.txt"));
    }

    public static void deletesIfThere(String outside) throws Throwable {
        Files.deleteIfExists(Path.of(outside, "file.txt"));
    }

    public static void deletesAll(String outside) throws Throwable {
        Files.walkFileTree(Path.of(outside), new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                file.toFile().delete();
                try {
                    Files.deleteIfExists(file);
                } catch (Exception e) {
                    return FileVisitResult.CONTINUE;
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    public static void createsPath(String outside) throws Throwable {
        Files.createFile(Path.of(outside, "new.txt"));
    }

    public static void createsFolder(String outside) throws Throwable {
        Files.createDirectory(Path.of(outside, "new"));
    }

    public static void createsFolders(String outside) throws Throwable {
        Files.createDirectories(Path.of(outside, "new/deep"));
    }

    public static void createsTemporaryFolder(String outside) throws Throwable {
        Files.createTempDirectory(Path.of(outside), "new");
    }

    public static void links(String outside) throws Throwable {
        Files.createSymbolicLink(Path.of(outside, "link"), Path.of("/"));
    }

    public static void linksHard(String outside) throws Throwable {
        Files.createLink(Path.of(outside, "link"), Path.of(outside, "file.txt"));
    }

    public static void copies(String outside) throws Throwable {
        Files.copy(Path.of(outside, "file.txt"), Path.of(outside, "copy.txt"), StandardCopyOption.COPY_ATTRIBUTES);
    }

    public static void copiesStream(String outside) throws Throwable {
        Files.copy(new java.io.ByteArrayInputStream(new byte[3]), Path.of(outside, "copy.txt"));
    }

    public static void moves(String outside) throws Throwable {
        Files.move(Path.of(outside, "file.txt"), Path.of(outside, "moved.txt"));
    }

    public static void movesAtomically(String outside) throws Throwable {
        Files.writeString(Path.of("mine.txt"), "mine");
        Files.move(Path.of("mine.txt"), Path.of(outside, "file.txt"), StandardCopyOption.ATOMIC_MOVE);
    }

    public static void setsTime(String outside) throws Throwable {
        Files.setLastModifiedTime(Path.of(outside, "file.txt"), FileTime.fromMillis(5));
    }

    public static void setsTimes(String outside) throws Throwable {
        FileTime time = FileTime.fromMillis(5000);
        Files.getFileAttributeView(Path.of(outside, "file.txt"), BasicFileAttributeView.class).setTimes(time, time, time);
    }

    public static void setsPermissions(String outside) throws Throwable {
        Files.setPosixFilePermissions(Path.of(outside, "file.txt"), PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    public static void setsAttribute(String outside) throws Throwable {
        Files.setAttribute(Path.of(outside, "file.txt"), "unix:mode", 0777);
    }

    public static void setsOwner(String outside) throws Throwable {
        Files.getFileAttributeView(Path.of(outside, "file.txt"), PosixFileAttributeView.class)
                .setOwner(FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    }

    public static void setsGroup(String outside) throws Throwable {
        Files.setAttribute(Path.of(outside, "file.txt"), "unix:gid", 12345);
    }

    public static void setsUserAttribute(String outside) throws Throwable {
        Files.getFileAttributeView(Path.of(outside, "file.txt"), UserDefinedFileAttributeView.class)
                .write("mark", ByteBuffer.wrap(new byte[] {1}));
    }

    private static SecureDirectoryStream<Path> secure(String outside) throws Throwable {
        return (SecureDirectoryStream<Path>) Files.newDirectoryStream(Path.of(outside));
    }

    public static void securelyDeletes(String outside) throws Throwable {
        secure(outside).deleteFile(Path.of("file.txt"));
    }

    public static void securelyMoves(String outside) throws Throwable {
        SecureDirectoryStream<Path> folder = secure(outside);
        folder.move(Path.of("file.txt"), folder, Path.of("moved.txt"));
    }

    public static void securelyWrites(String outside) throws Throwable {
        secure(outside).newByteChannel(
                Path.of("new.txt"), Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)).close();
    }

    public static void securelySets(String outside) throws Throwable {
        secure(outside).getFileAttributeView(Path.of("file.txt"), PosixFileAttributeView.class)
                .setPermissions(PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    public static void securelyTimes(String outside) throws Throwable {
        secure(outside).getFileAttributeView(Path.of("file.txt"), BasicFileAttributeView.class)
                .setTimes(FileTime.fromMillis(5000), null, null);
    }

    public static void zips(String outside) throws Throwable {
        try (ZipOutputStream zip = new ZipOutputStream(new FileOutputStream(outside + "/new.zip"))) {
            zip.putNextEntry(new ZipEntry("a"));
        }
    }

    public static void zipFileSystem(String outside) throws Throwable {
        try (FileSystem zip = FileSystems.newFileSystem(
                URI.create("jar:file:" + outside + "/new.zip"), Map.of("create", "true"))) {
            Files.writeString(zip.getPath("/a"), "text");
        }
    }

    public static void byProvider(String outside) throws Throwable {
        FileSystems.getDefault().provider().delete(Path.of(outside, "file.txt"));
    }

    public static void reflectively(String outside) throws Throwable {
        try {
            File.class.getMethod("delete").invoke(new File(outside, "file.txt"));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    public static void byHandle(String outside) throws Throwable {
        MethodHandle delete = MethodHandles.lookup()
                .findVirtual(File.class, "delete", MethodType.methodType(boolean.class));
        boolean ignored = (boolean) delete.invokeExact(new File(outside, "file.txt"));
    }

    public static void inThread(String outside) throws Throwable {
        Thread thread = new Thread(() -> new File(outside, "file.txt").delete());
        thread.start();
        thread.join();
    }

    public static void inPool(String outside) throws Throwable {
        CompletableFuture.supplyAsync(() -> new File(outside, "file.txt").delete()).join();
    }

    public static void inParallel(String outside) {
        java.util.stream.IntStream.range(0, 64).parallel().forEach(i -> new File(outside, "file.txt").delete());
    }

    public static void inInitialiser(String outside) {
        System.setProperty("contained.outside", outside);
        Initialiser.run();
    }

    static class Initialiser {
        static {
            new File(System.getProperty("contained.outside"), "file.txt").delete();
        }

        static void run() {}
    }

    public static void logs(String outside) throws Throwable {
        new java.util.logging.FileHandler(outside + "/new.log").close();
    }

    public static void preferences(String outside) throws Throwable {
        System.setProperty("java.util.prefs.userRoot", outside);
        System.setProperty("user.home", outside);
        java.util.prefs.Preferences.userRoot().put("a", "b");
        java.util.prefs.Preferences.userRoot().flush();
    }

    public static void images(String outside) throws Throwable {
        javax.imageio.ImageIO.write(
                new java.awt.image.BufferedImage(2, 2, java.awt.image.BufferedImage.TYPE_INT_RGB),
                "png", new File(outside, "new.png"));
    }

    public static void compiles(String outside) throws Throwable {
        Files.writeString(Path.of("A.java"), "class A {}");
        javax.tools.ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", outside, "A.java");
    }

    public static void tool(String outside) throws Throwable {
        java.util.spi.ToolProvider.findFirst("jar").get()
                .run(System.out, System.err, "--create", "--file", outside + "/new.jar", outside + "/file.txt");
    }

    public static void transforms(String outside) throws Throwable {
        javax.xml.transform.TransformerFactory.newInstance().newTransformer().transform(
                new javax.xml.transform.stream.StreamSource(new java.io.StringReader("<a/>")),
                new javax.xml.transform.stream.StreamResult(new File(outside, "new.xml")));
    }
}
