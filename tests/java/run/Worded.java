import java.net.URI;
import java.net.URISyntaxException;

/** Exceptions of the JDK whose messages are put together when they are asked for. */
public final class Worded {
    private Worded() { }

    public static String fragment(String text) throws URISyntaxException {
        return new URI(text).getFragment();
    }
}
