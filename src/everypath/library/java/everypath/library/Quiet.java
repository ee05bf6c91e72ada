package everypath.library;

import java.util.ResourceBundle;

/** A logger as the JDK configures it where nobody does: from {@code INFO} on, and what is logged is no result. */
final class Quiet implements System.Logger {
    private final String name;

    private Quiet(String name) {
        this.name = name;
    }

    /** {@code System.getLogger}. */
    static System.Logger getLogger(String name) {
        if (name == null) {
            throw new NullPointerException();
        }
        return new Quiet(name);
    }

    @Override public String getName() {
        return name;
    }

    @Override public boolean isLoggable(Level level) {
        return level != Level.OFF && level.getSeverity() >= Level.INFO.getSeverity();
    }

    @Override public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {}

    @Override public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {}
}
