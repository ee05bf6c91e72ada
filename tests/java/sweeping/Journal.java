package sweeping;

import java.io.FileWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

/** Writes into a file, or not. */
public class Journal {
    private final Writer out;

    public Journal(String file) throws IOException {
        out = new FileWriter(file);
    }

    public Journal() {
        out = new StringWriter();
    }

    public int write(int number) throws IOException {
        out.write(number > 3 ? "many" : "few");
        return number > 3 ? 1 : 2;
    }
}
