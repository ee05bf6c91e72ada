package everypath.sweep;

/** Pseudo-random numbers, the same for the same seed (xorshift64*, Vigna 2016); quicker than the JDK's. */
final class RandomSource {
    private long state;

    RandomSource(long seed) {
        state = (seed ^ 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        if (state == 0) {
            state = 1;
        }
        for (int i = 0; i < 8; i++) {
            nextLong();
        }
    }

    long nextLong() {
        state ^= state >>> 12;
        state ^= state << 25;
        state ^= state >>> 27;
        return state * 0x2545F4914F6CDD1DL;
    }

    /** A number from zero on, below {@code bound}. */
    int below(int bound) {
        return (int) ((nextLong() >>> 33) * bound >>> 31);
    }

    /** True once in so many times. */
    boolean oneIn(int times) {
        return below(times) == 0;
    }

    boolean coin() {
        return nextLong() < 0;
    }

    /** A number from zero on, below one. */
    double fraction() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }
}
