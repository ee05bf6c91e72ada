package explored;

import java.util.ArrayList;
import java.util.List;

/** Lists of which only short ones are tried, and what builds all there is of its objects. */
class Filled {
    record Point(int x, int y) {}

    static int nine(List<String> list) {
        return list.size() == 9 ? 1 : 0;
    }

    static int some(ArrayList<String> list) {
        return list.isEmpty() ? 0 : 1;
    }

    static int above(Point point) {
        return point.y() > point.x() ? 1 : 0;
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    sealed interface Part permits Wheel, Frame {}

    record Wheel(int spokes) implements Part {}

    static non-sealed class Frame implements Part {}

    static int corners(Shape shape) {
        return shape instanceof Square ? 4 : 0;
    }

    static int spokes(Part part) {
        return part instanceof Wheel wheel ? wheel.spokes : 0;
    }
}
