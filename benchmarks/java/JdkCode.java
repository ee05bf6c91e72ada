import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.SimpleDateFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Library code at work, concretely: sorting, hashing, parsing, formatting. Each method returns a checksum. */
public class JdkCode {
    private static int next(int random) {
        return random * 1103515245 + 12345;
    }

    static int sortInts(int n) {
        int[] values = new int[n];
        int random = 7;
        for (int i = 0; i < n; i++) {
            random = next(random);
            values[i] = random >> 8;
        }
        Arrays.sort(values);
        return Arrays.hashCode(values);
    }

    static int sortObjects(int n) {
        List<Integer> values = new ArrayList<>();
        int random = 7;
        for (int i = 0; i < n; i++) {
            random = next(random);
            values.add(random >> 8);
        }
        Collections.sort(values);
        PriorityQueue<Integer> queue = new PriorityQueue<>(values);
        int sum = 0;
        while (queue.size() > n / 2) {
            sum = sum * 31 + queue.poll();
        }
        return sum;
    }

    static int trees(int n) {
        TreeMap<Integer, Integer> map = new TreeMap<>();
        int random = 7;
        for (int i = 0; i < n; i++) {
            random = next(random);
            map.merge((random >> 8) % 97, 1, Integer::sum);
        }
        int sum = 0;
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
            sum = sum * 31 + entry.getKey() * entry.getValue();
        }
        return sum;
    }

    static int hashMaps(int n) {
        Map<Integer, Integer> map = new HashMap<>();
        Map<Long, Integer> linked = new LinkedHashMap<>();
        int random = 7;
        for (int i = 0; i < n; i++) {
            random = next(random);
            map.merge((random >> 8) & 63, i, Integer::sum);
            linked.put((long) random, i);
        }
        int sum = 0;
        for (int value : map.values()) {
            sum = sum * 31 + value;
        }
        for (long key : linked.keySet()) {
            sum = sum * 31 + (int) key;
        }
        return sum;
    }

    static int hashBytes(int n) {
        byte[] bytes = new byte[n];
        int random = 7;
        for (int i = 0; i < n; i++) {
            random = next(random);
            bytes[i] = (byte) (random >> 16);
        }
        int[] buckets = new int[16];
        for (byte each : bytes) {
            buckets[each & 15]++;
        }
        return Arrays.hashCode(bytes) * 31 + Arrays.hashCode(buckets);
    }

    static int sets(int n) {
        BitSet primes = new BitSet(n);
        primes.set(2, n);
        for (int i = 2; i * i < n; i++) {
            if (primes.get(i)) {
                for (int j = i * i; j < n; j += i) {
                    primes.clear(j);
                }
            }
        }
        return primes.cardinality() * 31 + primes.hashCode();
    }

    static int parseNumbers(int n) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) {
            text.append(i * 37 % 1009).append(i % 3 == 0 ? ", " : " ");
        }
        StringTokenizer tokens = new StringTokenizer(text.toString(), ", ");
        int sum = 0;
        while (tokens.hasMoreTokens()) {
            sum = sum * 31 + Integer.parseInt(tokens.nextToken());
        }
        return sum;
    }

    static int parseExpression(int n) {
        ArrayDeque<Character> open = new ArrayDeque<>();
        ArrayDeque<Integer> values = new ArrayDeque<>();
        String text = "((12+34)*5-(6*(7+8)))*3";
        int sum = 0;
        for (int round = 0; round < n; round++) {
            values.clear();
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (Character.isDigit(c)) {
                    int value = 0;
                    while (i < text.length() && Character.isDigit(text.charAt(i))) {
                        value = value * 10 + text.charAt(i++) - '0';
                    }
                    i--;
                    values.push(value);
                } else if (c == '(' || c == '+' || c == '-' || c == '*') {
                    open.push(c);
                } else {
                    while (open.peek() != '(') {
                        int right = values.pop();
                        int left = values.pop();
                        char operator = open.pop();
                        values.push(operator == '+' ? left + right : operator == '-' ? left - right : left * right);
                    }
                    open.pop();
                }
            }
            open.clear();
            sum = sum * 31 + values.pop();
        }
        return sum;
    }

    static int formatNumbers(int n) {
        DecimalFormat format = new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.ROOT));
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + format.format(i * 12345L).hashCode();
        }
        return sum;
    }

    static int formatRadix(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + Integer.toString(i * 7919, 7).length();
            sum = sum * 31 + Long.toString(i * 1234567L, 36).length();
        }
        return sum;
    }
}
