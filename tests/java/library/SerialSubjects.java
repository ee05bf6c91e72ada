import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;

/** Object streams: what is written, byte by byte, and what is read again. */
class SerialSubjects {
    enum Colour { RED, GREEN }

    static class Point implements Serializable {
        private static final long serialVersionUID = 7L;
        int x;
        transient int cached;
        Point next;

        Point(int x) {
            this.x = x;
            this.cached = x + 1;
        }
    }

    static class Base {
        int made = 5;
    }

    static class Custom extends Base implements Serializable {
        private static final long serialVersionUID = 8L;
        long value;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeLong(value * 2);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            value = in.readLong() + 1;
        }
    }

    public static class Outer implements Externalizable {
        int held;

        public Outer() {}

        @Override public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(held);
        }

        @Override public void readExternal(ObjectInput in) throws IOException {
            held = in.readInt();
        }
    }

    interface Named {}

    static class Versionless implements Serializable, Named, Comparable<Versionless> {
        static final int LIMIT = 3;
        static int made;
        static {
            made = 1;
        }
        protected volatile String name;
        private transient int hidden;
        private int count;

        protected Versionless(String name, int count) {
            this.name = name;
            this.count = count;
        }

        private Versionless(int count) {
            this("", count);
        }

        @Override public synchronized int compareTo(Versionless other) {
            return count - other.count;
        }

        private Object readResolve() {
            return "resolved " + name + count;
        }
    }

    static class Streams {
        static byte[] written(Object object) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ObjectOutputStream out = new ObjectOutputStream(bytes);
            out.writeObject(object);
            out.close();
            return bytes.toByteArray();
        }

        static Object again(Object object) throws IOException, ClassNotFoundException {
            return new ObjectInputStream(new ByteArrayInputStream(written(object))).readObject();
        }
    }

    static int box(int a) throws IOException {
        return Arrays.hashCode(Streams.written(a));
    }

    static String boxAgain(int a) throws Exception {
        return String.valueOf(Streams.again(a));
    }

    static String text(String s) throws Exception {
        return (String) Streams.again(s);
    }

    static String array(int a) throws Exception {
        return Arrays.toString((int[]) Streams.again(new int[] {a, 2}));
    }

    static String floats(int a) throws Exception {
        float[] floats = {a, 1.5f, Float.NaN};
        double[] doubles = {-a, 0.1};
        byte[] bytes = Streams.written(new Object[] {floats, doubles});
        Object[] read = (Object[]) Streams.again(new Object[] {floats, doubles});
        return bytes[bytes.length - 1] + Arrays.toString((float[]) read[0]) + Arrays.toString((double[]) read[1]);
    }

    static String list(int a) throws Exception {
        ArrayList<Object> list = new ArrayList<>();
        list.add(a);
        list.add("x");
        return Streams.again(list).toString();
    }

    static String point(int a) throws Exception {
        Point point = new Point(a);
        point.next = point;
        Point read = (Point) Streams.again(point);
        return read.x + " " + read.cached + " " + (read.next == read) + " " + (read == point);
    }

    static String custom(int a) throws Exception {
        Custom custom = new Custom();
        custom.value = a;
        custom.made = 9;
        Custom read = (Custom) Streams.again(custom);
        return read.value + " " + read.made;
    }

    static String external(int a) throws Exception {
        Outer outer = new Outer();
        outer.held = a;
        return "" + ((Outer) Streams.again(outer)).held;
    }

    static boolean constant(boolean a) throws Exception {
        return Streams.again(a ? Colour.RED : Colour.GREEN) == Colour.RED;
    }

    static int versionless(int a) throws Exception {
        return Arrays.hashCode(Streams.written(new Versionless("n", a)));
    }

    static String resolved(int a) throws Exception {
        return (String) Streams.again(new Versionless("n", a));
    }

    static String refused(int a) {
        try {
            return "" + Streams.written(new Object());
        } catch (IOException e) {
            return e.toString() + a;
        }
    }

    static String corrupt(byte a) throws Exception {
        try {
            return "" + new ObjectInputStream(new ByteArrayInputStream(new byte[] {-84, -19, 0, a, 112})).readObject();
        } catch (IOException e) {
            return e.toString();
        }
    }
}
