package structures.patterns;

/** Composite: a leaf. */
final class Article implements Component {
    final int cents;

    Article(int cents) {
        this.cents = cents;
    }

    @Override
    public int price() {
        return cents;
    }
}
