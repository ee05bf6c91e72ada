package receivers;

abstract class Fence implements Lookup {
    final int fences;

    Fence(int fences) {
        this.fences = fences;
    }
}

final class Fenced extends Fence {
    Fenced(int fences) {
        super(fences);
    }
}
