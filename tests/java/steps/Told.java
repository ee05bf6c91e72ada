package steps;

import java.util.Arrays;
import java.util.function.IntSupplier;

/** Paths that more than numbers decide: constants, aliases, static fields, objects that calls build, stubs, results. */
public class Told {
    enum Light { RED, AMBER, GREEN }

    static final class Cell {
        int size;
    }

    static int count;

    private int mask;

    public Told(int bits) {
        mask = bits & 7;
    }

    static int light(Light light) {
        switch (light) {
            case RED:
                return 0;
            case GREEN:
                return 2;
            default:
                return 1;
        }
    }

    static int same(Cell x, Cell y) {
        x.size = 1;
        y.size = 2;
        return x.size;
    }

    static int counted(int by) {
        count += by;
        if (count > 10) {
            count = 0;
        }
        return count;
    }

    int built(int a) {
        mask |= a;
        if (mask == 9) {
            return 1;
        }
        return mask;
    }

    static int asked(IntSupplier source) {
        int first = source.getAsInt();
        int second = source.getAsInt();
        return first < second ? first : second;
    }

    static int sorted(int a, int b) {
        int[] values = {a, b};
        Arrays.sort(values);
        return values[0];
    }

    static boolean isOdd(int n) {
        return (n & 1) == 1;
    }
}
