"""The layout of chains of names and calls joined by dots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from everypath.suite.formatting.call_chains import STREAMS, fills, indexed, indexed_name, is_call, links, prefixes
from everypath.suite.formatting.documents import Builder, Fill, Indent, Tag
from everypath.suite.formatting.syntax import (
    Code,
    MethodCall,
    NewObject,
    Type,
)

__all__ = ["ChainLayout"]

_MORE = 4


class ChainLayout:
    """Adds chains to the document of a builder.

    ``code``, ``type_`` and ``arguments`` lay out the parts of a chain. ``length`` returns the columns that an
    expression takes on one line.
    """

    def __init__(
        self,
        builder: Builder,
        code: Callable[[Code], None],
        type_: Callable[[Type], None],
        arguments: Callable[[Sequence[Code], Indent], None],
        length: Callable[[Code], int],
    ) -> None:
        self.builder = builder
        self._code = code
        self._type = type_
        self._arguments = arguments
        self._length = length

    def chain(self, code: Code) -> None:
        """Lay out ``first.second(…).third[0]``: the links, and the expression before them if that is no name."""
        chained, start = links(code)
        builder = self.builder
        if start is not None:
            anonymous = isinstance(start, NewObject) and start.body is not None
            builder.open(0 if anonymous else _MORE)
            base, indexes = indexed(start)
            if isinstance(base, Type):
                self._type(base)
            else:
                self._code(base)
            if anonymous:
                builder.text(".")
            else:
                builder.may_break()
            self._indexes(indexes)
            if not chained:
                builder.close()
                return
        needs_dot = start is not None and not (isinstance(start, NewObject) and start.body is not None)
        units = prefixes(chained, start is not None)
        if units:
            streams = any(indexed_name(each) in STREAMS for each in chained if is_call(each))
            self._prefixed(chained, needs_dot, units, Fill.UNIFIED if streams else Fill.INDEPENDENT)
        else:
            self._dotted(chained, needs_dot)
        if start is not None:
            builder.close()

    def _prefixed(self, links: Sequence[Code], dot: bool, prefixes: Sequence[int], fill: Fill) -> None:
        """Lay out a chain whose first links are one unit, such as the name of a class."""
        builder, broken = self.builder, Tag()
        trailing = prefixes[-1] < len(links) - 1
        open_ = list(prefixes)
        builder.open(_MORE)
        for _ in prefixes:
            builder.open()
        for at, link in enumerate(links):
            if dot:
                builder.may_break("", fill if open_ and at <= open_[0] else Fill.UNIFIED, tag=broken)
                builder.text(".")
            builder.text(indexed_name(link))
            if open_ and at == open_[0]:
                builder.close()
                open_.pop(0)
            self._link_arguments(link, Indent(_MORE, broken, _MORE if trailing else 0))
            dot = True
        builder.close()

    def _dotted(self, links: Sequence[Code], dot: bool) -> None:
        """Lay out a chain without such a unit: a break before each dot, or none."""
        builder, started = self.builder, dot
        trailing = len(links) > 1
        if not started:
            builder.open(_MORE)
        length = _MORE if started else 0
        for link in links:
            if dot:
                if length > _MORE:
                    builder.may_break()
                builder.text(".")
                length += 1
            call = indexed(link)[0]
            name = indexed_name(link)
            if trailing and isinstance(call, MethodCall) and call.target is None and fills(call):
                builder.open()
                builder.open()
                builder.text(name, "(")
                self._code(call.arguments[0])
                builder.close()
                builder.text(")")
                builder.close()
            else:
                builder.text(name)
                self._link_arguments(link, Indent(_MORE if trailing or dot else 0))
            if link is not links[-1] and length <= _MORE:
                length += self._length(link)
            dot = True
        if not started:
            builder.close()

    def _link_arguments(self, link: Code, plus: Indent) -> None:
        base, indexes = indexed(link)
        if isinstance(base, MethodCall):
            self.builder.open()
            self._arguments(base.arguments, plus)
            self.builder.close()
        self._indexes(indexes)

    def _indexes(self, indexes: Sequence[Code]) -> None:
        if not indexes:
            return
        self.builder.open()
        for each in indexes:
            self.builder.text("[")
            self.builder.may_break("", Fill.INDEPENDENT)
            self._code(each)
            self.builder.text("]")
        self.builder.close()
