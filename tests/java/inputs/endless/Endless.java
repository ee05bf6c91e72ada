package endless;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Each of two classes needs the other one, and neither may be null. */
public class Endless {
    @Retention(RetentionPolicy.CLASS)
    @interface NonNull {}

    private final Other other;
    private final int count;

    public Endless(@NonNull Other other, int count) {
        this.other = java.util.Objects.requireNonNull(other);
        this.count = count;
    }

    public boolean isLong() {
        return count > 3;
    }

    public static class Other {
        private final Endless endless;

        public Other(@NonNull Endless endless) {
            this.endless = java.util.Objects.requireNonNull(endless);
        }
    }
}
