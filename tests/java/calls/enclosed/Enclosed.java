package enclosed;

import java.io.Serializable;
import java.util.function.IntSupplier;

/** Classes all of whose writers are known, and classes that something else may write. */
public class Enclosed {
    /** Everything that writes is a constructor or a method of the class. */
    public static class Plain {
        private int size;
        private final int[] items = new int[3];

        public void push(int item) {
            if (size < items.length) {
                items[size++] = item;
            }
        }

        public static void reset(Plain plain) {
            plain.size = 0;
        }

        public int size() {
            return size;
        }

        public int broken() {
            if (size > items.length) {
                return -1;
            }
            return size;
        }
    }

    /** A private constructor that writes nothing, and a factory that does not, either. */
    public static class Made {
        private int count;

        private Made() {}

        public static Made make() {
            return new Made();
        }

        public void turn() {
            count = 1 - count;
        }

        public int broken() {
            return count == 2 ? -1 : count;
        }
    }

    /** Only an even number of turns is ever made. */
    public static class Even {
        private int turns;

        public void twice() {
            turns += 2;
        }

        public boolean odd() {
            if (turns == 7) {
                return true;
            }
            return turns == 8;
        }
    }

    /** Too many calls for the bound: six, one at a time, and no invariant in sight. */
    public static class Slow {
        private int steps = 20;

        public void next() {
            if (steps > 0) {
                steps--;
            }
        }

        public boolean done() {
            if (steps == 0) {
                return true;
            }
            return false;
        }
    }

    /** Classes in the same package may write it. */
    public static class Open {
        int size;

        public void add() {
            if (size < 3) {
                size++;
            }
        }
    }

    /** Another class of the nest writes it. */
    public static class Shared {
        private int size;

        public void add() {
            if (size < 3) {
                size++;
            }
        }
    }

    public static void spoil(Shared shared) {
        shared.size = -7;
    }

    /** A lambda writes it, whenever somebody calls it. */
    public static class Late {
        private int size;

        public IntSupplier more() {
            return () -> size--;
        }
    }

    /** Streams of bytes make it. */
    public static class Sent implements Serializable {
        private static final long serialVersionUID = 1;
        private int size;

        public void add() {
            if (size < 3) {
                size++;
            }
        }
    }

    /** How far it counts depends on what somebody set. */
    public static class Limited {
        public static int limit = 3;
        private int size;

        public void add() {
            if (size < limit) {
                size++;
            }
        }

        public boolean large() {
            if (size > 3) {
                return true;
            }
            return false;
        }
    }

    /** Its objects leak out of a constructor that throws. */
    public static class Leaking {
        private final Leaking[] kept;
        private int size = 1;

        public Leaking(Leaking[] kept) {
            this.kept = kept;
            if (kept != null && kept.length == 1) {
                size = -1;
                kept[0] = this;
                throw new IllegalStateException();
            }
        }

        public int size() {
            return size;
        }
    }

    /** One object writes another one. */
    public static class Pair {
        private int value;

        public void spoil(Pair other) {
            other.value = -3;
        }

        public boolean spoilt() {
            if (value == -3) {
                return true;
            }
            return value == -4;
        }
    }

    /** It gives its state to whoever asks to be called back, half-way. */
    public static class Telling {
        private int size;

        public void add(Runnable told) {
            size = -1;
            told.run();
            size = 1;
        }

        public int size() {
            return size < 0 ? -1 : 0;
        }
    }

    /** Native code may do anything. */
    public static class Native {
        private int size;

        public native void spoil();

        public int size() {
            return size < 0 ? -1 : 0;
        }
    }

    /** An initialiser makes what no caller can. */
    public static class Instance {
        public static final Instance ONE = new Instance(-5);
        private int size;

        private Instance(int size) {
            this.size = size;
        }

        public static Instance zero() {
            return new Instance(0);
        }

        public int size() {
            return size;
        }
    }

    /** What an interface gives it makes two steps at once. */
    interface Stepping {
        void step();

        default void steps() {
            step();
            step();
            step();
            step();
            step();
            step();
        }
    }

    public static class Stepper implements Stepping {
        private int count;

        @Override
        public void step() {
            if (count < 100) {
                count++;
            }
        }

        public boolean six() {
            if (count == 6) {
                return true;
            }
            return false;
        }
    }

    /** Only what is private counts: a subclass may write what is protected. */
    public static class Base {
        protected int size;
        private int own;

        public void add() {
            own = size < 0 ? -1 : 1;
        }

        public boolean never() {
            if (own == 5) {
                return true;
            }
            return own == -1;
        }
    }
}
