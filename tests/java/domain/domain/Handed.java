package domain;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.math.BigInteger;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;

/** Objects that the code hands on, or whose class it tests against classes of the JDK. */
public final class Handed {
    private Handed() {
    }

    static int wrapped(Reader reader) {
        return new BufferedReader(reader, 5) != null ? 1 : 2;
    }

    static int pushed(Reader reader, int size) {
        return new PushbackReader(reader, size) != null ? 1 : 2;
    }

    /** What the JDK does with it depends on its class. */
    static int joined(Iterable<String> texts) {
        return String.join(",", texts).length();
    }

    static Class<?> classOf(Object it) {
        return it == null ? null : it.getClass();
    }

    static Object[] classesOf(Object it) {
        return new Object[] {it.getClass()};
    }

    static boolean isChecked(Throwable thrown) {
        return thrown != null && !(thrown instanceof Error) && !(thrown instanceof RuntimeException);
    }

    static int kind(Exception thrown) {
        if (thrown instanceof IOException) {
            return 1;
        }
        return thrown instanceof RuntimeException ? 2 : 3;
    }

    static int number(Number number) {
        if (number instanceof Integer) {
            return 1;
        }
        return number instanceof BigInteger ? 2 : 3;
    }

    static int text(CharSequence text) {
        if (text instanceof String) {
            return 1;
        }
        return text instanceof StringBuilder ? 2 : 3;
    }

    static int several(Collection<?> items) {
        if (items instanceof List) {
            return 1;
        }
        return items instanceof Set ? 2 : 3;
    }

    static boolean decoder(Base64.Decoder decoder) {
        return decoder == null;
    }

    static boolean matcher(Matcher matcher) {
        return matcher == null;
    }
}
