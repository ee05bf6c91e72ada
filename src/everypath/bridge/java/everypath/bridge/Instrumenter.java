package everypath.bridge;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Inserts probes into a class: one per basic block (blocks are also split after each call, and where a line begins
 * behind an instruction that may have thrown) and one per edge out of a conditional jump or switch; and redirects
 * {@code System.exit}, {@code Runtime.exit} and {@code Runtime.halt}.
 *
 * <p>A probe pushes constants (and copies of a branch's operands) and calls a static method, so no new stack-map frames
 * are needed: existing frames, jumps and tables are only moved. It works for every class-file version.
 */
final class Instrumenter {
    /** Probes of one class are numbered with 16 bits in the parent. */
    private static final int MAX_PER_CLASS = 1 << 16;

    private static final int STATIC = 0x0008;
    private static final int FINAL = 0x0010;
    private static final int SYNTHETIC = 0x1000;
    private static final int ENUM = 0x4000;
    private static final int REF_INVOKE_VIRTUAL = 5;
    private static final int REF_INVOKE_STATIC = 6;

    /**
     * A class ready to be defined.
     *
     * @param bytes the class file, with probes unless the table's note says otherwise
     * @param table what the probes mean
     * @param staticState whether its static fields hold state that code may change
     * @param initialiser how its static fields get their first values
     */
    record Result(byte[] bytes, ProbeTable table, StaticState staticState, Initialiser initialiser) {}

    /** How the static fields of a class get their first values. */
    enum Initialiser {
        /** It has no static initialiser: fields that are not final begin as zero or null. */
        NONE,
        /** Its static initialiser notifies when it begins and returns. */
        NOTIFIES,
        /** Nobody knows when they have their first values. */
        SILENT
    }

    private final ClassBytes file;
    private final String className;
    private final PoolAdditions additions;
    private final List<ProbeTable.MethodProbes> methods = new ArrayList<>();
    private final int first;
    private final int capacity;
    private int next;
    private StaticState staticState = StaticState.FIXED;
    private Initialiser initialiser = Initialiser.NONE;

    private final Collection<?> chosen;
    private final boolean isNotified;
    private final boolean isWatched;

    private Instrumenter(
            String className,
            byte[] raw,
            int first,
            int capacity,
            Collection<?> chosen,
            boolean isNotified,
            boolean isWatched)
            throws InstrumentationException {
        this.chosen = chosen;
        this.isNotified = isNotified;
        this.isWatched = isWatched;
        this.file = new ClassBytes(raw);
        this.className = className;
        this.additions = new PoolAdditions(file.poolCount(), !isNotified);
        this.first = first;
        this.next = first;
        this.capacity = Math.min(capacity, first + MAX_PER_CLASS);
    }

    /**
     * Prepares a class; its probes are numbered from {@code first} and stay below {@code capacity}. Methods whose names
     * are not {@code chosen} stay as they are; null chooses all. {@code isNotified} says whether the static initialiser
     * notifies when it begins and returns; in classes of the JDK, which may run before anything else does, it does not.
     * Where it {@code isWatched}, decisions report distances, see {@link everypath.probes.Decisions}.
     */
    static Result instrument(
            String className,
            byte[] raw,
            int first,
            int capacity,
            Collection<?> chosen,
            boolean isNotified,
            boolean isWatched) {
        try {
            Instrumenter instrumenter =
                    new Instrumenter(className, raw, first, capacity, chosen, isNotified, isWatched);
            byte[] bytes = instrumenter.rewrite();
            ProbeTable table = new ProbeTable(
                    className, first, instrumenter.next - first, instrumenter.methods, null);
            if (Clocks.areReadBy(instrumenter.file)) {
                table.setReadsClock();
            }
            return new Result(bytes, table, instrumenter.staticState, instrumenter.initialiser);
        } catch (InstrumentationException | IOException | IndexOutOfBoundsException | IllegalArgumentException e) {
            ProbeTable table = new ProbeTable(className, first, 0, List.of(), e.toString());
            return new Result(raw, table, StaticState.MUTABLE, Initialiser.SILENT);
        }
    }

    private byte[] rewrite() throws InstrumentationException, IOException {
        ByteArrayOutputStream members = new ByteArrayOutputStream(file.bytes().length * 2);
        DataOutputStream out = new DataOutputStream(members);
        boolean isEnum = (file.u2(file.poolEnd()) & ENUM) != 0;
        int position = file.poolEnd() + 6;
        position += 2 + 2 * file.u2(position);
        int fieldCount = file.u2(position);
        position += 2;
        for (int i = 0; i < fieldCount; i++) {
            staticState = staticState.or(stateOf(position, isEnum));
            if ((file.u2(position) & (STATIC | FINAL)) == STATIC && hasAttribute(position, "ConstantValue")) {
                initialiser = Initialiser.SILENT;
            }
            position = file.skipMember(position);
        }
        int methodCount = file.u2(position);
        position += 2;
        out.write(file.bytes(), file.poolEnd(), position - file.poolEnd());
        for (int i = 0; i < methodCount; i++) {
            position = method(position, out);
        }
        out.write(file.bytes(), position, file.bytes().length - position);
        byte[] head = redirected();
        ByteArrayOutputStream result = new ByteArrayOutputStream(members.size() + file.poolEnd());
        DataOutputStream all = new DataOutputStream(result);
        all.write(head, 0, 8);
        all.writeShort(additions.count());
        all.write(head, 10, head.length - 10);
        all.write(additions.bytes());
        members.writeTo(all);
        return result.toByteArray();
    }

    /** How changeable a static field is, or a field of an enum constant. */
    private StaticState stateOf(int field, boolean ofEnum) {
        int access = file.u2(field);
        if ((access & (SYNTHETIC | ENUM)) != 0 || (access & STATIC) == 0 && !ofEnum) {
            return StaticState.FIXED;
        }
        return StaticState.ofField((access & FINAL) != 0, file.utf8(file.u2(field + 4)));
    }

    private boolean hasAttribute(int member, String name) {
        int position = member + 8;
        for (int i = 0; i < file.u2(member + 6); i++) {
            if (file.utf8(file.u2(position)).equals(name)) {
                return true;
            }
            position += 6 + file.s4(position + 2);
        }
        return false;
    }

    private boolean isChosen(String method) {
        return chosen == null || chosen.contains(method);
    }

    private int method(int start, DataOutputStream out) throws InstrumentationException, IOException {
        int attributes = file.u2(start + 6);
        out.write(file.bytes(), start, 8);
        int position = start + 8;
        for (int i = 0; i < attributes; i++) {
            int end = position + 6 + file.s4(position + 2);
            boolean isCode = file.utf8(file.u2(position)).equals("Code");
            String name = file.utf8(file.u2(start + 2));
            if (isCode && isChosen(name)) {
                code(start, position, out);
            } else {
                if (name.equals("<clinit>")) {
                    initialiser = Initialiser.SILENT;
                }
                out.write(file.bytes(), position, end - position);
            }
            position = end;
        }
        return position;
    }

    private void code(int method, int attribute, DataOutputStream out) throws InstrumentationException, IOException {
        String name = file.utf8(file.u2(method + 2));
        String descriptor = file.utf8(file.u2(method + 4));
        boolean isInitialiser = name.equals("<clinit>");
        MethodInstrumenter instrumenter = new MethodInstrumenter(
                file,
                additions,
                attribute,
                next,
                (file.u2(method) & STATIC) != 0,
                name,
                isInitialiser && isNotified,
                isWatched,
                Exits.areAsked(className) ? className + "." + name + descriptor : null);
        try {
            byte[] rewritten = instrumenter.rewrite(capacity);
            out.write(file.bytes(), attribute, 2);
            out.writeInt(rewritten.length);
            out.write(rewritten);
            methods.add(new ProbeTable.MethodProbes(
                    name, descriptor, next - first, instrumenter.probes(), instrumenter.lines(), null));
            next = instrumenter.nextProbe();
            if (isInitialiser) {
                initialiser = isNotified ? Initialiser.NOTIFIES : Initialiser.SILENT;
            }
        } catch (InstrumentationException e) {
            out.write(file.bytes(), attribute, 6 + file.s4(attribute + 2));
            methods.add(new ProbeTable.MethodProbes(
                    name, descriptor, next - first, List.of(), List.of(), e.getMessage()));
            if (isInitialiser) {
                initialiser = Initialiser.SILENT;
            }
        }
    }

    /** The constant pool with references to exit and halt redirected, static ones and those behind method handles. */
    private byte[] redirected() throws InstrumentationException, IOException {
        byte[] head = java.util.Arrays.copyOf(file.bytes(), file.poolEnd());
        for (int i = 1; i < file.poolCount(); i++) {
            int offset = file.constant(i);
            if (offset == 0) {
                continue;
            }
            int tag = file.u1(offset);
            if (tag == ClassBytes.METHOD_REF && file.isReference(i, "java/lang/System", "exit", "(I)V")) {
                copyReference(head, offset, additions.probeReference("exit", "(I)V"));
            } else if (tag == ClassBytes.METHOD_HANDLE
                    && file.u1(offset + 1) == REF_INVOKE_VIRTUAL
                    && MethodInstrumenter.isRuntimeExit(file, file.u2(offset + 2))) {
                int redirect = additions.probeMethod("exit", "(Ljava/lang/Runtime;I)V");
                head[offset + 1] = REF_INVOKE_STATIC;
                head[offset + 2] = (byte) (redirect >> 8);
                head[offset + 3] = (byte) redirect;
            }
        }
        return head;
    }

    private static void copyReference(byte[] head, int offset, int[] ownerAndNameAndType) {
        for (int part = 0; part < 2; part++) {
            head[offset + 1 + 2 * part] = (byte) (ownerAndNameAndType[part] >> 8);
            head[offset + 2 + 2 * part] = (byte) ownerAndNameAndType[part];
        }
    }
}
