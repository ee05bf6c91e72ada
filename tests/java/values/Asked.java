import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Scanner;
import java.util.StringJoiner;

/**
 * Makes objects of the JDK and asks what they hold. Each line of the input has the class, its creator, the creator's
 * descriptor, methods, fields (dotted where they are inside of objects), and numbers; each of the output what the
 * methods return and the fields hold, or "throws".
 */
public final class Asked {
    private Asked() {
    }

    public static void main(String[] args) throws Exception {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String[] parts = lines.nextLine().split("\\|");
            System.out.println(answer(parts));
        }
    }

    private static String answer(String[] parts) throws Exception {
        Class<?> type = Class.forName(parts[0]);
        Class<?>[] types = MethodType.fromMethodDescriptorString(parts[2], null).parameterArray();
        String[] numbers = parts[5].split(",");
        Object[] given = new Object[types.length];
        for (int at = 0; at < given.length; at++) {
            long number = Long.parseLong(numbers[at]);
            if (types[at] == boolean.class) {
                given[at] = number != 0;
            } else if (types[at] == int.class) {
                given[at] = (int) number;
            } else {
                given[at] = number;
            }
        }
        Object made;
        try {
            made = parts[1].equals("<init>")
                    ? type.getConstructor(types).newInstance(given)
                    : type.getMethod(parts[1], types).invoke(null, given);
        } catch (InvocationTargetException problem) {
            return "throws";
        }
        StringJoiner found = new StringJoiner(",");
        for (String getter : parts[3].split(",")) {
            found.add(number(type.getMethod(getter).invoke(made)));
        }
        for (String field : parts[4].split(",")) {
            Object at = made;
            for (String name : field.split("\\.")) {
                at = held(at, name);
            }
            found.add(number(at));
        }
        return found.toString();
    }

    private static String number(Object value) {
        return value instanceof Boolean ? (Boolean) value ? "1" : "0" : String.valueOf(((Number) value).longValue());
    }

    private static Object held(Object object, String name) throws Exception {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field.get(object);
                }
            }
        }
        throw new NoSuchFieldException(name);
    }
}
