package explored;

/** Methods that call helpers: inlined, by lemma, or havocked, the same comes out (but for havoc). */
public class Calls {
    static class Node {
        int value;
        Node left;
        Node right;
    }

    static class Cell {
        int held;
        int writes;

        void put(int value) {
            if (value < 0) {
                throw new IllegalArgumentException("negative: " + value);
            }
            if (value == held) {
                return;
            }
            held = value;
            writes++;
        }
    }

    int seen;

    static int grade(int points) {
        if (points < 5) {
            return 0;
        } else if (points < 10) {
            return 1;
        } else if (points < 15) {
            return 2;
        } else if (points < 20) {
            return 3;
        } else if (points < 25) {
            return 4;
        } else if (points < 30) {
            return 5;
        } else if (points < 35) {
            return 6;
        } else if (points < 40) {
            return 7;
        } else if (points < 45) {
            return 8;
        } else if (points < 50) {
            return 9;
        } else if (points < 55) {
            return 10;
        } else if (points < 60) {
            return 11;
        } else if (points < 65) {
            return 12;
        } else if (points < 70) {
            return 13;
        } else if (points < 75) {
            return 14;
        } else if (points < 80) {
            return 15;
        } else if (points < 85) {
            return 16;
        } else if (points < 90) {
            return 17;
        } else if (points < 95) {
            return 18;
        }
        return 19;
    }

    /** Six calls of a method with 20 paths, on arguments that depend on one another. */
    static int dependent(byte a) {
        int b = a;
        return grade(b) + grade(b + 7) + grade(b + 14) + grade(2 * b) + grade(b - 3) + grade(3 * b + 1);
    }

    /** The same on arguments that do not: 20 to the sixth classes. */
    static int independent(int a, int b, int c, int d, int e, int f) {
        int sum = grade(a) + grade(b) + grade(c) + grade(d) + grade(e) + grade(f);
        return sum > 10 ? 1 : 0;
    }

    static int divide(int a, int b) {
        return b > 100 ? a : a / b;
    }

    static int throwing(int a, int b) {
        return divide(a, b) + divide(b, a);
    }

    static int caught(int a, int b) {
        try {
            return divide(a, b);
        } catch (ArithmeticException e) {
            return e.getMessage().length();
        }
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static int fibonacciUpTo(int n) {
        if (n < 0 || n > 5) {
            return -1;
        }
        return fibonacci(n);
    }

    static int sum(Node tree) {
        return tree == null ? 0 : tree.value + sum(tree.left) + sum(tree.right);
    }

    int held() {
        return seen;
    }

    int heldTwice() {
        return held() + held();
    }

    int heldOften() {
        return heldTwice() + heldTwice() + held();
    }

    int getters() {
        return heldOften() > 10 ? heldTwice() : heldOften();
    }

    static int once(int points) {
        return grade(points) + 1;
    }

    static int sign(Node tree) {
        return sum(tree) > 10 ? 1 : 0;
    }

    static int biggest(int[] a) {
        int best = a[0];
        for (int i = 1; i < a.length; i++) {
            if (a[i] > best) {
                best = a[i];
            }
        }
        return best;
    }

    static int twice(int x, int y) {
        int[] numbers = {x, y, 7};
        int first = biggest(numbers);
        numbers[2] = y + 1;
        return first + biggest(numbers);
    }

    static int read(int[] a, int at) {
        return at < 0 ? 0 : a[at];
    }

    static int reads(int[] a, int i) {
        return read(a, i) + read(a, i + 1);
    }

    static int cells(int x, int y) {
        Cell cell = new Cell();
        cell.put(x);
        cell.put(y);
        return cell.writes * 100 + (cell.held == 5 ? 1 : 0);
    }

    static Cell made(int x) {
        Cell cell = new Cell();
        if (x > 3) {
            cell.held = x;
        }
        return cell;
    }

    static int makes(int x) {
        Cell one = made(x);
        Cell other = made(x + 1);
        return one == other ? -1 : one.held + other.held;
    }

    static boolean flag(boolean b, byte n, char c) {
        return b ? n > 3 : c == 'x';
    }

    static int flags(byte n, char c) {
        return (flag(n > 0, n, c) ? 1 : 0) + (flag(n <= 0, (byte) (n + 1), c) ? 2 : 0);
    }

    static int loops(int n) {
        int rounds = 0;
        while (rounds < n) {
            rounds++;
        }
        return rounds;
    }

    static int loop(int n) {
        return n > 0 && n < 4 ? loops(n) : -1;
    }

    static int power(int base, int exponent) {
        int result = 1;
        for (int i = 0; i < exponent; i++) {
            result *= base;
        }
        return result;
    }

    static int cubes(int x) {
        return power(x, 2) == 49 ? 1 : power(x, 3) == 8 ? 2 : 0;
    }

    void store(int x) {
        seen = x > 0 ? x : -x;
    }

    int stores(int x) {
        store(x);
        int first = seen;
        store(x - 10);
        return first < seen ? 1 : 2;
    }

    static int length(String text) {
        return text.length() > 2 ? 1 : 0;
    }

    static int texts(String text, int n) {
        return length(text) + (n > 0 ? length("abc") : length("a"));
    }

    static int calls;

    static void count(int n) {
        if (n > 0) {
            calls = calls + n;
        }
    }

    static int counts(int a, int b) {
        calls = 0;
        count(a);
        count(b);
        return calls;
    }

    static void swap(int[] a, int i, int j) {
        int kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }

    static int swaps(int x, int y) {
        int[] a = {x, y};
        swap(a, 0, 1);
        swap(a, 1, 1);
        return a[0] - a[1] > 3 ? a[0] : a[1];
    }

    static void set(Cell one, int value) {
        one.held = value;
    }

    static int aliases(Cell one, Cell other) {
        set(one, 1);
        set(other, 2);
        return one.held;
    }

    static Node push(Node below, int value) {
        Node node = new Node();
        node.value = value;
        node.left = below;
        return node;
    }

    static int links(int x) {
        Node all = push(push(push(null, x), x + 1), 3);
        return all.left.left.value > 7 ? all.left.value : all.value;
    }

    interface Shape {
        int area(int scale);
    }

    static class Square implements Shape {
        int side = 2;

        public int area(int scale) {
            return scale < 0 ? 0 : side * scale;
        }
    }

    static class Line implements Shape {
        public int area(int scale) {
            return 0;
        }
    }

    static int area(Shape shape, int scale) {
        return shape.area(scale) > 4 ? 1 : 2;
    }

    static int virtuals(boolean square, int scale) {
        Shape shape = square ? new Square() : new Line();
        return area(shape, scale) + area(shape, scale + 1);
    }

    static int built(int a, int b) {
        Node tree = push(push(null, a), b);
        tree.right = push(null, 1);
        return sum(tree) > 10 ? 1 : 0;
    }
}
