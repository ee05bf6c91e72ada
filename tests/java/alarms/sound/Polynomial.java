package sound;

/** A polynomial with at least one coefficient. */
public final class Polynomial {
    private final int[] coefficients;

    public Polynomial(int... coefficients) {
        if (coefficients.length == 0 || coefficients.length > 6) {
            throw new IllegalArgumentException("coefficients");
        }
        this.coefficients = coefficients.clone();
    }

    public int constant() {
        return coefficients[0];
    }

    public int leading() {
        return coefficients[coefficients.length - 1];
    }

    public int at(int x) {
        int value = 0;
        for (int i = coefficients.length - 1; i >= 0; i--) {
            value = value * x + coefficients[i];
        }
        return value;
    }

    public Polynomial derived() {
        if (coefficients.length == 1) {
            return new Polynomial(0);
        }
        int[] found = new int[coefficients.length - 1];
        for (int i = 1; i < coefficients.length; i++) {
            found[i - 1] = i * coefficients[i];
        }
        return new Polynomial(found);
    }

    public int ratio(Polynomial other) {
        int divisor = other.leading();
        return divisor == 0 ? 0 : leading() / divisor;
    }

    public int degree() {
        int degree = coefficients.length - 1;
        while (degree > 0 && coefficients[degree] == 0) {
            degree--;
        }
        return degree;
    }
}
