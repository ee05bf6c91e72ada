package com.acme.matrix;

/** Matrices as arrays of rows. */
public final class Matrix {
    private Matrix() {
    }

    public static int[][] transposed(int[][] rows) {
        int[][] found = new int[rows[0].length][rows.length];
        for (int row = 0; row < rows.length; row++) {
            for (int column = 0; column < rows[0].length; column++) {
                found[column][row] = rows[row][column];
            }
        }
        return found;
    }

    public static int trace(int[][] rows) {
        int sum = 0;
        for (int at = 0; at < rows.length; at++) {
            sum += rows[at][at];
        }
        return sum;
    }

    public static int[] zeros(int size) {
        return new int[size];
    }

    public static boolean isSorted(int[] values) {
        for (int at = 1; at < values.length; at++) {
            if (values[at - 1] > values[at]) {
                return false;
            }
        }
        return true;
    }

    public static int mean(int... values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
