package domain;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetTime;
import java.util.Date;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Objects of the JDK that a few numbers give. */
public final class Values {
    private Values() {
    }

    static boolean isLate(LocalDate day) {
        return day.getYear() > 2000 && day.getMonthValue() == 2 && day.getDayOfMonth() == 29;
    }

    static boolean isBefore(LocalDate one, LocalDate other) {
        return one.isBefore(other);
    }

    static int half(LocalDateTime time) {
        return time.getHour() < 12 ? time.getMinute() : -time.getMonthValue();
    }

    static boolean isPast(Duration left) {
        return left.isNegative() || left.isZero();
    }

    /** The JDK keeps one object for it. */
    static boolean isNothing(Duration left) {
        return left == Duration.ZERO;
    }

    /** A constant of the JDK may be the input. */
    static boolean isEnd(LocalDate day) {
        return day == LocalDate.MAX;
    }

    static long high(UUID id) {
        return id.getMostSignificantBits() < 0 ? 0 : id.getMostSignificantBits();
    }

    static int next(AtomicInteger count) {
        return count.incrementAndGet();
    }

    static boolean take(AtomicLong left) {
        return left.get() > 0 && left.decrementAndGet() >= 0;
    }

    static boolean first(AtomicBoolean done) {
        return done.compareAndSet(false, true);
    }

    static boolean isWest(OffsetTime time) {
        return time.getHour() > 3;
    }

    /** Other classes extend this one. */
    static boolean isOld(Date date) {
        return date.getTime() < 1000;
    }

    static boolean isSet(AtomicReference<String> held) {
        return held.get() != null;
    }

    /** Counters and days in fields. */
    static class Ticket {
        private final AtomicInteger uses = new AtomicInteger();
        private LocalDate end = LocalDate.of(2000, 1, 1);

        boolean isUsed() {
            return uses.get() > 2;
        }

        int use() {
            return uses.incrementAndGet();
        }

        boolean isNew() {
            return end.getYear() > 2000;
        }

        void extend(LocalDate later) {
            if (later.isAfter(end)) {
                end = later;
            }
        }
    }

    /** Only a call of close() makes a closed one. */
    static class Door implements AutoCloseable {
        private final AtomicBoolean closed = new AtomicBoolean();

        @Override
        public void close() {
            closed.set(true);
        }

        boolean isOpen() {
            return !closed.get();
        }
    }
}
