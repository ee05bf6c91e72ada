package everypath.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

import everypath.probes.Probes;

/**
 * The classes under analysis: their bytes, instrumented once per JVM, and the loader that currently holds them.
 *
 * <p>A class whose static state cannot change may stay loaded from one replay to the next; as soon as another one has
 * been loaded, the next replay gets a new loader.
 */
public final class Target {
    /** A class as it is defined: its bytes with probes, and what is known about it. */
    record Prepared(
            byte[] bytes, ProbeTable table, StaticState staticState, Instrumenter.Initialiser initialiser) {}

    /** Part of the names of classes that were made for stubs: they are no code under test and get no probes. */
    private static final String STUB = "$EverypathStub";

    private final URLClassLoader source;
    private final ClassFiles files;
    private final Map<String, Prepared> prepared = new HashMap<>();
    private final Map<String, byte[]> overlay = new HashMap<>();

    /** What manifests say about packages, by their folder; null for those of which none says anything. */
    private final Map<String, Attributes> attributes = new HashMap<>();

    /** The bytes of the JDK's classes that got probes, as they were before. */
    private final Map<String, byte[]> platform = new HashMap<>();
    private final Map<String, Prepared> unchanged = new HashMap<>();
    private final Map<String, Integer> probesOfMutants = new HashMap<>();
    private final List<ProbeTable> tables = new ArrayList<>();
    private final Map<String, ProbeTable> withInitialiser = new HashMap<>();

    /** The names of the classes whose code reads the clock. */
    private final Set<Object> readingClock = new HashSet<>();
    private final List<Member> members = new ArrayList<>();
    private int nextProbe;
    private TargetLoader loader;

    /** The loader of all replays whose static state is put back. */
    private TargetLoader shared;

    private StaticHeap sharedHeap;

    /** The classes that are better replayed in a loader of their own, with the reasons. */
    private final Map<String, String> needsFresh = new HashMap<>();

    private int[] passed = new int[256];
    private Containment containment;
    private boolean isWatched;
    private boolean showsOtherMembers;

    Target(URL[] classPath) {
        source = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader());
        files = new ClassFiles(classPath);
    }

    /** What contains the code under test, null where none runs here. */
    void contain(Containment given) {
        containment = given;
    }

    /** Opens or closes the bracket of the bridge's own work, see {@link Containment#bracket}. */
    boolean bracket(boolean bridge) {
        return containment != null && containment.bracket(bridge);
    }

    /** Adds or replaces a class given as bytes. A loader stays in use that was never asked for it. */
    synchronized void define(String name, byte[] bytes) {
        overlay.put(name, bytes);
        prepared.remove(name);
        if (loader != null && loader.wasAsked(name)) {
            loader = null;
        }
        if (shared != null && shared.wasAsked(name)) {
            shared = null;
        }
    }

    /**
     * Puts a mutant in the place of a class, or (null) puts the class back. Its probes count steps and report nothing:
     * all mutants of a class share theirs.
     */
    synchronized void mutate(String name, byte[] bytes) {
        Prepared original = unchanged.containsKey(name) ? unchanged.get(name) : prepare(name);
        if (original == null) {
            throw new IllegalArgumentException("no class " + name);
        }
        loader = null;
        shared = null;
        if (bytes == null) {
            unchanged.remove(name);
            prepared.put(name, original);
            return;
        }
        unchanged.put(name, original);
        int most = 2 * original.table().size() + 64;
        Integer first = probesOfMutants.get(name);
        if (first == null) {
            first = nextProbe;
            nextProbe += most;
            probesOfMutants.put(name, first);
        }
        Instrumenter.Result mutant = Instrumenter.instrument(
                name, bytes, first, Math.min(first + most, Probes.CAPACITY), null, true, false);
        prepared.put(
                name, new Prepared(mutant.bytes(), original.table(), mutant.staticState(), mutant.initialiser()));
    }

    /**
     * Instruments a class of the JDK, or those of its methods whose names are chosen (null chooses all). Returns the
     * bytes that it is to be defined with.
     */
    synchronized byte[] instrumentPlatform(String name, byte[] raw, List<?> chosen) {
        Instrumenter.Result result = Instrumenter.instrument(
                name, raw, nextProbe, Probes.CAPACITY, chosen, false, false);
        platform.put(name, raw);
        add(result.table());
        nextProbe += result.table().size();
        return result.bytes();
    }

    /** Gives the next number to a member that plans will name. */
    void number(Member member) {
        members.add(member);
    }

    /** The numbered members so far: a list that grows. */
    List<Member> members() {
        return members;
    }

    /** True when objects of this class are shown field by field. */
    boolean isAnalysed(Class<?> type) {
        return type.getClassLoader() instanceof TargetLoader || platform.containsKey(type.getName());
    }

    /** The loader for the next replay: the last one while its classes hold no mutable static state. */
    TargetLoader loader(Boolean fresh) {
        if (fresh == null ? loader != null && loader.holdsMutableStatics() : fresh) {
            loader = null; // what its classes hold may be all of the memory
        }
        if (loader == null) {
            loader = new TargetLoader(this, true, true);
        }
        return loader;
    }

    /**
     * The loader of a sweep: it stays while the process runs, whatever its classes hold. The decisions of classes that
     * are prepared from now on report distances.
     */
    public TargetLoader loaderForSweep() {
        isWatched = true;
        return new TargetLoader(this, true, true);
    }

    /** From now on, reflection lists members in another order, and more: {@link SymbolOrder}, {@link ToolMembers}. */
    void showOtherMembers() {
        showsOtherMembers = true;
    }

    boolean showsOtherMembers() {
        return showsOtherMembers;
    }

    /** The probe tables so far: a list that grows. */
    public List<ProbeTable> tables() {
        return tables;
    }

    /** A class file as it was before probes were inserted, null when there is no such class. */
    public synchronized byte[] raw(String name) {
        byte[] known = overlay.containsKey(name) ? overlay.get(name) : platform.get(name);
        return known != null ? known : read(name);
    }

    /** A loader for one replay alone, with assertions or without, and with what manifests say or without. */
    TargetLoader loaderWith(boolean assertions, boolean hasManifests) {
        return new TargetLoader(this, assertions, hasManifests);
    }

    /** The loader that serves replay after replay, while {@link StaticHeap} puts the static state back. */
    synchronized TargetLoader sharedLoader() {
        if (shared == null) {
            shared = new TargetLoader(this, true, true);
        }
        return shared;
    }

    /** What puts back the static state of that loader, whose code the calling thread runs. */
    synchronized StaticHeap sharedHeap() {
        if (sharedHeap == null || sharedHeap.loader() != sharedLoader()) {
            sharedHeap = new StaticHeap(this, sharedLoader(), Thread.currentThread(), needsFresh);
        }
        return sharedHeap;
    }

    /** Forgets the loader: the next one begins anew. */
    synchronized void discardSharedLoader() {
        shared = null;
    }

    /** Notes what was found out about the static state of a class. */
    synchronized void judge(String name, StaticState state) {
        Prepared known = prepared.get(name);
        if (known != null) {
            prepared.put(name, new Prepared(known.bytes(), known.table(), state, known.initialiser()));
        }
    }

    /** The loader of the last replay, null where it was discarded. */
    TargetLoader current() {
        return loader;
    }

    /** Whether a static initialiser is among what was passed. */
    synchronized boolean passedInitialiser(List<?> hits) {
        for (Object each : hits) {
            List<?> ofClass = (List<?>) each;
            ProbeTable table = withInitialiser.get(ofClass.get(0));
            for (int i = 1; table != null && i < ofClass.size(); i++) {
                if (table.isInInitialiser((Long) ofClass.get(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The names of the classes of a loader whose static initialisers have run. */
    synchronized List<Object> initialised(TargetLoader loader) {
        List<Object> names = new ArrayList<>();
        for (String name : withInitialiser.keySet()) {
            Class<?> type = loader.defined(name);
            if (type != null && Access.isInitialised(type)) {
                names.add(name);
            }
        }
        return names;
    }

    /** The names of the classes of a loader whose static initialisers are among what was passed, and failed. */
    synchronized List<Object> unusable(TargetLoader loader, List<?> hits) {
        List<Object> names = new ArrayList<>();
        for (Object each : hits) {
            Object name = ((List<?>) each).get(0);
            Class<?> type = passedInitialiser(List.of(each)) ? loader.defined((String) name) : null;
            if (type != null && !Access.isInitialised(type)) {
                names.add(name);
            }
        }
        return names;
    }

    /** Whether a class is among what was passed whose code reads the clock. */
    synchronized boolean passedClock(List<?> hits) {
        for (Object each : hits) {
            if (readingClock.contains(((List<?>) each).get(0))) {
                return true;
            }
        }
        return false;
    }

    private void add(ProbeTable table) {
        tables.add(table);
        if (table.hasInitialiser()) {
            withInitialiser.put(table.className(), table);
        }
        if (table.readsClock()) {
            readingClock.add(table.className());
        }
    }

    /** Forgets the current loader: its classes may be in a broken state. */
    void discardLoader() {
        loader = null;
    }

    /** The class as it is to be defined, null when there is no such class. */
    synchronized Prepared prepare(String name) {
        Prepared known = prepared.get(name);
        if (known == null) {
            byte[] raw = raw(name);
            if (raw == null) {
                return null;
            }
            known = instrument(name, raw);
            prepared.put(name, known);
        }
        return known;
    }

    private Prepared instrument(String name, byte[] raw) {
        Instrumenter.Result result = Instrumenter.instrument(
                name, raw, nextProbe, Probes.CAPACITY, name.contains(STUB) ? List.of() : null, true, isWatched);
        nextProbe += result.table().size();
        add(result.table());
        return new Prepared(result.bytes(), result.table(), result.staticState(), result.initialiser());
    }

    private byte[] read(String name) {
        byte[] found = files.find(name);
        if (found != null) {
            return found;
        }
        URL url = source.findResource(name.replace('.', '/') + ".class");
        if (url == null) {
            return null;
        }
        try (InputStream in = url.openStream()) {
            return in.readAllBytes();
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }

    /** A resource of the class path. */
    URL resource(String name) {
        return source.findResource(name);
    }

    /** What the manifest of its jar says about the package of a class; null if it is in none. */
    synchronized Attributes attributes(String className) {
        String file = className.replace('.', '/') + ".class";
        String folder = file.substring(0, file.lastIndexOf('/') + 1);
        if (overlay.containsKey(className)) {
            return null;
        }
        if (!attributes.containsKey(folder)) {
            attributes.put(folder, manifestAttributes(resource(file), folder));
        }
        return attributes.get(folder);
    }

    private static Attributes manifestAttributes(URL classFile, String folder) {
        try {
            if (classFile == null || !(classFile.openConnection() instanceof JarURLConnection connection)) {
                return null;
            }
            Manifest manifest = connection.getManifest();
            if (manifest == null) {
                return null;
            }
            Attributes found = new Attributes(manifest.getMainAttributes());
            Attributes own = manifest.getAttributes(folder);
            if (own != null) {
                found.putAll(own);
            }
            return found;
        } catch (IOException e) {
            return null;
        }
    }

    /** The probe table of a class, instrumenting it if that has not happened yet; null when there is no such class. */
    synchronized ProbeTable table(String name) {
        for (ProbeTable table : tables) {
            if (table.className().equals(name)) {
                return table;
            }
        }
        Prepared found = prepare(name);
        return found == null ? null : found.table();
    }

    /** What was passed since the last reset, as {@code [class name, probe numbers…]} per class. */
    synchronized List<Object> hits() {
        List<Object> result = new ArrayList<>();
        for (ProbeTable table : tables) {
            List<Object> hits = table.hits();
            if (hits != null) {
                result.add(hits);
            }
        }
        return result;
    }

    /** The name of a class by its number in {@link #takeHits}. */
    synchronized String className(int number) {
        return tables.get(number).className();
    }

    /** The names of the classes with probes, from one on, in the order in which {@link #takeHits} numbers them. */
    synchronized List<Object> classNames(int from) {
        List<Object> result = new ArrayList<>();
        for (ProbeTable table : tables.subList(from, tables.size())) {
            result.add(table.className());
        }
        return result;
    }

    /**
     * What was passed since the last reset, and forgets it: the number of the class, shifted by 16, and that of the
     * probe in it.
     */
    synchronized int[] takeHits() {
        int count = 0;
        int number = 0;
        int end = nextProbe;
        int size = 1 << Probes.PAGE_BITS;
        for (int page = 0; page << Probes.PAGE_BITS < end; page++) {
            if (Probes.PAGES[page] == 0) {
                continue;
            }
            Probes.PAGES[page] = 0;
            for (int probe = page * size; probe < (page + 1) * size; probe++) {
                if (Probes.HITS[probe] == 0) {
                    continue;
                }
                Probes.HITS[probe] = 0;
                while (number < tables.size() && probe >= tables.get(number).first() + tables.get(number).size()) {
                    number++;
                }
                if (number == tables.size() || probe < tables.get(number).first()) {
                    continue; // of a mutant
                }
                if (count == passed.length) {
                    passed = java.util.Arrays.copyOf(passed, 2 * count);
                }
                passed[count++] = number << 16 | probe - tables.get(number).first();
            }
        }
        return java.util.Arrays.copyOf(passed, count);
    }

    /** Whether most probes are taken: classes that are defined again get new ones. */
    synchronized boolean isFull() {
        return nextProbe > Probes.CAPACITY / 2;
    }

    /** Forgets what was passed. */
    synchronized void resetHits() {
        int pages = Math.min((nextProbe >> Probes.PAGE_BITS) + 1, Probes.PAGES.length);
        int size = 1 << Probes.PAGE_BITS;
        for (int page = 0; page < pages; page++) {
            if (Probes.PAGES[page] != 0) {
                Probes.PAGES[page] = 0;
                java.util.Arrays.fill(Probes.HITS, page * size, (page + 1) * size, (byte) 0);
            }
        }
    }
}
