package effects;

import java.util.ArrayList;
import java.util.List;

/** Methods that make objects, and leave them in fields, elements and static fields. */
public class Made {
    public static class Tree {
        public Tree left;
        public Tree right;
        public int value;
    }

    public static class Chain {
        public Chain next;
        public int value;
    }

    public static class Rows {
        public byte[] bytes;
        public char[] chars;
        public boolean[] flags;
        public float[] floats;
    }

    public static class Wide {
        public int a, b, c, d, e, f, g, h, i, j;
    }

    public static int total;
    public static Tree last;

    public Tree tree;
    public Chain chain;
    public Rows rows;
    public Wide wide;
    public String text;
    public int[] numbers;
    public long[][] table;
    public Object[] objects;
    public Object any;
    public List<String> list;

    public void leaf(int value) {
        tree = new Tree();
        tree.value = value + 1;
    }

    public void above(int value) {
        Tree made = new Tree();
        made.left = tree;
        made.value = value;
        tree = made;
    }

    public void cycle(int value) {
        Tree made = new Tree();
        made.left = made;
        made.right = made;
        made.value = value;
        tree = made;
    }

    public void shared(int value) {
        Tree made = new Tree();
        made.value = value;
        Tree top = new Tree();
        top.left = made;
        top.right = made;
        tree = top;
    }

    public Tree both(int value) {
        Tree made = new Tree();
        made.value = value;
        tree = made;
        return made;
    }

    public void deep(int value) {
        chain = new Chain();
        chain.next = new Chain();
        chain.next.next = new Chain();
        chain.next.next.next = new Chain();
        chain.next.next.next.value = value;
    }

    public void wide(int value) {
        wide = new Wide();
        wide.d = value;
        wide.j = 7;
    }

    public void small(byte x, char c, boolean flag, float number) {
        Rows made = new Rows();
        made.bytes = new byte[] {x, 3};
        made.chars = new char[] {c, 'q'};
        made.flags = new boolean[] {flag, !flag};
        made.floats = new float[] {number, number + 1};
        rows = made;
    }

    public void ints(int value) {
        numbers = new int[] {0, value, 2};
    }

    public void table(long value) {
        table = new long[][] {{value}, {1, value + 2}};
    }

    public void mixed(Object given) {
        objects = new Object[] {given, null, new Tree(), 5, "s", Thread.State.NEW};
    }

    public void boxed(int value) {
        any = value;
    }

    public void joined(String end, int number, char c, boolean flag, long big) {
        text = "n=" + number + c + flag + big + end;
    }

    public void part(String given) {
        text = given.substring(1);
    }

    public String middle(String given) {
        return given.length() > 3 ? given.substring(1, 3) : given;
    }

    public void itself() {
        any = this;
    }

    public void listed(String given) {
        list = new ArrayList<>();
        list.add(given);
    }

    public static void count(int value) {
        total += value;
        last = new Tree();
        last.value = total;
    }

    public int[] kept(int[] given) {
        numbers = given;
        given[0] = 7;
        return given;
    }

    public void restored() {
        int before = numbers.length;
        total = 5;
        total = before;
    }

    public void thrown(int value) {
        any = new Tree();
        if (value > 3) {
            throw new IllegalStateException("x" + value);
        }
        text = "";
    }
}
