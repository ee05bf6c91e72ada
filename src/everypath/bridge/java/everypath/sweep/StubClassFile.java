package everypath.sweep;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The class file of the stubs of an abstract class, as {@code everypath.suite.stubs} has them for replays: the
 * constructor takes what the one above takes and a script ({@code everypath.probes.Answers}), which each method asks.
 */
final class StubClassFile {
    private static final String ANSWERS = "everypath/probes/Answers";
    private static final String SCRIPT = "L" + ANSWERS + ";";
    private static final int VERSION = 52;
    private static final int PUBLIC_SUPER = 0x21;
    private static final int ALOAD = 25;
    private static final int ALOAD_0 = 42;
    private static final int SIPUSH = 17;
    private static final int ARETURN = 176;
    private static final int RETURN = 177;
    private static final int GETFIELD = 180;
    private static final int PUTFIELD = 181;
    private static final int INVOKESPECIAL = 183;
    private static final int INVOKESTATIC = 184;
    private static final int CHECKCAST = 192;
    private static final String PRIMITIVES = "ZBCSIJFD";
    private static final int[] LOADS = {21, 21, 21, 21, 21, 22, 23, 24};
    private static final int[] RETURNS = {172, 172, 172, 172, 172, 173, 174, 175};
    private static final String[] NAMES = {"Boolean", "Byte", "Char", "Short", "Int", "Long", "Float", "Double"};

    private final Constructor<?> above;
    private final List<Method> methods;
    private final String name;
    private final Map<String, Integer> entries = new HashMap<>();
    private final ByteArrayOutputStream pool = new ByteArrayOutputStream();
    private final DataOutputStream constants = new DataOutputStream(pool);

    StubClassFile(Constructor<?> above, List<Method> methods) {
        this.above = above;
        this.methods = methods;
        Class<?> type = above.getDeclaringClass();
        String own = type.getName().replace('.', '/') + "$EverypathStub"
                + String.format("%08x", descriptor(above, "").hashCode());
        name = type.getModule().isNamed() ? "everypath/stub/" + own : own;
    }

    /** The name with dots. */
    String name() {
        return name.replace('/', '.');
    }

    byte[] bytes() {
        try {
            return write();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String descriptor(Constructor<?> constructor, String more) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> each : constructor.getParameterTypes()) {
            text.append(each.descriptorString());
        }
        return text.append(more).append(")V").toString();
    }

    private byte[] write() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(body);
        out.writeShort(PUBLIC_SUPER);
        out.writeShort(type(name));
        out.writeShort(type(above.getDeclaringClass().getName().replace('.', '/')));
        out.writeShort(0);
        out.writeShort(1);
        out.writeShort(1);
        out.writeShort(utf8("answers"));
        out.writeShort(utf8(SCRIPT));
        out.writeShort(0);
        out.writeShort(1 + methods.size());
        constructor(out);
        for (int i = 0; i < methods.size(); i++) {
            answer(out, i, methods.get(i));
        }
        out.writeShort(0);
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        DataOutputStream all = new DataOutputStream(result);
        all.writeInt(0xCAFEBABE);
        all.writeInt(VERSION);
        all.writeShort(entries.size() + 1);
        pool.writeTo(all);
        body.writeTo(all);
        return result.toByteArray();
    }

    private static int place(Class<?> type) {
        return type.isPrimitive() ? PRIMITIVES.indexOf(type.descriptorString()) : -1;
    }

    private static int slots(Class<?> type) {
        return type == long.class || type == double.class ? 2 : 1;
    }

    private void constructor(DataOutputStream out) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream code = new DataOutputStream(bytes);
        int script = 1;
        for (Class<?> each : above.getParameterTypes()) {
            script += slots(each);
        }
        code.writeByte(ALOAD_0);
        code.writeByte(ALOAD);
        code.writeByte(script);
        code.writeByte(PUTFIELD);
        code.writeShort(member(9, name, "answers", SCRIPT));
        code.writeByte(ALOAD_0);
        int at = 1;
        for (Class<?> each : above.getParameterTypes()) {
            code.writeByte(place(each) < 0 ? ALOAD : LOADS[place(each)]);
            code.writeByte(at);
            at += slots(each);
        }
        code.writeByte(INVOKESPECIAL);
        String owner = above.getDeclaringClass().getName().replace('.', '/');
        code.writeShort(member(10, owner, "<init>", descriptor(above, "")));
        code.writeByte(RETURN);
        method(out, "<init>", descriptor(above, SCRIPT), bytes, script + 1);
    }

    private void answer(DataOutputStream out, int number, Method method) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream code = new DataOutputStream(bytes);
        Class<?> returned = method.getReturnType();
        int place = place(returned);
        if (returned == void.class) {
            code.writeByte(RETURN);
        } else {
            code.writeByte(ALOAD_0);
            code.writeByte(GETFIELD);
            code.writeShort(member(9, name, "answers", SCRIPT));
            code.writeByte(SIPUSH);
            code.writeShort(number);
            if (place < 0) {
                code.writeByte(ALOAD_0);
            }
            code.writeByte(INVOKESTATIC);
            String wanted = place < 0 ? "ILjava/lang/Object;)Ljava/lang/Object;" : "I)" + returned.descriptorString();
            String asked = "next" + (place < 0 ? "Object" : NAMES[place]);
            code.writeShort(member(10, ANSWERS, asked, "(" + SCRIPT + wanted));
            if (place < 0) {
                code.writeByte(CHECKCAST);
                code.writeShort(type(returned.isArray()
                        ? returned.descriptorString()
                        : returned.getName().replace('.', '/')));
            }
            code.writeByte(place < 0 ? ARETURN : RETURNS[place]);
        }
        int size = 1;
        for (Class<?> each : method.getParameterTypes()) {
            size += slots(each);
        }
        method(out, method.getName(), AbstractClasses.descriptor(method), bytes, size);
    }

    private void method(DataOutputStream out, String named, String descriptor, ByteArrayOutputStream code, int locals)
            throws IOException {
        out.writeShort(1);
        out.writeShort(utf8(named));
        out.writeShort(utf8(descriptor));
        out.writeShort(1);
        out.writeShort(utf8("Code"));
        out.writeInt(12 + code.size());
        out.writeShort(locals + 3);
        out.writeShort(locals);
        out.writeInt(code.size());
        code.writeTo(out);
        out.writeInt(0);
    }

    // ---- the constant pool (JVMS 4.4)

    private int added(String key) {
        entries.put(key, entries.size() + 1);
        return entries.size();
    }

    private int utf8(String text) throws IOException {
        Integer known = entries.get("u" + text);
        if (known != null) {
            return known;
        }
        constants.writeByte(1);
        constants.writeUTF(text);
        return added("u" + text);
    }

    private int pair(int tag, int first, int second) throws IOException {
        String key = tag + ":" + first + ":" + second;
        Integer known = entries.get(key);
        if (known != null) {
            return known;
        }
        constants.writeByte(tag);
        constants.writeShort(first);
        if (second > 0) {
            constants.writeShort(second);
        }
        return added(key);
    }

    private int type(String named) throws IOException {
        return pair(7, utf8(named), 0);
    }

    private int member(int tag, String owner, String named, String descriptor) throws IOException {
        int nameAndType = pair(12, utf8(named), utf8(descriptor));
        return pair(tag, type(owner), nameAndType);
    }
}
