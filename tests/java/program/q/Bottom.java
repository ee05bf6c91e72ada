package q;

/** Overrides what {@code p.Low} made public, and by that also what is local to {@code p}. */
public class Bottom extends p.Low {
    @Override public String local() { return "q.Bottom"; }
    @Override public String hidden() { return "q.Bottom"; }
}
