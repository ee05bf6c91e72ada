import java.util.List;

/** A list, which only its own methods can fill. */
class Listed {
    static int first(List<Integer> numbers) {
        return numbers.isEmpty() ? -1 : numbers.get(0);
    }
}
