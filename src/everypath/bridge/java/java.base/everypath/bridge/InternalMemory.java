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
    Object reference(Object base, long offset) {
        return UNSAFE.getReference(base, offset);
    }

    @Override
    void putReference(Object base, long offset, Object value) {
        UNSAFE.putReference(base, offset, value);
    }

    @Override
    long bits(Object base, long offset, int size) {
        switch (size) {
            case 1:
                return UNSAFE.getByte(base, offset);
            case 2:
                return UNSAFE.getShort(base, offset);
            case 4:
                return UNSAFE.getInt(base, offset);
            default:
                return UNSAFE.getLong(base, offset);
        }
    }

    @Override
    void putBits(Object base, long offset, int size, long value) {
        switch (size) {
            case 1:
                UNSAFE.putByte(base, offset, (byte) value);
                break;
            case 2:
                UNSAFE.putShort(base, offset, (short) value);
                break;
            case 4:
                UNSAFE.putInt(base, offset, (int) value);
                break;
            default:
                UNSAFE.putLong(base, offset, value);
        }
    }

    @Override
    void publish() {
        UNSAFE.fullFence();
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
