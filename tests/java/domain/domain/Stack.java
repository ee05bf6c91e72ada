package domain;

/** Fields that only its own methods write. */
class Stack {
    private final int[] data = new int[4];
    private int size;
    private int calls;
    private String name;

    void push(int value) {
        if (size == data.length) {
            throw new IllegalStateException("full");
        }
        data[size++] = value;
    }

    boolean isBroken() {
        return size < 0;
    }

    void count(int value) {
        if (value % 7 == calls % 5) {
            calls++;
        }
    }

    boolean isFar() {
        return calls > 11;
    }

    void setName(String name) {
        this.name = name;
    }
}
