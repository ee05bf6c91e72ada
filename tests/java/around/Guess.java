import java.util.Scanner;

/** One number of many digits is right, and a word is wanted after it. */
public class Guess {
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        if (in.hasNextInt() && in.nextInt() == 4217) {
            if (in.hasNext()) {
                throw new IllegalStateException(in.next());
            }
        }
    }
}
