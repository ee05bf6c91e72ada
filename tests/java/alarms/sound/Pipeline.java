package sound;

import java.util.Objects;
import java.util.function.IntUnaryOperator;

/** Steps that are done one after another. */
public final class Pipeline {
    private final IntUnaryOperator[] steps;
    private int count;
    private String name = "pipeline";

    public Pipeline(int most) {
        if (most < 0 || most > 20) {
            throw new IllegalArgumentException();
        }
        steps = new IntUnaryOperator[most];
    }

    public Pipeline then(IntUnaryOperator step) {
        if (count == steps.length) {
            throw new IllegalStateException("full");
        }
        steps[count++] = Objects.requireNonNull(step);
        return this;
    }

    public Pipeline named(String to) {
        name = Objects.requireNonNullElse(to, "pipeline");
        return this;
    }

    public int run(int input) {
        int value = input;
        for (int i = 0; i < count; i++) {
            value = steps[i].applyAsInt(value);
        }
        return value;
    }

    public int runLast(int input) {
        return count == 0 ? input : steps[count - 1].applyAsInt(input);
    }

    public String title() {
        return name.isEmpty() ? "?" : name.substring(0, 1);
    }

    public int free() {
        return steps.length == 0 ? 0 : 100 * (steps.length - count) / steps.length;
    }
}
