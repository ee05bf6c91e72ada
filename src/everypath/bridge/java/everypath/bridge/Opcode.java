package everypath.bridge;

import java.util.Arrays;

/** What the instrumenter needs to know about the instruction set (JVMS 6.5). */
public final class Opcode {
    static final int DUP = 89;
    static final int DUP2 = 92;
    static final int GOTO = 167;
    static final int JSR = 168;
    static final int RET = 169;
    public static final int TABLESWITCH = 170;
    static final int LOOKUPSWITCH = 171;
    static final int RETURN = 177;
    static final int ALOAD_0 = 42;
    static final int GETFIELD = 180;
    static final int PUTFIELD = 181;
    static final int INVOKEVIRTUAL = 182;
    static final int INVOKESPECIAL = 183;
    static final int INVOKESTATIC = 184;
    public static final int INVOKEDYNAMIC = 186;
    static final int NEW = 187;
    static final int ATHROW = 191;
    static final int WIDE = 196;
    static final int IFNULL = 198;
    static final int IFNONNULL = 199;
    static final int GOTO_W = 200;
    static final int JSR_W = 201;
    static final int LDC_W = 19;
    public static final int BIPUSH = 16;
    public static final int SIPUSH = 17;
    static final int ICONST_0 = 3;

    private static final int IFEQ = 153;
    private static final int IF_ICMPEQ = 159;
    private static final int IF_ACMPEQ = 165;
    private static final int IF_ACMPNE = 166;
    private static final int IRETURN = 172;
    private static final int IINC = 132;
    private static final int IALOAD = 46;
    private static final int SALOAD = 53;
    private static final int IASTORE = 79;
    private static final int SASTORE = 86;
    private static final int IDIV = 108;
    private static final int LDIV = 109;
    private static final int IREM = 112;
    private static final int LREM = 113;
    private static final int NEWARRAY = 188;
    private static final int ARRAYLENGTH = 190;
    private static final int CHECKCAST = 192;
    private static final int MONITORENTER = 194;
    private static final int MONITOREXIT = 195;
    private static final int MULTIANEWARRAY = 197;
    private static final byte[] LENGTHS = lengths();
    private static final String[] CONDITIONS = {
        "ifeq", "ifne", "iflt", "ifge", "ifgt", "ifle", "if_icmpeq", "if_icmpne", "if_icmplt", "if_icmpge", "if_icmpgt",
        "if_icmple", "if_acmpeq", "if_acmpne"
    };

    private Opcode() {}

    private static byte[] lengths() {
        byte[] result = new byte[256];
        Arrays.fill(result, (byte) 1);
        Arrays.fill(result, 21, 26, (byte) 2); // loads and stores with an index
        Arrays.fill(result, 54, 59, (byte) 2);
        Arrays.fill(result, IFEQ, JSR + 1, (byte) 3);
        Arrays.fill(result, 178, 185, (byte) 3); // fields and invocations
        Arrays.fill(result, 185, 187, (byte) 5);
        for (int opcode : new int[] {BIPUSH, 18, RET, 188}) {
            result[opcode] = 2;
        }
        for (int opcode : new int[] {SIPUSH, LDC_W, 20, IINC, 187, 189, 192, 193, IFNULL, IFNONNULL}) {
            result[opcode] = 3;
        }
        result[197] = 4;
        result[GOTO_W] = 5;
        result[JSR_W] = 5;
        result[TABLESWITCH] = 0;
        result[LOOKUPSWITCH] = 0;
        result[WIDE] = 0;
        return result;
    }

    /** Length of the instruction at {@code pc} of the code that starts at {@code code}. */
    public static int length(ClassBytes file, int code, int pc) {
        int opcode = file.u1(code + pc);
        if (LENGTHS[opcode] != 0) {
            return LENGTHS[opcode];
        } else if (opcode == WIDE) {
            return file.u1(code + pc + 1) == IINC ? 6 : 4;
        }
        int operands = switchOperands(pc);
        int count = switchCount(file, code, pc);
        return operands - pc + (opcode == TABLESWITCH ? 12 + 4 * count : 8 + 8 * count);
    }

    /** Where the aligned operands of a switch at {@code pc} begin. */
    public static int switchOperands(int pc) {
        return (pc + 4) & ~3;
    }

    /** Number of cases of a switch, the default not counted. */
    public static int switchCount(ClassBytes file, int code, int pc) {
        int operands = code + switchOperands(pc);
        return file.u1(code + pc) == TABLESWITCH
                ? file.s4(operands + 8) - file.s4(operands + 4) + 1
                : file.s4(operands + 4);
    }

    /** Where the jump offset of case {@code index} of a switch is written, relative to its operands. */
    static int caseOffset(int opcode, int index) {
        return opcode == TABLESWITCH ? 12 + 4 * index : 12 + 8 * index;
    }

    public static boolean isSwitch(int opcode) {
        return opcode == TABLESWITCH || opcode == LOOKUPSWITCH;
    }

    /** A jump that may fall through. */
    static boolean isConditional(int opcode) {
        return opcode >= IFEQ && opcode <= IF_ACMPNE || opcode == IFNULL || opcode == IFNONNULL;
    }

    /** Whether the method ends here without an exception. */
    static boolean isReturn(int opcode) {
        return opcode >= IRETURN && opcode <= RETURN;
    }

    /** A jump with a 16-bit offset. */
    static boolean isShortJump(int opcode) {
        return opcode >= IFEQ && opcode <= JSR || opcode == IFNULL || opcode == IFNONNULL;
    }

    static boolean isWideJump(int opcode) {
        return opcode == GOTO_W || opcode == JSR_W;
    }

    public static boolean isInvocation(int opcode) {
        return opcode >= INVOKEVIRTUAL && opcode <= INVOKEDYNAMIC;
    }

    /** Whether the next instruction begins a block: control leaves here, or may leave in a call. */
    static boolean endsBlock(int opcode) {
        return isShortJump(opcode)
                || isWideJump(opcode)
                || isSwitch(opcode)
                || isInvocation(opcode)
                || opcode == RET
                || opcode >= IRETURN && opcode <= RETURN
                || opcode == ATHROW;
    }

    /** Whether an instruction that ends no block may throw by itself, not only where a class cannot be used. */
    static boolean mayThrow(int opcode) {
        return opcode >= IALOAD && opcode <= SALOAD
                || opcode >= IASTORE && opcode <= SASTORE
                || opcode == IDIV
                || opcode == LDIV
                || opcode == IREM
                || opcode == LREM
                || opcode == GETFIELD
                || opcode == PUTFIELD
                || opcode >= NEWARRAY && opcode <= ARRAYLENGTH
                || opcode == CHECKCAST
                || opcode == MONITORENTER
                || opcode == MONITOREXIT
                || opcode == MULTIANEWARRAY;
    }

    /** Whether an instruction pushes a local variable or a constant. */
    static boolean isPush(int opcode) {
        return opcode >= 1 && opcode < IALOAD;
    }

    /** Whether a conditional jump compares two values. */
    static boolean comparesTwo(int opcode) {
        return opcode >= IF_ICMPEQ && opcode <= IF_ACMPNE;
    }

    private static boolean comparesReferences(int opcode) {
        return opcode == IF_ACMPEQ || opcode == IF_ACMPNE || opcode == IFNULL || opcode == IFNONNULL;
    }

    /** Name of a conditional jump, which is also that of its probe. */
    static String condition(int opcode) {
        return opcode == IFNULL ? "ifnull" : opcode == IFNONNULL ? "ifnonnull" : CONDITIONS[opcode - IFEQ];
    }

    /** Descriptor of the probe of a conditional jump: its operands and the probe's number. */
    static String conditionDescriptor(int opcode) {
        String operand = comparesReferences(opcode) ? "Ljava/lang/Object;" : "I";
        return "(" + operand + (comparesTwo(opcode) ? operand : "") + "I)V";
    }
}
