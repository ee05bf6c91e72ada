package structures.graphs;

/** Disjoint sets in an array of parents, with union by size and paths halved. */
public class UnionFind {
    private final int[] parent;
    private final int[] size;

    // goal: branches
    public UnionFind(int count) {
        parent = new int[count];                        // goal: throws java.lang.NegativeArraySizeException
        size = new int[count];
        for (int i = 0; i < count; i++) {
            parent[i] = i;                              // goal: reach
            size[i] = 1;
        }
    }

    // goal: branches
    public int find(int item) {
        while (parent[item] != item) {                  // goal: throws java.lang.ArrayIndexOutOfBoundsException
            parent[item] = parent[parent[item]];        // goal: reach
            item = parent[item];
        }
        return item;                                    // goal: reach
    }

    // goal: branches
    public boolean union(int a, int b) {
        int x = find(a);
        int y = find(b);
        if (x == y) {
            return false;                               // goal: reach
        }
        if (size[x] < size[y]) {
            int kept = x;
            x = y;
            y = kept;                                   // goal: reach
        }
        parent[y] = x;
        size[x] += size[y];
        return true;                                    // goal: reach
    }

    // goal: branches
    public boolean connected(int a, int b) {
        return find(a) == find(b);                      // goal: reach
    }
}
