/** Asks for the class of what it gets: by a type test, and by its class. */
class Kennel {
    static class Dog {
    }

    static class Puppy extends Dog {
    }

    static int places(Object guest) {
        if (guest instanceof Dog) {
            return guest.getClass() == Dog.class ? 2 : 1;
        }
        return 0;
    }
}
