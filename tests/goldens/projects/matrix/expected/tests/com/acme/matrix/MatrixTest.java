package com.acme.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MatrixTest {
  @Test
  void transposed_rowsIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Matrix.transposed(null));
  }

  @Test
  void transposed_rowsIsEmpty_throwsArrayIndexOutOfBoundsException() {
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Matrix.transposed(new int[0][]));
  }

  @Test
  void transposed_rowsHas2_throwsNullPointerException() {
    assertThrows(
        NullPointerException.class, () -> Matrix.transposed(new int[][] {new int[] {0}, null}));
  }

  @Test
  void transposed_rowsHas2_throwsArrayIndexOutOfBoundsException() {
    assertThrows(
        ArrayIndexOutOfBoundsException.class,
        () -> Matrix.transposed(new int[][] {new int[] {0}, new int[0]}));
  }

  @Test
  void transposed_rowsHas1_returnsEmptyArray() {
    assertArrayEquals(new int[0][], Matrix.transposed(new int[][] {new int[0]}));
  }

  @Test
  void transposed_rowsHas1_returnsArrayOf1() {
    assertArrayEquals(new int[][] {new int[] {2}}, Matrix.transposed(new int[][] {new int[] {2}}));
  }

  @Test
  void transposed_rowsHas1_returnsArrayOf2() {
    assertArrayEquals(
        new int[][] {new int[] {2}, new int[] {3}},
        Matrix.transposed(new int[][] {new int[] {2, 3}}));
  }

  @Test
  void transposed_rowsHas1_returnsArrayOf3() {
    assertArrayEquals(
        new int[][] {new int[] {2}, new int[] {3}, new int[] {5}},
        Matrix.transposed(new int[][] {new int[] {2, 3, 5}}));
  }

  @Test
  void trace_rowsIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Matrix.trace(null));
  }

  @Test
  void trace_rowsHas1_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Matrix.trace(new int[][] {null}));
  }

  @Test
  void trace_rowsHas1_throwsArrayIndexOutOfBoundsException() {
    assertThrows(
        ArrayIndexOutOfBoundsException.class, () -> Matrix.trace(new int[][] {new int[0]}));
  }

  @Test
  void trace_rowsIsEmpty_returns0() {
    assertEquals(0, Matrix.trace(new int[0][]));
  }

  @Test
  void trace_rowsHas1_returns2() {
    assertEquals(2, Matrix.trace(new int[][] {new int[] {2}}));
  }

  @Test
  void zeros_sizeIsMinus1_throwsNegativeArraySizeException() {
    assertThrows(NegativeArraySizeException.class, () -> Matrix.zeros(-1));
  }

  @Test
  void zeros_sizeIs2_returnsArrayOf2() {
    assertArrayEquals(new int[] {0, 0}, Matrix.zeros(2));
  }

  @Test
  void isSorted_valuesIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Matrix.isSorted(null));
  }

  @Test
  void isSorted_valuesIsEmpty_returnsTrue() {
    assertTrue(Matrix.isSorted(new int[0]));
  }

  @Test
  void isSorted_valuesHas2_returnsTrue() {
    assertTrue(Matrix.isSorted(new int[] {2, 3}));
  }

  @Test
  void isSorted_valuesHas2_returnsFalse() {
    assertFalse(Matrix.isSorted(new int[] {0, -1}));
  }

  @Test
  void isSorted_valuesHas2_returnsTrue_2() {
    assertTrue(Matrix.isSorted(new int[] {0, 0}));
  }

  @Test
  void mean_valuesIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Matrix.mean((int[]) null));
  }

  @Test
  void mean_valuesIsEmpty_throwsArithmeticException() {
    ArithmeticException thrown =
        assertThrows(ArithmeticException.class, () -> Matrix.mean(new int[0]));
    assertEquals("/ by zero", thrown.getMessage());
  }

  @Test
  void mean_valuesHas1_returns2() {
    assertEquals(2, Matrix.mean(new int[] {2}));
  }
}
