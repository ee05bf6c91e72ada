import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One of every attribute that the parser reads. */
@Shapes.Mark(number = 7, text = "seven", kinds = {ElementType.FIELD, ElementType.METHOD}, type = String[].class,
        letter = 'x', yes = true, nested = @Shapes.Inner(3), big = 1L << 40, ratio = 0.5, half = 0.25f)
public sealed class Shapes<T extends Comparable<? super T> & Runnable> permits Shapes.Leaf {
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Mark {
        int number();
        String text() default "none";
        ElementType[] kinds() default {};
        Class<?> type() default void.class;
        char letter() default 'a';
        boolean yes() default false;
        Inner nested() default @Inner(1);
        long big() default 0;
        double ratio() default 0;
        float half() default 0;
    }

    public @interface Inner { int value(); }

    @Target(ElementType.TYPE_USE)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Nullable { }

    static final class Leaf<T extends Comparable<? super T> & Runnable> extends Shapes<T> { }

    record Point(@Mark(number = 2) int x, List<? extends Number> names) { }

    @Nullable String field;
    List<@Nullable String> inside;
    Map<String, int[][]>[] generic;

    @Deprecated
    <X extends Exception, Y> Map<? super Y, T[]> method(@Mark(number = 1) final int first, long second,
            @Nullable String third) throws X, java.io.IOException {
        Function<Integer, String> lambda = number -> field + number;
        return null;
    }

    static int wide(int argument) {
        double d000 = 0, d001 = 0, d002 = 0, d003 = 0, d004 = 0, d005 = 0, d006 = 0, d007 = 0, d008 = 0, d009 = 0,
                d010 = 0, d011 = 0, d012 = 0, d013 = 0, d014 = 0, d015 = 0, d016 = 0, d017 = 0, d018 = 0, d019 = 0,
                d020 = 0, d021 = 0, d022 = 0, d023 = 0, d024 = 0, d025 = 0, d026 = 0, d027 = 0, d028 = 0, d029 = 0,
                d030 = 0, d031 = 0, d032 = 0, d033 = 0, d034 = 0, d035 = 0, d036 = 0, d037 = 0, d038 = 0, d039 = 0,
                d040 = 0, d041 = 0, d042 = 0, d043 = 0, d044 = 0, d045 = 0, d046 = 0, d047 = 0, d048 = 0, d049 = 0,
                d050 = 0, d051 = 0, d052 = 0, d053 = 0, d054 = 0, d055 = 0, d056 = 0, d057 = 0, d058 = 0, d059 = 0,
                d060 = 0, d061 = 0, d062 = 0, d063 = 0, d064 = 0, d065 = 0, d066 = 0, d067 = 0, d068 = 0, d069 = 0,
                d070 = 0, d071 = 0, d072 = 0, d073 = 0, d074 = 0, d075 = 0, d076 = 0, d077 = 0, d078 = 0, d079 = 0,
                d080 = 0, d081 = 0, d082 = 0, d083 = 0, d084 = 0, d085 = 0, d086 = 0, d087 = 0, d088 = 0, d089 = 0,
                d090 = 0, d091 = 0, d092 = 0, d093 = 0, d094 = 0, d095 = 0, d096 = 0, d097 = 0, d098 = 0, d099 = 0,
                d100 = 0, d101 = 0, d102 = 0, d103 = 0, d104 = 0, d105 = 0, d106 = 0, d107 = 0, d108 = 0, d109 = 0,
                d110 = 0, d111 = 0, d112 = 0, d113 = 0, d114 = 0, d115 = 0, d116 = 0, d117 = 0, d118 = 0, d119 = 0,
                d120 = 0, d121 = 0, d122 = 0, d123 = 0, d124 = 0, d125 = 0, d126 = 0, d127 = 0, d128 = 0, d129 = 0;
        int counter = argument;
        counter++;
        counter += 1000;
        argument += 500;
        argument -= 3;
        return counter;
    }

    static int switches(int number, String text) {
        switch (number) {
            case -1: return 1;
            case 0: return 2;
            case 1: break;
            default: number--;
        }
        switch (text) {
            case "a": return number;
            case "b": case "c": return 5;
            default:
        }
        int[][][] cube = new int[number][2][];
        try {
            return cube[0][1].length;
        } catch (NullPointerException | ArrayIndexOutOfBoundsException problem) {
            return -1;
        } finally {
            number++;
        }
    }

    Object local() {
        class Local { }
        return new Object() { Local it = new Local(); };
    }
}
