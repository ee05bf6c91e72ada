import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Constants of every type, and a main that prints them bit for bit. */
public class Constants {
    static final int INT_MIN = Integer.MIN_VALUE;
    static final int INT = 1234567;
    static final boolean YES = true;
    static final byte BYTE = -128;
    static final char CHAR = '\uffff';
    static final short SHORT = -32768;
    static final long LONG_MAX = Long.MAX_VALUE;
    static final long LONG = -5_000_000_000L;
    static final float FLOAT = 0.1f;
    static final float FLOAT_TINY = Float.MIN_VALUE;
    static final float FLOAT_INFINITE = Float.NEGATIVE_INFINITY;
    static final double DOUBLE = 0.1;
    static final double MINUS_ZERO = -0.0;
    static final double NOT_A_NUMBER = Double.NaN;
    static final String EMPTY = "";
    static final String ASCII = "plain";
    static final String NUL = "a\0b";
    static final String LATIN = "h\u00e9 \u007f\u0080\u07ff\u0800";
    static final String SUPPLEMENTARY = "\ud83d\ude00 and \ud800\udc00\udbff\udfff";
    static final String LONE_HIGH = "x\ud83dx";
    static final String LONE_LOW = "\ude00\ud83d";

    public static void main(String[] arguments) throws Exception {
        for (Field field : Constants.class.getDeclaredFields()) {
            if (!Modifier.isFinal(field.getModifiers())) continue;
            Object value = field.get(null);
            String text;
            if (value instanceof Float f) text = "f" + Float.floatToIntBits(f);
            else if (value instanceof Double d) text = "d" + Double.doubleToLongBits(d);
            else if (value instanceof Character c) text = "i" + (int) c;
            else if (value instanceof Boolean b) text = "i" + (b ? 1 : 0);
            else if (value instanceof Long l) text = "l" + l;
            else if (value instanceof String s) text = "s" + s.chars().mapToObj(Integer::toHexString).toList();
            else text = "i" + value;
            System.out.println(field.getName() + " " + text);
        }
    }
}
