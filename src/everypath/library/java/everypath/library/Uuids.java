package everypath.library;

import java.util.UUID;

/** {@code UUID.toString}, digit by digit. */
final class Uuids {
    private Uuids() {}

    static String toString(UUID id) {
        char[] text = new char[36];
        int at = 0;
        for (int i = 0; i < 32; i++) {
            if (i == 8 || i == 12 || i == 16 || i == 20) {
                text[at++] = '-';
            }
            long half = i < 16 ? id.getMostSignificantBits() : id.getLeastSignificantBits();
            int digit = (int) (half >>> (60 - 4 * (i & 15))) & 15;
            text[at++] = (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
        }
        return new String(text);
    }
}
