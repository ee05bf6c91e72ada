package seeds;

/** The examples of the patent on symbolic types: objects of undefined class, cast, tested and called upon. */
public class Vehicles {
    interface Roomy {
        int seats();
    }

    static class Car { }

    static class Sedan extends Car {
        int openTrunk() { return 1; }
    }

    static class SportUtility extends Car { }

    static class Truck extends Car { }

    static class CompactSedan extends Sedan { }

    static class MidSizeSedan extends Sedan implements Roomy {
        public int seats() { return 5; }
    }

    static class FullSizeSedan extends Sedan implements Roomy {
        public int seats() { return 6; }
    }

    static class TwoDoorSportUtility extends SportUtility { }

    static class FourDoorSportUtility extends SportUtility { }

    static class PickupTruck extends Truck {
        int openTailgate() { return 2; }
    }

    static class FlatbedTruck extends Truck { }

    static class BoxTruck extends Truck { }

    /** Paths (a), (b) and (c) are feasible; (d), both a sedan and a pickup truck, is not. */
    static int open(Object obj) {
        int opened = 0;
        if (obj instanceof Sedan) {
            opened += ((Sedan) obj).openTrunk();
        }
        if (obj instanceof PickupTruck) {
            opened += ((PickupTruck) obj).openTailgate();
        }
        return opened;
    }

    /** A car, a sedan, and a call that only two sedans know. */
    static int seats(Object obj, boolean ask) {
        Car car = (Car) obj;
        int found = 0;
        if (car instanceof Sedan) {
            found = 10;
        }
        if (ask) {
            found += ((Roomy) car).seats();
        }
        return found;
    }
}
