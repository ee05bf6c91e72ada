package everypath.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The class files of the JDK itself. */
final class PlatformClasses {
    private PlatformClasses() {}

    /** Named classes and their nested ones, as {@code [module, name, base 64]}; unknown names under {@code missing}. */
    static Map<String, Object> read(List<?> names) throws IOException {
        List<Object> classes = new ArrayList<>();
        List<Object> missing = new ArrayList<>();
        for (Object name : names) {
            try {
                Class<?> type = Class.forName((String) name, false, ClassLoader.getPlatformClassLoader());
                read(type, classes);
            } catch (ClassNotFoundException e) {
                missing.add(name);
            }
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("classes", classes);
        answer.put("missing", missing);
        return answer;
    }

    private static void read(Class<?> type, List<Object> classes) throws IOException {
        String simple = type.getName().substring(type.getName().lastIndexOf('.') + 1);
        String module = type.getModule().getName();
        Path folder = FileSystems.getFileSystem(URI.create("jrt:/"))
                .getPath("modules", module, type.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                String name = file.getFileName().toString().replace(".class", "");
                if (name.equals(simple) || name.startsWith(simple + "$")) {
                    try (InputStream in = Files.newInputStream(file)) {
                        String bytes = Base64.getEncoder().encodeToString(in.readAllBytes());
                        classes.add(Arrays.asList(module, type.getPackageName() + "." + name, bytes));
                    }
                }
            }
        }
    }
}
