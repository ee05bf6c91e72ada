package older;

/** Compiled as for Java 7: interfaces that narrow what is above them have no bridges, implementations have. */
public class Bridges {
    interface Named {
        Object name();
    }

    interface Titled extends Named {
        String name();
    }

    interface Taker<T> {
        int take(T given, long times);
    }

    interface Texts extends Taker<String> {
        int take(String given, long times);
    }

    interface Both extends Titled, Texts {}

    abstract static class Holder<T> {
        abstract void put(T given);

        abstract T get();

        int test(T given) {
            put(given);
            return get() == null ? 0 : 1;
        }
    }

    abstract static class TextHolder extends Holder<String> {
        abstract void put(String given);
    }

    static int titled(Titled titled) {
        Named named = titled;
        return named.name().equals("x") ? 1 : titled.name().length() == 2 ? 2 : 3;
    }

    /** One method by two names: its answers come in the order of all calls. */
    static int texts(Texts texts) {
        Taker<String> taker = texts;
        return taker.take("a", 1L) > 0 ? texts.take("b", 2L) > 0 ? 1 : 2 : 3;
    }

    static int both(Both both) {
        Taker<String> taker = both;
        Named named = both;
        return taker.take("b", 3L) > 0 && named.name() == null ? 1 : 2;
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    static int raw(Texts texts) {
        Taker taker = texts;
        return taker.take(5, 1L);
    }

    static int held(TextHolder holder) {
        return holder.test("a");
    }
}
