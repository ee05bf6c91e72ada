package sample;

/** What a call leaves as it was made, and what it changes, where only one thing can be seen. */
public class Kept {
    private String name;
    private int calls;

    public Kept(String name) {
        if (name == null) {
            throw new IllegalArgumentException("name");
        }
        this.name = name;
    }

    public void call(String other) {
        if (other == null) {
            calls++;
        }
    }

    public void rename(String other) {
        if (other != null) {
            name = other;
        }
    }

    public String getName() {
        return name;
    }
}
