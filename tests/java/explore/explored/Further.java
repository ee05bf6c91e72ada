package explored;

/** Objects that throw only after more calls than are tried to build them, from code that every path enters. */
class Further {
    static class Ring {
        private final int[] slots = new int[6];
        private int used;

        public void add() {
            slots[used++] = 1;
        }

        int held() {
            return slots[used];
        }

        int share(int total) {
            return total / (6 - used);
        }

        int checked() {
            return limited(used);
        }

        int total() {
            return used / 2;
        }

        int limit() {
            return slots.length;
        }

        private int limited(int number) {
            if (number > 5) {
                throw new IllegalStateException();
            }
            return number;
        }
    }

    static class Closing {
        private int[] held = new int[2];
        private int uses;

        public void use() {
            if (++uses > 7) {
                held = null;
            }
        }

        int size() {
            return held.length;
        }
    }

    static int of(Ring ring) {
        return ring == null ? 0 : ring.held();
    }
}
