import java.util.Scanner;

/** A number from a scanner. */
public class Numbers {
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        System.out.println(10 / in.nextInt());
    }
}
