package pet;

/** A stack in an array of a capacity that does not grow. */
class ArrayStack<E> {
    static final int CAPACITY = 1000;

    Object[] elements;
    int top;

    ArrayStack() {
        this(CAPACITY);
    }

    ArrayStack(int capacity) {
        elements = new Object[capacity];
        top = -1;
    }

    int size() {
        return top + 1;
    }

    boolean isEmpty() {
        return top < 0;
    }

    void push(E element) {
        if (size() == elements.length) {
            throw new FullStackException("the stack is full");
        }
        top++;
        elements[top] = element;
    }

    @SuppressWarnings("unchecked")
    E top() {
        if (isEmpty()) {
            throw new EmptyStackException("the stack is empty");
        }
        return (E) elements[top];
    }

    @SuppressWarnings("unchecked")
    E pop() {
        if (isEmpty()) {
            throw new EmptyStackException("the stack is empty");
        }
        E element = (E) elements[top];
        elements[top] = null;
        top--;
        return element;
    }
}
