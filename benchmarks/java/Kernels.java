/** Four small kernels: arithmetic, arrays, objects and calls. Each returns a checksum. */
public class Kernels {
    static int sum(int n) {
        int total = 0;
        for (int i = 1; i <= n; i++) {
            if ((i & 1) == 0) {
                total += i;
            } else {
                total -= 1;
            }
        }
        return total;
    }

    static void sort(int[] values) {
        int n = values.length;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j + 1 < n - i; j++) {
                if (values[j] > values[j + 1]) {
                    int swapped = values[j];
                    values[j] = values[j + 1];
                    values[j + 1] = swapped;
                }
            }
        }
    }

    static int bubble(int n) {
        int[] values = new int[n];
        int random = 12345;
        for (int i = 0; i < n; i++) {
            random = random * 1103515245 + 12345;
            values[i] = random;
        }
        sort(values);
        int checksum = 0;
        for (int i = 0; i < n; i++) {
            checksum = checksum * 31 + values[i];
        }
        return checksum;
    }

    static class Node {
        int hash;
        int key;
        int value;
        Node next;
    }

    Node[] table = new Node[64];
    int size;

    static int spread(int hash) {
        hash *= 0x9E3779B1;
        return hash ^ (hash >>> 16);
    }

    void put(int key, int value) {
        int hash = spread(key);
        int index = hash & (table.length - 1);
        for (Node node = table[index]; node != null; node = node.next) {
            if (node.hash == hash && node.key == key) {
                node.value = value;
                return;
            }
        }
        Node node = new Node();
        node.hash = hash;
        node.key = key;
        node.value = value;
        node.next = table[index];
        table[index] = node;
        size++;
    }

    int get(int key) {
        int hash = spread(key);
        for (Node node = table[hash & (table.length - 1)]; node != null; node = node.next) {
            if (node.hash == hash && node.key == key) {
                return node.value;
            }
        }
        return -1;
    }

    static int hash(int n) {
        Kernels map = new Kernels();
        for (int i = 0; i < n; i++) {
            map.put(i * 7, i);
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += map.get(i * 7);
        }
        return (int) (sum ^ (sum >>> 32));
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }
}
