// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.NoSuchElementException;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class ScoresTest {
  @Test
  void average_throwsNullPointerException_whenScoresIsNull() {
    // when scores == null
    assertThrows(NullPointerException.class, () -> Scores.average(null));
  }

  @Test
  void average_throwsNoSuchElementException_whenScoresIsEmpty() {
    // when scores.length == 0
    assertThrows(NoSuchElementException.class, () -> Scores.average(new int[0]));
  }

  @Test
  void average_returns1_whenScoresHas1() {
    // when scores.length == 1
    assertEquals(1.0, Scores.average(new int[] {1}));
  }

  @Test
  void average_returns0_whenScoresHas9() {
    // when scores.length == 9
    assertEquals(0.0, Scores.average(new int[] {0, 0, 0, 0, 0, 0, 0, 0, 0}));
  }

  @Test
  void countOver_throwsNullPointerException_whenScoresIsNull() {
    // when scores == null
    assertThrows(NullPointerException.class, () -> Scores.countOver(null, 0));
  }

  @Test
  void countOver_returns0_whenScoresIsEmpty() {
    // when scores.length == 0
    assertEquals(0, Scores.countOver(new int[0], 0));
  }

  @Test
  void countOver_returns0_whenScoresHas1AndLeastIs0() {
    // when scores.length == 1 && least >= scores[0]
    assertEquals(0, Scores.countOver(new int[] {0}, 0));
  }

  @Test
  void countOver_returns1_whenScoresHas1AndLeastIsMinus1() {
    // when scores.length == 1 && least < scores[0]
    assertEquals(1, Scores.countOver(new int[] {0}, -1));
  }

  @Test
  void twice_throwsNullPointerException_whenRuleIsNull() {
    // when rule == null
    assertThrows(NullPointerException.class, () -> Scores.twice(null, 0));
  }

  @Test
  void twice_returns1() {
    // when rule != null
    assertEquals(
        1,
        Scores.twice(
            new IntUnaryOperator() {
              private int applyAsIntCalls;

              @Override
              public int applyAsInt(int p0) {
                switch (applyAsIntCalls++) {
                  case 0:
                    return 0;
                  default:
                    return 1;
                }
              }
            },
            0));
  }

  @Test
  void winner_throwsNullPointerException_whenNamesIsNull() {
    // when names == null
    assertThrows(NullPointerException.class, () -> Scores.winner(null));
  }

  @Test
  void winner_returnsNobody_whenNamesIsEmpty() {
    // when names != null
    assertEquals("nobody", Scores.winner(new ArrayList<>()));
  }
}
