package structures.trees;

/** A tree kept balanced by heights (Adelson-Velsky and Landis). */
public class AvlTree {

    static final class Node {
        final int key;
        int height = 1;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;

    // goal: clean
    public void add(int key) {
        root = add(root, key);                          // goal: reach
    }

    private static Node add(Node at, int key) {
        if (at == null) {
            return new Node(key);
        }
        if (key < at.key) {
            at.left = add(at.left, key);
        } else if (key > at.key) {
            at.right = add(at.right, key);
        } else {
            return at;
        }
        return balance(at);
    }

    static int height(Node at) {
        return at == null ? 0 : at.height;
    }

    private static void measure(Node at) {
        at.height = 1 + Math.max(height(at.left), height(at.right));
    }

    static Node balance(Node at) {
        measure(at);
        int lean = height(at.left) - height(at.right);
        if (lean > 1) {
            if (height(at.left.left) < height(at.left.right)) {
                at.left = rotateLeft(at.left);
            }
            return rotateRight(at);
        }
        if (lean < -1) {
            if (height(at.right.right) < height(at.right.left)) {
                at.right = rotateRight(at.right);
            }
            return rotateLeft(at);
        }
        return at;
    }

    private static Node rotateRight(Node at) {
        Node up = at.left;
        at.left = up.right;
        up.right = at;
        measure(at);
        measure(up);
        return up;
    }

    private static Node rotateLeft(Node at) {
        Node up = at.right;
        at.right = up.left;
        up.left = at;
        measure(at);
        measure(up);
        return up;
    }

    // goal: clean
    public boolean isBalanced() {
        if (root == null) {
            return true;                                // goal: reach
        }
        return Math.abs(height(root.left) - height(root.right)) < 2;    // goal: reach
    }

    /** Three keys in any order make the same tree. */
    // goal: clean
    public static int rootOf(int a, int b, int c) {
        if (a == b || b == c || a == c) {
            return 0;                                   // goal: reach
        }
        AvlTree tree = new AvlTree();
        tree.add(a);
        tree.add(b);
        tree.add(c);
        if (tree.root.height != 2) {
            return -1;                                  // goal: unreached
        }
        if (tree.root.key == a) {
            return 1;                                   // goal: returns 1
        }
        return tree.root.key == b ? 2 : 3;              // goal: returns 2 returns 3
    }
}
