package sequences;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Built by a builder, changed by setters, asked by getters. */
public class Order {
    public enum State { OPEN, PAID, SENT }

    public static class Builder {
        private String name = "";
        private int count;

        public Builder name(String name) {
            this.name = name;
            return this;
        }

        public Builder count(int count) {
            this.count = count;
            return this;
        }

        public Order build() {
            if (name.isEmpty()) {
                throw new IllegalStateException("an order needs a name");
            }
            return new Order(name, count);
        }
    }

    private final String name;
    private int count;
    private State state = State.OPEN;
    private final List<Line> lines = new ArrayList<>();

    public Order(String name, int count) {
        this.name = name;
        this.count = count;
    }

    public static Builder builder() {
        return new Builder();
    }

    public String getName() {
        return name;
    }

    public int getCount() {
        return count;
    }

    public void setCount(int count) {
        this.count = count;
    }

    public State getState() {
        return state;
    }

    public void pay() {
        if (state != State.OPEN) {
            throw new IllegalStateException("not open: " + state);
        }
        state = State.PAID;
    }

    public void add(Line line) {
        lines.add(line);
        count += line.amount;
    }

    public List<Line> getLines() {
        return Collections.unmodifiableList(lines);
    }

    public int total() {
        int sum = 0;
        for (Line each : lines) {
            sum += each.amount;
        }
        return sum;
    }

    public static class Line {
        final String text;
        final int amount;

        public Line(String text, int amount) {
            this.text = text;
            this.amount = amount;
        }

        public String getText() {
            return text;
        }
    }

    public class Note {
        private final String text;

        public Note(String text) {
            this.text = text;
        }

        public String shown() {
            return name + ": " + text;
        }
    }
}
