package sound;

/** A search tree of ints. */
public class SearchTree {
    private static class Node {
        final int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;
    private int size;

    public boolean add(int key) {
        if (root == null) {
            root = new Node(key);
            size = 1;
            return true;
        }
        Node at = root;
        while (at.key != key) {
            Node below = key < at.key ? at.left : at.right;
            if (below == null) {
                if (key < at.key) {
                    at.left = new Node(key);
                } else {
                    at.right = new Node(key);
                }
                size++;
                return true;
            }
            at = below;
        }
        return false;
    }

    public boolean contains(int key) {
        Node at = root;
        while (at != null && at.key != key) {
            at = key < at.key ? at.left : at.right;
        }
        return at != null;
    }

    public int smallest() {
        if (size == 0) {
            throw new IllegalStateException();
        }
        Node at = root;
        while (at.left != null) {
            at = at.left;
        }
        return at.key;
    }

    public int height() {
        return height(root);
    }

    private static int height(Node node) {
        return node == null ? 0 : 1 + Math.max(height(node.left), height(node.right));
    }

    public int rootKey() {
        return size > 0 ? root.key : 0;
    }

    public int share(int total) {
        return root == null ? total : total / size;
    }
}
