package pet;

/** Tells triangles apart by the lengths of their sides. */
public final class TriangleType {
    static final int SCALENE = 1;
    static final int ISOSCELES = 2;
    static final int EQUILATERAL = 3;
    static final int NONE = 4;

    private TriangleType() {}

    /** The kind of triangle that three lengths make. */
    public static int classify(int i, int j, int k) {
        int kind;
        if (i <= 0 || j <= 0 || k <= 0) {
            kind = NONE;
        } else {
            int equal = 0;
            if (i == j) {
                equal += 1;
            }
            if (i == k) {
                equal += 2;
            }
            if (j == k) {
                equal += 3;
            }
            if (equal == 0) {
                kind = i + j <= k || j + k <= i || i + k <= j ? NONE : SCALENE;
            } else if (equal > 3) {
                kind = EQUILATERAL;
            } else if (equal == 1 && i + j > k) {
                kind = ISOSCELES;
            } else if (equal == 2 && i + k > j) {
                kind = ISOSCELES;
            } else if (equal == 3 && j + k > i) {
                kind = ISOSCELES;
            } else {
                kind = NONE;
            }
        }
        return kind;
    }
}
