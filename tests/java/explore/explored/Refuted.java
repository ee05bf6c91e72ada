package explored;

/** Sides that no input takes, and why. */
public class Refuted {
    interface Shape {
        int area();
    }

    abstract static class Round implements Shape {
        int radius;
    }

    static class Circle extends Round {
        public int area() {
            return 3 * radius * radius;
        }
    }

    static class Square implements Shape {
        int side;

        public int area() {
            return side * side;
        }
    }

    static class Purse {
        private final int[] coins = new int[3];
        private int count;

        public void add(int coin) {
            coins[count++] = coin;
        }

        public int count() {
            return count;
        }
    }

    static int range(int x) {
        if (x > 3) {
            if (x < 2) {
                return 1;
            }
            return 2;
        }
        return 3;
    }

    static int twice(boolean flag) {
        return (flag ? 1 : 2) + (flag ? 10 : 20);
    }

    static int sum(int x, int y) {
        if (x < 0 || x > 9 || y < 0 || y > 9) {
            return 0;
        }
        return x + y > 20 ? 1 : 2;
    }

    static int kinds(Shape c) {
        if (c == null || c instanceof Circle) {
            return 0;
        }
        return c.area();
    }

    static int declared(Circle c) {
        return (Object) c instanceof Shape ? 1 : 2;
    }

    static int shared(Shape a, Shape b) {
        if (a instanceof Circle && b instanceof Square) {
            return a == b ? 1 : 2;
        }
        return 0;
    }

    static int unlike(Circle a, Square b) {
        if (a.radius + b.side > 3) {
            return (Object) a == (Object) b ? 1 : 2;
        }
        return 0;
    }

    static int written(Square a, Square b) {
        if (a.side != b.side) {
            return a == b ? 1 : 2;
        }
        return 0;
    }

    static int built(Purse purse) {
        return purse.count();
    }
}
