package com.acme.vault;

/** Something that must be closed again. */
public class Vault implements AutoCloseable {
    private final int code;
    private boolean open;

    public Vault(int code) {
        this.code = code;
    }

    public void open(int tried) throws LockedException {
        if (tried != code) {
            throw new LockedException("wrong code " + tried);
        }
        open = true;
    }

    @Override
    public void close() {
        if (!open) {
            throw new IllegalStateException("it was never opened");
        }
        open = false;
    }

    public boolean isOpen() {
        return open;
    }

    /** Whether the code fits; a wrong one is told by the wrong exception. */
    public static boolean fits(int code, int tried) {
        try (Vault vault = new Vault(code)) {
            vault.open(tried);
            return true;
        } catch (LockedException wrong) {
            return false;
        }
    }

    public static int tries(int[] codes, int code) {
        int count = 0;
        try {
            while (codes[count] != code) {
                count++;
            }
            return count;
        } finally {
            if (count > 3) {
                throw new IllegalStateException("too many");
            }
        }
    }
}
