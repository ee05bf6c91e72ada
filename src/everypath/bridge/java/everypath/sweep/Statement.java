package everypath.sweep;

/**
 * One statement of a sequence: an operation on the values of earlier statements, or a constant.
 *
 * @param operation null for a constant
 * @param arguments the places of its arguments
 * @param constant a box of a primitive, a string, a class or null
 * @param boxed whether the constant is an object of its box's class
 */
record Statement(Operation operation, int[] arguments, Object constant, boolean boxed) {
    private static final int[] NONE = {};

    static Statement of(Operation operation, int[] arguments) {
        return new Statement(operation, arguments, null, false);
    }

    static Statement ofConstant(Object constant, boolean boxed) {
        return new Statement(null, NONE, constant, boxed);
    }

    boolean isConstant() {
        return operation == null;
    }

    /** The same with its arguments at other places. */
    Statement moved(int[] places) {
        if (arguments.length == 0) {
            return this;
        }
        int[] result = new int[arguments.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = places[arguments[i]];
        }
        return new Statement(operation, result, null, false);
    }

    /** The same with its arguments so many places further on. */
    Statement shifted(int by) {
        if (arguments.length == 0 || by == 0) {
            return this;
        }
        int[] result = arguments.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] += by;
        }
        return new Statement(operation, result, null, false);
    }
}
