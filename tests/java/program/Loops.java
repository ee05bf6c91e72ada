/** Control flow whose loops and lines the tests know. */
public class Loops {
    static int nested(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {          // loop 1: line 5
            for (int j = 0; j < i; j++) {      // loop 2: line 6
                sum += j;
            }
            while (sum > 100) {                // loop 3: line 9
                sum -= 7;
            }
        }
        return sum;
    }

    static int doWhile(int n) {
        do {
            n--;                               // line 18
        } while (n > 0 && n % 7 != 0);
        return n;
    }

    static int straight(int n) {
        return n > 3 ? n : -n;
    }

    static int handlers(int[] values) {
        int i = 0;
        while (true) {
            try {
                i += values[i];
                if (i > 10) return i;
            } catch (ArrayIndexOutOfBoundsException problem) {
                i--;
                continue;
            } finally {
                i++;
            }
        }
    }
}
