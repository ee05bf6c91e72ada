package com.acme.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void title_wordIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Words.title(null));
  }

  @Test
  void title_wordIsEmpty_throwsStringIndexOutOfBoundsException() {
    assertThrows(StringIndexOutOfBoundsException.class, () -> Words.title(""));
  }

  @Test
  void title_wordIsA_returnsA() {
    assertEquals("A", Words.title("a"));
  }

  @Test
  void shorten_textIsEmptyMostIsMinus1_throwsStringIndexOutOfBoundsException() {
    assertThrows(StringIndexOutOfBoundsException.class, () -> Words.shorten("", -1));
  }

  @Test
  void shorten_textIsNull_returnsNull() {
    assertNull(Words.shorten(null, 2));
  }

  @Test
  void shorten_textIsEmptyMostIs2_returnsEmpty() {
    assertEquals("", Words.shorten("", 2));
  }

  @Test
  void shorten_textIsAMostIs0_returnsString() {
    assertEquals(".", Words.shorten("a", 0));
  }

  @Test
  void shorten_textIsEmptyMostIs0_returnsEmpty() {
    assertEquals("", Words.shorten("", 0));
  }

  @Test
  void isPalindrome_textIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Words.isPalindrome(null));
  }

  @Test
  void isPalindrome_textIsEmpty_returnsTrue() {
    assertTrue(Words.isPalindrome(""));
  }

  @Test
  void isPalindrome_textIsAa_returnsTrue() {
    assertTrue(Words.isPalindrome("aa"));
  }

  @Test
  void isPalindrome_textIsBa_returnsFalse() {
    assertFalse(Words.isPalindrome("ba"));
  }

  @Test
  void counter_ticketIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Words.counter(null));
  }

  @Test
  void counter_ticketIsEmpty_throwsIllegalArgumentException() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Words.counter(""));
    assertEquals("no ticket: ", thrown.getMessage());
  }

  @Test
  void counter_ticketHas2Chars_throwsStringIndexOutOfBoundsException() {
    assertThrows(StringIndexOutOfBoundsException.class, () -> Words.counter("T-"));
  }

  @Test
  void counter_ticketIsTA_returnsMinus1() {
    assertEquals(-1, Words.counter("T-a"));
  }
}
