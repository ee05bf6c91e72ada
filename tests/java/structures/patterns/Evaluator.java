package structures.patterns;

/** A visitor that computes. Planted: a divisor may be 0. */
class Evaluator implements Expr.Visitor<Integer> {

    @Override
    public Integer number(Expr.Number number) {
        return number.value;                            // goal: reach
    }

    @Override
    public Integer sum(Expr.Sum sum) {
        return sum.left.accept(this) + sum.right.accept(this);      // goal: reach
    }

    @Override
    public Integer quotient(Expr.Quotient quotient) {
        int divisor = quotient.divisor.accept(this);
        return quotient.dividend.accept(this) / divisor;            // goal: reach throws java.lang.ArithmeticException
    }

    @Override
    public Integer negation(Expr.Negation negation) {
        return -negation.inner.accept(this);            // goal: reach
    }

    // goal: branches fails java.lang.ArithmeticException
    static int sign(Expr expr) {
        int value = expr.accept(new Evaluator());       // goal: throws java.lang.NullPointerException
        if (value > 0) {
            return 1;                                   // goal: reach
        }
        return value < 0 ? -1 : 0;                      // goal: reach returns -1 returns 0
    }

    /** A sum of a negated number and another one. */
    // goal: branches
    static boolean isDifference(Expr expr) {
        return expr instanceof Expr.Sum sum             // goal: reach
            && (sum.left instanceof Expr.Negation) != (sum.right instanceof Expr.Negation);
    }
}
