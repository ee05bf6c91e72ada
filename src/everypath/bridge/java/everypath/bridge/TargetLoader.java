package everypath.bridge;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;

/** Defines the classes under analysis, with probes and with assertions enabled. */
final class TargetLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final Target target;
    private final Members members;
    private volatile boolean mutableStatics;

    TargetLoader(Target target) {
        super("target", ClassLoader.getPlatformClassLoader());
        this.target = target;
        this.members = new Members(this);
        setDefaultAssertionStatus(true);
    }

    /** Members found through this loader. */
    Members members() {
        return members;
    }

    /** True once a class was defined whose static state one replay could leave changed for the next. */
    boolean holdsMutableStatics() {
        return mutableStatics;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        Target.Prepared found = target.prepare(name);
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        mutableStatics |= found.mutableStatics();
        return defineClass(name, found.bytes(), 0, found.bytes().length);
    }

    @Override
    protected URL findResource(String name) {
        return target.resource(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        URL found = target.resource(name);
        return found == null ? Collections.emptyEnumeration() : Collections.enumeration(Collections.singleton(found));
    }
}
