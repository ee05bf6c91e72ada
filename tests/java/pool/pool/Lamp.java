package pool;

/** A factory, then setters: the order of those that do not meet makes no difference. */
public class Lamp {
    private final int watts;
    private int level;
    private int colour;
    private int angle;
    private int age;

    private Lamp(int watts) {
        this.watts = watts;
    }

    public static Lamp of(int watts) {
        return new Lamp(Math.abs(watts));
    }

    public void setLevel(int level) {
        if (level < 0 || level > 9) {
            throw new IllegalArgumentException("level");
        }
        this.level = level;
    }

    public void setColour(int colour) {
        this.colour = colour;
    }

    public void setAngle(int angle) {
        this.angle = angle;
    }

    public void setAge(int age) {
        this.age = age;
    }

    public int light() {
        if (level == 3 && colour == 5 && angle == 7) {
            return watts / (level - 3); // goal: throws java.lang.ArithmeticException
        }
        return watts; // goal: reach
    }

    // goal: branches
    public boolean isOld() {
        return age > 100;
    }
}
