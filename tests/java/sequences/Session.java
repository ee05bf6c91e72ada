package sequences;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Knows for how long it has been there. */
public class Session {
    private final Clock clock = Clock.systemUTC();
    private final Instant begun = now();
    private int visits;

    private Instant now() {
        return clock.instant();
    }

    public void visit(int times) {
        visits += times;
    }

    public int getVisits() {
        return visits;
    }

    public Duration getTime() {
        Duration found = Duration.between(begun, now());
        return found.isNegative() ? Duration.ZERO : found;
    }

    public long getMillis() {
        return getTime().toMillis();
    }
}
