package contained;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;

/** Runs hostile methods as they are, one for each line of the input, and answers with what the state looks like then. */
public class Unguarded {
    private static final long MILLIS = 2000;

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintStream out = System.out;
        System.setOut(new PrintStream(java.io.OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(java.io.OutputStream.nullOutputStream()));
        System.setIn(java.io.InputStream.nullInputStream());
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split(" ");
            Thread thread = new Thread(() -> {
                try {
                    Class.forName(parts[0]).getMethod(parts[1], String.class).invoke(null, parts[2]);
                } catch (Throwable e) {
                    return;
                }
            });
            thread.setDaemon(true);
            thread.start();
            thread.join(MILLIS);
            out.println(looked());
            out.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private static String looked() {
        try {
            return StateHarms.look().replace('\n', '|');
        } catch (Throwable e) {
            return e.toString();
        }
    }
}
