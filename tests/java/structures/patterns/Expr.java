package structures.patterns;

/** Expressions to be visited. */
abstract class Expr {

    interface Visitor<R> {
        R number(Number number);

        R sum(Sum sum);

        R quotient(Quotient quotient);

        R negation(Negation negation);
    }

    abstract <R> R accept(Visitor<R> visitor);

    static final class Number extends Expr {
        final int value;

        Number(int value) {
            this.value = value;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.number(this);
        }
    }

    static final class Sum extends Expr {
        final Expr left;
        final Expr right;

        Sum(Expr left, Expr right) {
            this.left = left;
            this.right = right;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.sum(this);
        }
    }

    static final class Quotient extends Expr {
        final Expr dividend;
        final Expr divisor;

        Quotient(Expr dividend, Expr divisor) {
            this.dividend = dividend;
            this.divisor = divisor;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.quotient(this);
        }
    }

    static final class Negation extends Expr {
        final Expr inner;

        Negation(Expr inner) {
            this.inner = inner;
        }

        @Override
        <R> R accept(Visitor<R> visitor) {
            return visitor.negation(this);
        }
    }
}
