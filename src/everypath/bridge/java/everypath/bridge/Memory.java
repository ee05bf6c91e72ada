package everypath.bridge;

import java.lang.reflect.Field;

/**
 * Reads and writes fields by their offsets, whatever their access. Code under test has {@code sun.misc.Unsafe}, which
 * is guarded; the bridge has this.
 */
abstract class Memory {
    /** Eight elements of an array from a place on, as one number. */
    abstract long word(byte[] array, int at);

    /** Sets eight elements of an array to zero. */
    abstract void clearWord(byte[] array, int at);


    /** The place of a field in its object. */
    abstract long offset(Field field);

    /** The place of a static field in {@link #base}. */
    abstract long staticOffset(Field field);

    /** What holds a static field. */
    abstract Object base(Field field);

    /** Whether a class has not been initialised. */
    abstract boolean isToBeInitialised(Class<?> type);

    /** A new object on which no constructor has run. */
    abstract Object allocate(Class<?> type) throws InstantiationException;

    /** The value of a field of a type; primitives come boxed. */
    abstract Object get(Object base, long offset, Class<?> type);

    /** Writes a field of a type; primitives come boxed. */
    abstract void put(Object base, long offset, Class<?> type, Object value);

    /** A reference, where one is. */
    abstract Object reference(Object base, long offset);

    /** Writes a reference. */
    abstract void putReference(Object base, long offset, Object value);

    /** So many bytes (1, 2, 4 or 8) that hold no reference. */
    abstract long bits(Object base, long offset, int size);

    /** Writes so many bytes. */
    abstract void putBits(Object base, long offset, int size, long value);

    /** Lets other threads see what was written. */
    abstract void publish();

    /** Defines a class for the boot loader. */
    abstract Class<?> define(String name, byte[] bytes);
}
