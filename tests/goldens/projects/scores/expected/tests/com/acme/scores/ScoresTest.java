package com.acme.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.NoSuchElementException;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"rawtypes", "unchecked"})
class ScoresTest {
  @Test
  void average_scoresIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Scores.average(null));
  }

  @Test
  void average_scoresIsEmpty_throwsNoSuchElementException() {
    assertThrows(NoSuchElementException.class, () -> Scores.average(new int[0]));
  }

  @Test
  void average_scoresHas1_returns2() {
    assertEquals(2.0, Scores.average(new int[] {2}));
  }

  @Test
  void average_scoresHas9_returns0() {
    assertEquals(0.0, Scores.average(new int[] {0, 0, 0, 0, 0, 0, 0, 0, 0}));
  }

  @Test
  void countOver_scoresIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Scores.countOver(null, 0));
  }

  @Test
  void countOver_scoresIsEmpty_returns0() {
    assertEquals(0, Scores.countOver(new int[0], 2));
  }

  @Test
  void countOver_scoresHas1LeastIs2_returns0() {
    assertEquals(0, Scores.countOver(new int[] {0}, 2));
  }

  @Test
  void countOver_scoresHas1LeastIsMinus1_returns1() {
    assertEquals(1, Scores.countOver(new int[] {2}, -1));
  }

  @Test
  void countOver_scoresHas2LeastIs0_returns1() {
    assertEquals(1, Scores.countOver(new int[] {0, 1}, 0));
  }

  @Test
  void twice_ruleIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Scores.twice(null, 0));
  }

  @Test
  void twice_returns5() {
    assertEquals(
        5,
        Scores.twice(
            new IntUnaryOperator() {
              private int applyAsIntCalls;

              @Override
              public int applyAsInt(int p0) {
                switch (applyAsIntCalls++) {
                  case 0:
                    return 3;
                  default:
                    return 5;
                }
              }
            },
            2));
  }

  @Test
  void winner_namesIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Scores.winner(null));
  }

  @Test
  void winner_namesIsArrayList_returnsNobody() {
    assertEquals("nobody", Scores.winner(new ArrayList()));
  }
}
