package everypath.bridge;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import everypath.probes.PlatformProbes;

/** Gives probes to classes of the JDK while the JVM runs. */
final class PlatformInstrumentation {
    private final Target target;
    private final Containment containment;

    PlatformInstrumentation(Target target, Containment containment) {
        this.target = target;
        this.containment = containment;
    }

    /**
     * Instruments {@code classes} of {@code modules}, each {@code [name, base 64, names of methods]} (without names all
     * methods), and redefines them. Classes that are {@code asked} for are returned instead, as
     * {@code {name: base 64}}; a further request has them under {@code ready}, each {@code [name, base 64]}. Where they
     * are {@code watched}, probes count on the worker only while it is {@link PlatformProbes#open}.
     */
    Map<String, Object> answer(Map<String, Object> request) {
        if (Boolean.TRUE.equals(request.get("watched"))) {
            watch();
        }
        for (Object each : list(request, "modules")) {
            Access.seeProbes(ModuleLayer.boot().findModule((String) each).orElseThrow());
        }
        Map<String, byte[]> ready = new HashMap<>();
        Map<String, Object> returned = new LinkedHashMap<>();
        List<?> asked = list(request, "asked");
        for (Object each : list(request, "classes")) {
            List<?> parts = (List<?>) each;
            String name = (String) parts.get(0);
            List<?> chosen = (List<?>) parts.get(2);
            byte[] bytes = target.instrumentPlatform(name, decoded(parts), chosen.isEmpty() ? null : chosen);
            if (asked.contains(name)) {
                returned.put(name, Base64.getEncoder().encodeToString(bytes));
            } else {
                ready.put(name.replace('.', '/'), bytes);
            }
        }
        for (Object each : list(request, "ready")) {
            List<?> parts = (List<?>) each;
            ready.put(((String) parts.get(0)).replace('.', '/'), decoded(parts));
        }
        containment.redefine(ready);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("classes", returned);
        return answer;
    }

    private static byte[] decoded(List<?> parts) {
        return Base64.getDecoder().decode((String) parts.get(1));
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
