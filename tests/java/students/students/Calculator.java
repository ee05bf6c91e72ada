package students;

/** A stack calculator over tokens, as a first-year student writes one: some of its checks are missing. */
public class Calculator {
    public static final int PLUS = -1, MINUS = -2, TIMES = -3, DIVIDE = -4, NEGATE = -5, SWAP = -6;

    private final int[] stack = new int[3];
    private int size;
    private int memory;

    public void push(int value) {
        stack[size] = value; // fails: ArrayIndexOutOfBoundsException
        size++;
    }

    public int pop() {
        size--;
        return stack[size]; // fails: ArrayIndexOutOfBoundsException
    }

    public void binary(int operator) {
        int right = pop();
        int left = pop();
        switch (operator) {
            case PLUS:
                push(left + right);
                break;
            case MINUS:
                push(left - right);
                break;
            case TIMES:
                push(left * right);
                break;
            case DIVIDE:
                push(left / right); // fails: ArithmeticException
                break;
            default:
                throw new IllegalArgumentException("operator " + operator); // fails: IllegalArgumentException
        }
    }

    public void store() {
        memory = pop();
    }

    public void recall() {
        push(memory);
    }

    /** Evaluates tokens: numbers from 0 up are pushed, the constants above are operators. */
    public static int evaluate(int[] tokens) {
        int[] values = new int[3];
        int depth = 0;
        for (int i = 0; i < tokens.length; i++) { // fails: NullPointerException
            int token = tokens[i];
            if (token >= 0) {
                values[depth] = token; // fails: ArrayIndexOutOfBoundsException
                depth++;
            } else if (token == NEGATE) {
                values[depth - 1] = -values[depth - 1]; // fails: ArrayIndexOutOfBoundsException
            } else {
                depth--;
                int right = values[depth]; // fails: ArrayIndexOutOfBoundsException
                int left = values[depth - 1]; // fails: ArrayIndexOutOfBoundsException
                if (token == PLUS)
                    values[depth - 1] = left + right;
                else if (token == MINUS)
                    values[depth - 1] = left - right;
                else if (token == TIMES)
                    values[depth - 1] = left * right;
                else if (token == DIVIDE)
                    values[depth - 1] = left / right; // fails: ArithmeticException
                else
                    throw new IllegalStateException("token " + token); // fails: IllegalStateException
            }
        }
        if (depth > 1)
            throw new IllegalStateException("left over"); // fails: IllegalStateException
        return values[0];
    }

    public static int power(int base, int exponent) {
        if (exponent < 0)
            return 1 / power(base, -exponent); // fails: ArithmeticException StackOverflowError
        int result = 1;
        while (exponent > 0) {
            if (exponent % 2 == 1)
                result *= base;
            base *= base;
            exponent /= 2;
        }
        return result;
    }

    public static int percent(int part, int whole) {
        return 100 * part / whole; // fails: ArithmeticException
    }

    public static int mean(int a, int b, int c, int weight) {
        int sum = a + b + c;
        if (weight > 3 || weight < 0)
            weight = 3;
        return sum / weight; // fails: ArithmeticException
    }
}
