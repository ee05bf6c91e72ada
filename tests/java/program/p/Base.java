package p;

/** Methods of every access, overridden here and there; each returns the name of the class that declares it. */
public class Base {
    public String open() { return "p.Base"; }
    protected String guarded() { return "p.Base"; }
    String local() { return "p.Base"; }
    private String hidden() { return "p.Base"; }
    public static String fixed() { return "p.Base"; }
    String widened() { return "p.Base"; }
}
