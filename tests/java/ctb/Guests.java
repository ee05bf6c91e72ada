import java.util.Set;

/** A set of any size, with any elements. */
class Guests {
    static boolean isInvited(Set<String> guests, String name) {
        return guests.contains(name);
    }
}
