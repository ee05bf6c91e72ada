package structures.patterns;

/** Composite: a box with further components, linked as siblings. Planted: an empty place in the box. */
class Box implements Component {

    static final class Item {
        final Component component;
        final Item next;

        Item(Component component, Item next) {
            this.component = component;
            this.next = next;
        }
    }

    Item items;

    // goal: complete clean
    void put(Component component) {
        items = new Item(component, items);             // goal: reach
    }

    // goal: branches
    @Override
    public int price() {
        int price = 10;
        for (Item item = items; item != null; item = item.next) {
            price += item.component.price();            // goal: reach throws java.lang.NullPointerException
        }
        return price;                                   // goal: returns 10
    }

    // goal: branches
    @Override
    public int depth() {
        int deepest = 0;
        for (Item item = items; item != null; item = item.next) {
            deepest = Math.max(deepest, item.component.depth());
        }
        return deepest + 1;                             // goal: returns 1 returns 2
    }

    // goal: branches
    static int packed(Component component) {
        if (component instanceof Box box && box.items != null && box.items.component instanceof Box) {
            return 2;                                   // goal: returns 2
        }
        return component instanceof Article ? 0 : 1;    // goal: returns 0 returns 1
    }
}
