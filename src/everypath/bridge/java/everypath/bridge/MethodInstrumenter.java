package everypath.bridge;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rewrites one Code attribute (JVMS 4.7.3) with probes. */
final class MethodInstrumenter {
    private static final int MAX_CODE = 65535;

    /** The first class-file version with class literals. */
    private static final int CLASS_LITERALS = 49;

    /** The first class-file version with stack maps. */
    private static final int FRAMES = 50;

    /** Operand-stack entries that a probe needs at most: two copied operands and four arguments. */
    private static final int STACK = 6;

    /** The most bytes for the text of a lookupswitch's keys in one constant. */
    private static final int MAX_KEYS = 10_000;

    private final ClassBytes file;
    private final boolean isStatic;
    private final PoolAdditions additions;
    private final int attribute;
    private final int code;
    private final int length;
    private final int handlers;
    private final int handlerCount;
    private final List<Object> probes = new ArrayList<>();
    private final List<Object> lines = new ArrayList<>();
    private final ByteArrayOutputStream out;

    /** New position of the probes before each old pc, which is where jumps to it go. */
    private final int[] entry;

    /** New position of each old instruction itself. */
    private final int[] moved;

    private final boolean[] leader;

    /** Where a line begins inside a block, behind an instruction that may have thrown: what follows is marked apart. */
    private final boolean[] resumed;

    /** Old pcs inside a handler that covers itself: a probe there must not throw. */
    private final boolean[] unreported;

    /** The text that is reported with an exception that leaves the method; null if none is wanted. */
    private final String exit;

    /** Its name. Before a constructor has called another one, nothing can be caught for it. */
    private final String name;

    /** Whether it notifies of its beginning and return, see {@link Probes#initialisers}. */
    private final boolean isNotified;

    /** Whether its decisions report distances. */
    private final boolean isWatched;

    /** New position of the handler of everything; -1 where there is none. */
    private int handler = -1;

    /** New position of the first instruction that it covers. */
    private int covered;

    private int next;

    /**
     * For the Code attribute at {@code attribute}.
     *
     * @param firstProbe the number of the method's first probe
     * @param isStatic whether the method has no {@code this}, whose fields are there without fail
     * @param name what it is called
     * @param isNotified whether it is a static initialiser that notifies of its beginning and return
     * @param isWatched whether its decisions report distances
     * @param exit the text that is reported when an exception leaves the method; null if none is wanted
     */
    MethodInstrumenter(
            ClassBytes file,
            PoolAdditions additions,
            int attribute,
            int firstProbe,
            boolean isStatic,
            String name,
            boolean isNotified,
            boolean isWatched,
            String exit) {
        this.file = file;
        this.name = name;
        this.isNotified = isNotified;
        this.isWatched = isWatched;
        this.exit = exit;
        this.isStatic = isStatic;
        this.additions = additions;
        this.attribute = attribute;
        this.next = firstProbe;
        length = file.s4(attribute + 10);
        code = attribute + 14;
        handlerCount = file.u2(code + length);
        handlers = code + length + 2;
        out = new ByteArrayOutputStream(2 * length + 64);
        entry = new int[length + 1];
        moved = new int[length + 1];
        leader = new boolean[length + 1];
        resumed = new boolean[length + 1];
        unreported = new boolean[length + 1];
    }

    /** One entry per probe, as `ProbeTable.describe` sends it. */
    List<Object> probes() {
        return probes;
    }

    /** The line number table: pcs of the unchanged code and lines in turn. */
    List<Object> lines() {
        return lines;
    }

    /** The number behind the method's last probe. */
    int nextProbe() {
        return next;
    }

    /**
     * The attribute's new content, without its name and length.
     *
     * @throws InstrumentationException when the method would become too large; nothing is lost then
     */
    byte[] rewrite(int capacity) throws InstrumentationException, IOException {
        findBlocks();
        findLines();
        writeCode();
        if (out.size() > MAX_CODE) {
            throw new InstrumentationException("method too large");
        } else if (next > capacity) {
            throw new InstrumentationException("too many probes");
        }
        byte[] bytes = out.toByteArray();
        fixJumps(bytes);
        ByteArrayOutputStream content = new ByteArrayOutputStream(bytes.length + 256);
        DataOutputStream data = new DataOutputStream(content);
        data.writeShort(Math.min(MAX_CODE, file.u2(attribute + 6) + STACK));
        data.writeShort(file.u2(attribute + 8));
        data.writeInt(bytes.length);
        data.write(bytes);
        writeHandlers(data);
        writeAttributes(data);
        return content.toByteArray();
    }

    // ---- blocks

    private void findBlocks() {
        leader[0] = true;
        for (int i = 0; i < handlerCount; i++) {
            int old = handlers + 8 * i;
            int start = file.u2(old);
            int end = file.u2(old + 2);
            int target = file.u2(old + 4);
            leader[target] = true;
            if (target >= start && target < end) {
                Arrays.fill(unreported, target, end, true);
            }
        }
        for (int pc = 0; pc < length; pc += Opcode.length(file, code, pc)) {
            int opcode = file.u1(code + pc);
            for (int target : targets(pc, opcode)) {
                leader[target] = true;
            }
            if (Opcode.endsBlock(opcode)) {
                leader[pc + Opcode.length(file, code, pc)] = true;
            }
        }
    }

    private void findLines() {
        boolean[] starts = lineStarts();
        boolean thrown = false;
        int[] before = {0, 0};
        for (int pc = 0; pc < length; pc += Opcode.length(file, code, pc)) {
            int opcode = file.u1(code + pc);
            resumed[pc] = thrown && starts[pc] && !leader[pc];
            thrown &= !leader[pc] && !resumed[pc];
            thrown |= Opcode.mayThrow(opcode) && !isOfThis(opcode, before);
            before = new int[] {before[1], opcode};
        }
    }

    /** Whether an instruction, by those before it, plainly reads or writes a field of {@code this}. */
    private boolean isOfThis(int opcode, int[] before) {
        return !isStatic
                && (opcode == Opcode.GETFIELD && before[1] == Opcode.ALOAD_0
                        || opcode == Opcode.PUTFIELD && before[0] == Opcode.ALOAD_0 && Opcode.isPush(before[1]));
    }

    /** The pcs that the line number tables name. */
    private boolean[] lineStarts() {
        boolean[] starts = new boolean[length + 1];
        int position = handlers + 8 * handlerCount;
        int count = file.u2(position);
        position += 2;
        for (int i = 0; i < count; i++) {
            if (file.utf8(file.u2(position)).equals("LineNumberTable")) {
                for (int line = 0; line < file.u2(position + 6); line++) {
                    starts[file.u2(position + 8 + 4 * line)] = true;
                }
            }
            position += 6 + file.s4(position + 2);
        }
        return starts;
    }

    /** Jump targets of an instruction; of a switch the default first, then the cases in order. */
    private int[] targets(int pc, int opcode) {
        if (Opcode.isShortJump(opcode)) {
            return new int[] {pc + file.s2(code + pc + 1)};
        } else if (Opcode.isWideJump(opcode)) {
            return new int[] {pc + file.s4(code + pc + 1)};
        } else if (!Opcode.isSwitch(opcode)) {
            return new int[0];
        }
        int operands = code + Opcode.switchOperands(pc);
        int[] result = new int[1 + Opcode.switchCount(file, code, pc)];
        result[0] = pc + file.s4(operands);
        for (int i = 1; i < result.length; i++) {
            result[i] = pc + file.s4(operands + Opcode.caseOffset(opcode, i - 1));
        }
        return result;
    }

    // ---- code

    private void writeCode() throws InstrumentationException, IOException {
        List<Object> block = null;
        int size;
        boolean ofResult = false;
        if (isNotified) {
            notifyOf("initialising");
        }
        for (int pc = 0; pc < length; pc += size) {
            size = Opcode.length(file, code, pc);
            int opcode = file.u1(code + pc);
            entry[pc] = out.size();
            if (leader[pc]) {
                block = new ArrayList<>();
                probe(block);
                push(next++);
                invoke(unreported[pc] ? "mark" : "block", "(I)V");
            } else if (resumed[pc]) {
                block = new ArrayList<>();
                probe(block);
                push(next++);
                invoke("mark", "(I)V");
            }
            block.add(pc);
            if (Opcode.isConditional(opcode)) {
                branchProbe(pc, opcode, size, ofResult);
            } else if (Opcode.isSwitch(opcode)) {
                switchProbe(pc, opcode);
            }
            if (exit != null && Opcode.isReturn(opcode)) {
                push(Exits.number(exit + "@" + pc));
                invoke("returned", "(I)V");
            }
            if (isNotified && opcode == Opcode.RETURN) {
                notifyOf("initialised");
            }
            moved[pc] = out.size();
            writeInstruction(pc, opcode, size);
            ofResult = isWatched && WatchedCode.yieldsResult(file, code + pc);
        }
        entry[length] = out.size();
        moved[length] = out.size();
        if (exit != null) {
            writeExit();
        }
    }

    /** A handler of every exception that no other handler takes: it reports the exception and throws it on. */
    private void writeExit() throws InstrumentationException, IOException {
        covered = name.equals("<init>") ? entry[constructed()] : 0;
        if (covered == out.size()) {
            return;
        }
        handler = out.size();
        out.write(Opcode.DUP);
        ldc(additions.string(exit));
        invoke("left", "(Ljava/lang/Throwable;Ljava/lang/String;)V");
        out.write(Opcode.ATHROW);
    }

    /** Where a constructor has called another one: each {@code new} before has its own call. */
    private int constructed() {
        int open = 0;
        for (int pc = 0; pc < length; pc += Opcode.length(file, code, pc)) {
            int opcode = file.u1(code + pc);
            if (opcode == Opcode.NEW) {
                open++;
            } else if (opcode == Opcode.INVOKESPECIAL
                    && file.memberName(file.u2(code + pc + 1)).equals("<init>")
                    && open-- == 0) {
                return pc + Opcode.length(file, code, pc);
            }
        }
        return length;
    }

    private void notifyOf(String what) throws InstrumentationException, IOException {
        int self = file.u2(file.poolEnd() + 2);
        ldc(file.major() < CLASS_LITERALS ? additions.string(file.className(self).replace('/', '.')) : self);
        invoke(what, "(Ljava/lang/Object;)V");
    }

    private void probe(List<Object> description) {
        probes.add(description);
    }

    private void edge(int pc, int target) {
        probe(Arrays.asList(-1, pc, target));
    }

    private void branchProbe(int pc, int opcode, int size, boolean ofResult)
            throws InstrumentationException, IOException {
        edge(pc, pc + size);
        edge(pc, targets(pc, opcode)[0]);
        out.write(Opcode.comparesTwo(opcode) ? Opcode.DUP2 : Opcode.DUP);
        push(next);
        next += 2;
        decide(WatchedCode.decision(opcode, ofResult), Opcode.conditionDescriptor(opcode));
    }

    private void switchProbe(int pc, int opcode) throws InstrumentationException, IOException {
        int[] targets = targets(pc, opcode);
        for (int target : targets) {
            edge(pc, target);
        }
        int operands = code + Opcode.switchOperands(pc);
        out.write(Opcode.DUP);
        if (opcode == Opcode.TABLESWITCH) {
            push(file.s4(operands + 4));
            push(file.s4(operands + 8));
            push(next);
            decide("tableswitch", "(IIII)V");
        } else {
            if (targets.length > MAX_KEYS) {
                throw new InstrumentationException("lookupswitch too large");
            }
            StringBuilder keys = new StringBuilder();
            for (int i = 0; i < targets.length - 1; i++) {
                int key = file.s4(operands + 8 + 8 * i);
                keys.append((char) (key >>> 16)).append((char) key);
            }
            ldc(additions.string(keys.toString()));
            push(next);
            decide("lookupswitch", "(ILjava/lang/String;I)V");
        }
        next += targets.length;
    }

    private void writeInstruction(int pc, int opcode, int size) throws InstrumentationException, IOException {
        if (Opcode.isSwitch(opcode)) {
            out.write(opcode);
            while (out.size() % 4 != 0) {
                out.write(0);
            }
            int operands = Opcode.switchOperands(pc);
            out.write(file.bytes(), code + operands, pc + size - operands);
        } else if (opcode == Opcode.INVOKEVIRTUAL && isRuntimeExit(file, file.u2(code + pc + 1))) {
            invoke("exit", "(Ljava/lang/Runtime;I)V");
        } else {
            WatchedCode.Call call = isWatched ? WatchedCode.replacement(file, code + pc) : null;
            if (call != null) {
                compare(call);
            } else if (isWatched && opcode == WatchedCode.INSTANCEOF) {
                out.write(Opcode.DUP);
                out.write(file.bytes(), code + pc, size);
                ldc(additions.string(file.className(file.u2(code + pc + 1))));
                compare(WatchedCode.IS_INSTANCE);
            } else {
                out.write(file.bytes(), code + pc, size);
            }
        }
    }

    private void compare(WatchedCode.Call call) throws InstrumentationException, IOException {
        out.write(Opcode.INVOKESTATIC);
        u2(additions.method(WatchedCode.COMPARISONS, call.name(), call.descriptor()));
    }

    /** Whether a method reference is {@code Runtime.exit} or {@code Runtime.halt}. */
    static boolean isRuntimeExit(ClassBytes file, int reference) {
        return file.isReference(reference, "java/lang/Runtime", "exit", "(I)V")
                || file.isReference(reference, "java/lang/Runtime", "halt", "(I)V");
    }

    private void push(int value) throws InstrumentationException, IOException {
        if (value >= -1 && value <= 5) {
            out.write(Opcode.ICONST_0 + value);
        } else if (value == (byte) value) {
            out.write(Opcode.BIPUSH);
            out.write(value);
        } else if (value == (short) value) {
            out.write(Opcode.SIPUSH);
            u2(value);
        } else {
            ldc(additions.integer(value));
        }
    }

    private void ldc(int constant) {
        out.write(Opcode.LDC_W);
        u2(constant);
    }

    private void invoke(String name, String descriptor) throws InstrumentationException, IOException {
        out.write(Opcode.INVOKESTATIC);
        u2(additions.probeMethod(name, descriptor));
    }

    /** Invokes the probe of a decision. */
    private void decide(String name, String descriptor) throws InstrumentationException, IOException {
        if (!isWatched) {
            invoke(name, descriptor);
            return;
        }
        out.write(Opcode.INVOKESTATIC);
        u2(additions.method(WatchedCode.DECISIONS, name, descriptor));
    }

    private void u2(int value) {
        out.write(value >> 8);
        out.write(value);
    }

    // ---- jumps

    private void fixJumps(byte[] bytes) throws InstrumentationException {
        for (int pc = 0; pc < length; pc += Opcode.length(file, code, pc)) {
            int opcode = file.u1(code + pc);
            int[] targets = targets(pc, opcode);
            int from = moved[pc];
            if (Opcode.isShortJump(opcode)) {
                int offset = entry[targets[0]] - from;
                if (offset != (short) offset) {
                    throw new InstrumentationException("jump too far");
                }
                bytes[from + 1] = (byte) (offset >> 8);
                bytes[from + 2] = (byte) offset;
            } else if (Opcode.isWideJump(opcode)) {
                put4(bytes, from + 1, entry[targets[0]] - from);
            } else if (Opcode.isSwitch(opcode)) {
                int operands = Opcode.switchOperands(from);
                put4(bytes, operands, entry[targets[0]] - from);
                for (int i = 1; i < targets.length; i++) {
                    put4(bytes, operands + Opcode.caseOffset(opcode, i - 1), entry[targets[i]] - from);
                }
            }
        }
    }

    private static void put4(byte[] bytes, int position, int value) {
        bytes[position] = (byte) (value >> 24);
        bytes[position + 1] = (byte) (value >> 16);
        bytes[position + 2] = (byte) (value >> 8);
        bytes[position + 3] = (byte) value;
    }

    // ---- tables

    private void writeHandlers(DataOutputStream data) throws IOException {
        data.writeShort(handler < 0 ? handlerCount : handlerCount + 1);
        for (int i = 0; i < handlerCount; i++) {
            int old = handlers + 8 * i;
            data.writeShort(entry[file.u2(old)]);
            data.writeShort(entry[file.u2(old + 2)]);
            data.writeShort(entry[file.u2(old + 4)]);
            data.writeShort(file.u2(old + 6));
        }
        if (handler >= 0) {
            data.writeShort(covered);
            data.writeShort(handler);
            data.writeShort(handler);
            data.writeShort(0);
        }
    }

    /** Keeps line numbers, local variables and stack maps; attributes that only compilers read are dropped. */
    private void writeAttributes(DataOutputStream data) throws InstrumentationException, IOException {
        int position = handlers + 8 * handlerCount;
        int count = file.u2(position);
        position += 2;
        int kept = 0;
        boolean mapped = handler < 0 || file.major() < FRAMES;
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        DataOutputStream written = new DataOutputStream(content);
        for (int i = 0; i < count; i++) {
            byte[] rewritten = attribute(position);
            if (rewritten != null) {
                written.writeShort(file.u2(position));
                written.writeInt(rewritten.length);
                written.write(rewritten);
                kept++;
                mapped |= file.utf8(file.u2(position)).equals("StackMapTable");
            }
            position += 6 + file.s4(position + 2);
        }
        if (!mapped) {
            byte[] map = new StackMaps(file, entry, moved).ofHandler(handler, throwable());
            written.writeShort(additions.utf8("StackMapTable"));
            written.writeInt(map.length);
            written.write(map);
            kept++;
        }
        data.writeShort(kept);
        content.writeTo(data);
    }

    private byte[] attribute(int position) throws InstrumentationException, IOException {
        int content = position + 6;
        switch (file.utf8(file.u2(position))) {
            case "LineNumberTable":
                return lineNumbers(content);
            case "LocalVariableTable":
                return localVariables(content);
            case "StackMapTable":
                return new StackMaps(file, entry, moved).rewrite(content, handler, handler < 0 ? 0 : throwable());
            default:
                return null;
        }
    }

    private int throwable() throws InstrumentationException, IOException {
        return additions.classNamed("java/lang/Throwable");
    }

    private byte[] lineNumbers(int content) throws IOException {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(result);
        int count = file.u2(content);
        data.writeShort(count);
        for (int i = 0; i < count; i++) {
            int line = content + 2 + 4 * i;
            data.writeShort(entry[file.u2(line)]);
            data.writeShort(file.u2(line + 2));
            lines.add(file.u2(line));
            lines.add(file.u2(line + 2));
        }
        return result.toByteArray();
    }

    private byte[] localVariables(int content) throws IOException {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(result);
        int count = file.u2(content);
        data.writeShort(count);
        for (int i = 0; i < count; i++) {
            int variable = content + 2 + 10 * i;
            int start = file.u2(variable);
            int end = start + file.u2(variable + 2);
            data.writeShort(entry[start]);
            data.writeShort(entry[end] - entry[start]);
            data.write(file.bytes(), variable + 4, 6);
        }
        return result.toByteArray();
    }
}
