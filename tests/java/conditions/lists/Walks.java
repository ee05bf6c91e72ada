package lists;

/** Lists and trees whose nodes may be shared. */
class Walks {
    static class Fork {
        Fork left;
        Fork right;
    }

    static int third(SLNode n) {
        return n.next.next.data;
    }

    static int shared(Fork f) {
        if (f.left == f.right) {
            return f.left == null ? 0 : 1;
        }
        return f.left == f ? 2 : 3;
    }

    static void mark(SLNode a, SLNode b) {
        b.data = 1;
    }
}
