package structures.trees;

/** A node of a binary tree. */
class TreeNode {
    int key;
    TreeNode left;
    TreeNode right;

    // goal: complete classes 1
    TreeNode(int key) {
        this.key = key;
    }

    // goal: branches
    static int height(TreeNode tree) {
        if (tree == null) {
            return 0;                                   // goal: reach
        }
        int left = height(tree.left);
        int right = height(tree.right);
        return 1 + (left > right ? left : right);       // goal: returns 1 returns 2
    }

    // goal: branches
    static int size(TreeNode tree) {
        return tree == null ? 0 : 1 + size(tree.left) + size(tree.right);   // goal: returns 0 returns 1 returns 3
    }

    // goal: branches
    static boolean isOrdered(TreeNode tree, int low, int high) {
        if (tree == null) {
            return true;                                // goal: reach
        }
        if (tree.key < low || tree.key > high) {
            return false;                               // goal: reach
        }
        return isOrdered(tree.left, low, tree.key) && isOrdered(tree.right, tree.key, high);
    }

    // goal: branches
    static boolean contains(TreeNode tree, int key) {
        while (tree != null) {
            if (key == tree.key) {
                return true;                            // goal: reach
            }
            tree = key < tree.key ? tree.left : tree.right;
        }
        return false;                                   // goal: reach
    }

    // goal: branches
    static void mirror(TreeNode tree) {
        if (tree != null) {
            TreeNode kept = tree.left;
            tree.left = tree.right;
            tree.right = kept;
            mirror(tree.left);
            mirror(tree.right);                         // goal: reach
        }
    }

    /** Planted: a node without a left child cannot be turned to the right. */
    // goal: complete
    TreeNode rotateRight() {
        TreeNode up = left;
        left = up.right;                                // goal: throws java.lang.NullPointerException
        up.right = this;
        return up;                                      // goal: reach
    }

    /** Planted: a tree that lacks one of the keys leads beyond its leaves. */
    // goal: branches
    static TreeNode commonAncestor(TreeNode tree, int a, int b) {
        TreeNode at = tree;
        while (true) {
            if (a < at.key && b < at.key) {             // goal: throws java.lang.NullPointerException
                at = at.left;                           // goal: reach
            } else if (a > at.key && b > at.key) {
                at = at.right;                          // goal: reach
            } else {
                return at;                              // goal: reach
            }
        }
    }

    // goal: branches
    int leftmost() {
        TreeNode at = this;
        while (at.left != null) {
            at = at.left;
        }
        return at.key;                                  // goal: reach
    }

    // goal: branches
    static boolean same(TreeNode a, TreeNode b) {
        if (a == null || b == null) {
            return a == b;                              // goal: reach
        }
        return a.key == b.key && same(a.left, b.left) && same(a.right, b.right);
    }

    // goal: complete
    boolean isDiamond() {
        return left != null && right != null && left.right != null && left.right == right.left;  // goal: reach
    }
}
