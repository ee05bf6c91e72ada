import java.util.Scanner;

/** How many numbers, then the numbers. */
public class Sums {
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        int count = in.nextInt();
        int sum = 0;
        for (int at = 0; at < count; at++) {
            sum += in.nextInt();
        }
        if (sum == 9) {
            throw new IllegalStateException("nine");
        }
    }
}
