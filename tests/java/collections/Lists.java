package collections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.concurrent.CopyOnWriteArrayList;

/** Lists with symbolic elements, and lists that come in. */
public class Lists {

    // goal: complete
    static int middle(int a, int b, int c) {
        List<Integer> list = new ArrayList<>();
        list.add(a);
        list.add(b);
        list.add(c);
        Collections.sort(list);
        if (list.get(1) == 77 && list.get(0) < 0) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int found(int x) {
        List<Integer> list = Arrays.asList(3, 1, 4, 1, 5, 9, 2, 6);
        int at = list.indexOf(x);
        if (at == 4) {
            return 4;                                   // goal: reach
        }
        if (list.lastIndexOf(x) == 3 && at == 1) {
            return 3;                                   // goal: reach
        }
        return at;                                      // goal: reach returns -1
    }

    // goal: complete
    static int searched(int x) {
        List<Integer> list = List.of(2, 3, 5, 7, 11, 13);
        int at = Collections.binarySearch(list, x);
        if (at == 3) {
            return 100;                                 // goal: reach
        }
        if (at == -1) {
            return 200;                                 // goal: reach
        }
        return at;                                      // goal: reach
    }

    static int removedWhileIterating(List<String> list) {
        for (String each : list) {
            if (each.equals("x")) {
                list.remove(each);                      // goal: reach
            }
        }
        return list.size();                             // goal: reach
    }

    static int modified(int a, int b) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        try {
            for (int each : list) {
                if (each == a) {
                    list.add(b);
                }
            }
        } catch (ConcurrentModificationException e) {
            return -1;                                  // goal: reach
        }
        return list.size();                             // goal: reach
    }

    // goal: complete
    static int filtered(int a, int b) {
        List<Integer> list = new LinkedList<>(List.of(a, b, 10));
        list.removeIf(x -> x > 100);
        if (list.size() == 1) {
            return list.get(0);                         // goal: reach returns 10
        }
        Iterator<Integer> all = list.iterator();
        all.next();
        all.remove();
        return list.size();                             // goal: reach returns 2
    }

    static int byLength(String a, String b) {
        List<String> list = new ArrayList<>(List.of("pear", a, b));
        list.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        if (list.get(0).equals("pear")) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int copied(int i) {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(new Integer[] {1, 2, 3});
        for (Integer each : list) {
            list.add(each + i);
        }
        if (list.get(5) == 1000) {
            return list.size();                         // goal: reach returns 6
        }
        return -1;                                      // goal: reach
    }

    static int unmodifiable(boolean which, int x) {
        List<Integer> list = new ArrayList<>(List.of(1));
        List<Integer> view = which ? Collections.unmodifiableList(list) : list;
        view.add(x);                                    // goal: reach
        return Collections.frequency(list, 1);          // goal: reach returns 2 returns 1
    }

    // goal: complete
    static int reversed(int a, int b) {
        List<Integer> list = new ArrayList<>(Collections.nCopies(2, a));
        list.addAll(List.of(b, 4));
        Collections.reverse(list);
        Collections.swap(list, 0, 1);
        ListIterator<Integer> walk = list.listIterator(4);
        if (walk.previous() == 9 && list.get(0) == 8) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int shuffled(int a) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, a, 4, 5));
        Collections.shuffle(list, new java.util.Random(42));
        if (list.get(0) == 17) {
            return 1;
        }
        return list.indexOf(a) >= 0 ? 2 : 3;            // goal: reach
    }

    static int sum(List<Integer> list) {
        int sum = 0;
        for (int each : list) {
            sum += each;
        }
        if (sum == 4711 && list.size() == 2) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }
}
