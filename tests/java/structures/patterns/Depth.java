package structures.patterns;

/** A visitor that measures. */
final class Depth implements Expr.Visitor<Integer> {

    @Override
    public Integer number(Expr.Number number) {
        return 1;                                       // goal: reach
    }

    @Override
    public Integer sum(Expr.Sum sum) {
        return 1 + Math.max(sum.left.accept(this), sum.right.accept(this));     // goal: reach
    }

    @Override
    public Integer quotient(Expr.Quotient quotient) {
        return 1 + Math.max(quotient.dividend.accept(this), quotient.divisor.accept(this));     // goal: reach
    }

    @Override
    public Integer negation(Expr.Negation negation) {
        return 1 + negation.inner.accept(this);         // goal: reach
    }

    // goal: branches
    static int of(Expr expr) {
        int depth = expr == null ? 0 : expr.accept(new Depth());
        return depth;                                   // goal: returns 0 returns 1 returns 2 returns 3
    }
}
