package effects;

import java.util.List;

/** Setters whose fields are seen in different ways. */
public class Setters {
    public static int shared;
    private static int counter;

    public Setters next;
    private Setters before;
    private int size;
    private String name = "";
    private boolean open;
    private final StringBuilder log = new StringBuilder();
    private List<String> names;
    private int unseen;

    public void setNext(Setters other) {
        next = other;
    }

    public void setBefore(Setters other) {
        before = other;
    }

    public Setters getBefore() {
        return before;
    }

    public void setSize(int number) {
        size = number;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void setName(String text) {
        name = text;
    }

    @Override
    public String toString() {
        return "Setters " + name;
    }

    public void open() {
        open = true;
    }

    public boolean isOpen(int level) {
        return open && level > 0;
    }

    /** Changes what it shows: no test may ask it. */
    public boolean closed() {
        boolean was = open;
        open = false;
        return !was;
    }

    public void note(int number) {
        log.append(number);
    }

    public int noted() {
        return log.length();
    }

    public void setNames(List<String> given) {
        names = given;
    }

    public List<String> names() {
        return names;
    }

    public void hide(int number) {
        unseen = number;
    }

    public static void share(int number) {
        shared = number;
    }

    public static void count(int number) {
        counter = number;
    }

    public static int counted() {
        return counter;
    }

    public static void join(Setters first, Setters second) {
        first.next = second;
    }
}
