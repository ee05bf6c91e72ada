package concolic;

import java.util.HashMap;
import java.util.Map;

/** Decisions that calls with given literals pass on one side only. */
public class Gates {
    private final Map<String, Integer> known = new HashMap<>();
    private final int limit;
    private int sum;
    private int state;

    public Gates(int limit) {
        this.limit = limit;
        known.put("alpha", 3);
        known.put("omega", 4);
    }

    public int named(String name) {
        if (name.equals("Rumpelstiltskin")) {
            return 1;
        }
        return 0;
    }

    public int switched(String name) {
        switch (name) {
            case "left":
                return 1;
            case "right":
                return 2;
            default:
                return 0;
        }
    }

    public void feed(char letter) {
        switch (state) {
            case 0:
                state = letter == 'G' ? 1 : 0;
                break;
            case 1:
                state = letter == 'o' ? 2 : 0;
                break;
            default:
                state = 3;
        }
    }

    public boolean isOpen() {
        return state == 3;
    }

    public int counted(int[] numbers) {
        int found = 0;
        for (int each : numbers) {
            if (each > limit) {
                found++;
            }
        }
        if (found == 3) {
            return 1;
        }
        return 0;
    }

    public boolean checked(String digits) {
        if (digits.length() != 5) {
            return false;
        }
        int total = 0;
        for (int at = 0; at < 5; at++) {
            char digit = digits.charAt(at);
            if (digit < '0' || digit > '9') {
                return false;
            }
            total += (at + 1) * (digit - '0');
        }
        return total % 11 == 10 && digits.charAt(4) == '7';
    }

    public int looked(String key) {
        Integer found = known.get(key);
        if (found != null) {
            return found;
        }
        return 0;
    }

    public void add(int number) {
        sum += number;
    }

    public int limited() {
        if (sum == 1234567) {
            return 1;
        }
        return 0;
    }

    public int parsed(String text) {
        int number = Integer.parseInt(text);
        if (number == 42) {
            return 1;
        }
        return 0;
    }

    public long mixed(long number, double factor, boolean flag) {
        if (flag) {
            if (number * 3 == 999_999_999_999L) {
                if (factor > 2.5 && factor < 2.75) {
                    return 1;
                }
            }
        }
        return 0;
    }

    public int metered(Meter meter) {
        if (meter.limit == 731 && meter.pressure() == -9_000_000_000L) {
            return meter.unit() == Unit.PSI ? 2 : 1;
        }
        return meter.unit() == Unit.PSI ? 3 : 4;
    }

    /** Needs a subclass. */
    public abstract static class Meter implements Shown {
        final int limit;

        protected Meter(int limit) {
            this.limit = limit;
        }

        protected abstract long pressure();

        @Override
        public String shown() {
            return "" + limit;
        }
    }

    /** What a meter shows. */
    public enum Unit { BAR, PSI }

    /** Has two methods, one of which a meter implements. */
    public interface Shown {
        String shown();

        Unit unit();
    }

    public void watched(Watcher watcher) {
        watcher.passes(sum, this);
    }

    /** Is told of gates. */
    public interface Watcher {
        void passes(long sum, Gates gates);
    }

    public int asked(Answer answer) {
        if (answer.number(7) == 77) {
            return 1;
        }
        return 0;
    }

    /** Gives a number. */
    public interface Answer {
        int number(int of);
    }
}
