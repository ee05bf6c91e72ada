package pet;

/** A red-black tree from numbers to values. Nodes that are absent are black. */
public class RedBlackTree {
    static class Node {
        int key;
        Object value;
        boolean red;
        Node left;
        Node right;
        Node parent;
    }

    Node root;
    int size;

    static boolean isRed(Node node) {
        return node != null && node.red;
    }

    private static void setRed(Node node, boolean red) {
        if (node != null) {
            node.red = red;
        }
    }

    static Node parentOf(Node node) {
        return node == null ? null : node.parent;
    }

    static Node leftOf(Node node) {
        return node == null ? null : node.left;
    }

    static Node rightOf(Node node) {
        return node == null ? null : node.right;
    }

    /** The node of the smallest key that is not smaller; null where there is none. */
    Node ceiling(int key) {
        Node node = root;
        while (node != null) {
            if (key == node.key) {
                return node;
            }
            if (key < node.key) {
                if (node.left == null) {
                    return node;
                }
                node = node.left;
            } else if (node.right == null) {
                Node above = node.parent;
                while (above != null && node == above.right) {
                    node = above;
                    above = above.parent;
                }
                return above;
            } else {
                node = node.right;
            }
        }
        return null;
    }

    void rotateLeft(Node node) {
        if (node == null) {
            return;
        }
        Node child = node.right;
        node.right = child.left;
        if (child.left != null) {
            child.left.parent = node;
        }
        child.parent = node.parent;
        if (node.parent == null) {
            root = child;
        } else if (node.parent.left == node) {
            node.parent.left = child;
        } else {
            node.parent.right = child;
        }
        child.left = node;
        node.parent = child;
    }

    void rotateRight(Node node) {
        if (node == null) {
            return;
        }
        Node child = node.left;
        node.left = child.right;
        if (child.right != null) {
            child.right.parent = node;
        }
        child.parent = node.parent;
        if (node.parent == null) {
            root = child;
        } else if (node.parent.right == node) {
            node.parent.right = child;
        } else {
            node.parent.left = child;
        }
        child.right = node;
        node.parent = child;
    }

    void fixAfterInsertion(Node node) {
        Node at = node;
        at.red = true;
        while (at != null && at != root && at.parent.red) {
            if (parentOf(at) == leftOf(parentOf(parentOf(at)))) {
                Node uncle = rightOf(parentOf(parentOf(at)));
                if (isRed(uncle)) {
                    setRed(parentOf(at), false);
                    setRed(uncle, false);
                    setRed(parentOf(parentOf(at)), true);
                    at = parentOf(parentOf(at));
                } else {
                    if (at == rightOf(parentOf(at))) {
                        at = parentOf(at);
                        rotateLeft(at);
                    }
                    setRed(parentOf(at), false);
                    setRed(parentOf(parentOf(at)), true);
                    rotateRight(parentOf(parentOf(at)));
                }
            } else {
                Node uncle = leftOf(parentOf(parentOf(at)));
                if (isRed(uncle)) {
                    setRed(parentOf(at), false);
                    setRed(uncle, false);
                    setRed(parentOf(parentOf(at)), true);
                    at = parentOf(parentOf(at));
                } else {
                    if (at == leftOf(parentOf(at))) {
                        at = parentOf(at);
                        rotateRight(at);
                    }
                    setRed(parentOf(at), false);
                    setRed(parentOf(parentOf(at)), true);
                    rotateLeft(parentOf(parentOf(at)));
                }
            }
        }
        root.red = false;
    }

    /** Gives a key a value; the value that it had. */
    Object insert(int key, Object value) {
        Node parent = null;
        Node at = root;
        while (at != null) {
            parent = at;
            if (key == at.key) {
                Object old = at.value;
                at.value = value;
                return old;
            }
            at = key < at.key ? at.left : at.right;
        }
        Node node = new Node();
        node.key = key;
        node.value = value;
        node.parent = parent;
        if (parent == null) {
            root = node;
        } else if (key < parent.key) {
            parent.left = node;
        } else {
            parent.right = node;
        }
        size++;
        fixAfterInsertion(node);
        return null;
    }
}
