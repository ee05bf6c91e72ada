package structures.graphs;

/** Walks through graphs of vertices and their edges. */
final class Walks {
    private static final int WHITE = 0;
    private static final int GREY = 1;
    private static final int BLACK = 2;

    private Walks() { }

    /** Depth first; a grey vertex that is met again closes a cycle. */
    // goal: branches
    static boolean isCyclic(Vertex from) {
        from.colour = GREY;                             // goal: throws java.lang.NullPointerException
        for (Vertex.Edge edge = from.edges; edge != null; edge = edge.next) {
            if (edge.to.colour == GREY) {               // goal: throws java.lang.NullPointerException
                return true;                            // goal: reach
            }
            if (edge.to.colour == WHITE && isCyclic(edge.to)) {
                return true;                            // goal: reach
            }
        }
        from.colour = BLACK;
        return false;                                   // goal: reach
    }

    // goal: branches
    static int pathLength(Vertex from, Vertex to) {
        int length = 0;
        Vertex at = from;
        while (at != to) {
            if (at.edges == null) {                     // goal: throws java.lang.NullPointerException
                return -1;                              // goal: reach
            }
            length += at.edges.weight;
            at = at.edges.to;
        }
        return length;                                  // goal: returns 0
    }

    // goal: explored
    static boolean isTriangle(Vertex a, Vertex b, Vertex c) {
        return a.edges.to == b && b.edges.to == c && c.edges.to == a;   // goal: reach throws java.lang.NullPointerException
    }

    // goal: branches
    static int reachable(Vertex from) {
        if (from == null || from.colour == BLACK) {
            return 0;                                   // goal: reach
        }
        from.colour = BLACK;
        int count = 1;
        for (Vertex.Edge edge = from.edges; edge != null; edge = edge.next) {
            count += reachable(edge.to);
        }
        return count;                                   // goal: returns 1 returns 2
    }
}
