import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** A calculator: a line for each operation. */
public class Calculator {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int total = 0;
        String line;
        while ((line = in.readLine()) != null) {
            if (line.isEmpty()) {
                continue;
            }
            int number = Integer.parseInt(line.substring(1));
            switch (line.charAt(0)) {
                case '+':
                    total += number;
                    break;
                case '/':
                    total = 100 / number;
                    break;
                default:
                    throw new IllegalArgumentException("unknown operation");
            }
        }
        if (total == 42) {
            throw new IllegalStateException("the answer");
        }
    }
}
