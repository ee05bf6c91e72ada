package everypath.bridge;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import everypath.probes.PlatformProbes;

/**
 * Gives probes to classes of the JDK while the JVM runs. From then on they count only where the worker is said to run
 * code under test, see {@link PlatformProbes#open}.
 */
final class PlatformInstrumentation {
    private final Target target;
    private final Containment containment;

    PlatformInstrumentation(Target target, Containment containment) {
        this.target = target;
        this.containment = containment;
    }

    /**
     * Instruments {@code classes}, each {@code [name, base 64]}, and defines them anew. The bytes of those that are
     * {@code asked} for are returned instead, and defined by a further request that has them under {@code ready}.
     */
    Map<String, Object> answer(Map<String, Object> request) {
        watch();
        Map<String, byte[]> ready = new HashMap<>();
        Map<String, Object> returned = new LinkedHashMap<>();
        List<?> asked = list(request, "asked");
        for (Object each : list(request, "classes")) {
            List<?> parts = (List<?>) each;
            String name = (String) parts.get(0);
            byte[] bytes = target.instrumentPlatform(name, Base64.getDecoder().decode((String) parts.get(1)));
            if (asked.contains(name)) {
                returned.put(name, Base64.getEncoder().encodeToString(bytes));
            } else {
                ready.put(name, bytes);
            }
        }
        for (Object each : list(request, "ready")) {
            List<?> parts = (List<?>) each;
            ready.put((String) parts.get(0), Base64.getDecoder().decode((String) parts.get(1)));
        }
        containment.redefine(ready);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("classes", returned);
        return answer;
    }

    private static List<?> list(Map<String, Object> request, String key) {
        Object found = request.get(key);
        return found == null ? List.of() : (List<?>) found;
    }

    /** All threads of now are the JVM's or the bridge's. */
    private static void watch() {
        List<Thread> others = new ArrayList<>(Thread.getAllStackTraces().keySet());
        others.remove(Thread.currentThread());
        PlatformProbes.watch(Thread.currentThread(), others.toArray(new Thread[0]));
    }
}
