package explored;

/** What PET's criteria count: calls that are still going on, and what building an input does not count as. */
public class Criteria {
    static class Node {
        int value;
        Node next;
    }

    /** A test that is in no package of its own cannot set this: it calls the constructor. */
    public static class Sum {
        private int total;

        Sum(int first, int second) {
            total = first * 2 + second * 3 + first * second;
            for (int i = 0; i < 5; i++) {
                total += i;
            }
        }
    }

    static int length(Node node) {
        return node == null ? 0 : 1 + length(node.next);
    }

    static boolean even(Node node) {
        return node == null || odd(node.next);
    }

    static boolean odd(Node node) {
        return node != null && even(node.next);
    }

    static int twice(int a) {
        return positive(a) + positive(-a);
    }

    static int positive(int a) {
        return a > 0 ? a : 0;
    }

    static boolean isLarge(Sum sum) {
        return sum.total > 100;
    }
}
