package structures.patterns;

/** A link in a chain of owners that leads to a part, as a link of another chain leads to it. */
public class Owned {
    public Owned next;
    public Part part;

    /** A part of two chains. */
    public static class Part {
        public Link left;
        public Link right;
    }

    /** A link of the other chain. */
    public static class Link {
        public Link next;
        public Owned owner;
    }
}
