package structures.graphs;

/** A member of a disjoint set as a linked node: a root is its own parent. Planted: a parent may be missing. */
final class DisjointNode {
    final String name;
    DisjointNode parent;
    int rank;

    DisjointNode(String name) {
        this.name = name;
        this.parent = this;                             // goal: reach
    }

    // goal: branches
    DisjointNode find() {
        DisjointNode at = this;
        while (at.parent != at) {                       // goal: throws java.lang.NullPointerException
            at = at.parent;                             // goal: reach
        }
        return at;                                      // goal: reach
    }

    // goal: branches
    static boolean union(DisjointNode a, DisjointNode b) {
        DisjointNode x = a.find();                      // goal: throws java.lang.NullPointerException
        DisjointNode y = b.find();                      // goal: throws java.lang.NullPointerException
        if (x == y) {
            return false;                               // goal: reach
        }
        if (x.rank < y.rank) {
            x.parent = y;                               // goal: reach
        } else {
            y.parent = x;                               // goal: reach
            if (x.rank == y.rank) {
                x.rank++;                               // goal: reach
            }
        }
        return true;
    }

    // goal: branches
    int depth() {
        int depth = 0;
        for (DisjointNode at = this; at.parent != at; at = at.parent) {     // goal: throws java.lang.NullPointerException
            depth++;
        }
        return depth;                                   // goal: returns 0 returns 1 returns 2
    }
}
