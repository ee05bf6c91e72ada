package hoarding;

import java.util.ArrayList;
import java.util.List;

/** Methods that would take all the memory of whoever runs them; each does so for one argument only. */
public class Hoards {
    static int doubles(int n) {
        String text = "xyz";
        while (n == 7) {
            text += text;
        }
        return text.length();
    }

    static int appends(String given) {
        StringBuilder text = new StringBuilder(given);
        while (given.length() == 3) {
            text.append(text);
        }
        return text.length();
    }

    static int repeats(int n) {
        return n == 7 ? "abcdefgh".repeat(200_000_000).length() : n;
    }

    static int references(int n) {
        Object[] all = n == 7 ? new Object[60_000_000] : new Object[1];
        return all.length;
    }

    static int nested(int n) {
        int[][] all = n == 7 ? new int[20_000][3_000] : new int[1][1];
        return all.length;
    }

    static int keeps(int n) {
        List<int[]> kept = new ArrayList<>();
        while (n == 7) {
            kept.add(new int[60_000]);
        }
        return kept.size();
    }
}
