import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;

/** {@code javac}, again and again in one process: argument lists from standard input, exit codes and output back. */
public class Compilations {
    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
        DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true));
        while (true) {
            String[] line;
            try {
                line = new String[in.readInt()];
            } catch (EOFException e) {
                return;
            }
            for (int i = 0; i < line.length; i++) {
                line[i] = new String(in.readNBytes(in.readInt()), "UTF-8");
            }
            StringWriter printed = new StringWriter();
            int code = com.sun.tools.javac.Main.compile(line, new PrintWriter(printed, true));
            byte[] text = printed.toString().getBytes("UTF-8");
            out.writeInt(code);
            out.writeInt(text.length);
            out.write(text);
            out.flush();
        }
    }
}
