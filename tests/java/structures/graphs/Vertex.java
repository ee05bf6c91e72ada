package structures.graphs;

/** A vertex of a directed graph; its edges are a linked list. */
class Vertex {

    static final class Edge {
        final Vertex to;
        final int weight;
        final Edge next;

        Edge(Vertex to, int weight, Edge next) {
            this.to = to;
            this.weight = weight;
            this.next = next;
        }
    }

    final int id;
    Edge edges;
    int colour;

    // goal: complete classes 1
    Vertex(int id) {
        this.id = id;
    }

    // goal: complete clean
    void connect(Vertex other, int weight) {
        edges = new Edge(other, weight, edges);         // goal: reach
    }

    // goal: branches
    int degree() {
        int degree = 0;
        for (Edge edge = edges; edge != null; edge = edge.next) {
            degree++;
        }
        return degree;                                  // goal: returns 0 returns 2
    }

    /** Planted: an edge that leads nowhere. */
    // goal: branches
    Vertex cheapest() {
        Edge best = edges;
        for (Edge edge = edges; edge != null; edge = edge.next) {
            if (edge.weight < best.weight) {
                best = edge;                            // goal: reach
            }
        }
        return best.to;                                 // goal: reach throws java.lang.NullPointerException
    }

    // goal: branches
    boolean hasLoop() {
        for (Edge edge = edges; edge != null; edge = edge.next) {
            if (edge.to == this) {
                return true;                            // goal: reach
            }
        }
        return false;                                   // goal: reach
    }

    /** Whether an edge leads from here to the other one and one from there back. */
    // goal: branches
    boolean isMutual(Vertex other) {
        boolean there = false;
        for (Edge edge = edges; edge != null; edge = edge.next) {
            there |= edge.to == other;
        }
        if (!there) {
            return false;                               // goal: reach
        }
        for (Edge edge = other.edges; edge != null; edge = edge.next) {
            if (edge.to == this) {
                return true;                            // goal: reach
            }
        }
        return false;                                   // goal: reach
    }
}
