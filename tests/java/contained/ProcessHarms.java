package contained;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

/** Processes that are started or ended, and ways to end the JVM itself. */
public class ProcessHarms {
    private static String[] touch(String outside) {
        return new String[] {"touch", outside + "/process.txt"};
    }

    public static void builds(String outside) throws Throwable {
        new ProcessBuilder(touch(outside)).start().waitFor();
    }

    public static void redirects(String outside) throws Throwable {
        new ProcessBuilder("echo", "x").redirectOutput(new File(outside, "process.txt")).start().waitFor();
    }

    public static void inheritsIo(String outside) throws Throwable {
        new ProcessBuilder(touch(outside)).inheritIO().start().waitFor();
    }

    public static void pipeline(String outside) throws Throwable {
        ProcessBuilder.startPipeline(List.of(new ProcessBuilder(touch(outside)), new ProcessBuilder("cat")))
                .forEach(each -> each.onExit().join());
    }

    public static void executes(String outside) throws Throwable {
        Runtime.getRuntime().exec(touch(outside)).waitFor();
    }

    public static void executesLine(String outside) throws Throwable {
        Runtime.getRuntime().exec("touch " + outside + "/process.txt").waitFor();
    }

    public static void executesReflectively(String outside) throws Throwable {
        try {
            Process made = (Process) Runtime.class.getMethod("exec", String[].class)
                    .invoke(Runtime.getRuntime(), (Object) touch(outside));
            made.waitFor();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    public static void startsDirectly(String outside) throws Throwable {
        Method start = Class.forName("java.lang.ProcessImpl").getDeclaredMethod(
                "start", String[].class, Map.class, String.class, ProcessBuilder.Redirect[].class, boolean.class);
        start.setAccessible(true);
        ((Process) start.invoke(null, touch(outside), null, null, null, false)).waitFor();
    }

    public static void executesInThread(String outside) throws Throwable {
        Thread thread = new Thread(() -> {
            try {
                new ProcessBuilder(touch(outside)).start().waitFor();
            } catch (Exception e) {
                return;
            }
        });
        thread.start();
        thread.join();
    }

    public static void byBean(String outside) throws Throwable {
        new java.beans.Expression(Runtime.getRuntime(), "exec", new Object[] {touch(outside)}).getValue();
        Thread.sleep(50);
    }

    public static void endsParent(String outside) {
        ProcessHandle.current().parent().ifPresent(ProcessHandle::destroy);
    }

    public static void endsMarked(String outside) {
        ProcessHandle.allProcesses()
                .filter(each -> each.info().arguments().map(List::of).orElse(List.of()).contains("987654"))
                .forEach(ProcessHandle::destroyForcibly);
    }

    public static void endsAny(String outside) throws Throwable {
        ProcessHandle.of(Long.parseLong(java.nio.file.Files.readString(java.nio.file.Path.of(outside, "victim.pid"))))
                .ifPresent(ProcessHandle::destroy);
    }

    // ---- the JVM itself

    public static void exits(String outside) {
        System.exit(3);
    }

    public static void exitsRuntime(String outside) {
        Runtime.getRuntime().exit(3);
    }

    public static void halts(String outside) {
        Runtime.getRuntime().halt(3);
    }

    public static void exitsByReference(String outside) {
        java.util.function.IntConsumer exit = System::exit;
        exit.accept(3);
    }

    public static void exitsReflectively(String outside) throws Throwable {
        try {
            System.class.getMethod("exit", int.class).invoke(null, 3);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    public static void haltsByHandle(String outside) throws Throwable {
        java.lang.invoke.MethodHandles.lookup()
                .findVirtual(Runtime.class, "halt", java.lang.invoke.MethodType.methodType(void.class, int.class))
                .invokeExact(Runtime.getRuntime(), 3);
    }

    public static void exitsByBean(String outside) throws Throwable {
        new java.beans.Statement(System.class, "exit", new Object[] {3}).execute();
    }

    public static void exitsByTask(String outside) throws Throwable {
        new java.util.Timer().schedule(new java.util.TimerTask() {
            @Override
            public void run() {
                Runtime.getRuntime().exit(3);
            }
        }, 1);
        Thread.sleep(100);
    }

    public static void exitsByHandler(String outside) throws Throwable {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> Runtime.getRuntime().exit(9));
        Thread thread = new Thread(() -> {
            throw new IllegalStateException();
        });
        thread.start();
        thread.join();
    }

    public static void addsHook(String outside) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> new File(outside, "file.txt").delete()));
    }

    public static void raises(String outside) {
        sun.misc.Signal.raise(new sun.misc.Signal("TERM"));
    }

    public static void raisesKill(String outside) {
        sun.misc.Signal.raise(new sun.misc.Signal("ABRT"));
    }

    public static void handles(String outside) {
        sun.misc.Signal.handle(new sun.misc.Signal("USR2"), signal -> { });
    }

    public static void attaches(String outside) throws Throwable {
        com.sun.tools.attach.VirtualMachine.attach(String.valueOf(ProcessHandle.current().pid())).detach();
    }

    public static void prints(String outside) throws Throwable {
        javax.print.PrintServiceLookup.lookupPrintServices(null, null);
    }

    public static void printsJob(String outside) throws Throwable {
        java.awt.print.PrinterJob.getPrinterJob().print();
    }
}
