package sound;

/** Plane figures with positive sides. */
public sealed interface Shape permits Shape.Box, Shape.Square {
    int area();

    /** A rectangle. */
    record Box(int width, int height) implements Shape {
        public Box {
            if (width < 1 || height < 1 || width > 1000 || height > 1000) {
                throw new IllegalArgumentException();
            }
        }

        @Override
        public int area() {
            return width * height;
        }

        public int slope() {
            return height / width;
        }
    }

    /** A square. */
    record Square(int side) implements Shape {
        public Square {
            if (side < 1 || side > 1000) {
                throw new IllegalArgumentException();
            }
        }

        @Override
        public int area() {
            return side * side;
        }
    }

    /** How many of one fit into another by area. */
    static int fit(Shape into, Shape one) {
        if (into == null || one == null) {
            throw new IllegalArgumentException();
        }
        return into.area() / one.area();
    }

    static String name(Shape shape) {
        if (shape instanceof Box box) {
            return box.width() == box.height() ? "box" : "flat";
        }
        return shape == null ? "none" : ((Square) shape).side() > 10 ? "large" : "small";
    }
}
