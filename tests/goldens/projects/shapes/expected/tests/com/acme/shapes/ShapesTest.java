// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.shapes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapesTest {
  @Test
  void name_throwsNullPointerException_whenShapeIsNull() {
    // when shape == null
    assertThrows(NullPointerException.class, () -> Shapes.name(null));
  }

  @Test
  void name_throwsClassCastException_whenShapeIsGroup() {
    // when shape != null && !(shape instanceof Circle) && !(shape instanceof Rectangle)
    assertThrows(ClassCastException.class, () -> Shapes.name(new Group(null, null)));
  }

  @Test
  void name_returnsPoint_whenShapeIsCircle() {
    // when shape instanceof Circle && shape.radius == 0
    assertEquals("point", Shapes.name(new Circle(0)));
  }

  @Test
  void name_returnsCircle_whenShapeIsCircle() {
    // when shape instanceof Circle && shape.radius > 0
    assertEquals("circle", Shapes.name(new Circle(1)));
  }

  @ParameterizedTest
  @CsvSource({
    // when shape instanceof Rectangle && shape.width == shape.height
    "0, 0, square",
    // when shape instanceof Rectangle && shape.width != shape.height && shape.width > 0
    "1, 0, rectangle",
    // when shape instanceof Rectangle && shape.width != shape.height && shape.width <= 0
    "-1, 0, line",
    // when shape instanceof Rectangle && shape.width != shape.height && shape.width <= 0
    "0, 1, line",
  })
  void name_returnsExpected(int shape, int shapeValue, String expected) {
    assertEquals(expected, Shapes.name(new Rectangle(shape, shapeValue)));
  }

  @Test
  void sides_throwsNullPointerException_whenShapeIsNull() {
    // when shape == null
    assertThrows(NullPointerException.class, () -> Shapes.sides(null));
  }

  @Test
  void sides_throwsClassCastException_whenShapeIsGroup() {
    // when shape != null && !(shape instanceof Circle) && !(shape instanceof Rectangle)
    assertThrows(ClassCastException.class, () -> Shapes.sides(new Group(null, null)));
  }

  @Test
  void sides_returns0_whenShapeIsCircleOf0() {
    // when shape instanceof Circle && shape.radius == 0
    assertEquals(0, Shapes.sides(new Circle(0)));
  }

  @Test
  void sides_returns0_whenShapeIsCircleOf1() {
    // when shape instanceof Circle && shape.radius > 0
    assertEquals(0, Shapes.sides(new Circle(1)));
  }

  @ParameterizedTest
  @CsvSource({
    // when shape instanceof Rectangle && shape.width == shape.height
    "0, 4",
    // when shape instanceof Rectangle && shape.width != shape.height && shape.width > 0
    "1, 4",
    // when shape instanceof Rectangle && shape.width != shape.height && shape.width <= 0
    "-1, 1",
  })
  void sides_returnsExpected(int shape, int expected) {
    assertEquals(expected, Shapes.sides(new Rectangle(shape, 0)));
  }
}
