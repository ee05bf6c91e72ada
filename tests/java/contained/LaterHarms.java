package contained;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.ObjectOutputStream;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformLoggingMXBean;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.security.KeyStore;
import java.security.Security;
import java.util.Hashtable;
import java.util.Optional;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SubmissionPublisher;
import java.util.jar.JarOutputStream;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.zip.GZIPOutputStream;

/** Written from the documentation of the JDK, package by package, after the guard was done. */
public class LaterHarms {
    // ---- java.io, java.nio, java.util.zip and what writes by them

    public static void serialises(String outside) throws Throwable {
        new ObjectOutputStream(new FileOutputStream(outside + "/object.bin")).writeObject("x");
    }

    public static void compresses(String outside) throws Throwable {
        new GZIPOutputStream(new FileOutputStream(outside + "/file.txt")).finish();
    }

    public static void jars(String outside) throws Throwable {
        new JarOutputStream(new FileOutputStream(outside + "/new.jar")).finish();
    }

    public static void stores(String outside) throws Throwable {
        new Properties().store(new FileWriter(outside + "/new.properties", StandardCharsets.UTF_8), "x");
    }

    public static void storesKeys(String outside) throws Throwable {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.store(new FileOutputStream(outside + "/keys"), new char[] {'x'});
    }

    public static void transfers(String outside) throws Throwable {
        try (FileChannel from = FileChannel.open(Path.of(outside, "folder/inner.txt"));
                FileChannel to = FileChannel.open(Path.of(outside, "file.txt"), StandardOpenOption.APPEND)) {
            from.transferTo(0, 9, to);
        }
    }

    public static void writesThroughReader(String outside) throws Throwable {
        FileChannel channel = new FileInputStream(outside + "/file.txt").getChannel();
        channel.truncate(0);
    }

    public static void writesReadOnly(String outside) throws Throwable {
        new RandomAccessFile(outside + "/file.txt", "r").write(1);
    }

    public static void truncates(String outside) throws Throwable {
        new RandomAccessFile(outside + "/file.txt", "rwd").getChannel().truncate(0);
    }

    public static void hides(String outside) throws Throwable {
        Files.setAttribute(Path.of(outside, "file.txt"), "dos:hidden", true);
    }

    public static void owns(String outside) throws Throwable {
        Files.setOwner(Path.of(outside, "file.txt"), Path.of(outside).getFileSystem()
                .getUserPrincipalLookupService().lookupPrincipalByName("1234"));
    }

    public static void replaces(String outside) throws Throwable {
        Files.writeString(Path.of("mine"), "mine");
        Files.copy(Path.of("mine"), Path.of(outside, "file.txt"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    public static void byUri(String outside) throws Throwable {
        Files.delete(Path.of(URI.create("file://" + outside + "/file.txt")));
    }

    public static void byUrlStream(String outside) throws Throwable {
        var connection = new URL("file:" + outside + "/file.txt").openConnection();
        connection.setDoOutput(true);
        connection.getOutputStream().write(1);
    }

    public static void throughTemporaryLink(String outside) throws Throwable {
        Path folder = Files.createTempDirectory("x");
        Files.createSymbolicLink(folder.resolve("a"), Path.of(outside));
        new FileOutputStream(folder.resolve("a/file.txt").toFile()).close();
    }

    public static void imageStream(String outside) throws Throwable {
        new javax.imageio.stream.FileImageOutputStream(new File(outside, "image")).write(1);
    }

    public static void sound(String outside) throws Throwable {
        var format = new javax.sound.sampled.AudioFormat(8000, 8, 1, true, false);
        var stream = new javax.sound.sampled.AudioInputStream(new java.io.ByteArrayInputStream(new byte[9]), format, 9);
        javax.sound.sampled.AudioSystem.write(
                stream, javax.sound.sampled.AudioFileFormat.Type.WAVE, new File(outside, "new.wav"));
    }

    public static void midi(String outside) throws Throwable {
        javax.sound.midi.MidiSystem.write(
                new javax.sound.midi.Sequence(javax.sound.midi.Sequence.PPQ, 1, 1), 1, new File(outside, "new.mid"));
    }

    public static void encodes(String outside) throws Throwable {
        var encoder = new java.beans.XMLEncoder(new FileOutputStream(outside + "/bean.xml"));
        encoder.writeObject("x");
        encoder.close();
    }

    public static void watches(String outside) throws Throwable {
        Path.of(outside).register(
                Path.of(outside).getFileSystem().newWatchService(), StandardWatchEventKinds.ENTRY_CREATE);
    }

    public static void fonts(String outside) throws Throwable {
        System.setProperty("java.io.tmpdir", outside);
        java.awt.Font.createFont(java.awt.Font.TRUETYPE_FONT, new java.io.ByteArrayInputStream(new byte[99]));
    }

    public static void tools(String outside) throws Throwable {
        java.util.spi.ToolProvider.findFirst("javac").get()
                .run(System.out, System.err, "-d", outside, "-version", "-s", outside);
        java.util.spi.ToolProvider.findFirst("jmod").get()
                .run(System.out, System.err, "create", "--class-path", outside, outside + "/new.jmod");
    }

    // ---- other code

    public static void shell(String outside) throws Throwable {
        try (var shell = jdk.jshell.JShell.builder().executionEngine("local").build()) {
            shell.eval("new java.io.File(\"" + outside + "/file.txt\").delete()");
        }
    }

    public static void remoteShell(String outside) throws Throwable {
        try (var shell = jdk.jshell.JShell.create()) {
            shell.eval("new java.io.File(\"" + outside + "/file.txt\").delete()");
        }
    }

    public static void ownLoader(String outside) throws Throwable {
        URL here = LaterHarms.class.getResource("/contained/FileHarms.class");
        byte[] bytes = here.openStream().readAllBytes();
        Path classes = Files.createDirectories(Path.of("classes/contained"));
        Files.write(classes.resolve("FileHarms.class"), bytes);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {Path.of("classes").toUri().toURL()}, null)) {
            invoke(loader.loadClass("contained.FileHarms").getMethod("deletes", String.class), outside);
        }
    }

    private static void invoke(Method method, Object argument) throws Throwable {
        try {
            method.invoke(null, argument);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    public static void proxied(String outside) throws Throwable {
        Runnable run = (Runnable) java.lang.reflect.Proxy.newProxyInstance(
                LaterHarms.class.getClassLoader(), new Class<?>[] {Runnable.class},
                (proxy, method, arguments) -> {
                    new File(outside, "file.txt").delete();
                    return null;
                });
        ForkJoinPool.commonPool().submit(run).join();
    }

    public static void handler(String outside) throws Throwable {
        Runnable run = java.beans.EventHandler.create(Runnable.class, new File(outside, "file.txt"), "delete");
        Thread thread = new Thread(run);
        thread.start();
        thread.join();
    }

    public static void handleProxy(String outside) throws Throwable {
        var delete = java.lang.invoke.MethodHandles.lookup().bind(
                new File(outside, "file.txt"), "delete", java.lang.invoke.MethodType.methodType(boolean.class));
        Runnable run = java.lang.invoke.MethodHandleProxies.asInterfaceInstance(
                Runnable.class, delete.asType(java.lang.invoke.MethodType.methodType(void.class)));
        Thread thread = new Thread(run);
        thread.start();
        thread.join();
    }

    // ---- java.lang.foreign, by its public interfaces

    private static Class<?> foreign(String name) throws Exception {
        return Class.forName("java.lang.foreign." + name);
    }

    public static void callsAbort(String outside) throws Throwable {
        Object linker = foreign("Linker").getMethod("nativeLinker").invoke(null);
        Object lookup = foreign("Linker").getMethod("defaultLookup").invoke(linker);
        Optional<?> found = (Optional<?>) foreign("SymbolLookup").getMethod("find", String.class).invoke(lookup, "abort");
        Object descriptor = foreign("FunctionDescriptor").getMethod("ofVoid", foreign("MemoryLayout").arrayType())
                .invoke(null, Array.newInstance(foreign("MemoryLayout"), 0));
        Class<?> option = foreign("Linker$Option");
        var handle = (java.lang.invoke.MethodHandle) foreign("Linker")
                .getMethod("downcallHandle", foreign("MemorySegment"), foreign("FunctionDescriptor"), option.arrayType())
                .invoke(linker, found.get(), descriptor, Array.newInstance(option, 0));
        handle.invoke();
    }

    public static void writesSegment(String outside) throws Throwable {
        Class<?> segments = foreign("MemorySegment");
        Object segment = segments.getMethod("ofAddress", long.class).invoke(null, 64L);
        Object whole = segments.getMethod("reinterpret", long.class).invoke(segment, 1L << 20);
        segments.getMethod("fill", byte.class).invoke(whole, (byte) 1);
    }

    public static void looksUpLibrary(String outside) throws Throwable {
        Object arena = foreign("Arena").getMethod("ofAuto").invoke(null);
        foreign("SymbolLookup").getMethod("libraryLookup", String.class, foreign("Arena"))
                .invoke(null, "libc.so.6", arena);
    }

    // ---- java.net and what connects by it

    private static int port(String outside) throws Exception {
        return Integer.parseInt(Files.readString(Path.of(outside, "port.txt")));
    }

    public static void logsToSocket(String outside) throws Throwable {
        new java.util.logging.SocketHandler("127.0.0.1", port(outside)).close();
    }

    public static void securely(String outside) throws Throwable {
        javax.net.ssl.SSLSocketFactory.getDefault()
                .createSocket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port(outside)).close();
    }

    public static void byFtp(String outside) throws Throwable {
        new URL("ftp://127.0.0.1:" + port(outside) + "/a").openStream().close();
    }

    public static void fromRemoteJar(String outside) throws Throwable {
        new URLClassLoader(new URL[] {new URL("http://127.0.0.1:" + port(outside) + "/a.jar")}).loadClass("a.B");
    }

    public static void asksNames(String outside) throws Throwable {
        Hashtable<String, String> table = new Hashtable<>();
        table.put("java.naming.factory.initial", "com.sun.jndi.dns.DnsContextFactory");
        table.put("java.naming.provider.url", "dns://127.0.0.1:" + port(outside));
        new javax.naming.directory.InitialDirContext(table).getAttributes("everypath.invalid");
    }

    public static void managesRemotely(String outside) throws Throwable {
        javax.management.remote.JMXConnectorServerFactory.newJMXConnectorServer(
                new javax.management.remote.JMXServiceURL("service:jmx:rmi://"), null,
                ManagementFactory.getPlatformMBeanServer()).start();
    }

    public static void exports(String outside) throws Throwable {
        java.rmi.server.UnicastRemoteObject.exportObject(new java.rmi.Remote() { }, 0);
    }

    public static void later(String outside) throws Throwable {
        java.net.http.HttpClient.newHttpClient().sendAsync(
                java.net.http.HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(outside))).build(),
                java.net.http.HttpResponse.BodyHandlers.discarding());
        Thread.sleep(100);
    }

    public static void pipes(String outside) throws Throwable {
        var channel = Channels.newChannel(new FileOutputStream(outside + "/file.txt"));
        channel.write(java.nio.ByteBuffer.allocate(3));
    }

    // ---- state that the next call sees

    public static void clearsProvider(String outside) {
        Security.getProvider("SUN").clear();
    }

    public static void changesProvider(String outside) {
        Security.getProvider("SUN").put("MessageDigest.MD5", "contained.None");
        Security.getProvider("SUN").remove("MessageDigest.SHA-256");
    }

    public static void setsLevelByBean(String outside) {
        ManagementFactory.getPlatformMXBean(PlatformLoggingMXBean.class).setLoggerLevel("", "OFF");
    }

    public static void setsHandlerLevel(String outside) {
        Logger.getLogger("").getHandlers()[0].setLevel(Level.ALL);
        Logger.getLogger("").getHandlers()[0].setFormatter(new SimpleFormatter());
    }

    public static void updatesLogging(String outside) throws Throwable {
        LogManager.getLogManager().updateConfiguration(key -> (before, after) -> "OFF");
    }

    public static void registersBean(String outside) throws Throwable {
        ManagementFactory.getPlatformMBeanServer().createMBean(
                "javax.management.loading.MLet", new javax.management.ObjectName("contained:type=MLet"));
    }

    public static void deregistersImages(String outside) {
        javax.imageio.spi.IIORegistry.getDefaultInstance().deregisterAll();
    }

    public static void forgetsZone(String outside) {
        TimeZone.setDefault(null);
        System.setProperty("user.timezone", "Asia/Tokyo");
        TimeZone.setDefault(null);
    }

    public static void putsProperty(String outside) {
        System.getProperties().put("contained", new Object());
        System.getProperties().put("line.separator", "?");
    }

    public static void interruptsGroup(String outside) {
        Thread.currentThread().getThreadGroup().getParent().interrupt();
    }

    public static void loopsInPool(String outside) {
        ForkJoinPool.commonPool().execute(() -> {
            while (true) {
                TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            }
        });
    }

    public static void publishes(String outside) {
        SubmissionPublisher<String> publisher = new SubmissionPublisher<>();
        publisher.consume(each -> {
            sleep();
            TimeZone.setDefault(TimeZone.getTimeZone(each));
        });
        publisher.submit("Asia/Tokyo");
    }

    private static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            return;
        }
    }

    public static void perTask(String outside) throws Throwable {
        try {
            var pool = (java.util.concurrent.ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
            pool.submit(() -> {
                sleep();
                TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            });
        } catch (NoSuchMethodException e) {
            Executors.newCachedThreadPool().submit(LaterHarms::sleep);
        }
    }

    public static void seeds(String outside) throws Throwable {
        new java.security.SecureRandom(new byte[] {1}).nextInt();
    }

    public static void holdsLock(String outside) {
        Thread thread = new Thread(() -> {
            synchronized (TimeZone.class) {
                java.math.BigInteger.TWO.pow(40000).add(java.math.BigInteger.ONE).nextProbablePrime();
            }
        });
        thread.setDaemon(true);
        thread.start();
        sleep();
    }
}
