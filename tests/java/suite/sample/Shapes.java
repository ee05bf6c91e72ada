package sample;

import java.io.IOException;

/** Nested classes, inner classes, checked exceptions, stubs, private and reserved names. */
public class Shapes {
    final int side;

    Shapes(int side) {
        if (side < 0) {
            throw new IllegalArgumentException("side: " + side);
        }
        this.side = side;
    }

    class Inner {
        int twice() {
            return 2 * side;
        }
    }

    static class Point {
        int x;
        int y;
        Point next;

        int sum() {
            return next == null ? x + y : next.x + y;
        }

        Point moved(int dx) {
            Point p = new Point();
            p.x = x + dx;
            p.y = y;
            return p;
        }

        boolean isLoop() {
            return next == this;
        }
    }

    interface Source {
        int read(String key) throws IOException;
    }

    static int twice(Source source) throws IOException {
        int first = source.read("a");
        return source.read("b") > first ? first : -1;
    }

    static int once(Source source) throws IOException {
        return source.read("a") == 4 ? 1 : 0;
    }

    static void fail(boolean really) throws IOException {
        if (really) {
            throw new IOException("really");
        }
    }

    private static int hidden(int i) {
        return i == 4 ? 1 : 0;
    }

    static int useHidden(int i) {
        return hidden(i);
    }

    static <T extends Comparable<T>> T larger(T a, T b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    static int match(Object o) {
        if (o instanceof Point) {
            return ((Point) o).x == 3 ? 1 : 2;
        }
        return o instanceof int[] ? 3 : 4;
    }
}
