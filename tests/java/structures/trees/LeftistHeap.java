package structures.trees;

import java.util.Comparator;

/** A mergeable heap: the shorter way down is always on the right. */
public class LeftistHeap<T> {

    static final class Node<T> {
        final T item;
        int rank = 1;
        Node<T> left;
        Node<T> right;

        Node(T item) {
            this.item = item;
        }
    }

    private final Comparator<T> order;
    private Node<T> root;

    // goal: complete branches
    public LeftistHeap(Comparator<T> order) {
        if (order == null) {
            throw new IllegalArgumentException("order");    // goal: throws java.lang.IllegalArgumentException
        }
        this.order = order;                             // goal: reach
    }

    private Node<T> merge(Node<T> a, Node<T> b) {
        if (a == null) {
            return b;
        }
        if (b == null) {
            return a;
        }
        if (order.compare(a.item, b.item) > 0) {
            return merge(b, a);
        }
        a.right = merge(a.right, b);
        if (a.left == null || a.left.rank < a.right.rank) {
            Node<T> kept = a.left;
            a.left = a.right;
            a.right = kept;
        }
        a.rank = a.right == null ? 1 : a.right.rank + 1;
        return a;
    }

    public void add(T item) {
        root = merge(root, new Node<>(item));           // goal: reach
    }

    // goal: branches
    public T poll() {
        if (root == null) {
            return null;                                // goal: reach
        }
        T least = root.item;
        root = merge(root.left, root.right);
        return least;                                   // goal: reach
    }

    // goal: clean
    public static int leastOf(int a, int b, int c) {
        LeftistHeap<Integer> heap = new LeftistHeap<>(Comparator.<Integer>naturalOrder());
        heap.add(a);
        heap.add(b);
        heap.add(c);
        int first = heap.poll();
        int second = heap.poll();
        if (first > second) {
            return -1;                                  // goal: unreached
        }
        return second == 17 && first == 4 ? 1 : 0;      // goal: returns 1 returns 0
    }
}
