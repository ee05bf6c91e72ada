// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  @Test
  void title_throwsNullPointerException_whenWordIsNull() {
    // when word == null
    assertThrows(NullPointerException.class, () -> Words.title(null));
  }

  @Test
  void title_throwsStringIndexOutOfBoundsException_whenWordIsEmpty() {
    // when word.isEmpty()
    assertThrows(StringIndexOutOfBoundsException.class, () -> Words.title(""));
  }

  @Test
  void title_returnsA_whenWordIsA() {
    // when !word.isEmpty()
    assertEquals("A", Words.title("a"));
  }

  @Test
  void shorten_throwsStringIndexOutOfBoundsException_whenTextIsEmptyAndMostIsMinus1() {
    // when most < text.length() && (most < 0 || text.length() < most)
    assertThrows(StringIndexOutOfBoundsException.class, () -> Words.shorten("", -1));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        // when text == null
        "null, null",
        // when most >= text.length()
        "'', ''",
        // when most < text.length() && most >= 0 && most != text.length()
        "a, .",
      },
      nullValues = "null")
  void shorten_returnsExpected(String text, String expected) {
    assertEquals(expected, Words.shorten(text, 0));
  }

  @Test
  void isPalindrome_throwsNullPointerException_whenTextIsNull() {
    // when text == null
    assertThrows(NullPointerException.class, () -> Words.isPalindrome(null));
  }

  @ParameterizedTest
  @CsvSource({
    // when text.length() <= 1
    "'', true",
    // when text.length() > 1 && text.length() <= 3 && ...
    "aa, true",
    // when text.length() > 1 && text.charAt(0) != text.charAt(text.length() - 1)
    "ba, false",
  })
  void isPalindrome_returnsExpected(String text, boolean expected) {
    assertEquals(expected, Words.isPalindrome(text));
  }

  @Test
  void counter_throwsNullPointerException_whenTicketIsNull() {
    // when ticket == null
    assertThrows(NullPointerException.class, () -> Words.counter(null));
  }

  @Test
  void counter_throwsIllegalArgumentException_whenTicketIsEmpty() {
    // when !ticket.startsWith("T-")
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Words.counter(""));
    assertEquals("no ticket: ", thrown.getMessage());
  }

  @Test
  void counter_throwsStringIndexOutOfBoundsException_whenTicketIsTDash() {
    // when ticket.equals("T-")
    assertThrows(StringIndexOutOfBoundsException.class, () -> Words.counter("T-"));
  }

  @Test
  void counter_returnsMinus1_whenTicketIsTDashA() {
    // when ticket.length() > 2 && ticket.startsWith("T-")
    assertEquals(-1, Words.counter("T-a"));
  }
}
