package explored;

import java.util.TimerTask;

/** Abstract classes without a subclass, and classes whose only objects are constants. */
public class Shapes {
    /** What is missing is answered by a stub. */
    public abstract static class Shape {
        private final int scale;

        protected Shape(int scale) {
            if (scale < 1) {
                throw new IllegalArgumentException("scale");
            }
            this.scale = scale + sides() - 3;
        }

        abstract int sides();

        protected abstract double area(long precision, double factor);

        abstract String name();

        abstract boolean isRound();

        public abstract void paint(int[] colours);

        int scaled() {
            return sides() * scale;
        }
    }

    /** Only constants. */
    public static final class Level {
        public static final Level LOW = new Level(1);
        public static final Level HIGH = new Level(9);
        private final int value;

        private Level(int value) {
            this.value = value;
        }

        boolean isAbove(int limit) {
            return value > limit;
        }
    }

    /** Needs the constructor's argument and three answers. */
    public static int classify(Shape shape) {
        shape.paint(null);
        if (shape.scaled() == 20 && shape.sides() == 4) {
            return shape.name().length() == 2 ? 1 : 2;
        }
        return shape.isRound() && shape.area(5L, 2.5) > 7.0 ? 3 : 4;
    }

    /** The receiver, too. */
    public static Shape larger(Shape first, Shape second) {
        return first.scaled() > second.scaled() ? first : second;
    }

    /** An abstract class of the JDK. */
    public static int run(TimerTask task) {
        task.run();
        return task.cancel() ? 1 : 0;
    }

    /** No constructor, no factory. */
    public static int level(Level level, int limit) {
        if (level == Level.HIGH) {
            return 1;
        }
        return level.isAbove(limit) ? 2 : 3;
    }

    /** Abstract, and nobody else may extend it. */
    public abstract static class Token {
        private Token() {}

        public static Token of(int kind) {
            return new Token() {
                @Override
                int kind() {
                    return kind;
                }
            };
        }

        abstract int kind();
    }

    /** A factory makes the object, of a class without a name. */
    public static int token(Token token) {
        return token.kind() == 77 ? 1 : 0;
    }

    /** The same in the JDK. */
    public static int buffer(java.nio.ByteBuffer buffer) {
        return buffer.remaining() > 3 ? 1 : 0;
    }
}
