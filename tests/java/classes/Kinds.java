package classes;

/** Small methods that ask for classes, with objects of all of them. */
public final class Kinds {
    private Kinds() {}

    static class Pet {
        int legs() {
            return 4;
        }
    }

    static class Dog extends Pet { }

    static class Pug extends Dog { }

    static class Cat extends Pet { }

    static class Cub extends Cat {
        @Override
        int legs() {
            return 3;
        }
    }

    static int exact(Pet pet) {
        return pet.getClass() == Pet.class ? 1 : 2;
    }

    static int isDog(Pet pet) {
        return pet instanceof Dog ? 1 : 2;
    }

    static int onlyDog(Pet pet) {
        return pet instanceof Dog && !(pet instanceof Pug) ? 1 : 2;
    }

    static int none(Pet pet) {
        if (pet instanceof Dog || pet instanceof Cat) {
            throw new IllegalStateException();
        }
        return pet == null ? 1 : 2;
    }

    static int legs(Pet pet) {
        return pet.legs();
    }

    static int both(Pet pet, Pet other) {
        if (pet instanceof Cub) {
            return 1;
        }
        return other.getClass() == Cat.class ? 2 : 3;
    }
}
