package structures.trees;

/** A binary search tree of numbers that hides its nodes. */
public class SearchTree {

    private static final class Knot {
        int key;
        Knot left;
        Knot right;

        Knot(int key) {
            this.key = key;
        }
    }

    private Knot root;

    // goal: branches clean
    public boolean insert(int key) {
        if (root == null) {
            root = new Knot(key);
            return true;                                // goal: reach
        }
        Knot at = root;
        while (at.key != key) {
            if (key < at.key) {
                if (at.left == null) {
                    at.left = new Knot(key);
                    return true;                        // goal: reach
                }
                at = at.left;
            } else {
                if (at.right == null) {
                    at.right = new Knot(key);
                    return true;                        // goal: reach
                }
                at = at.right;
            }
        }
        return false;                                   // goal: reach
    }

    // goal: branches clean
    public boolean contains(int key) {
        Knot at = root;
        while (at != null && at.key != key) {
            at = key < at.key ? at.left : at.right;
        }
        return at != null;                              // goal: reach
    }

    /** Planted: the empty tree has no least key. */
    // goal: branches
    public int least() {
        Knot at = root;
        while (at.left != null) {                       // goal: throws java.lang.NullPointerException
            at = at.left;
        }
        return at.key;                                  // goal: reach
    }

    // goal: branches clean
    public int height() {
        return height(root);                            // goal: returns 0 returns 1 returns 2 returns 3
    }

    private static int height(Knot at) {
        return at == null ? 0 : 1 + Math.max(height(at.left), height(at.right));
    }

    /** Removes the root: the least key of the right side takes its place. */
    // goal: branches
    public int removeRoot() {
        if (root == null) {
            throw new IllegalStateException("empty");   // goal: throws java.lang.IllegalStateException
        }
        int key = root.key;
        if (root.right == null) {
            root = root.left;                           // goal: reach
            return key;
        }
        Knot parent = root;
        Knot heir = root.right;
        while (heir.left != null) {
            parent = heir;
            heir = heir.left;                           // goal: reach
        }
        if (parent == root) {
            root.right = heir.right;                    // goal: reach
        } else {
            parent.left = heir.right;                   // goal: reach
        }
        root.key = heir.key;
        return key;
    }
}
