package shop;

import java.util.List;

/** Inputs of many kinds: objects, arrays, texts, lists, functions. */
public class Parcels {
    private int weight;
    private String[] labels = {};

    /** A parcel of a weight. */
    public Parcels(int weight) {
        this.weight = weight;
    }

    /** Sets the labels. */
    public void setLabels(String[] labels) {
        this.labels = labels;
    }

    /** The price. */
    public long price(long[] rates, List<String> notes, java.util.function.IntUnaryOperator discount, char zone, double factor) {
        if (weight < 0 || rates.length == 0) {
            throw new IllegalStateException("no rate");
        }
        if (labels.length > 0 && "fragile".equals(labels[0])) {
            return rates[0] * 2;
        }
        if (notes.size() > 1 && zone == 'z') {
            return discount.applyAsInt(weight);
        }
        return factor > 0.5 ? rates[0] : -1;
    }
}
