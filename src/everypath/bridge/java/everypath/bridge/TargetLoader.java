package everypath.bridge;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.jar.Attributes;

/** Defines the classes under analysis, with probes; assertions are enabled or not for all of them. */
public final class TargetLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final Target target;
    private final Members members;
    private final Queue<Class<?>> undecided = new ConcurrentLinkedQueue<>();
    private final Queue<Class<?>> unseen = new ConcurrentLinkedQueue<>();
    private final Set<String> missing = ConcurrentHashMap.newKeySet();
    private final boolean hasManifests;
    private volatile boolean mutableStatics;

    /** A loader whose packages are described as the manifests of their jars say, or, as in a folder, are not. */
    TargetLoader(Target target, boolean assertions, boolean hasManifests) {
        super("target", ClassLoader.getPlatformClassLoader());
        this.target = target;
        this.hasManifests = hasManifests;
        this.members = new Members(this, target.members());
        setDefaultAssertionStatus(assertions);
    }

    /** Whether a class of this name was asked for, and defined or not found. */
    boolean wasAsked(String name) {
        return missing.contains(name) || findLoadedClass(name) != null;
    }

    /** Members found through this loader. */
    Members members() {
        return members;
    }

    /** True once a class was defined whose static state one replay could leave changed for the next. */
    boolean holdsMutableStatics() {
        return mutableStatics;
    }

    /** Decides about the classes that were initialised meanwhile. May run code under test (of collections). */
    void decide() {
        for (Iterator<Class<?>> it = undecided.iterator(); !mutableStatics && it.hasNext(); ) {
            Class<?> type = it.next();
            if (Access.isInitialised(type)) {
                it.remove();
                mutableStatics = !StaticState.isFixed(type);
                target.judge(type.getName(), mutableStatics ? StaticState.MUTABLE : StaticState.FIXED);
            }
        }
    }

    /** The classes with static state whose initialisers notify nobody, as a queue to take from. */
    Queue<Class<?>> unseen() {
        return unseen;
    }

    /** A class that this loader has defined, null where it has not. */
    Class<?> defined(String name) {
        return findLoadedClass(name);
    }

    /** What is known about how a class gets its first values. */
    Instrumenter.Initialiser initialiser(Class<?> type) {
        Target.Prepared known = target.prepare(type.getName());
        return known == null ? Instrumenter.Initialiser.SILENT : known.initialiser();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        boolean before = target.bracket(true);
        try {
            return define(name);
        } finally {
            target.bracket(before);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        Target.Prepared found = target.prepare(name);
        if (found == null) {
            missing.add(name);
            throw new ClassNotFoundException(name);
        }
        byte[] bytes = found.bytes();
        if (target.showsOtherMembers()) {
            SymbolOrder.reverse(bytes);
            bytes = ToolMembers.added(bytes);
        }
        if (hasManifests) {
            describePackage(name);
        }
        Class<?> type = defineClass(name, bytes, 0, bytes.length);
        if (found.staticState() == StaticState.MUTABLE) {
            mutableStatics = true;
        } else if (found.staticState() == StaticState.DEPENDS) {
            undecided.add(type);
        }
        if (found.staticState() != StaticState.FIXED && found.initialiser() != Instrumenter.Initialiser.NOTIFIES) {
            unseen.add(type);
        }
        return type;
    }

    private void describePackage(String className) {
        String name = className.substring(0, Math.max(className.lastIndexOf('.'), 0));
        Attributes found = name.isEmpty() || getDefinedPackage(name) != null ? null : target.attributes(className);
        if (found == null) {
            return;
        }
        try {
            definePackage(
                    name,
                    found.getValue(Attributes.Name.SPECIFICATION_TITLE),
                    found.getValue(Attributes.Name.SPECIFICATION_VERSION),
                    found.getValue(Attributes.Name.SPECIFICATION_VENDOR),
                    found.getValue(Attributes.Name.IMPLEMENTATION_TITLE),
                    found.getValue(Attributes.Name.IMPLEMENTATION_VERSION),
                    found.getValue(Attributes.Name.IMPLEMENTATION_VENDOR),
                    null);
        } catch (IllegalArgumentException e) {
            // Another thread was quicker.
        }
    }

    @Override
    protected URL findResource(String name) {
        boolean before = target.bracket(true);
        try {
            return target.resource(name);
        } finally {
            target.bracket(before);
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        URL found = findResource(name);
        return found == null ? Collections.emptyEnumeration() : Collections.enumeration(Collections.singleton(found));
    }
}
