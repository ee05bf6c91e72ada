package everypath.bridge;

/** Finds out which classes read the clock: what they do may depend on how much time passes. */
final class Clocks {
    private static final int INTERFACE_METHOD_REF = 11;

    private Clocks() {}

    /** Whether the code of a class names a method that reads the clock. */
    static boolean areReadBy(ClassBytes file) {
        for (int i = 1; i < file.poolCount(); i++) {
            int offset = file.constant(i);
            int tag = offset == 0 ? 0 : file.u1(offset);
            boolean isMethod = tag == ClassBytes.METHOD_REF || tag == INTERFACE_METHOD_REF;
            if (isMethod && isRead(file.memberOwner(i), file.memberName(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRead(String owner, String name) {
        switch (owner) {
            case "java/lang/System":
                return name.equals("currentTimeMillis") || name.equals("nanoTime");
            case "java/util/Date":
            case "java/util/GregorianCalendar":
                return name.equals("<init>");
            case "java/util/Calendar":
                return name.equals("getInstance");
            case "java/time/Clock":
            case "java/time/InstantSource":
                return true;
            default:
                return owner.startsWith("java/time/") && name.equals("now");
        }
    }
}
