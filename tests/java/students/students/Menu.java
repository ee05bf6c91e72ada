package students;

/** A menu that reads commands of one line: a letter, and what belongs to it. */
public class Menu {
    private final String[] items = new String[2];
    private final int[] prices = new int[2];
    private int count;
    private int paid;

    public int run(String line) {
        char command = line.charAt(0); // fails: NullPointerException StringIndexOutOfBoundsException
        switch (command) {
            case 'a':
                return add(line.substring(2)); // fails: StringIndexOutOfBoundsException
            case 'p':
                return pay(digit(line, 1));
            case 'r':
                return remove(digit(line, 1));
            case 'q':
                return -1;
            default:
                throw new IllegalArgumentException(line); // fails: IllegalArgumentException
        }
    }

    public int add(String name) {
        items[count] = name; // fails: ArrayIndexOutOfBoundsException
        prices[count] = name.length(); // fails: NullPointerException
        count++;
        return count;
    }

    public int remove(int number) {
        items[number] = items[count - 1]; // fails: ArrayIndexOutOfBoundsException
        prices[number] = prices[count - 1];
        count--;
        return count;
    }

    public int pay(int amount) {
        int total = 0;
        for (int i = 0; i < count; i++)
            total += prices[i];
        if (amount < total)
            throw new IllegalStateException("not enough"); // fails: IllegalStateException
        paid += amount;
        return amount - total;
    }

    static int digit(String line, int at) {
        char digit = line.charAt(at); // fails: NullPointerException StringIndexOutOfBoundsException
        if (digit < '0' || digit > '9')
            throw new NumberFormatException(line); // fails: NumberFormatException
        return digit - '0';
    }

    public static String choice(String[] options, int number) {
        if (number < 1)
            return options[0]; // fails: NullPointerException ArrayIndexOutOfBoundsException
        return options[number - 1].trim(); // fails: NullPointerException ArrayIndexOutOfBoundsException
    }
}
