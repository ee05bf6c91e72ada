package everypath.library;

import java.util.ResourceBundle;

/** A logger with the JDK's default configuration, from {@code INFO} on. It drops all messages. */
final class SilentLogger implements System.Logger {
    private final String name;

    private SilentLogger(String name) {
        this.name = name;
    }

    /** {@code System.getLogger}. */
    static System.Logger getLogger(String name) {
        if (name == null) {
            throw new NullPointerException();
        }
        return new SilentLogger(name);
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
