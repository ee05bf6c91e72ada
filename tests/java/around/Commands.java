import java.util.Scanner;

/** Commands with a static reader; the second line of one is wanted and not asked for. */
public class Commands {
    private static final Scanner IN = new Scanner(System.in);

    public static void main(String[] arguments) {
        if (!IN.hasNextLine()) {
            return;
        }
        String command = IN.nextLine();
        if (command.equals("get")) {
            System.out.println(IN.nextLine().length());
        }
    }
}
