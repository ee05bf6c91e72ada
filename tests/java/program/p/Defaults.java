package p;

/** Default methods: the most specific one wins, classes win over interfaces. */
public class Defaults {
    public interface Top { default String greet() { return "p.Defaults$Top"; } String plain(); }
    public interface Left extends Top { default String greet() { return "p.Defaults$Left"; } }
    public interface Right extends Top { default String plain() { return "p.Defaults$Right"; } }
    public interface Again extends Left, Right { private String secret() { return "p.Defaults$Again"; } }
    public interface Abstracts extends Top { @Override String greet(); }

    public static class OfTop implements Top { public String plain() { return "p.Defaults$OfTop"; } }
    public static class OfBoth implements Left, Right { }
    public static class OfAgain implements Again { }
    public static class FromSuper extends OfTop implements Right { }
    public static class TopAgain extends OfBoth implements Top { }
    public static abstract class Unfinished implements Abstracts { public String plain() { return "p.Defaults$Unfinished"; } }
    public static class Finished extends Unfinished { public String greet() { return "p.Defaults$Finished"; } }
}
