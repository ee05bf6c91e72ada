"""What a conjunction says about the ranges of its terms, by interval propagation; many contradictions need no solver.

Each condition narrows the ranges of the terms it compares, and these those of what they are built from and of what is
built from them (the HC4 contractor of Benhamou et al., ICLP 1999, over Java's wrapping integers). A disjunction with
one open member is that member, a conditional with a known condition is its branch. Conditions on one char alone are
intersected as sets (`everypath.solver.presolve.bit_sets`), and comparisons of two terms as differences
(`everypath.solver.presolve.difference_cycles`), once reads of written arrays are what they come to
(`everypath.solver.presolve.array_reads`). Every
bound remembers which conditions it comes from, so a contradiction has a core.
What is refuted here cannot hold; what is not refuted may be anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from everypath.errors import EverypathError
from everypath.solver.presolve import bit_sets as domains
from everypath.solver.presolve.array_reads import resolved_reads
from everypath.solver.presolve.distances import Distances, extreme
from everypath.solver.presolve.inverse import BACKWARD
from everypath.solver.presolve.term_ranges import Bounds, Reasons, Truth
from everypath.term import BOOL, REF, Term, Value, eq, forward_range, interval, ite, lt, variables

_PASSES = 8
_WORK = 6_000
_NODES = 1_500
_LIFTS = 16
_DEPTH = 24


class Refuted(EverypathError):
    """The conditions in ``reasons`` contradict each other."""

    def __init__(self, reasons: Reasons) -> None:
        super().__init__()
        self.reasons = reasons


class _Enough(EverypathError):
    """So much work is more than it is worth."""


def refuted(conditions: Sequence[Term]) -> tuple[int, ...] | None:
    """The positions of some conditions that contradict each other, None where propagation finds no contradiction."""
    return Ranges(conditions).refuted()


class Ranges:
    """The bounds of the terms in a conjunction, as narrow as propagation makes them."""

    def __init__(self, conditions: Sequence[Term]) -> None:
        self._conditions = conditions
        self._bounds: dict[Term, Bounds] = {}
        self._truths: dict[Term, tuple[bool, Reasons]] = {}
        self._facts: list[tuple[Term, bool, Reasons]] = []
        self._domains: dict[Term, tuple[int, Reasons]] = {}
        self._narrowed: dict[Term, int] = {}
        self._clock = 0
        self._work = _WORK
        self._lifts = _LIFTS
        self._distances = Distances(self)

    def propagate(self) -> None:
        """Narrow everything. Raises `Refuted`."""
        try:
            self._propagate()
        except _Enough:
            return

    def refuted(self) -> tuple[int, ...] | None:
        """Narrow everything; the positions of some conditions that contradict each other, None where none are found."""
        try:
            self.propagate()
        except Refuted as contradiction:
            return tuple(at for at in range(len(self._conditions)) if contradiction.reasons >> at & 1)
        return None

    def bounds(self, value: Value) -> Bounds:
        """What is known of a vector value."""
        if type(value) is not Term:
            assert not isinstance(value, float)
            return value, value, 0, 0
        known = self._bounds.get(value)
        if known is None:
            low, high = interval(value)
            return low, high, 0, 0
        return known

    def comparisons(self) -> list[tuple[Term, bool]]:
        """The comparisons that are known to hold, or not to."""
        return [(condition, wanted) for condition, wanted, _ in self._facts if condition.op in ("lt", "eq")]

    def domain(self, symbol: Term) -> int | None:
        """The values that a narrow symbol may have, as bits of its unsigned value; None where all are left."""
        known = self._domains.get(symbol)
        return known[0] if known is not None else None

    # the passes ----------------------------------------------------------------------------------------------------

    def _propagate(self) -> None:
        for position, condition in enumerate(self._conditions):
            self.impose(condition, True, 1 << position, 0)
        order = self._order()
        forwarded: dict[Term, int] = {}
        for _ in range(_PASSES):
            before = self._clock
            for term in order:
                self._forward(term, forwarded)
            for condition, wanted, reasons in list(self._facts):
                self._apply(condition, wanted, reasons, 0)
            if self._clock == before:
                break
        for told, wanted, reasons in resolved_reads(tuple(self._facts), self.bounds):
            self.impose(told, wanted, reasons, 0)
        self._compare()

    def _compare(self) -> None:
        """Comparisons of terms with each other, where ranges alone say nothing. Raises `Refuted`."""
        for condition, wanted, reasons in self._facts:
            if condition.op == "lt":
                left, right = condition.args
                why = self._distances.why(left, right, wanted=not wanted)
                if why is not None:
                    raise Refuted(reasons | why)
        loop = self._distances.contradiction(self._facts, self._bounds)
        if loop is not None:
            raise Refuted(loop)

    def _order(self) -> list[Term]:
        """The vector terms that are built from others, arguments first; elements of arrays are taken as they are."""
        found: list[Term] = []
        seen: set[Term] = set()
        stack: list[Term] = list(reversed(self._conditions))
        while stack:
            term = stack[-1]
            if term in seen:
                stack.pop()
                continue
            inner = () if term.op in ("select", "var") else term.args
            pending = [arg for arg in inner if type(arg) is Term and arg not in seen]
            if pending:
                stack.extend(pending)
                continue
            stack.pop()
            seen.add(term)
            if len(seen) > _NODES:
                raise _Enough
            if inner and term.sort.is_vector:
                found.append(term)
        return found

    def spend(self) -> None:
        """One step of work. Raises `_Enough` where that is more than all is worth."""
        self._work -= 1
        if self._work < 0:
            raise _Enough

    def _forward(self, term: Term, forwarded: dict[Term, int]) -> None:
        """The range of a term from those of its arguments, where these were narrowed since."""
        narrowed = self._narrowed
        last = forwarded.get(term, 0)
        fresh = any(narrowed.get(arg, 0) > last for arg in term.args if type(arg) is Term)
        if term.op == "ite":
            self._forward_conditional(term)
        elif fresh:
            forwarded[term] = self._clock
            arguments = [self.bounds(arg) if type(arg) is not Term or arg.sort.is_vector else None for arg in term.args]
            if None in arguments:
                return
            known = [each for each in arguments if each is not None]
            result = forward_range(term, [(each[0], each[1]) for each in known])
            if result is None:
                return
            lows, highs = self._forward_reasons(term, known)
            self._at_least(term, result[0], lows, 0)
            self._at_most(term, result[1], highs, 0)

    def _forward_reasons(self, term: Term, known: Sequence[Bounds]) -> tuple[Reasons, Reasons]:
        """Why a range follows from those of the arguments: where that is easily told, each end for itself."""
        op = term.op
        safe = self.why_it_fits(term) if op in ("add", "sub") else None
        if safe is not None:
            a, b = known
            if op == "add":
                return a[2] | b[2] | safe, a[3] | b[3] | safe
            return a[2] | b[3] | safe, a[3] | b[2] | safe
        if op == "sext" or (op == "shr" and type(term.args[1]) is int):
            return known[0][2], known[0][3]
        every = 0
        for each in known:
            every |= each[2] | each[3]
        return every, every

    def _forward_conditional(self, term: Term) -> None:
        condition, yes, no = term.args
        truth = self.truth(condition, 0)
        if truth is not None:
            low, high, lows, highs = self.bounds(yes if truth[0] else no)
            self._at_least(term, low, lows | truth[1], 0)
            self._at_most(term, high, highs | truth[1], 0)
            return
        one, other = self.bounds(yes), self.bounds(no)
        chosen = extreme(term)
        if chosen is not None and not chosen.is_least:
            lowest = max(one, other, key=itemgetter(0))
            self._at_least(term, lowest[0], lowest[2], 0)
        else:
            self._at_least(term, min(one[0], other[0]), one[2] | other[2], 0)
        if chosen is not None and chosen.is_least:
            highest = min(one, other, key=itemgetter(1))
            self._at_most(term, highest[1], highest[3], 0)
        else:
            self._at_most(term, max(one[1], other[1]), one[3] | other[3], 0)

    # conditions ----------------------------------------------------------------------------------------------------

    def impose(self, condition: Value, wanted: bool, reasons: Reasons, depth: int) -> None:
        """Take a condition as known to be ``wanted``."""
        if type(condition) is not Term:
            if bool(condition) is not wanted:
                raise Refuted(reasons)
            return
        while condition.op == "not":
            inner = condition.args[0]
            assert type(inner) is Term
            condition, wanted = inner, not wanted
        known = self._truths.get(condition)
        if known is not None:
            if known[0] is not wanted:
                raise Refuted(reasons | known[1])
            return
        if depth > _DEPTH:
            return
        self._truths[condition] = (wanted, reasons)
        self._clock += 1
        self._restrict(condition, wanted, reasons, depth)
        if condition.op in _TELLING:
            self._facts.append((condition, wanted, reasons))
            self._apply(condition, wanted, reasons, depth)
            if condition.op in ("lt", "eq"):
                self._distances.note(condition, wanted, reasons)
            lifted = self._lifted(condition) if condition.op in ("lt", "eq") else None
            if lifted is not None:
                self.impose(lifted, wanted, reasons, depth + 1)

    def _lifted(self, comparison: Term) -> Value | None:
        """A comparison with a conditional as a conditional of comparisons, which often are known or the same: of the
        smaller of two, say. None where it has none whose condition is open.
        """
        left, right = comparison.args
        for side in (left, right):
            if type(side) is Term and side.op == "ite" and side.sort.is_vector and self._lifts:
                condition, yes, no = side.args
                if self.truth(condition, 0) is not None:
                    continue
                self._lifts -= 1
                build = lt if comparison.op == "lt" else eq
                one, other = (
                    build(*(branch if each is side else each for each in (left, right))) for branch in (yes, no)
                )
                return ite(condition, one, other, BOOL)
        return None

    def _apply(self, condition: Term, wanted: bool, reasons: Reasons, depth: int) -> None:
        """Draw the consequences of a known condition."""
        self.spend()
        op = condition.op
        if op in ("conj", "disj"):
            if (op == "conj") is wanted:
                for part in condition.args:
                    self.impose(part, wanted, reasons, depth + 1)
            else:
                self._one_of(condition.args, wanted, reasons, depth)
        elif op == "ite":
            self._choose(condition, wanted, reasons, depth)
        elif op == "lt":
            left, right = condition.args
            if wanted:
                self._less(left, right, 1, reasons, depth)
            else:
                self._less(right, left, 0, reasons, depth)
        elif op == "eq":
            self._equal(condition, wanted, reasons, depth)

    def _one_of(self, parts: Iterable[Value], wanted: bool, reasons: Reasons, depth: int) -> None:
        """One of the parts is ``wanted``: where all but one are known not to be, it is that one."""
        found: Value | None = None
        for part in parts:
            truth = self.truth(part, depth)
            if truth is None:
                if found is not None:
                    return
                found = part
            elif truth[0] is wanted:
                return
            else:
                reasons |= truth[1]
        if found is None:
            raise Refuted(reasons)
        self.impose(found, wanted, reasons, depth + 1)

    def _choose(self, conditional: Term, wanted: bool, reasons: Reasons, depth: int) -> None:
        condition, yes, no = conditional.args
        truth = self.truth(condition, depth)
        if truth is not None:
            self.impose(yes if truth[0] else no, wanted, reasons | truth[1], depth + 1)
            return
        for branch, chosen in ((yes, True), (no, False)):
            inside = self.truth(branch, depth)
            if inside is not None and inside[0] is not wanted:
                self.impose(condition, not chosen, reasons | inside[1], depth + 1)
                self.impose(no if chosen else yes, wanted, reasons | inside[1], depth + 1)
                return

    def _less(self, left: Value, right: Value, gap: int, reasons: Reasons, depth: int) -> None:
        """``left + gap <= right``."""
        low, _, why, _ = self.bounds(left)
        self._at_least(right, low + gap, reasons | why, depth + 1)
        _, high, _, why = self.bounds(right)
        self._at_most(left, high - gap, reasons | why, depth + 1)

    def _equal(self, condition: Term, wanted: bool, reasons: Reasons, depth: int) -> None:
        left, right = condition.args
        sort = left.sort if type(left) is Term else right.sort if type(right) is Term else REF
        if sort is BOOL:
            for one, other in ((left, right), (right, left)):
                truth = self.truth(one, depth)
                if truth is not None:
                    self.impose(other, truth[0] is wanted, reasons | truth[1], depth + 1)
                    return
        if not sort.is_vector:
            return
        if wanted:
            self._less(left, right, 0, reasons, depth)
            self._less(right, left, 0, reasons, depth)
            for one, other in ((left, right), (right, left)):
                chosen = extreme(one) if type(one) is Term else None
                if chosen is not None and other in chosen[1:]:  # the smaller of two is this one: the other is no less
                    least = chosen.is_least
                    rest = chosen.other if chosen.one is other else chosen.one
                    self.impose(lt(rest, other) if least else lt(other, rest), False, reasons, depth + 1)
            return
        for one, other in ((left, right), (right, left)):
            value, high, why, because = self.bounds(one)
            if value == high:
                self._exclude(other, value, reasons | why | because, depth)
                return

    def _exclude(self, term: Value, value: int, reasons: Reasons, depth: int) -> None:
        low, high, lows, highs = self.bounds(term)
        if low == value:
            self._at_least(term, value + 1, reasons | lows, depth + 1)
        elif high == value:
            self._at_most(term, value - 1, reasons | highs, depth + 1)

    def truth(self, condition: Value, depth: int) -> Truth:
        """Whether what is known decides a condition."""
        if type(condition) is not Term:
            return bool(condition), 0
        self.spend()
        op = condition.op
        if op == "not":
            inner = self.truth(condition.args[0], depth)
            return (not inner[0], inner[1]) if inner is not None else None
        known = self._truths.get(condition)
        if known is not None:
            return known
        if depth > _DEPTH:
            return None
        if op == "lt":
            found = self._truth_of_less(*condition.args)
        elif op == "eq":
            found = self._truth_of_equal(*condition.args)
        elif op in ("conj", "disj"):
            found = self._truth_of_all(condition.args, op == "conj", depth)
        elif op == "ite":
            chosen = self.truth(condition.args[0], depth + 1)
            if chosen is None:
                return None
            inside = self.truth(condition.args[1 if chosen[0] else 2], depth + 1)
            found = (inside[0], inside[1] | chosen[1]) if inside is not None else None
        else:
            found = None
        return found if found is not None else self._truth_in_domain(condition)

    def _truth_of_less(self, left: Value, right: Value) -> Truth:
        a, b = self.bounds(left), self.bounds(right)
        if a[1] < b[0]:
            return True, a[3] | b[2]
        if a[0] >= b[1]:
            return False, a[2] | b[3]
        return self._distances.order(left, right)

    def _truth_of_equal(self, left: Value, right: Value) -> Truth:
        if not ((type(left) is Term and left.sort.is_vector) or (type(right) is Term and right.sort.is_vector)):
            return None
        a, b = self.bounds(left), self.bounds(right)
        if a[1] < b[0]:
            return False, a[3] | b[2]
        if b[1] < a[0]:
            return False, b[3] | a[2]
        if a[0] == a[1] == b[0] == b[1]:
            return True, a[2] | a[3] | b[2] | b[3]
        return None

    def _truth_of_all(self, parts: Iterable[Value], every: bool, depth: int) -> Truth:
        """A conjunction (``every``) or disjunction."""
        reasons = 0
        is_open = False
        for part in parts:
            truth = self.truth(part, depth + 1)
            if truth is None:
                is_open = True
            elif truth[0] is not every:
                return truth
            else:
                reasons |= truth[1]
        return None if is_open else (every, reasons)

    # chars ---------------------------------------------------------------------------------------------------------

    def _restrict(self, condition: Term, wanted: bool, reasons: Reasons, depth: int) -> None:
        """A condition on one narrow symbol alone leaves it some of its values."""
        values = domains.values_of(condition)
        if values is None:
            return
        (symbol,) = variables(condition)
        left, why = self._domains.get(symbol, (domains.everything(symbol), 0))
        narrowed = left & (values if wanted else ~values)
        if narrowed == left:
            return
        if not narrowed:
            raise Refuted(self._core_of(symbol, why | reasons, reasons))
        self._domains[symbol] = (narrowed, why | reasons)
        low, high = domains.ends(narrowed, symbol)
        self._at_least(symbol, low, why | reasons, depth + 1)
        self._at_most(symbol, high, why | reasons, depth + 1)

    def _core_of(self, symbol: Term, reasons: Reasons, last: Reasons) -> Reasons:
        """Fewer conditions that leave a symbol no value: only those directly about it can be weighed one by one."""
        about = []
        for at, condition in enumerate(self._conditions):
            if reasons >> at & 1:
                values = domains.values_of(condition)
                if values is None or symbol not in variables(condition):
                    return reasons
                about.append((1 << at, values))
        kept = about
        for each in about:
            fewer = [other for other in kept if other is not each]
            left = domains.everything(symbol)
            for _, values in fewer:
                left &= values
            if not left:
                kept = fewer
        return sum(bit for bit, _ in kept)

    def _truth_in_domain(self, condition: Term) -> Truth:
        if not self._domains:
            return None
        symbols = variables(condition)
        if len(symbols) != 1:
            return None
        (symbol,) = symbols
        known = self._domains.get(symbol)
        values = domains.values_of(condition) if known is not None else None
        if known is None or values is None:
            return None
        if not known[0] & values:
            return False, known[1]
        if not known[0] & ~values:
            return True, known[1]
        return None

    # bounds --------------------------------------------------------------------------------------------------------

    def _at_least(self, term: Value, low: int, reasons: Reasons, depth: int) -> None:
        if type(term) is not Term:
            if term < low:
                raise Refuted(reasons)
            return
        least, most, _, highs = self.bounds(term)
        if low <= least:
            return
        if low > most:
            raise Refuted(reasons | highs)
        self._set(term, (low, most, reasons, highs), depth)

    def _at_most(self, term: Value, high: int, reasons: Reasons, depth: int) -> None:
        if type(term) is not Term:
            if term > high:
                raise Refuted(reasons)
            return
        least, most, lows, _ = self.bounds(term)
        if high >= most:
            return
        if high < least:
            raise Refuted(reasons | lows)
        self._set(term, (least, high, lows, reasons), depth)

    def _set(self, term: Term, bounds: Bounds, depth: int) -> None:
        self.spend()
        self._bounds[term] = bounds
        self._clock += 1
        self._narrowed[term] = self._clock
        rule = BACKWARD.get(term.op)
        if rule is not None and depth < _DEPTH:
            rule(self, term, bounds, depth + 1)

    def between(self, term: Value, low: int, high: int, lows: Reasons, highs: Reasons, depth: int) -> None:
        """Take a value as known to lie between two bounds."""
        self._at_least(term, low, lows, depth)
        self._at_most(term, high, highs, depth)

    # wrapping ------------------------------------------------------------------------------------------------------

    def why_it_fits(self, term: Term) -> Reasons | None:
        """Why an ``add`` or ``sub`` does not wrap, 0 where no values of its symbols let it; None where it may."""
        left, right = term.args
        one, other = interval(left), interval(right)
        is_sum = term.op == "add"
        half = 1 << (term.sort.width - 1)
        reasons = 0
        if one[0] + (other[0] if is_sum else -other[1]) < -half:
            low, _, why, _ = self.bounds(left)
            least, most, lows, highs = self.bounds(right)
            if low + (least if is_sum else -most) < -half:
                return None
            reasons |= why | (lows if is_sum else highs)
        if one[1] + (other[1] if is_sum else -other[0]) >= half:
            _, high, _, why = self.bounds(left)
            least, most, lows, highs = self.bounds(right)
            if high + (most if is_sum else -least) >= half:
                return None
            reasons |= why | (highs if is_sum else lows)
        return reasons


_TELLING = frozenset({"conj", "disj", "ite", "lt", "eq"})
