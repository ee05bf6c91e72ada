package sound;

/** Versions such as 1.4. */
public final class Version implements Comparable<Version> {
    private final int major;
    private final int minor;

    private Version(int major, int minor) {
        this.major = major;
        this.minor = minor;
    }

    public static Version parse(String text) {
        if (text == null) {
            throw new IllegalArgumentException("null");
        }
        int dot = text.indexOf('.');
        if (dot < 1 || dot == text.length() - 1) {
            throw new IllegalArgumentException("no version: " + text);
        }
        return new Version(digits(text.substring(0, dot)), digits(text.substring(dot + 1)));
    }

    private static int digits(String text) {
        if (text.length() > 4) {
            throw new IllegalArgumentException("long");
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                throw new IllegalArgumentException("no digit");
            }
        }
        return Integer.parseInt(text);
    }

    @Override
    public int compareTo(Version other) {
        return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
    }

    public Version next() {
        return minor == Integer.MAX_VALUE ? new Version(major, minor) : new Version(major, minor + 1);
    }

    public boolean isStable() {
        return major >= 1;
    }

    public static boolean isNewer(String one, String two) {
        return parse(one).compareTo(parse(two)) > 0;
    }
}
