package explored;

/** Methods that look behind references which nobody has looked behind: trees and lists given as inputs. */
class CallsBelow {
    static class Tree {
        int value;
        Tree left;
        Tree right;
    }

    static class Cell {
        int value;
        Cell next;
    }

    static int sum(Tree tree) {
        return tree == null ? 0 : tree.value + sum(tree.left) + sum(tree.right);
    }

    static int height(Tree tree) {
        if (tree == null) {
            return 0;
        }
        int left = height(tree.left);
        int right = height(tree.right);
        return left > right ? left + 1 : right + 1;
    }

    static void mirror(Tree tree) {
        if (tree != null) {
            Tree left = tree.left;
            tree.left = tree.right;
            tree.right = left;
            mirror(tree.left);
            mirror(tree.right);
        }
    }

    static Tree insert(Tree tree, int value) {
        if (tree == null) {
            Tree made = new Tree();
            made.value = value;
            return made;
        }
        if (value < tree.value) {
            tree.left = insert(tree.left, value);
        } else if (value > tree.value) {
            tree.right = insert(tree.right, value);
        }
        return tree;
    }

    static int length(Cell list) {
        return list == null ? 0 : 1 + length(list.next);
    }

    static boolean contains(Cell list, int wanted) {
        return list != null && (list.value == wanted || contains(list.next, wanted));
    }

    static void raise(Cell list) {
        if (list != null) {
            list.value = list.value > 9 ? 0 : list.value + 1;
            raise(list.next);
        }
    }

    static int raisedTwice(Cell list) {
        raise(list);
        raise(list);
        return length(list) > 1 ? list.next.value : -1;
    }

    static int heights(Tree tree) {
        return tree == null ? -1 : height(tree.left) - height(tree.right);
    }

    static boolean twoLists(Cell one, Cell other, int wanted) {
        if (one == null || other == null) {
            return false;
        }
        one.value = 7;
        return contains(other, wanted) && contains(one, wanted);
    }

    static int after(Cell one, Cell other) {
        one.value = 5;
        return positive(other) ? one.value : -one.value;
    }

    static boolean positive(Cell one) {
        return one.value > 0;
    }

    static boolean same(Cell one, Cell other) {
        return one == other;
    }

    static int compared(Cell one, Cell other) {
        return same(one, other) ? 1 : same(one.next, other) ? 2 : 3;
    }

    static void swap(Tree tree) {
        if (tree != null) {
            Tree left = tree.left;
            tree.left = tree.right;
            tree.right = left;
        }
    }

    static int swapped(Tree tree, Tree other) {
        swap(tree);
        swap(other);
        return tree == null || tree.left == null ? 0 : tree.left.value;
    }

    static int heavier(Tree one, Tree other) {
        int first = height(one);
        int second = height(other);
        return first > second ? sum(one) : first < second ? sum(other) : 0;
    }
}
