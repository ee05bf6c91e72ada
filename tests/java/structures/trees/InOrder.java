package structures.trees;

import java.util.NoSuchElementException;

/** Walks through a tree in the order of its keys, with a linked stack of what is still to come. */
public class InOrder {

    private static final class Pending {
        final TreeNode node;
        final Pending rest;

        Pending(TreeNode node, Pending rest) {
            this.node = node;
            this.rest = rest;
        }
    }

    private Pending pending;

    // goal: branches clean
    InOrder(TreeNode tree) {
        descend(tree);
    }

    private void descend(TreeNode from) {
        for (TreeNode at = from; at != null; at = at.left) {
            pending = new Pending(at, pending);
        }
    }

    // goal: branches clean
    public boolean hasNext() {
        return pending != null;                         // goal: reach
    }

    // goal: branches
    public int next() {
        if (pending == null) {
            throw new NoSuchElementException();         // goal: throws java.util.NoSuchElementException
        }
        TreeNode node = pending.node;
        pending = pending.rest;
        descend(node.right);
        return node.key;                                // goal: reach
    }

    // goal: branches
    static boolean isAscending(TreeNode tree) {
        InOrder walk = new InOrder(tree);
        if (!walk.hasNext()) {
            return true;                                // goal: reach
        }
        int before = walk.next();
        while (walk.hasNext()) {
            int key = walk.next();
            if (key <= before) {
                return false;                           // goal: reach
            }
            before = key;
        }
        return true;                                    // goal: reach
    }
}
