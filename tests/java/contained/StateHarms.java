package contained;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.URL;
import java.net.URLConnection;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.LogManager;

/** Changes of what all code of a JVM shares. {@link #look} tells what the next call sees. */
public class StateHarms {
    /** The shared state, a line for each part. */
    public static String look() throws Exception {
        List<String> found = new ArrayList<>();
        java.util.TreeMap<Object, Object> properties = new java.util.TreeMap<>(System.getProperties());
        properties.values().removeIf(each -> String.valueOf(each).contains("everypath-jvm-"));
        found.add("properties " + properties.hashCode());
        found.add("locale " + Locale.getDefault() + Locale.getDefault(Locale.Category.FORMAT)
                + Locale.getDefault(Locale.Category.DISPLAY));
        found.add("zone " + TimeZone.getDefault().getID());
        found.add("streams " + (System.out == null) + (System.err == null) + System.in.read());
        found.add("handler " + Thread.getDefaultUncaughtExceptionHandler());
        Thread current = Thread.currentThread();
        found.add("thread " + current.getName() + current.getPriority() + current.isInterrupted()
                + (current.getUncaughtExceptionHandler() == current.getThreadGroup()) + current.getContextClassLoader().getName());
        found.add("group " + current.getThreadGroup().getMaxPriority());
        StringBuilder providers = new StringBuilder("providers ");
        for (Provider each : Security.getProviders()) {
            providers.append(each.getName()).append(' ');
        }
        found.add(providers.append(Security.getProperty("networkaddress.cache.ttl")).toString());
        for (String name : List.of("MD5", "SHA-256")) {
            found.add(name + java.security.MessageDigest.getInstance(name).getProvider());
        }
        java.util.logging.Handler console = Logger.getLogger("").getHandlers().length == 0
                ? null : Logger.getLogger("").getHandlers()[0];
        found.add("console " + (console == null ? null : console.getLevel()));
        found.add("beans " + java.lang.management.ManagementFactory.getPlatformMBeanServer().getMBeanCount());
        found.add("readers " + javax.imageio.ImageIO.getReaderFormatNames().length);
        found.add("authenticator " + Authenticator.getDefault());
        found.add("cookies " + CookieHandler.getDefault());
        found.add("proxies " + ProxySelector.getDefault().getClass());
        found.add("caches " + java.net.ResponseCache.getDefault());
        found.add("follows " + HttpURLConnection.getFollowRedirects());
        found.add("names " + URLConnection.guessContentTypeFromName("a.html"));
        found.add("root " + Logger.getLogger("").getLevel() + Logger.getLogger("").getHandlers().length
                + Logger.getLogger("contained").getLevel() + Logger.getLogger("contained").getUseParentHandlers());
        found.add("drivers " + java.util.Collections.list(java.sql.DriverManager.getDrivers()).size()
                + java.sql.DriverManager.getLoginTimeout());
        found.add("editor " + (java.beans.PropertyEditorManager.findEditor(StateHarms.class) == null)
                + java.beans.Beans.isDesignTime());
        found.add("images " + javax.imageio.ImageIO.getUseCache());
        found.add("filter " + java.io.ObjectInputFilter.Config.getSerialFilter());
        found.add("security " + System.getSecurityManager());
        found.add("variables " + System.getenv().size());
        try {
            new URL("contained:here");
            found.add("url");
        } catch (java.net.MalformedURLException e) {
            found.add("no url");
        }
        found.add("parallelism " + java.util.concurrent.ForkJoinPool.commonPool().getParallelism());
        return String.join("\n", found);
    }

    public static void setsProperty(String outside) {
        System.setProperty("contained", "x");
        System.setProperty("user.dir", outside);
    }

    public static void clearsProperty(String outside) {
        System.clearProperty("java.version");
    }

    public static void clearsProperties(String outside) {
        System.getProperties().clear();
    }

    public static void replacesProperties(String outside) {
        System.setProperties(new Properties());
    }

    public static void setsLocale(String outside) {
        Locale.setDefault(Locale.forLanguageTag("tr"));
    }

    public static void setsFormatLocale(String outside) {
        Locale.setDefault(Locale.Category.FORMAT, Locale.GERMANY);
    }

    public static void setsDisplayLocale(String outside) {
        Locale.setDefault(Locale.Category.DISPLAY, Locale.GERMANY);
    }

    public static void setsZone(String outside) {
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    }

    public static void setsOut(String outside) {
        System.setOut(new PrintStream(new ByteArrayOutputStream()));
        System.setErr(null);
        System.setIn(new ByteArrayInputStream(new byte[9]));
    }

    public static void setsHandler(String outside) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> { });
    }

    public static void renamesThread(String outside) {
        Thread.currentThread().setName("harm");
        Thread.currentThread().setPriority(1);
    }

    public static void interrupts(String outside) {
        Thread.currentThread().interrupt();
    }

    public static void setsThreadHandler(String outside) {
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> { });
        Thread.currentThread().setContextClassLoader(null);
    }

    public static void limitsGroup(String outside) {
        Thread.currentThread().getThreadGroup().setMaxPriority(2);
    }

    /** A provider that does nothing. */
    static class Empty extends Provider {
        private static final long serialVersionUID = 1;

        Empty() {
            super("Empty", "1", "nothing");
        }
    }

    public static void addsProvider(String outside) {
        Security.addProvider(new Empty());
    }

    public static void insertsProvider(String outside) {
        Security.insertProviderAt(new Empty(), 1);
    }

    public static void removesProvider(String outside) {
        Security.removeProvider("SUN");
    }

    public static void setsSecurityProperty(String outside) {
        Security.setProperty("networkaddress.cache.ttl", "77");
    }

    public static void setsSecurityManager(String outside) {
        System.setSecurityManager(new SecurityManager());
    }

    public static void setsAuthenticator(String outside) {
        Authenticator.setDefault(new Authenticator() { });
    }

    public static void setsCookies(String outside) {
        CookieHandler.setDefault(new CookieManager());
    }

    public static void setsProxies(String outside) {
        ProxySelector.setDefault(ProxySelector.of(null));
    }

    public static void setsRedirects(String outside) {
        HttpURLConnection.setFollowRedirects(false);
    }

    public static void setsFileNames(String outside) {
        URLConnection.setFileNameMap(name -> "harm");
    }

    public static void setsUrlHandlers(String outside) {
        URL.setURLStreamHandlerFactory(protocol -> protocol.equals("contained") ? new java.net.URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) {
                return null;
            }
        } : null);
    }

    public static void setsUrlHandlersReflectively(String outside) throws Throwable {
        URL.class.getMethod("setURLStreamHandlerFactory", java.net.URLStreamHandlerFactory.class)
                .invoke(null, (java.net.URLStreamHandlerFactory) protocol -> null);
        setsRedirects(outside);
    }

    public static void setsLevel(String outside) {
        Logger.getLogger("").setLevel(Level.ALL);
        Logger.getLogger("contained").setLevel(Level.OFF);
    }

    public static void removesLogging(String outside) {
        Logger root = Logger.getLogger("");
        root.removeHandler(root.getHandlers()[0]);
    }

    public static void resetsLogging(String outside) {
        LogManager.getLogManager().reset();
    }

    public static void parentsLogging(String outside) {
        Logger.getLogger("contained").setUseParentHandlers(false);
    }

    public static void readsLogging(String outside) throws Throwable {
        LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(".level=OFF".getBytes()));
    }

    public static void setsDrivers(String outside) {
        java.sql.DriverManager.setLoginTimeout(77);
    }

    public static void setsEditor(String outside) {
        java.beans.PropertyEditorManager.registerEditor(StateHarms.class, java.beans.PropertyEditorSupport.class);
    }

    public static void setsDesign(String outside) {
        java.beans.Beans.setDesignTime(true);
    }

    public static void setsImages(String outside) {
        javax.imageio.ImageIO.setUseCache(false);
    }

    public static void setsFilter(String outside) {
        java.io.ObjectInputFilter.Config.setSerialFilter(info -> java.io.ObjectInputFilter.Status.REJECTED);
    }

    public static void setsInClass(String outside) {
        Setting.run();
    }

    static class Setting {
        static {
            Locale.setDefault(Locale.CHINA);
            HttpURLConnection.setFollowRedirects(false);
        }

        static void run() {}
    }
}
