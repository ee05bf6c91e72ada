package com.acme.shapes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ShapesTest {
  @Test
  void name_shapeIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Shapes.name(null));
  }

  @Test
  void name_shapeIsGroup_throwsClassCastException() {
    assertThrows(ClassCastException.class, () -> Shapes.name(new Group(null, null)));
  }

  @Test
  void name_shapeIsCircle_returnsPoint() {
    assertEquals("point", Shapes.name(new Circle(0)));
  }

  @Test
  void name_shapeIsCircle_returnsCircle() {
    assertEquals("circle", Shapes.name(new Circle(1)));
  }

  @Test
  void name_shapeIsRectangle_returnsSquare() {
    assertEquals("square", Shapes.name(new Rectangle(0, 0)));
  }

  @Test
  void name_shapeIsRectangle_returnsRectangle() {
    assertEquals("rectangle", Shapes.name(new Rectangle(1, 2)));
  }

  @Test
  void name_shapeIsRectangle_returnsLine() {
    assertEquals("line", Shapes.name(new Rectangle(-1, 2)));
  }

  @Test
  void name_shapeIsRectangle_returnsLine_2() {
    assertEquals("line", Shapes.name(new Rectangle(0, 1)));
  }

  @Test
  void sides_shapeIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Shapes.sides(null));
  }

  @Test
  void sides_shapeIsGroup_throwsClassCastException() {
    assertThrows(ClassCastException.class, () -> Shapes.sides(new Group(null, null)));
  }

  @Test
  void sides_shapeIsCircle_returns0() {
    assertEquals(0, Shapes.sides(new Circle(0)));
  }

  @Test
  void sides_shapeIsCircle_returns0_2() {
    assertEquals(0, Shapes.sides(new Circle(1)));
  }

  @Test
  void sides_shapeIsRectangle_returns4() {
    assertEquals(4, Shapes.sides(new Rectangle(0, 0)));
  }

  @Test
  void sides_shapeIsRectangle_returns4_2() {
    assertEquals(4, Shapes.sides(new Rectangle(1, 2)));
  }

  @Test
  void sides_shapeIsRectangle_returns1() {
    assertEquals(1, Shapes.sides(new Rectangle(-1, 2)));
  }
}
