package solving;

import java.util.List;

/** Objects of the analysed code as inputs. */
public class Objects {

    static final class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    interface Shape {
        double area();
    }

    static final class Square implements Shape {
        final double side;

        Square(double side) {
            this.side = side;
        }

        @Override
        public double area() {
            return side * side;
        }
    }

    static final class Circle implements Shape {
        final double radius;

        Circle(double radius) {
            this.radius = radius;
        }

        @Override
        public double area() {
            return 3 * radius * radius;
        }
    }

    enum Colour { RED, GREEN, BLUE }

    private int balance;

    Objects(int balance) {
        if (balance < 0) {
            throw new IllegalArgumentException("balance");  // goal: reach throws java.lang.IllegalArgumentException
        }
        this.balance = balance;
    }

    static int second(Node list) {
        if (list.next.value == list.value + 1) {        // goal: reach throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int length(Node list) {
        int n = 0;
        for (Node at = list; at != null; at = at.next) {
            n++;
        }
        if (n == 3) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int big(Shape shape) {
        if (shape instanceof Square && shape.area() == 49.0) {
            return 1;                                   // goal: reach
        }
        if (shape instanceof Circle) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int colour(Colour colour) {
        switch (colour) {
            case RED:
                return 1;                               // goal: reach
            case BLUE:
                return 3;                               // goal: reach
            default:
                return 2;                               // goal: reach
        }
    }

    int withdraw(int amount) {
        if (amount > balance) {
            return -1;                                  // goal: reach
        }
        balance -= amount;
        if (balance < 0) {
            return -2;                                  // goal: reach
        }
        return balance;                                 // goal: reach
    }

    static int boxed(Integer x) {
        if (x != null && x == 300) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int listed(List<String> list) {
        if (list.size() == 2 && list.get(1).equals("b")) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }
}
