package everypath.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinWorkerThread;

/** Ends threads that wait for ever in the JDK's own code, where an interrupt does not end them. */
final class ThreadStop {
    private static final MethodHandle STOP = stop();

    private ThreadStop() {}

    /** The JVM's own means, which later ones do not have: null there. */
    private static MethodHandle stop() {
        try {
            return Access.direct(Thread.class, "stop0", MethodType.methodType(void.class, Object.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Stops a thread, or shuts down the pool whose thread it is. */
    static void stop(Thread thread) {
        try {
            if (thread instanceof ForkJoinWorkerThread worker) {
                worker.getPool().shutdownNow();
            }
            Object task = task(thread);
            if (task != null && task.getClass().getName().equals("java.util.concurrent.ThreadPoolExecutor$Worker")) {
                Object pool = field(task, "this$0");
                if (pool instanceof ExecutorService service && pool.getClass().getModule().isNamed()) {
                    service.shutdownNow();
                }
            }
            if (STOP != null) {
                STOP.invoke(thread, (Object) new ThreadDeath());
            }
        } catch (Throwable e) {
            // it goes on; who asked counts it
        }
    }

    /** What a thread runs. */
    private static Object task(Thread thread) {
        Object holder = field(thread, "holder");
        return holder == null ? field(thread, "target") : field(holder, "task");
    }

    private static Object field(Object object, String name) {
        for (Field each : Access.instanceFields(object.getClass())) {
            if (each.getName().equals(name) && each.getDeclaringClass().getModule().isNamed()) {
                return Access.get(each, object);
            }
        }
        return null;
    }
}
