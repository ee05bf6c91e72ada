package p;

/** Back in the first package, below a class of the other one. */
public class Low extends q.Middle {
    @Override protected String guarded() { return "p.Low"; }
    public String local() { return "p.Low"; }
    public String hidden() { return "p.Low"; }
    public String widened() { return "p.Low"; }
}
