package solving;

/** Conditions over chars, bytes, shorts and booleans. */
public class Characters {

    // goal: complete
    static int digit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';                             // goal: reach
        }
        if (c < 0) {
            return -2;                                  // goal: dead
        }
        return -1;                                      // goal: reach
    }

    // goal: complete
    static char upper(char c) {
        if (c >= 'a' && c <= 'z') {
            return (char) (c - 32);                     // goal: reach
        }
        return c;                                       // goal: reach
    }

    // goal: complete
    static int mirrored(char a, char b) {
        if (a + b == 200 && a - b == 20) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int shortWraps(short s) {
        short t = (short) (s + 1);
        if (t < s) {
            return s;                                   // goal: reach returns 32767
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int flags(boolean a, boolean b, boolean c) {
        if (a ^ b && !c) {
            return 1;                                   // goal: reach
        }
        if (a == b && c != a) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int byteProduct(byte a, byte b) {
        if (a * b == 16129) {
            return 1;                                   // goal: reach
        }
        if (a * b > 16384) {
            return 2;                                   // goal: dead
        }
        return 0;                                       // goal: reach
    }
}
