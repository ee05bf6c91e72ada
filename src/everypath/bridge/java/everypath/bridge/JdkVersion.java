package everypath.bridge;

import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/** The version of the JDK, as code can ask for it: it may be that of another update. */
final class JdkVersion {
    private static final Field RUNTIME = Machine.field(Runtime.class, "version");
    private static final Field MODULE = Machine.field(ModuleDescriptor.class, "version");
    private static final Field MODULE_TEXT = Machine.field(ModuleDescriptor.class, "rawVersionString");

    private final Runtime.Version known = Runtime.version();
    private final Runtime.Version other = Runtime.Version.parse(known.feature() + ".0.99+1");

    private final String text = Object.class.getModule().getDescriptor().rawVersion().orElseThrow();
    private final String otherText = known.feature() + ".0.99";

    /** The descriptors of the JDK's modules: those with the version of the JDK. */
    private final List<ModuleDescriptor> modules = new ArrayList<>();

    JdkVersion() {
        for (Module each : ModuleLayer.boot().modules()) {
            if (text.equals(each.getDescriptor().rawVersion().orElse(null))) {
                modules.add(each.getDescriptor());
            }
        }
    }

    /** Has code find another update of the same release. {@link Environment} puts the properties back. */
    void change() {
        System.setProperty("java.version", otherText);
        System.setProperty("java.runtime.version", other.toString());
        System.setProperty("java.vm.version", other.toString());
        set(other, otherText);
    }

    /** Takes back what {@link #change} did, but for properties. */
    void restore() {
        set(known, text);
    }

    private void set(Runtime.Version version, String ofModules) {
        Access.set(RUNTIME, null, version);
        ModuleDescriptor.Version parsed = ModuleDescriptor.Version.parse(ofModules);
        for (ModuleDescriptor each : modules) {
            Access.set(MODULE, each, parsed);
            Access.set(MODULE_TEXT, each, ofModules);
        }
    }
}
