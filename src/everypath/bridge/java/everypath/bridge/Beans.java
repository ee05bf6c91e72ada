package everypath.bridge;

import java.util.List;

import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/** The beans that code registers with the JVM's own server of beans (JMX). */
final class Beans {
    private static final List<String> OF_THE_JDK = List.of("JMImplementation", "java.", "jdk.", "com.sun.");

    /** How many beans the JDK has, negative before the first look. */
    private int own = -1;

    /** Removes those of other domains than the JDK's; false where the JDK's have changed, or one cannot be removed. */
    boolean restore() {
        int found = 0;
        try {
            for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
                for (ObjectName name : server.queryNames(null, null)) {
                    if (OF_THE_JDK.stream().anyMatch(name.getDomain()::startsWith)) {
                        found++;
                    } else {
                        server.unregisterMBean(name);
                    }
                }
            }
        } catch (JMException | RuntimeException | Error e) {
            return false; // its own code runs when it is removed
        }
        boolean same = own < 0 || own == found;
        own = found;
        return same;
    }
}
