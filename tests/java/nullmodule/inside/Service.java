package inside;

/** In a module that is null-marked. */
public class Service {
    static int length(String s) {
        return s.length();
    }
}
