package solving;

/** Exceptions, handlers, finally, switches, casts. */
public class Exceptions {

    // goal: complete
    static int caught(int a, int b) {
        try {
            return a / b;                               // goal: reach
        } catch (ArithmeticException e) {
            return -1;                                  // goal: reach
        }
    }

    // goal: complete partly-dead
    static int lastly(int x) {
        int state = 0;
        try {
            if (x == 77) {
                throw new IllegalStateException("seventy-seven");   // goal: reach
            }
            state = 1;
        } catch (IllegalStateException e) {
            state = 2;                                  // goal: reach
        } finally {
            state += 10;                                // goal: reach
        }
        if (state == 12) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int sparse(int x) {
        switch (x) {
            case -1000000:
                return 1;                               // goal: reach
            case 7:
            case 8:
                return 2;                               // goal: reach
            case Integer.MAX_VALUE:
                return 3;                               // goal: reach
            default:
                return 0;                               // goal: reach
        }
    }

    static int cast(Object o) {
        if (o instanceof Integer) {
            return (Integer) o == 12 ? 1 : 0;           // goal: reach
        }
        return ((String) o).length();                   // goal: reach throws java.lang.ClassCastException
    }

    // goal: complete
    static int rethrown(int x) {
        try {
            if (x < 0) {
                throw new RuntimeException("negative"); // goal: reach
            }
            return 1;                                   // goal: reach
        } catch (IllegalArgumentException e) {
            return 2;                                   // goal: dead
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(e);      // goal: reach throws java.lang.IllegalArgumentException
        }
    }

    // goal: complete
    static int asserted(int x) {
        assert x != 5 : "five";                         // goal: reach throws java.lang.AssertionError
        return x;                                       // goal: reach
    }

    // goal: complete
    static int stored(int kind) {
        Object[] a = kind > 3 ? new String[1] : new Object[1];
        a[0] = kind;                                    // goal: reach throws java.lang.ArrayStoreException
        return 1;                                       // goal: reach
    }
}
