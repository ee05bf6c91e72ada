package com.acme.inventory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many of each thing there are. */
public class Inventory<T> {
    private final Map<T, Integer> counts = new HashMap<>();

    public void add(T thing, int count) {
        if (count <= 0) {
            throw new IllegalArgumentException("count");
        }
        counts.merge(thing, count, Integer::sum);
    }

    /** Forgets to ask whether there is such a thing. */
    public int take(T thing) {
        int left = counts.get(thing) - 1;
        if (left == 0) {
            counts.remove(thing);
        } else {
            counts.put(thing, left);
        }
        return left;
    }

    public boolean has(T thing) {
        return counts.containsKey(thing);
    }

    public int size() {
        return counts.size();
    }

    public static <T extends Comparable<T>> T largest(List<T> things) {
        T best = things.get(0);
        for (T each : things) {
            if (each.compareTo(best) > 0) {
                best = each;
            }
        }
        return best;
    }

    public static List<Integer> even(List<Integer> numbers) {
        List<Integer> found = new ArrayList<>();
        for (Integer each : numbers) {
            if (each != null && each % 2 == 0) {
                found.add(each);
            }
        }
        return found;
    }
}
