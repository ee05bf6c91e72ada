import java.lang.annotation.Annotation;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;

/** Annotations as reflection hands them out, and generic types by name. */
class AnnotationSubjects {
    enum Size { SMALL, LARGE }

    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @interface Told {
        String value();

        int count() default 3;

        char sign() default '+';

        double share() default 0.5;

        boolean loud() default true;

        Size size() default Size.LARGE;

        Class<?> type() default int[].class;

        String[] names() default {"a", "b"};

        long[] numbers() default {};

        Size[] sizes() default {Size.SMALL};
    }

    /** With one default, whose place in the text is known. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Plain {
        String value();

        int count() default 3;

        char[] signs();
    }

    @Plain(value = "a\"b\n", signs = {'x', '\''})
    @Told(value = "base", names = {})
    static class Base {
        @Told(value = "one", count = -1, loud = false, numbers = {1L, 2L})
        public List<? super Integer[]> one(int[] given) {
            return null;
        }

        @Told("one")
        public String two() {
            return null;
        }

        public <T extends Comparable<T>> T none() {
            return null;
        }
    }

    static class Below extends Base {}

    @Plain(value = "", signs = {})
    static class Lowest extends Below {
        @Deprecated
        int field;
    }

    private static Annotation[] every(int which) throws ReflectiveOperationException {
        switch (which) {
            case 0:
                return Base.class.getAnnotations();
            case 1:
                return Below.class.getAnnotations();
            case 2:
                return Below.class.getDeclaredAnnotations();
            case 3:
                return Lowest.class.getAnnotations();
            case 7:
                return Base.class.getMethod("one", int[].class).getDeclaredAnnotations();
            case -1:
                return Lowest.class.getDeclaredField("field").getDeclaredAnnotations();
            case 99:
                return Base.class.getMethod("none").getAnnotations();
            default:
                return Lowest.class.getDeclaredAnnotations();
        }
    }

    static String listed(int which) throws ReflectiveOperationException {
        StringBuilder text = new StringBuilder();
        for (Annotation each : every(which)) {
            text.append(each.annotationType().getSimpleName());
            if (each instanceof Told) {
                text.append(((Told) each).value()).append(((Told) each).count());
            } else if (each instanceof Plain) {
                text.append(((Plain) each).signs().length);
            }
        }
        return text.toString();
    }

    private static Told of(int which) throws NoSuchMethodException {
        switch (which) {
            case 0:
                return Base.class.getMethod("one", int[].class).getAnnotation(Told.class);
            case 1:
                return Base.class.getMethod("two").getAnnotation(Told.class);
            case 2:
                return Base.class.getMethod("none").getAnnotation(Told.class);
            case 3:
                return Base.class.getAnnotation(Told.class);
            case 7:
                return Below.class.getAnnotation(Told.class);
            default:
                return Below.class.getDeclaredAnnotation(Told.class);
        }
    }

    static String told(int which) throws NoSuchMethodException {
        Told told = of(which);
        return told == null
                ? "none"
                : told.value() + told.count() + told.sign() + told.share() + told.loud() + told.size()
                        + told.type().getName() + Arrays.toString(told.names()) + Arrays.toString(told.numbers())
                        + told.sizes().length + told.sizes()[0] + told.annotationType().getSimpleName();
    }

    static boolean same(int one, int other) throws NoSuchMethodException {
        Told first = of(one);
        return first != null && first.equals(of(other)) && first.hashCode() == of(other).hashCode();
    }

    static String whole(boolean below) {
        Annotation plain = (below ? Below.class : Base.class).getAnnotation(Plain.class);
        return plain == null ? "" : plain.toString();
    }

    static boolean copied(int which) throws NoSuchMethodException {
        Told told = of(which);
        return told != null && told.names() == told.names();
    }

    static String generic(boolean parameter) throws NoSuchMethodException {
        Method method = Base.class.getMethod("one", int[].class);
        Type type = parameter ? method.getGenericParameterTypes()[0] : method.getGenericReturnType();
        return type.getTypeName() + Base.class.getMethod("none").getGenericReturnType().getTypeName();
    }

    static boolean group() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        return group != null && group == Thread.currentThread().getThreadGroup();
    }
}
