package structures.graphs;

/** A graph as a matrix of weights; 0 is no edge. */
public class MatrixGraph {
    private final int[][] weights;

    // goal: complete branches
    public MatrixGraph(int vertices) {
        if (vertices < 1 || vertices > 8) {
            throw new IllegalArgumentException("size");     // goal: throws java.lang.IllegalArgumentException
        }
        weights = new int[vertices][vertices];          // goal: reach
    }

    /** Planted: the vertices are not checked. */
    // goal: explored
    public void connect(int from, int to, int weight) {
        weights[from][to] = weight;                     // goal: reach throws java.lang.ArrayIndexOutOfBoundsException
    }

    // goal: branches
    public int degree(int vertex) {
        int degree = 0;
        for (int weight : weights[vertex]) {            // goal: throws java.lang.ArrayIndexOutOfBoundsException
            if (weight != 0) {
                degree++;                               // goal: reach
            }
        }
        return degree;                                  // goal: returns 0 returns 1
    }

    // goal: branches clean
    public boolean isSymmetric() {
        for (int i = 0; i < weights.length; i++) {
            for (int j = 0; j < i; j++) {
                if (weights[i][j] != weights[j][i]) {
                    return false;                       // goal: reach
                }
            }
        }
        return true;                                    // goal: reach
    }

    // goal: branches
    static boolean hasEdge(boolean[][] edges, int from, int to) {
        if (from == to) {
            return true;                                // goal: reach
        }
        return edges[from][to] || edges[to][from];      // goal: reach throws java.lang.ArrayIndexOutOfBoundsException
    }
}
