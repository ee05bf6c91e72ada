package explored;

import java.io.IOException;
import java.util.List;

/** Constructors of abstract classes: they run on objects of subclasses, here of anonymous ones. */
public class Extended {
    abstract static class Base {
        final int size;
        String label = "none";

        Base(int size) {
            if (size < 0) {
                throw new IllegalArgumentException("negative");
            }
            this.size = size > 100 ? 100 : size;
        }

        /** Calls what the subclass supplies, before its fields are there. */
        Base(String label) {
            size = width() / label.length();
            this.label = label + suffix();
            if (size == 3 && ready(this)) {
                accept(size);
            }
        }

        Base(List<String> labels, boolean first) throws IOException {
            this(labels.get(first ? 0 : 1).length());
            if (size == 7) {
                throw new IOException("seven");
            }
        }

        private Base() {
            this(1);
        }

        abstract int width();

        protected abstract String suffix();

        public abstract boolean ready(Base other);

        abstract void accept(int size);

        int getSize() {
            return size;
        }
    }

    /** Nothing to supply. */
    public abstract static class Plain<T> {
        public T value;
        protected int kind;

        protected Plain(T value) {
            this.value = value;
            kind = value == null ? 0 : 1;
        }
    }

    abstract static class Below extends Base {
        final int area;

        Below(int height) {
            super(height);
            area = height * width();
        }
    }

    /** Only nested classes extend it. */
    abstract sealed static class Closed {
        final int kind;

        Closed(int kind) {
            this.kind = kind / (kind - 1);
        }

        static final class Only extends Closed {
            Only() {
                super(2);
            }
        }
    }

    /** Its objects need one of the enclosing class. */
    abstract class Inner {
        Inner(int kind) {}
    }
}
