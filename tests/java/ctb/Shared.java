package ctb;

/** Like Fig. 8 of the seed: two parameters of one mutable class, which may be one object. */
public final class Shared {
    int size;

    static int moved(Shared x, Shared y) {
        x.size = 3;
        if (y.size == 4) {
            return x.size;
        }
        return x.size - y.size;
    }

    static int unrelated(Shared x, Shared y) {
        return x.size + y.size;
    }
}
