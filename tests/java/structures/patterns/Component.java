package structures.patterns;

/** Composite: a part of an order that has a price. */
interface Component {
    int price();

    default int depth() {
        return 1;
    }
}
