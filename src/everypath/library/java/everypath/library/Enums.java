package everypath.library;

/** {@code Enum.valueOf} without a hash table: the name is compared with one constant after the other. */
final class Enums {
    private Enums() {}

    static <T extends Enum<T>> Enum<T> valueOf(Class<T> type, String name) {
        T[] constants = type.getEnumConstants();
        if (constants == null) {
            throw new IllegalArgumentException(type.getName() + " is not an enum class");
        }
        if (name == null) {
            throw new NullPointerException("Name is null");
        }
        for (T constant : constants) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("No enum constant " + type.getCanonicalName() + "." + name);
    }
}
