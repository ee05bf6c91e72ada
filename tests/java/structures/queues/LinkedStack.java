package structures.queues;

import java.util.EmptyStackException;

/** A stack of linked cells. */
public class LinkedStack<T> {

    private record Cell<T>(T item, Cell<T> below) { }

    private Cell<T> top;

    // goal: explored clean
    public void push(T item) {
        top = new Cell<>(item, top);                    // goal: reach
    }

    // goal: explored branches
    public T pop() {
        if (top == null) {
            throw new EmptyStackException();            // goal: throws java.util.EmptyStackException
        }
        T item = top.item();
        top = top.below();
        return item;                                    // goal: reach
    }

    /** Planted: a stack of one has nothing below. */
    // goal: explored
    public T second() {
        return top.below().item();                      // goal: reach throws java.lang.NullPointerException
    }

    // goal: explored clean
    public boolean isEmpty() {
        return top == null;                             // goal: reach
    }

    // goal: branches
    public static boolean balanced(String text) {
        LinkedStack<Character> open = new LinkedStack<>();
        for (int i = 0; i < text.length(); i++) {       // goal: throws java.lang.NullPointerException
            char c = text.charAt(i);
            switch (c) {
                case '(':
                case '[':
                    open.push(c);                       // goal: reach
                    break;
                case ')':
                case ']':
                    if (open.isEmpty() || open.pop() != (c == ')' ? '(' : '[')) {
                        return false;                   // goal: reach
                    }
                    break;
                default:
                    break;                              // goal: reach
            }
        }
        return open.isEmpty();                          // goal: reach
    }
}
