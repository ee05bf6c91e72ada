package sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collections as results and as arguments that the call changes. */
public class Collected {
    private int calls;

    public int getCalls() {
        return calls;
    }

    public boolean count(int step) {
        calls += step;
        return calls > 10;
    }

    static void addTwice(List<String> out, String text) {
        out.add(text);
        out.add(text);
    }

    static List<String> padded(String text) {
        return Arrays.asList(text, null);
    }

    static Map<String, Integer> single(int value) {
        Map<String, Integer> map = new TreeMap<>();
        map.put("value", value);
        return map;
    }

    static List<Integer> upTo(boolean two) {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        if (two) {
            list.add(2);
        }
        return list;
    }
}
