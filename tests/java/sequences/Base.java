package sequences;

import sequences.other.Derived;

/** Has members that a subclass in another package does not have. */
public class Base {
    int kept;

    public void setKept(int kept) {
        this.kept = kept;
    }

    int doubled() {
        return 2 * kept;
    }

    public static Derived derived() {
        return new Derived();
    }
}
