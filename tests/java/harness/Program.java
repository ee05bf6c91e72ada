/** A whole program: the JVM passes an array of strings, never null. */
public class Program {
    public static void main(String[] args) {
        if (args.length == 2 && args[0].length() == 1 && args[1].equals("-" + args[0])) {
            throw new IllegalStateException(args[1]);
        }
    }
}
