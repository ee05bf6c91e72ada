package elsewhere;

import java.util.TreeSet;

/** What differs between processes. */
class Ids {
    static String ofThreads() {
        StringBuilder text = new StringBuilder();
        TreeSet<Long> ids = new TreeSet<>();
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            ids.add(each.getId());
        }
        for (Long each : ids) {
            text.append(each).append(' ');
        }
        return text.toString();
    }

    static String ofPackage() {
        Package own = Ids.class.getPackage();
        return own.getImplementationVersion() + " " + own.getSpecificationTitle();
    }
}
