package modern;

/** Sealed hierarchies with instanceof patterns, interfaces with default, static and private methods. */
public class Sealed {

    sealed interface Shape permits Circle, Square, Rectangle {
        int area();

        default boolean isBig() {
            return scaled() > 1000;
        }

        private int scaled() {
            return area() * 10;
        }

        static Shape unit() {
            return new Square(1);
        }
    }

    record Circle(int radius) implements Shape {
        public int area() {
            return 3 * radius * radius;
        }
    }

    record Square(int side) implements Shape {
        public int area() {
            return side * side;
        }

        @Override
        public boolean isBig() {
            return side > 7 || Shape.super.isBig();
        }
    }

    record Rectangle(int width, int height) implements Shape {
        public int area() {
            return width * height;
        }
    }

    sealed interface Expr permits Num, Add, Mul, Neg { }

    record Num(int value) implements Expr { }

    record Add(Expr left, Expr right) implements Expr { }

    record Mul(Expr left, Expr right) implements Expr { }

    record Neg(Expr inner) implements Expr { }

    static int areaOf(Shape shape) {
        if (shape instanceof Circle c && c.radius() == 7) {
            return 147;                                 // goal: reach
        }
        if (shape instanceof Rectangle r && r.width() == r.height()) {
            return r.width();                           // goal: reach
        }
        if (shape instanceof Square) {
            return 1;                                   // goal: reach
        }
        return shape == null ? -1 : 0;                  // goal: reach returns -1 returns 0
    }

    static int dispatch(Shape shape) {
        int area = shape.area();                        // goal: throws java.lang.NullPointerException
        if (area == 48) {
            return 1;                                   // goal: reach
        }
        if (area == 35) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static boolean defaults(Shape shape) {
        if (shape.isBig()) {                            // goal: throws java.lang.NullPointerException
            return true;                                // goal: reach
        }
        return false;                                   // goal: reach
    }

    // goal: complete
    static int staticMethod(int n) {
        Shape shape = n == 0 ? Shape.unit() : new Square(n);
        if (shape.area() == 121) {
            return 1;                                   // goal: reach
        }
        return shape.isBig() ? 2 : 3;                   // goal: reach returns 2 returns 3
    }

    static int eval(Expr expr) {
        if (expr instanceof Num n) {
            return n.value();                           // goal: reach
        }
        if (expr instanceof Add a) {
            return eval(a.left()) + eval(a.right());    // goal: reach
        }
        if (expr instanceof Mul m) {
            return eval(m.left()) * eval(m.right());    // goal: reach
        }
        if (expr instanceof Neg n) {
            return -eval(n.inner());                    // goal: reach
        }
        throw new IllegalStateException("no expression");   // goal: reach throws java.lang.IllegalStateException
    }

    static int negatedPattern(Object o) {
        if (!(o instanceof String text)) {
            return -1;                                  // goal: reach
        }
        if (text.startsWith("id:") && text.length() > 4) {
            return text.length();                       // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int boxes(Object o) {
        if (o instanceof Integer i && i > 41 && i < 43) {
            return i;                                   // goal: reach returns 42
        }
        if (o instanceof Long l && l == 1L << 40) {
            return 1;                                   // goal: reach
        }
        if (o instanceof int[] a && a.length == 2 && a[0] == a[1] + 9) {
            return 2;                                   // goal: reach
        }
        if (o instanceof CharSequence s && s.length() == 0) {
            return 3;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }
}
