package com.acme.shapes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ShapesTest {
  @Test
  void name_throwsNullPointerException_whenShapeIsNull() {
    // when shape == null
    assertThrows(NullPointerException.class, () -> Shapes.name(null));
  }

  @Test
  void name_throwsClassCastException_whenShapeIsGroup() {
    // when !(shape instanceof Circle | Rectangle)
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

  @Test
  void name_returnsSquare_whenShapeIsRectangle() {
    // when shape instanceof Rectangle && shape.width == shape.height
    assertEquals("square", Shapes.name(new Rectangle(0, 0)));
  }

  @Test
  void name_returnsRectangle_whenShapeIsRectangle() {
    // when shape instanceof Rectangle && shape.width != shape.height && shape.width > 0
    assertEquals("rectangle", Shapes.name(new Rectangle(1, 0)));
  }

  @Test
  void name_returnsLine_whenShapeIsRectangleOfMinus1And0() {
    // when shape instanceof Rectangle && shape.width != shape.height && shape.width <= 0
    assertEquals("line", Shapes.name(new Rectangle(-1, 0)));
  }

  @Test
  void name_returnsLine_whenShapeIsRectangleOf0And1() {
    // when shape instanceof Rectangle && shape.width != shape.height && shape.width <= 0
    assertEquals("line", Shapes.name(new Rectangle(0, 1)));
  }

  @Test
  void sides_throwsNullPointerException_whenShapeIsNull() {
    // when shape == null
    assertThrows(NullPointerException.class, () -> Shapes.sides(null));
  }

  @Test
  void sides_throwsClassCastException_whenShapeIsGroup() {
    // when !(shape instanceof Circle | Rectangle)
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

  @Test
  void sides_returns4_whenShapeIsRectangleOf0And0() {
    // when shape instanceof Rectangle && shape.width == shape.height
    assertEquals(4, Shapes.sides(new Rectangle(0, 0)));
  }

  @Test
  void sides_returns4_whenShapeIsRectangleOf1And0() {
    // when shape instanceof Rectangle && shape.width != shape.height && shape.width > 0
    assertEquals(4, Shapes.sides(new Rectangle(1, 0)));
  }

  @Test
  void sides_returns1_whenShapeIsRectangle() {
    // when shape instanceof Rectangle && shape.width != shape.height && shape.width <= 0
    assertEquals(1, Shapes.sides(new Rectangle(-1, 0)));
  }
}
