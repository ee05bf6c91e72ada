package q;

/** In another package: what looks like overriding {@code local} does not override it. */
public class Middle extends p.Base {
    @Override public String open() { return "q.Middle"; }
    String local() { return "q.Middle"; }
    String hidden() { return "q.Middle"; }
    public String widened() { return "q.Middle"; }
}
