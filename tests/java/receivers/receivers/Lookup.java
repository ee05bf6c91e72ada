package receivers;

/** What a {@link Factory} makes; its declared type shows nothing. */
public interface Lookup {}
