package everypath.bridge;

/**
 * A method, constructor or field as plans name it.
 *
 * @param owner internal name of the class
 * @param name {@code <init>} for a constructor
 * @param descriptor empty for a field
 */
record Member(String owner, String name, String descriptor) {
    @Override
    public String toString() {
        return owner + '.' + name + descriptor;
    }
}
