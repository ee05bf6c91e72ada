package collections;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/** Queues, stacks, bit sets and what cuts texts into pieces. */
public class Queues {

    // goal: complete
    static boolean balanced(char a, char b, char c) {
        Deque<Character> open = new ArrayDeque<>();
        for (char each : new char[] {'(', a, b, c}) {
            if (each == '(' || each == '[') {
                open.push(each);
            } else if (open.isEmpty() || open.pop() != (each == ')' ? '(' : '[')) {
                return false;                           // goal: reach
            }
        }
        return open.isEmpty();                          // goal: reach
    }

    // goal: complete
    static int smallest(int a, int b, int c) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        queue.add(a);
        queue.add(b);
        queue.add(c);
        int first = queue.poll();
        int second = queue.poll();
        if (first == -5 && second == 17) {
            return 1;                                   // goal: reach
        }
        if (first > second) {
            return 2;                                   // goal: dead
        }
        return 0;                                       // goal: reach
    }

    static int drained(int n) {
        Deque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 3; i++) {
            if ((n >> i & 1) == 1) {
                deque.addLast(i);
            }
        }
        return deque.removeFirst();                     // goal: reach throws java.util.NoSuchElementException
    }

    // goal: complete
    static int bits(int i) {
        BitSet set = new BitSet();
        set.set(3);
        set.set(64, 70);
        if (i < 0 || i > 100) {
            return -1;                                  // goal: reach
        }
        if (set.get(i)) {
            return set.nextClearBit(i);                 // goal: reach returns 4 returns 70
        }
        return set.cardinality();                       // goal: reach returns 7
    }

    static int emptied(int n) {
        Deque<Integer> deque = new ArrayDeque<>();
        deque.offer(n);
        try {
            deque.remove();
            deque.element();
        } catch (NoSuchElementException e) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: dead
    }
}
