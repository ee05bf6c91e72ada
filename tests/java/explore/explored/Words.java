package explored;

/** A switch over strings. */
public class Words {
    public static int command(String word) {
        switch (word) {
            case "start":
                return 1;
            case "stop":
                return 2;
            case "a rather long word":
                return 3;
            default:
                return 0;
        }
    }
}
