package everypath.bridge;

import java.lang.reflect.Field;

import jdk.internal.misc.Unsafe;

/** The memory by the JDK's internal {@code Unsafe}, whose package is exported to the bridge before this is loaded. */
final class InternalMemory extends Memory {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    InternalMemory() {}

    @Override
    long word(byte[] array, int at) {
        return UNSAFE.getLong(array, Unsafe.ARRAY_BYTE_BASE_OFFSET + at);
    }

    @Override
    void clearWord(byte[] array, int at) {
        UNSAFE.putLong(array, Unsafe.ARRAY_BYTE_BASE_OFFSET + at, 0L);
    }

    @Override
    long offset(Field field) {
        return UNSAFE.objectFieldOffset(field);
    }

    @Override
    long staticOffset(Field field) {
        return UNSAFE.staticFieldOffset(field);
    }

    @Override
    Object base(Field field) {
        return UNSAFE.staticFieldBase(field);
    }

    @Override
    boolean isToBeInitialised(Class<?> type) {
        return UNSAFE.shouldBeInitialized(type);
    }

    @Override
    Object allocate(Class<?> type) throws InstantiationException {
        return UNSAFE.allocateInstance(type);
    }

    @Override
    Class<?> define(String name, byte[] bytes) {
        return UNSAFE.defineClass(name, bytes, 0, bytes.length, null, null);
    }

    @Override
    Object get(Object base, long offset, Class<?> type) {
        if (!type.isPrimitive()) {
            return UNSAFE.getReference(base, offset);
        } else if (type == int.class) {
            return UNSAFE.getInt(base, offset);
        } else if (type == long.class) {
            return UNSAFE.getLong(base, offset);
        } else if (type == boolean.class) {
            return UNSAFE.getBoolean(base, offset);
        } else if (type == byte.class) {
            return UNSAFE.getByte(base, offset);
        } else if (type == char.class) {
            return UNSAFE.getChar(base, offset);
        } else if (type == short.class) {
            return UNSAFE.getShort(base, offset);
        } else if (type == float.class) {
            return UNSAFE.getFloat(base, offset);
        }
        return UNSAFE.getDouble(base, offset);
    }

    @Override
    void put(Object base, long offset, Class<?> type, Object value) {
        if (!type.isPrimitive()) {
            UNSAFE.putReference(base, offset, value);
        } else if (type == int.class) {
            UNSAFE.putInt(base, offset, (Integer) value);
        } else if (type == long.class) {
            UNSAFE.putLong(base, offset, (Long) value);
        } else if (type == boolean.class) {
            UNSAFE.putBoolean(base, offset, (Boolean) value);
        } else if (type == byte.class) {
            UNSAFE.putByte(base, offset, (Byte) value);
        } else if (type == char.class) {
            UNSAFE.putChar(base, offset, (Character) value);
        } else if (type == short.class) {
            UNSAFE.putShort(base, offset, (Short) value);
        } else if (type == float.class) {
            UNSAFE.putFloat(base, offset, (Float) value);
        } else {
            UNSAFE.putDouble(base, offset, (Double) value);
        }
        UNSAFE.fullFence();
    }
}
