import java.io.File;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What code may do in its working folder, its home and the folder for temporary files. */
public class Scratch {
    public static boolean temporaryFile() throws Exception {
        File file = File.createTempFile("made", ".txt");
        return file.exists() && file.delete();
    }

    public static boolean temporaryPath() throws Exception {
        Path file = Files.createTempFile("made", ".txt");
        Path folder = Files.createTempDirectory("made");
        Files.writeString(folder.resolve("a.txt"), "text");
        return Files.size(folder.resolve("a.txt")) == 4 && Files.deleteIfExists(file);
    }

    public static boolean here() throws Exception {
        try (FileOutputStream out = new FileOutputStream("here.txt")) {
            out.write(1);
        }
        return new File("here.txt").renameTo(new File("there.txt")) && new File("folder/deep").mkdirs();
    }

    public static boolean home() throws Exception {
        return new File(System.getProperty("user.home"), "settings").createNewFile();
    }

    public static boolean isEmpty() {
        return new File(".").list().length == 0;
    }
}
