package everypath.sweep;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import everypath.bridge.ClassBytes;
import everypath.bridge.InstrumentationException;
import everypath.bridge.Opcode;

/** What is found in the instructions of a class: its constants, and which methods each method calls. */
final class ClassScan {
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int FLOAT = 4;
    private static final int MOST_CASES = 64;
    private static final int PRIVATE = 0x0002;
    private static final int SYNTHETIC = 0x1000;
    private static final int LONGEST_TEXT = 200;

    /** A method: name with descriptor, whether it is hidden, and what it calls (owner, then name with descriptor). */
    record Method(String key, boolean hidden, List<String[]> calls) {}

    final Set<String> texts = new LinkedHashSet<>();
    final Set<Number> numbers = new LinkedHashSet<>();
    final List<Method> methods = new ArrayList<>();

    private final ClassBytes file;
    private int[] bootstraps = {};

    ClassScan(byte[] bytes) throws InstrumentationException {
        file = new ClassBytes(bytes);
        constants();
        int position = file.poolEnd() + 6;
        position += 2 + 2 * file.u2(position);
        position = skipMembers(position);
        int methodsAt = position;
        findBootstraps(skipMembers(position));
        int count = file.u2(methodsAt);
        position = methodsAt + 2;
        for (int i = 0; i < count; i++) {
            method(position);
            position = file.skipMember(position);
        }
    }

    private int skipMembers(int at) {
        int position = at + 2;
        for (int count = file.u2(at); count > 0; count--) {
            position = file.skipMember(position);
        }
        return position;
    }

    private void constants() {
        for (int i = 1; i < file.poolCount(); i++) {
            int at = file.constant(i);
            if (at == 0) {
                continue;
            }
            switch (file.u1(at)) {
                case ClassBytes.STRING:
                    String text = file.utf8(file.u2(at + 1));
                    if (text.length() <= LONGEST_TEXT) {
                        texts.add(text);
                    }
                    break;
                case ClassBytes.INTEGER:
                    numbers.add(file.s4(at + 1));
                    break;
                case FLOAT:
                    numbers.add(Float.intBitsToFloat(file.s4(at + 1)));
                    break;
                case LONG:
                    numbers.add(eight(at));
                    break;
                case DOUBLE:
                    numbers.add(Double.longBitsToDouble(eight(at)));
                    break;
                default:
                    break;
            }
        }
    }

    private long eight(int at) {
        return (long) file.s4(at + 1) << 32 | file.s4(at + 5) & 0xFFFFFFFFL;
    }

    /** Where the methods that invokedynamic instructions link are written (JVMS 4.7.23). */
    private void findBootstraps(int attributesAt) {
        int position = attributesAt + 2;
        for (int count = file.u2(attributesAt); count > 0; count--) {
            if (file.utf8(file.u2(position)).equals("BootstrapMethods")) {
                bootstraps = new int[file.u2(position + 6)];
                int at = position + 8;
                for (int i = 0; i < bootstraps.length; i++) {
                    bootstraps[i] = at;
                    at += 4 + 2 * file.u2(at + 2);
                }
            }
            position += 6 + file.s4(position + 2);
        }
    }

    private void method(int at) {
        int access = file.u2(at);
        List<String[]> calls = new ArrayList<>();
        int position = at + 8;
        for (int count = file.u2(at + 6); count > 0; count--) {
            if (file.utf8(file.u2(position)).equals("Code")) {
                code(position + 14, file.s4(position + 10), calls);
            }
            position += 6 + file.s4(position + 2);
        }
        String key = file.utf8(file.u2(at + 2)) + file.utf8(file.u2(at + 4));
        methods.add(new Method(key, (access & (PRIVATE | SYNTHETIC)) != 0, calls));
    }

    private void code(int code, int length, List<String[]> calls) {
        for (int pc = 0; pc < length; pc += Opcode.length(file, code, pc)) {
            int opcode = file.u1(code + pc);
            if (opcode == Opcode.BIPUSH) {
                numbers.add((int) (byte) file.u1(code + pc + 1));
            } else if (opcode == Opcode.SIPUSH) {
                numbers.add(file.s2(code + pc + 1));
            } else if (Opcode.isSwitch(opcode)) {
                cases(code, pc, opcode);
            } else if (opcode == Opcode.INVOKEDYNAMIC) {
                linked(file.u2(code + pc + 1), calls);
            } else if (Opcode.isInvocation(opcode)) {
                calls.add(reference(file.u2(code + pc + 1)));
            }
        }
    }

    private void cases(int code, int pc, int opcode) {
        int operands = code + Opcode.switchOperands(pc);
        int count = Math.min(MOST_CASES, Opcode.switchCount(file, code, pc));
        for (int i = 0; i < count; i++) {
            int value = opcode == Opcode.TABLESWITCH
                    ? file.s4(operands + 4) + i
                    : file.s4(operands + 8 + 8 * i);
            numbers.add(value);
        }
    }

    private String[] reference(int index) {
        int at = file.constant(index);
        int nameAndType = file.constant(file.u2(at + 3));
        return new String[] {
            file.className(file.u2(at + 1)),
            file.utf8(file.u2(nameAndType + 1)) + file.utf8(file.u2(nameAndType + 3))
        };
    }

    private void linked(int index, List<String[]> calls) {
        int bootstrap = file.u2(file.constant(index) + 1);
        if (bootstrap >= bootstraps.length) {
            return;
        }
        int at = bootstraps[bootstrap];
        for (int i = 0; i < file.u2(at + 2); i++) {
            int argument = file.constant(file.u2(at + 4 + 2 * i));
            if (file.u1(argument) == ClassBytes.METHOD_HANDLE && file.u1(argument + 1) >= 5) {
                calls.add(reference(file.u2(argument + 2)));
            }
        }
    }
}
