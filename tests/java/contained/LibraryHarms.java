package contained;

import java.io.*;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.*;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.security.*;
import java.security.cert.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.logging.*;
import javax.management.*;
import javax.management.modelmbean.*;

/** Harms by all modules of the JDK, written from its documentation alone. */
public class LibraryHarms {

    // helpers

    private static int port(String outside) throws IOException {
        return Integer.parseInt(Files.readString(Path.of(outside, "port.txt")).trim());
    }

    private static long victim(String outside) throws IOException {
        return Long.parseLong(Files.readString(Path.of(outside, "victim.pid")).trim());
    }

    private static sun.misc.Unsafe unsafe() throws Exception {
        Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        return (sun.misc.Unsafe) f.get(null);
    }

    private static MethodHandles.Lookup trusted() throws Exception {
        sun.misc.Unsafe u = unsafe();
        Field f = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        return (MethodHandles.Lookup) u.getObject(u.staticFieldBase(f), u.staticFieldOffset(f));
    }

    private static InputStream text(String s) {
        return new ByteArrayInputStream(s.getBytes(StandardCharsets.UTF_8));
    }

    private static void deleteFile(String outside) {
        new File(outside, "file.txt").delete();
    }

    private static final List<Object> HELD = new ArrayList<>();

    // files

    public static void domLsWriteToUri(String outside) throws Throwable {
        org.w3c.dom.Document d =
                javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
        d.appendChild(d.createElement("gone"));
        org.w3c.dom.ls.DOMImplementationLS ls =
                (org.w3c.dom.ls.DOMImplementationLS) d.getImplementation().getFeature("LS", "3.0");
        ls.createLSSerializer().writeToURI(d, Path.of(outside, "file.txt").toUri().toString());
    }

    public static void xsltRedirectWrite(String outside) throws Throwable {
        String xsl = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
                + " xmlns:redirect='http://xml.apache.org/xalan/redirect' extension-element-prefixes='redirect'>"
                + "<xsl:template match='/'><redirect:write file='" + outside + "/file.txt'>gone</redirect:write>"
                + "</xsl:template></xsl:stylesheet>";
        javax.xml.transform.TransformerFactory f = javax.xml.transform.TransformerFactory.newInstance();
        f.setFeature("http://www.oracle.com/xml/jaxp/properties/enableExtensionFunctions", true);
        f.newTransformer(new javax.xml.transform.stream.StreamSource(text(xsl)))
                .transform(new javax.xml.transform.stream.StreamSource(text("<a/>")),
                        new javax.xml.transform.stream.StreamResult(new StringWriter()));
    }

    public static void staxResultBySystemId(String outside) throws Throwable {
        javax.xml.transform.stream.StreamResult r = new javax.xml.transform.stream.StreamResult();
        r.setSystemId(outside + "/folder/inner.txt");
        javax.xml.stream.XMLStreamWriter w = javax.xml.stream.XMLOutputFactory.newInstance().createXMLStreamWriter(r);
        w.writeStartDocument();
        w.writeEmptyElement("gone");
        w.writeEndDocument();
        w.close();
    }

    public static void xmlDecoderDeletes(String outside) throws Throwable {
        String x = "<?xml version='1.0'?><java version='17' class='java.beans.XMLDecoder'>"
                + "<object class='java.io.File'><string>" + outside + "/file.txt</string>"
                + "<void method='delete'/></object></java>";
        try (java.beans.XMLDecoder d = new java.beans.XMLDecoder(text(x))) {
            d.readObject();
        }
    }

    public static void jfrDestination(String outside) throws Throwable {
        try (jdk.jfr.Recording r = new jdk.jfr.Recording()) {
            r.setDestination(Path.of(outside, "folder", "x.jfr"));
            r.enable("jdk.JVMInformation");
            r.start();
            r.stop();
        }
    }

    public static void diagnosticCommandLog(String outside) throws Throwable {
        MBeanServer s = ManagementFactory.getPlatformMBeanServer();
        s.invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "vmLog",
                new Object[]{new String[]{"output=file=" + outside + "/folder/vm.log", "what=gc*=debug"}},
                new String[]{String[].class.getName()});
        System.gc();
    }

    public static void jarToolCreates(String outside) throws Throwable {
        java.util.spi.ToolProvider t = java.util.spi.ToolProvider.findFirst("jar").orElseThrow();
        t.run(System.out, System.err, "--create", "--file", outside + "/file.txt", "-C", outside, "folder");
    }

    public static void javacIntoFolder(String outside) throws Throwable {
        javax.tools.JavaCompiler c = javax.tools.ToolProvider.getSystemJavaCompiler();
        javax.tools.JavaFileObject src = new javax.tools.SimpleJavaFileObject(URI.create("string:///Gone.java"),
                javax.tools.JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignore) {
                return "class Gone { native void x(); }";
            }
        };
        c.getTask(null, null, null, List.of("-proc:none", "-d", outside + "/folder", "-h", outside + "/folder"),
                null, List.of(src)).call();
    }

    public static void soundWritesWave(String outside) throws Throwable {
        javax.sound.sampled.AudioFormat f = new javax.sound.sampled.AudioFormat(8000f, 8, 1, true, false);
        javax.sound.sampled.AudioSystem.write(
                new javax.sound.sampled.AudioInputStream(new ByteArrayInputStream(new byte[800]), f, 800),
                javax.sound.sampled.AudioFileFormat.Type.WAVE, new File(outside, "file.txt"));
    }

    public static void loggingConfigFile(String outside) throws Throwable {
        LogManager.getLogManager().readConfiguration(text("handlers=java.util.logging.FileHandler\n"
                + "java.util.logging.FileHandler.pattern=" + outside + "/folder/inner.txt\n"
                + "java.util.logging.FileHandler.count=1\n"));
        Logger.getLogger("").warning("gone");
    }

    public static void domainKeyStoreStores(String outside) throws Throwable {
        char[] pw = "changeit".toCharArray();
        Path dir = Files.createTempDirectory("blind");
        try {
            Path seed = dir.resolve("seed.p12");
            KeyStore k = KeyStore.getInstance("PKCS12");
            k.load(null, pw);
            try (OutputStream o = Files.newOutputStream(seed)) {
                k.store(o, pw);
            }
            Path from = dir.resolve("from.cfg"), to = dir.resolve("to.cfg");
            String domain = "domain d { keystore k keystoreType=\"PKCS12\" keystoreURI=\"" + seed.toUri() + "\"; };";
            Files.writeString(from, domain);
            Files.writeString(to, "domain d { keystore k keystoreType=\"PKCS12\" keystoreURI=\""
                    + Path.of(outside, "file.txt").toUri() + "\"; };");
            Map<String, KeyStore.ProtectionParameter> p = Map.of("k", new KeyStore.PasswordProtection(pw));
            KeyStore d = KeyStore.getInstance("DKS");
            d.load(new DomainLoadStoreParameter(new URI(from.toUri() + "#d"), p));
            d.store(new DomainLoadStoreParameter(new URI(to.toUri() + "#d"), p));
        } finally {
            for (String n : List.of("seed.p12", "from.cfg", "to.cfg")) Files.deleteIfExists(dir.resolve(n));
            Files.deleteIfExists(dir);
        }
    }

    public static void preferencesRoot(String outside) throws Throwable {
        System.setProperty("java.util.prefs.userRoot", outside + "/folder");
        java.util.prefs.Preferences p = java.util.prefs.Preferences.userRoot().node("gone");
        p.put("a", "b");
        p.flush();
    }

    public static void modelMBeanLogFile(String outside) throws Throwable {
        RequiredModelMBean b = new RequiredModelMBean();
        b.setManagedResource(new Object(), "ObjectReference");
        ModelMBeanNotificationInfo ni = new ModelMBeanNotificationInfo(new String[]{"gone"}, "gone", "gone",
                new DescriptorSupport(
                        "name=gone", "descriptorType=notification", "log=T", "logfile=" + outside + "/file.txt"));
        b.setModelMBeanInfo(
                new ModelMBeanInfoSupport("x.Y", "d", null, null, null, new ModelMBeanNotificationInfo[]{ni}));
        b.addNotificationListener((n, h) -> { }, null, null);
        b.sendNotification(new Notification("gone", b, 1));
    }

    public static void bodySubscriberFile(String outside) throws Throwable {
        HttpResponse.BodySubscriber<Path> s = HttpResponse.BodySubscribers.ofFile(Path.of(outside, "file.txt"));
        s.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) { }

            @Override
            public void cancel() { }
        });
        s.onNext(List.of(ByteBuffer.wrap("gone".getBytes())));
        s.onComplete();
    }

    public static void secureDirectoryMove(String outside) throws Throwable {
        try (DirectoryStream<Path> d = Files.newDirectoryStream(Path.of(outside))) {
            SecureDirectoryStream<Path> s = (SecureDirectoryStream<Path>) d;
            try (SecureDirectoryStream<Path> sub = s.newDirectoryStream(Path.of("folder"))) {
                sub.move(Path.of("inner.txt"), s, Path.of("moved.txt"));
            }
        }
    }

    public static void asyncChannelOverwrites(String outside) throws Throwable {
        Path file = Path.of(outside, "file.txt");
        try (AsynchronousFileChannel c = AsynchronousFileChannel.open(file, StandardOpenOption.WRITE)) {
            c.write(ByteBuffer.wrap("gone".getBytes()), 0).get();
        }
    }

    public static void extendedAttribute(String outside) throws Throwable {
        Files.getFileAttributeView(Path.of(outside, "file.txt"), UserDefinedFileAttributeView.class)
                .write("gone", ByteBuffer.wrap("gone".getBytes()));
    }

    public static void unixModeAndTime(String outside) throws Throwable {
        Files.setAttribute(Path.of(outside, "file.txt"), "unix:mode", 0);
        Files.setAttribute(Path.of(outside, "folder"), "basic:lastModifiedTime", FileTime.fromMillis(86400000L));
    }

    public static void trustedLookupNativeRename(String outside) throws Throwable {
        Class<?> d = Class.forName("sun.nio.fs.UnixNativeDispatcher");
        Class<?> up = Class.forName("sun.nio.fs.UnixPath");
        MethodHandle m = trusted().findStatic(d, "rename", MethodType.methodType(void.class, up, up));
        m.invokeWithArguments(Path.of(outside, "file.txt"), Path.of(outside, "renamed.txt"));
    }

    public static void foreignUnlink(String outside) throws Throwable {
        Class<?> linkerC = Class.forName("java.lang.foreign.Linker");
        Class<?> layoutC = Class.forName("java.lang.foreign.MemoryLayout");
        Class<?> valueC = Class.forName("java.lang.foreign.ValueLayout");
        Class<?> segC = Class.forName("java.lang.foreign.MemorySegment");
        Class<?> fdC = Class.forName("java.lang.foreign.FunctionDescriptor");
        Class<?> optC = Class.forName("java.lang.foreign.Linker$Option");
        Class<?> arenaC = Class.forName("java.lang.foreign.Arena");
        Object linker = linkerC.getMethod("nativeLinker").invoke(null);
        Object lookup = linkerC.getMethod("defaultLookup").invoke(linker);
        Object sym = ((Optional<?>) Class.forName("java.lang.foreign.SymbolLookup").getMethod("find", String.class)
                .invoke(lookup, "unlink")).orElseThrow();
        Object args = Array.newInstance(layoutC, 1);
        Array.set(args, 0, valueC.getField("ADDRESS").get(null));
        Object result = valueC.getField("JAVA_INT").get(null);
        Object fd = fdC.getMethod("of", layoutC, args.getClass()).invoke(null, result, args);
        Object none = Array.newInstance(optC, 0);
        MethodHandle h = (MethodHandle) linkerC.getMethod("downcallHandle", segC, fdC, none.getClass())
                .invoke(linker, sym, fd, none);
        Object arena = arenaC.getMethod("ofAuto").invoke(null);
        Object s = Class.forName("java.lang.foreign.SegmentAllocator").getMethod("allocateFrom", String.class)
                .invoke(arena, outside + "/file.txt");
        h.invokeWithArguments(s);
    }

    // network

    public static void ldapCertStore(String outside) throws Throwable {
        CertStore s = CertStore.getInstance("LDAP", new LDAPCertStoreParameters("127.0.0.1", port(outside)));
        X509CertSelector sel = new X509CertSelector();
        sel.setSubject("CN=gone");
        s.getCertificates(sel);
    }

    public static void xmlExternalDtd(String outside) throws Throwable {
        javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(
                text("<!DOCTYPE a SYSTEM 'http://127.0.0.1:" + port(outside) + "/a.dtd'><a/>"));
    }

    public static void rmiRegistryList(String outside) throws Throwable {
        java.rmi.registry.LocateRegistry.getRegistry("127.0.0.1", port(outside)).list();
    }

    public static void loggingSocketHandler(String outside) throws Throwable {
        SocketHandler h = new SocketHandler("127.0.0.1", port(outside));
        h.publish(new LogRecord(Level.SEVERE, "gone"));
        h.close();
    }

    public static void urlClassLoaderFetch(String outside) throws Throwable {
        try (URLClassLoader l = new URLClassLoader(new URL[]{new URL("http://127.0.0.1:" + port(outside) + "/")})) {
            l.loadClass("gone.Gone");
        }
    }

    public static void webSocketConnect(String outside) throws Throwable {
        HttpClient.newHttpClient().newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + port(outside) + "/"), new WebSocket.Listener() { })
                .get(2, TimeUnit.SECONDS);
    }

    // processes, the JVM

    public static void jdiRawLaunch(String outside) throws Throwable {
        com.sun.jdi.VirtualMachineManager manager = com.sun.jdi.Bootstrap.virtualMachineManager();
        for (com.sun.jdi.connect.LaunchingConnector c : manager.launchingConnectors()) {
            if (!c.name().equals("com.sun.jdi.RawCommandLineLaunch")) continue;
            Map<String, com.sun.jdi.connect.Connector.Argument> a = c.defaultArguments();
            a.get("command").setValue("/usr/bin/touch " + outside + "/launched.txt");
            a.get("address").setValue("127.0.0.1:0");
            c.launch(a);
        }
    }

    public static void jshellRemote(String outside) throws Throwable {
        try (jdk.jshell.JShell j = jdk.jshell.JShell.create()) {
            j.eval("java.nio.file.Files.delete(java.nio.file.Path.of(\"" + outside + "/file.txt\"));");
        }
    }

    public static void victimDestroyed(String outside) throws Throwable {
        ProcessHandle.of(victim(outside)).orElseThrow().destroyForcibly();
    }

    public static void victimByTrustedDestroy0(String outside) throws Throwable {
        long pid = victim(outside);
        Class<?> c = Class.forName("java.lang.ProcessHandleImpl");
        MethodHandles.Lookup l = trusted();
        MethodType type = MethodType.methodType(long.class, long.class);
        long start = (long) l.findStatic(c, "isAlive0", type).invokeWithArguments(pid);
        l.findStatic(c, "destroy0", MethodType.methodType(boolean.class, long.class, long.class, boolean.class))
                .invokeWithArguments(pid, start, true);
    }

    public static void unsafeCrash(String outside) throws Throwable {
        unsafe().putLong(0x100008L, 1L);
    }

    public static void signalRaised(String outside) throws Throwable {
        sun.misc.Signal.raise(new sun.misc.Signal("TERM"));
        Thread.sleep(1000);
    }

    // state

    public static void formatLocaleOnly(String outside) throws Throwable {
        Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("th-TH-u-nu-thai"));
    }

    public static void propertiesComputed(String outside) throws Throwable {
        System.getProperties().replaceAll((k, v) -> k.equals("line.separator") || k.equals("user.home") ? "\ngone" : v);
    }

    public static void providerInFront(String outside) throws Throwable {
        Provider p = new Provider("Blind", "1", "") { };
        p.put("MessageDigest.MD5", "sun.security.provider.SHA");
        Security.insertProviderAt(p, 1);
        Security.setProperty("jdk.tls.disabledAlgorithms", "");
    }

    public static void integerCacheByUnsafe(String outside) throws Throwable {
        sun.misc.Unsafe u = unsafe();
        u.putInt(Integer.valueOf(77), u.objectFieldOffset(Integer.class.getDeclaredField("value")), 78);
    }

    public static void imageRegistryEmptied(String outside) throws Throwable {
        javax.imageio.ImageIO.setUseCache(!javax.imageio.ImageIO.getUseCache());
        javax.imageio.spi.IIORegistry.getDefaultInstance().deregisterAll(javax.imageio.spi.ImageReaderSpi.class);
    }

    public static void urlHandlerFactory(String outside) throws Throwable {
        URL.setURLStreamHandlerFactory(p -> !p.equals("blind") ? null : new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL u) {
                return null;
            }
        });
    }

    public static void vmOptionByJmx(String outside) throws Throwable {
        ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=HotSpotDiagnostic"),
                "setVMOption", new Object[]{"HeapDumpOnOutOfMemoryError", "true"},
                new String[]{String.class.getName(), String.class.getName()});
    }

    public static void callingThreadChanged(String outside) throws Throwable {
        Thread t = Thread.currentThread();
        t.setName("gone");
        t.setPriority(Thread.MIN_PRIORITY);
        t.setContextClassLoader(new URLClassLoader(new URL[0], null));
        t.setUncaughtExceptionHandler((a, b) -> { });
        t.interrupt();
    }

    public static void serialFilterForever(String outside) throws Throwable {
        ObjectInputFilter.Config.setSerialFilter(i -> ObjectInputFilter.Status.REJECTED);
    }

    public static void netDefaults(String outside) throws Throwable {
        javax.net.ssl.HttpsURLConnection.setDefaultHostnameVerifier((h, s) -> true);
        URLConnection.setFileNameMap(n -> "gone/gone");
        CookieHandler.setDefault(new CookieManager());
        Authenticator.setDefault(new Authenticator() { });
    }

    // later, threads, resources

    private static class Deleter implements Runnable {
        private final String outside;

        Deleter(String outside) {
            this.outside = outside;
        }

        @Override
        public void run() {
            deleteFile(outside);
        }
    }

    public static void cleanerLater(String outside) throws Throwable {
        Cleaner c = Cleaner.create();
        HELD.add(c);
        c.register(new Object(), new Deleter(outside));
    }

    public static void gcNotificationLater(String outside) throws Throwable {
        for (GarbageCollectorMXBean b : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) b).addNotificationListener((n, h) -> deleteFile(outside), null, null);
        }
    }

    public static void delayedExecutorLater(String outside) throws Throwable {
        Executor later = CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS, Runnable::run);
        CompletableFuture.runAsync(new Deleter(outside), later);
    }

    @jdk.jfr.Name("blind.Gone")
    @jdk.jfr.Period("200 ms")
    private static class Gone extends jdk.jfr.Event { }

    public static void jfrPeriodicLater(String outside) throws Throwable {
        jdk.jfr.Recording r = new jdk.jfr.Recording();
        jdk.jfr.FlightRecorder.addPeriodicEvent(Gone.class, new Deleter(outside));
        r.enable(Gone.class).withPeriod(Duration.ofMillis(200));
        r.start();
        HELD.add(r);
    }

    public static void deleteOnExitLater(String outside) throws Throwable {
        new File(outside, "file.txt").deleteOnExit();
    }

    public static void virtualThreadLater(String outside) throws Throwable {
        Method m = Thread.class.getMethod("startVirtualThread", Runnable.class);
        m.invoke(null, (Runnable) () -> {
            long end = System.nanoTime() + 400_000_000L;
            while (System.nanoTime() < end) {
                try {
                    Thread.sleep(50);
                } catch (InterruptedException e) {
                    // goes on
                }
            }
            deleteFile(outside);
        });
    }

    public static void globalMonitorsHeld(String outside) throws Throwable {
        CountDownLatch in = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            synchronized (System.getProperties()) {
                synchronized (Thread.class) {
                    in.countDown();
                    for (;;) java.util.concurrent.locks.LockSupport.parkNanos(1_000_000_000L);
                }
            }
        }, "gone");
        t.setDaemon(true);
        t.start();
        in.await();
    }

    public static void heapHoarded(String outside) throws Throwable {
        for (int size : new int[]{1 << 24, 1 << 20, 1 << 16, 1 << 10}) {
            try {
                Object[] chain = null;
                for (;;) {
                    Object[] next = {chain, new byte[size]};
                    chain = next;
                    keep = new Object[]{keep0, chain};
                }
            } catch (OutOfMemoryError e) {
                keep0 = keep;
            }
        }
    }

    private static Object[] keep, keep0;
}
