package many;

/** Objects of which there are as many as constants. */
public final class Grade {
    public static final Grade NONE = new Grade(0);
    public static final Grade LOW = new Grade(1);
    public static final Grade FAIR = new Grade(2);
    public static final Grade GOOD = new Grade(3);
    public static final Grade HIGH = new Grade(4);
    public static final Grade BEST = new Grade(5);

    private final int number;

    private Grade(int number) {
        this.number = number;
    }

    public static int share(Grade grade) {
        return 60 / (grade.number - 5);
    }
}
