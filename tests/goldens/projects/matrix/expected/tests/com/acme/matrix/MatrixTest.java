// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MatrixTest {
  @Test
  void transposed_throwsNullPointerException_whenRowsIsNull() {
    // when rows == null
    assertThrows(NullPointerException.class, () -> Matrix.transposed(null));
  }

  @Test
  void transposed_throwsArrayIndexOutOfBoundsException_whenRowsIsEmpty() {
    // when rows.length == 0
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Matrix.transposed(new int[0][]));
  }

  @Test
  void transposed_throwsNullPointerException_whenRowsHas2() {
    // when rows.length > 1 && rows[0].length == 1 && rows[1] == null
    assertThrows(
        NullPointerException.class, () -> Matrix.transposed(new int[][] {new int[] {0}, null}));
  }

  @Test
  void transposed_throwsArrayIndexOutOfBoundsException_whenRowsHas2() {
    // when rows.length > 1 && rows[0].length == 1 && rows[1].length == 0
    assertThrows(
        ArrayIndexOutOfBoundsException.class,
        () -> Matrix.transposed(new int[][] {new int[] {0}, new int[0]}));
  }

  @Test
  void transposed_returnsEmptyArray_whenRowsHas1() {
    // when rows.length == 1 && rows[0].length == 0
    assertArrayEquals(new int[0][], Matrix.transposed(new int[][] {new int[0]}));
  }

  @Test
  void transposed_returnsArrayOf1_whenRowsHas1() {
    // when rows.length == 1 && rows[0].length == 1
    assertArrayEquals(new int[][] {new int[] {1}}, Matrix.transposed(new int[][] {new int[] {1}}));
  }

  @Test
  void transposed_returnsArrayOf2_whenRowsHas1() {
    // when rows.length == 1 && rows[0].length == 2
    assertArrayEquals(
        new int[][] {new int[] {1}, new int[] {2}},
        Matrix.transposed(new int[][] {new int[] {1, 2}}));
  }

  @Test
  void transposed_returnsArrayOf3_whenRowsHas1() {
    // when rows.length == 1 && rows[0].length == 3
    assertArrayEquals(
        new int[][] {new int[] {1}, new int[] {2}, new int[] {3}},
        Matrix.transposed(new int[][] {new int[] {1, 2, 3}}));
  }

  @Test
  void trace_throwsNullPointerException_whenRowsIsNull() {
    // when rows == null
    assertThrows(NullPointerException.class, () -> Matrix.trace(null));
  }

  @Test
  void trace_throwsNullPointerException_whenRowsHas1() {
    // when rows.length > 0 && rows[0] == null
    assertThrows(NullPointerException.class, () -> Matrix.trace(new int[][] {null}));
  }

  @Test
  void trace_throwsArrayIndexOutOfBoundsException_whenRowsHas1() {
    // when rows.length > 0 && rows[0].length == 0
    assertThrows(
        ArrayIndexOutOfBoundsException.class, () -> Matrix.trace(new int[][] {new int[0]}));
  }

  @Test
  void trace_returns0_whenRowsIsEmpty() {
    // when rows.length == 0
    assertEquals(0, Matrix.trace(new int[0][]));
  }

  @Test
  void trace_returns1_whenRowsHas1() {
    // when rows.length == 1 && rows[0].length > 0
    assertEquals(1, Matrix.trace(new int[][] {new int[] {1}}));
  }

  @Test
  void zeros_throwsNegativeArraySizeException_whenSizeIsMinus1() {
    // when size < 0
    assertThrows(NegativeArraySizeException.class, () -> Matrix.zeros(-1));
  }

  @Test
  void zeros_returnsArrayOf1_whenSizeIs1() {
    // when size >= 0
    assertArrayEquals(new int[] {0}, Matrix.zeros(1));
  }

  @Test
  void isSorted_throwsNullPointerException_whenValuesIsNull() {
    // when values == null
    assertThrows(NullPointerException.class, () -> Matrix.isSorted(null));
  }

  @Test
  void isSorted_returnsTrue_whenValuesIsEmpty() {
    // when values.length <= 1
    assertTrue(Matrix.isSorted(new int[0]));
  }

  @Test
  void isSorted_returnsTrue_whenValuesHas2() {
    // when values.length == 2 && values[1] >= values[0]
    assertTrue(Matrix.isSorted(new int[] {0, 0}));
  }

  @Test
  void isSorted_returnsFalse_whenValuesHas2() {
    // when values.length > 1 && values[1] < values[0]
    assertFalse(Matrix.isSorted(new int[] {0, -1}));
  }

  @Test
  void mean_throwsNullPointerException_whenValuesIsNull() {
    // when values == null
    assertThrows(NullPointerException.class, () -> Matrix.mean((int[]) null));
  }

  @Test
  void mean_throwsArithmeticException_whenValuesIsEmpty() {
    // when values.length == 0
    assertThrows(ArithmeticException.class, () -> Matrix.mean(new int[0]));
  }

  @Test
  void mean_returns1_whenValuesHas1() {
    // when values.length == 1
    assertEquals(1, Matrix.mean(new int[] {1}));
  }
}
