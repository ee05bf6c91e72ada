package everypath.bridge;

import java.util.HashMap;
import java.util.Map;

/**
 * What the instrumenter changes where decisions are to report distances: their probes are those of
 * {@link everypath.probes.Decisions}, and what compares is redirected to {@link everypath.probes.Comparisons}, whose
 * methods take the same operands from the stack.
 */
final class WatchedCode {
    static final String DECISIONS = "everypath/probes/Decisions";
    static final String COMPARISONS = "everypath/probes/Comparisons";

    /** A static method in place of an instruction. */
    record Call(String name, String descriptor) {}

    private static final int LCMP = 148;
    private static final int DCMPG = 152;
    private static final int IFEQ = 153;
    private static final int IFLE = 158;
    private static final int INVOKEINTERFACE = 185;
    static final int INSTANCEOF = 193;

    /** What takes note of the result of an {@code instanceof}. */
    static final Call IS_INSTANCE = new Call("isInstance", "(Ljava/lang/Object;ILjava/lang/String;)I");
    private static final String[] NUMBERS = {"lcmp", "fcmpl", "fcmpg", "dcmpl", "dcmpg"};
    private static final String[] OPERANDS = {"JJ", "FF", "FF", "DD", "DD"};

    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String STRING = "Ljava/lang/String;";
    private static final String MAP = "Ljava/util/Map;";
    private static final String COLLECTION = "Ljava/util/Collection;";
    private static final String CHARACTERS = "Ljava/lang/CharSequence;";

    /** Maps of the JDK, and collections of it. */
    private static final String[] MAPS = {
        "Map", "HashMap", "LinkedHashMap", "TreeMap", "SortedMap", "NavigableMap", "concurrent/ConcurrentHashMap",
        "concurrent/ConcurrentMap", "Hashtable", "Properties", "WeakHashMap"
    };
    private static final String[] COLLECTIONS = {
        "Collection", "List", "Set", "ArrayList", "HashSet", "LinkedHashSet", "TreeSet", "SortedSet", "LinkedList"
    };

    private static final Map<String, Call> CALLS = calls();

    private WatchedCode() {}

    private static Map<String, Call> calls() {
        Map<String, Call> result = new HashMap<>();
        result.put("java/lang/Object.equals(" + OBJECT + ")Z", new Call("equals", "(" + OBJECT + OBJECT + ")Z"));
        for (String box : new String[] {"Integer", "Long", "Character", "Short", "Byte", "Double", "Float"}) {
            result.put("java/lang/" + box + ".equals(" + OBJECT + ")Z",
                    new Call("equals", "(" + OBJECT + OBJECT + ")Z"));
        }
        result.put("java/util/Objects.equals(" + OBJECT + OBJECT + ")Z",
                new Call("bothEqual", "(" + OBJECT + OBJECT + ")Z"));
        ofString(result, "equals", OBJECT, "Z");
        ofString(result, "equalsIgnoreCase", STRING, "Z");
        ofString(result, "contentEquals", CHARACTERS, "Z");
        ofString(result, "startsWith", STRING, "Z");
        ofString(result, "endsWith", STRING, "Z");
        ofString(result, "contains", CHARACTERS, "Z");
        ofString(result, "compareTo", STRING, "I");
        ofString(result, "compareToIgnoreCase", STRING, "I");
        ofString(result, "hashCode", "", "I");
        for (String sought : new String[] {STRING, "I"}) {
            ofString(result, "indexOf", sought, "I");
            ofString(result, "lastIndexOf", sought, "I");
        }
        result.put("java/lang/Comparable.compareTo(" + OBJECT + ")I",
                new Call("compareTo", "(Ljava/lang/Comparable;" + OBJECT + ")I"));
        for (String each : MAPS) {
            String owner = "java/util/" + each;
            result.put(owner + ".get(" + OBJECT + ")" + OBJECT, new Call("get", "(" + MAP + OBJECT + ")" + OBJECT));
            result.put(owner + ".containsKey(" + OBJECT + ")Z",
                    new Call("containsKey", "(" + MAP + OBJECT + ")Z"));
        }
        for (String each : COLLECTIONS) {
            result.put("java/util/" + each + ".contains(" + OBJECT + ")Z",
                    new Call("contains", "(" + COLLECTION + OBJECT + ")Z"));
        }
        return result;
    }

    private static void ofString(Map<String, Call> calls, String name, String operands, String result) {
        calls.put("java/lang/String." + name + "(" + operands + ")" + result,
                new Call(name, "(" + STRING + operands + ")" + result));
    }

    /** What takes the place of the instruction at a position of a class file, null where it stays. */
    static Call replacement(ClassBytes file, int at) {
        int opcode = file.u1(at);
        if (opcode >= LCMP && opcode <= DCMPG) {
            return new Call(NUMBERS[opcode - LCMP], "(" + OPERANDS[opcode - LCMP] + ")I");
        }
        boolean isStatic = opcode == Opcode.INVOKESTATIC;
        if (opcode != Opcode.INVOKEVIRTUAL && opcode != INVOKEINTERFACE && !isStatic) {
            return null;
        }
        int reference = file.constant(file.u2(at + 1));
        String owner = file.className(file.u2(reference + 1));
        if (!owner.startsWith("java/")) {
            return null;
        }
        Call found = CALLS.get(owner + "." + file.memberName(file.u2(at + 1)) + descriptor(file, reference));
        return found == null || isStatic != found.name().equals("bothEqual") ? null : found;
    }

    private static String descriptor(ClassBytes file, int reference) {
        return file.utf8(file.u2(file.constant(file.u2(reference + 3)) + 3));
    }

    /** Whether the instruction at a position yields what a comparison may have found out. */
    static boolean yieldsResult(ClassBytes file, int at) {
        int opcode = file.u1(at);
        if (opcode >= LCMP && opcode <= DCMPG || opcode == INSTANCEOF) {
            return true;
        } else if (!Opcode.isInvocation(opcode)) {
            return false;
        }
        String descriptor = descriptor(file, file.constant(file.u2(at + 1)));
        return descriptor.endsWith(")Z") || descriptor.endsWith(")I");
    }

    /** The name of the probe of a conditional jump. */
    static String decision(int opcode, boolean ofResult) {
        String name = Opcode.condition(opcode);
        return ofResult && opcode >= IFEQ && opcode <= IFLE ? name + "Result" : name;
    }
}
