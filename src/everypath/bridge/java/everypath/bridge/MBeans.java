package everypath.bridge;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.List;

import javax.management.DynamicMBean;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * The MBeans that code registers. They are taken out of the server's repository itself: {@code unregisterMBean} would
 * run code under test ({@code MBeanRegistration}, listeners) where nothing contains it.
 */
final class MBeans {
    private static final List<String> OF_THE_JDK = List.of("JMImplementation", "java.", "jdk.", "com.sun.");
    private static final String PACKAGE = "com.sun.jmx.mbeanserver.";

    /** How many MBeans the JDK has, negative before the first look. */
    private int own = -1;

    /**
     * Removes those of other domains than the JDK's; false where the JDK's have changed, or one is a class loader,
     * which the server knows in further places.
     */
    boolean restore() {
        int found = 0;
        boolean all = true;
        try {
            for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
                Object repository = field(field(server, "mbsInterceptor"), "repository");
                for (ObjectName name : server.queryNames(null, null)) {
                    if (OF_THE_JDK.stream().anyMatch(name.getDomain()::startsWith)) {
                        found++;
                    } else {
                        all &= remove(repository, name);
                    }
                }
            }
        } catch (Throwable e) {
            return false; // another JDK's server, or memory ran out
        }
        boolean same = own < 0 || own == found;
        own = found;
        return same && all;
    }

    private static boolean remove(Object repository, ObjectName name) throws Throwable {
        Class<?> type = repository.getClass();
        Object found = Access.handle(type, "retrieve", MethodType.methodType(DynamicMBean.class, ObjectName.class))
                .invoke(repository, name);
        Class<?> ofTheServer = Class.forName(PACKAGE + "DynamicMBean2");
        Object resource = ofTheServer.isInstance(found)
                ? Access.handle(ofTheServer, "getResource", MethodType.methodType(Object.class)).invoke(found)
                : found;
        Class<?> context = Class.forName(PACKAGE + "Repository$RegistrationContext");
        Access.handle(type, "remove", MethodType.methodType(void.class, ObjectName.class, context))
                .invoke(repository, name, (Object) null);
        return !(resource instanceof ClassLoader);
    }

    private static Object field(Object owner, String name) throws NoSuchFieldException {
        for (Field each : Access.instanceFields(owner.getClass())) {
            if (each.getName().equals(name)) {
                return Access.get(each, owner);
            }
        }
        throw new NoSuchFieldException(name);
    }
}
