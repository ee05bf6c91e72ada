"""The forms of class names."""

from __future__ import annotations

import pytest

from everypath.classfile import (
    canonical_name,
    dotted,
    internal_name,
    nested_name,
    outermost_class,
    package_of,
    simple_name,
    usual_source_file,
    without_package,
)


@pytest.mark.parametrize(
    ("function", "entry", "unnamed"),
    [
        (dotted, "java.util.Map$Entry", "Fee"),
        (canonical_name, "java.util.Map.Entry", "Fee"),
        (package_of, "java/util", ""),
        (without_package, "Map$Entry", "Fee"),
        (nested_name, "Map.Entry", "Fee"),
        (simple_name, "Entry", "Fee"),
        (outermost_class, "java/util/Map", "Fee"),
        (usual_source_file, "Map.java", "Fee.java"),
    ],
)
def test_forms_of_a_name(function, entry, unnamed):
    assert function("java/util/Map$Entry") == entry
    assert function("Fee") == unnamed


def test_internal_names_are_the_inverse_of_dotted_ones():
    assert internal_name(dotted("java/util/Map$Entry")) == "java/util/Map$Entry"
