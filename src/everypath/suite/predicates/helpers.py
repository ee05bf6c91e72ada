"""The helper methods of predicates: what one Java expression cannot say, or would throw."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["call", "helpers_of"]

HELPERS = {
    "div": """
    private static int div(int number, int divisor) {
        return divisor == 0 ? 0 : number / divisor;
    }

    private static long div(long number, long divisor) {
        return divisor == 0 ? 0 : number / divisor;
    }
""",
    "rem": """
    private static int rem(int number, int divisor) {
        return divisor == 0 ? 0 : number % divisor;
    }

    private static long rem(long number, long divisor) {
        return divisor == 0 ? 0 : number % divisor;
    }
""",
    "compare": """
    /** What {@code fcmpl} and {@code fcmpg} give; {@code unordered} if one of the numbers is NaN. */
    private static int compare(double first, double second, int unordered) {
        return first < second ? -1 : first > second ? 1 : first == second ? 0 : unordered;
    }
""",
    "hasClass": """
    private static boolean hasClass(Object object, String... names) {
        return object != null && java.util.Arrays.asList(names).contains(object.getClass().getName());
    }
""",
    "isOf": """
    private static boolean isOf(Object object, String name) {
        if (object == null) {
            return false;
        }
        try {
            return Class.forName(name, false, object.getClass().getClassLoader()).isInstance(object);
        } catch (ClassNotFoundException none) {
            return false;
        }
    }
""",
    "haveSameClass": """
    private static boolean haveSameClass(Object first, Object second) {
        return first != null && second != null && first.getClass() == second.getClass();
    }
""",
    "at": """
    private static byte at(boolean[] array, int index) {
        return index >= 0 && index < array.length && array[index] ? (byte) 1 : 0;
    }

    private static byte at(byte[] array, int index) {
        return index >= 0 && index < array.length ? array[index] : 0;
    }

    private static short at(short[] array, int index) {
        return index >= 0 && index < array.length ? array[index] : 0;
    }

    private static short at(char[] array, int index) {
        return index >= 0 && index < array.length ? (short) array[index] : 0;
    }

    private static short at(String text, int index) {
        return index >= 0 && index < text.length() ? (short) text.charAt(index) : 0;
    }

    private static int at(int[] array, int index) {
        return index >= 0 && index < array.length ? array[index] : 0;
    }

    private static long at(long[] array, int index) {
        return index >= 0 && index < array.length ? array[index] : 0;
    }

    private static float at(float[] array, int index) {
        return index >= 0 && index < array.length ? array[index] : 0;
    }

    private static double at(double[] array, int index) {
        return index >= 0 && index < array.length ? array[index] : 0;
    }
""",
    "isA": """
    /** Whether an object is of a class or of one below it, whoever loads that. */
    private static boolean isA(Object object, String name) {
        Class<?> type = object == null ? null : object.getClass();
        while (type != null && !type.getName().equals(name)) {
            type = type.getSuperclass();
        }
        return type != null;
    }
""",
    "element": """
    /** An element of a list. One that the type of the list does not allow is no input, as its cast throws. */
    private static Object element(Object object, String name) {
        if (object != null && !isBelow(object.getClass(), name)) {
            throw new ClassCastException("an element of a list is no " + name);
        }
        return object;
    }

    private static boolean isBelow(Class<?> type, String name) {
        boolean found = type != null && type.getName().equals(name);
        for (Class<?> each : type == null ? new Class<?>[0] : type.getInterfaces()) {
            found |= isBelow(each, name);
        }
        return found || type != null && isBelow(type.getSuperclass(), name);
    }
""",
    "hasKey": """
    /** Whether a map has a key, or a collection an element; null if it allows no such key. */
    private static Boolean hasKey(Object object, Object key) {
        java.util.Map<?, ?> map = object instanceof java.util.Map ? (java.util.Map<?, ?>) object : null;
        boolean found;
        try {
            found = map != null ? map.containsKey(key) : ((java.util.Collection<?>) object).contains(key);
        } catch (NullPointerException | ClassCastException e) {
            return null;
        }
        boolean isListed = false;
        for (Object each : keys(object)) {
            isListed |= java.util.Objects.equals(each, key);
        }
        if (found != isListed || map != null && !found && map.get(key) != null) {
            throw new IllegalArgumentException("a collection breaks its contract");
        }
        return found;
    }
""",
    "checkKeys": """
    /** A map or a set that breaks its contract is no input, nor one with keys that its type does not allow. */
    private static void checkKeys(Object object, String name) {
        java.util.Map<?, ?> map = object instanceof java.util.Map ? (java.util.Map<?, ?>) object : null;
        int size = map != null ? map.size() : keys(object).size();
        boolean isEmpty = map != null ? map.isEmpty() : keys(object).isEmpty();
        if (isEmpty != (size == 0) || size != keys(object).toArray().length) {
            throw new IllegalArgumentException("a collection breaks its contract");
        }
        for (Object each : keys(object)) {
            element(each, name);
        }
    }
""",
    "keys": """
    private static java.util.Collection<?> keys(Object object) {
        boolean isMap = object instanceof java.util.Map;
        java.util.Collection<?> found =
                isMap ? ((java.util.Map<?, ?>) object).keySet() : (java.util.Collection<?>) object;
        if (found == null || found.iterator() == null || found.toArray() == null) {
            throw new IllegalArgumentException("a collection breaks its contract");
        }
        return found;
    }
""",
    "heldFor": """
    private static Object heldFor(Object object, Object key) {
        return hasKey(object, key) ? ((java.util.Map<?, ?>) object).get(key) : null;
    }
""",
    "field": """
    /** What the field holds that a class declares, of an object of it or of one below it. */
    private static Object field(Object object, String owner, String name) {
        Class<?> type = object.getClass();
        while (!type.getName().equals(owner)) {
            type = type.getSuperclass();
        }
        return read(type, name, object);
    }
""",
    "constant": """
    /** What a static field holds. */
    private static Object constant(String owner, String name) {
        try {
            return read(Class.forName(owner), name, null);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
""",
    "read": """
    private static Object read(Class<?> type, String name, Object object) {
        try {
            java.lang.reflect.Field found = type.getDeclaredField(name);
            found.setAccessible(true);
            return found.get(object);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
""",
    "isConstant": """
    private static boolean isConstant(Object object, String owner, String name) {
        return object instanceof Enum
                && ((Enum<?>) object).getDeclaringClass().getName().equals(owner)
                && ((Enum<?>) object).name().equals(name);
    }
""",
    "isMember": """
    /** Whether an object is this field, method or constructor ({@code <init>}). */
    private static boolean isMember(Object object, String owner, String name, String descriptor) {
        if (!(object instanceof java.lang.reflect.Member)
                || !((java.lang.reflect.Member) object).getDeclaringClass().getName().equals(owner)) {
            return false;
        }
        if (object instanceof java.lang.reflect.Field) {
            return ((java.lang.reflect.Field) object).getName().equals(name);
        }
        java.lang.reflect.Executable code = (java.lang.reflect.Executable) object;
        boolean isMethod = object instanceof java.lang.reflect.Method;
        Class<?> result = isMethod ? ((java.lang.reflect.Method) object).getReturnType() : void.class;
        return (isMethod ? code.getName() : "<init>").equals(name)
                && java.lang.invoke.MethodType.methodType(result, code.getParameterTypes())
                        .toMethodDescriptorString().equals(descriptor);
    }
""",
    "identity": """
    /** A number that two of these strings share if they are one object: 0 for those that the JVM has interned. */
    private static int identity(String text, Object... inputs) {
        if (new String(text).intern() == text) {
            return 0;
        }
        for (int at = 0; ; at++) {
            if (inputs[at] == text) {
                return at + 1;
            }
        }
    }
""",
}
"""The source of each helper by its name; overloads are one."""

_CALL = re.compile(rf"\b({'|'.join(HELPERS)})\(")


def call(helper: str, *arguments: str) -> str:
    """A call of a helper."""
    return f"{helper}({', '.join(arguments)})"


def helpers_of(lines: Iterable[str]) -> list[str]:
    """The sources of the helpers that lines of Java call, and of those that these call."""
    found: set[str] = set()
    waiting = list(lines)
    while waiting:
        new = set(_CALL.findall(waiting.pop())) - found
        found |= new
        waiting += (HELPERS[each] for each in new)
    return [HELPERS[each] for each in HELPERS if each in found]
