package pet;

import java.util.Comparator;

/** Four sorts of numbers: of lists by merging and by inserting, of arrays by merging and by parting. */
final class Sort {
    private Sort() {}

    /** Sorts a list by halving it and merging the sorted halves. */
    static void mergeSort(PositionList<Integer> list, Comparator<Integer> order) {
        int size = list.size();
        if (size < 2) {
            return;
        }
        PositionList<Integer> left = new NodeList<>();
        PositionList<Integer> right = new NodeList<>();
        int taken = 0;
        while (taken < size / 2) {
            left.addLast(list.remove(list.first()));
            taken++;
        }
        while (!list.isEmpty()) {
            right.addLast(list.remove(list.first()));
        }
        mergeSort(left, order);
        mergeSort(right, order);
        merge(left, right, order, list);
    }

    private static void merge(
            PositionList<Integer> left, PositionList<Integer> right, Comparator<Integer> order, PositionList<Integer> merged) {
        while (!left.isEmpty() && !right.isEmpty()) {
            if (order.compare(left.first().element(), right.first().element()) <= 0) {
                merged.addLast(left.remove(left.first()));
            } else {
                merged.addLast(right.remove(right.first()));
            }
        }
        while (!left.isEmpty()) {
            merged.addLast(left.remove(left.first()));
        }
        while (!right.isEmpty()) {
            merged.addLast(right.remove(right.first()));
        }
    }

    /** Sorts a list by putting each element where it belongs among those before it. */
    static void insertionSort(PositionList<Integer> list, Comparator<Integer> order) {
        if (list.size() < 2) {
            return;
        }
        Position<Integer> sorted = list.first();
        while (sorted != list.last()) {
            Position<Integer> pivot = list.next(sorted);
            Integer element = pivot.element();
            if (order.compare(element, sorted.element()) >= 0) {
                sorted = pivot;
            } else {
                Position<Integer> at = sorted;
                while (at != list.first() && order.compare(list.previous(at).element(), element) > 0) {
                    at = list.previous(at);
                }
                list.remove(pivot);
                list.addBefore(at, element);
            }
        }
    }

    /** Sorts an array from the bottom: pairs of runs of 1, 2, 4 and so on are merged. */
    static void mergeSort(int[] array) {
        int[] from = array.clone();
        int[] to = new int[array.length];
        for (int run = 1; run < array.length; run *= 2) {
            for (int start = 0; start < array.length; start += 2 * run) {
                merge(from, to, start, run);
            }
            int[] swapped = from;
            from = to;
            to = swapped;
        }
        for (int i = 0; i < array.length; i++) {
            array[i] = from[i];
        }
    }

    private static void merge(int[] from, int[] to, int start, int run) {
        int middle = Math.min(start + run, from.length);
        int end = Math.min(start + 2 * run, from.length);
        int left = start;
        int right = middle;
        int at = start;
        while (left < middle && right < end) {
            if (from[left] <= from[right]) {
                to[at++] = from[left++];
            } else {
                to[at++] = from[right++];
            }
        }
        while (left < middle) {
            to[at++] = from[left++];
        }
        while (right < end) {
            to[at++] = from[right++];
        }
    }

    /** Sorts an array by parting it around its last element. */
    static void quickSort(int[] array) {
        if (array.length > 1) {
            part(array, 0, array.length - 1);
        }
    }

    private static void part(int[] array, int first, int last) {
        if (first >= last) {
            return;
        }
        int pivot = array[last];
        int left = first;
        int right = last - 1;
        while (left <= right) {
            while (left <= right && array[left] <= pivot) {
                left++;
            }
            while (left <= right && array[right] >= pivot) {
                right--;
            }
            if (left < right) {
                int element = array[left];
                array[left] = array[right];
                array[right] = element;
            }
        }
        array[last] = array[left];
        array[left] = pivot;
        part(array, first, left - 1);
        part(array, left + 1, last);
    }
}
