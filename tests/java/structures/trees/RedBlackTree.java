package structures.trees;

/** A red-black tree: insertion as in the textbook of Cormen, Leiserson, Rivest and Stein. */
public class RedBlackTree {

    private static final class Node {
        final int key;
        boolean red = true;
        Node parent;
        Node left;
        Node right;

        Node(int key, Node parent) {
            this.key = key;
            this.parent = parent;
        }
    }

    private Node root;

    // goal: branches clean
    public void insert(int key) {
        Node parent = null;
        for (Node at = root; at != null; at = key < at.key ? at.left : at.right) {
            if (key == at.key) {
                return;                                 // goal: reach
            }
            parent = at;
        }
        Node fresh = new Node(key, parent);
        if (parent == null) {
            root = fresh;                               // goal: reach
        } else if (key < parent.key) {
            parent.left = fresh;                        // goal: reach
        } else {
            parent.right = fresh;                       // goal: reach
        }
        repair(fresh);
    }

    private void repair(Node at) {
        while (at.parent != null && at.parent.red) {
            Node parent = at.parent;
            Node above = parent.parent;
            Node uncle = parent == above.left ? above.right : above.left;
            if (uncle != null && uncle.red) {
                parent.red = false;
                uncle.red = false;
                above.red = true;
                at = above;
            } else if (parent == above.left) {
                if (at == parent.right) {
                    rotateLeft(parent);
                    parent = at;
                }
                parent.red = false;
                above.red = true;
                rotateRight(above);
                break;
            } else {
                if (at == parent.left) {
                    rotateRight(parent);
                    parent = at;
                }
                parent.red = false;
                above.red = true;
                rotateLeft(above);
                break;
            }
        }
        root.red = false;
    }

    private void rotateLeft(Node at) {
        Node up = at.right;
        at.right = up.left;
        if (up.left != null) {
            up.left.parent = at;
        }
        replace(at, up);
        up.left = at;
        at.parent = up;
    }

    private void rotateRight(Node at) {
        Node up = at.left;
        at.left = up.right;
        if (up.right != null) {
            up.right.parent = at;
        }
        replace(at, up);
        up.right = at;
        at.parent = up;
    }

    private void replace(Node at, Node by) {
        by.parent = at.parent;
        if (at.parent == null) {
            root = by;
        } else if (at.parent.left == at) {
            at.parent.left = by;
        } else {
            at.parent.right = by;
        }
    }

    // goal: branches clean
    public int blackHeight() {
        int height = 0;
        for (Node at = root; at != null; at = at.left) {
            if (!at.red) {
                height++;                               // goal: reach
            }
        }
        return height;                                  // goal: returns 0 returns 1
    }

    // goal: clean
    public boolean isValid() {
        if (root != null && root.red) {
            return false;                               // goal: unreached
        }
        return blacks(root) >= 0;                       // goal: reach
    }

    private static int blacks(Node at) {
        if (at == null) {
            return 0;
        }
        int left = blacks(at.left);
        int right = blacks(at.right);
        if (left != right || left < 0) {
            return -1;
        }
        return left + (at.red ? 0 : 1);
    }

    // goal: branches clean
    public int rootKey(int otherwise) {
        return root == null ? otherwise : root.key;     // goal: reach
    }
}
