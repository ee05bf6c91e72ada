package everypath.library;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code StackWalker} over the machine's frames. */
final class Walks {
    private Walks() {}

    static native StackTraceElement[] elements();

    static native Class<?>[] classes();

    static native int[] indexes();

    static native Class<?> callerOfEntry();

    static native boolean keepsClasses(StackWalker walker);

    static <T> T walk(StackWalker walker, Function<? super Stream<StackWalker.StackFrame>, ? extends T> function) {
        if (function == null) {
            throw new NullPointerException();
        }
        return function.apply(Stream.of(frames(keepsClasses(walker))));
    }

    static void forEach(StackWalker walker, Consumer<? super StackWalker.StackFrame> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        for (StackWalker.StackFrame frame : frames(keepsClasses(walker))) {
            action.accept(frame);
        }
    }

    static Class<?> getCallerClass(StackWalker walker) {
        if (!keepsClasses(walker)) {
            throw new UnsupportedOperationException("This stack walker does not have RETAIN_CLASS_REFERENCE access");
        }
        Class<?>[] classes = classes();
        return classes.length < 2 ? callerOfEntry() : classes[1];
    }

    private static StackWalker.StackFrame[] frames(boolean keepsClasses) {
        StackTraceElement[] elements = elements();
        Class<?>[] classes = classes();
        int[] indexes = indexes();
        StackWalker.StackFrame[] frames = new StackWalker.StackFrame[elements.length];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = new Walked(elements[i], keepsClasses ? classes[i] : null, indexes[i]);
        }
        return frames;
    }

    private static final class Walked implements StackWalker.StackFrame {
        private final StackTraceElement element;
        private final Class<?> declaring;
        private final int index;

        Walked(StackTraceElement element, Class<?> declaring, int index) {
            this.element = element;
            this.declaring = declaring;
            this.index = index;
        }

        @Override
        public String getClassName() {
            return element.getClassName();
        }

        @Override
        public String getMethodName() {
            return element.getMethodName();
        }

        @Override
        public Class<?> getDeclaringClass() {
            if (declaring == null) {
                throw new UnsupportedOperationException("No access to RETAIN_CLASS_REFERENCE");
            }
            return declaring;
        }

        @Override
        public int getByteCodeIndex() {
            return isNativeMethod() ? -1 : index;
        }

        @Override
        public String getFileName() {
            return element.getFileName();
        }

        @Override
        public int getLineNumber() {
            return element.getLineNumber();
        }

        @Override
        public boolean isNativeMethod() {
            return element.isNativeMethod();
        }

        @Override
        public StackTraceElement toStackTraceElement() {
            return element;
        }

        @Override
        public String toString() {
            return element.toString();
        }
    }
}
