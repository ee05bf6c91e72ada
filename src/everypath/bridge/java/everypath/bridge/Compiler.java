package everypath.bridge;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** {@code javac} in this process, from memory to memory. */
final class Compiler {
    private static final List<String> OPTIONS =
            List.of("-g", "-proc:none", "-nowarn", "-implicit:none", "-XDuseUnsharedTable=true");

    private JavaCompiler javac;
    private StandardJavaFileManager files;

    /**
     * Compiles {@code sources} (class name to text) on the class path {@code classpath} with the further
     * {@code options}, seeing the compiled classes {@code given} (name to base 64). The answer holds {@code ok},
     * {@code classes} (name to base 64) and {@code errors} ({@code [source, line, message]}).
     */
    Map<String, Object> compile(Map<String, Object> request) {
        Map<String, Object> answer = new LinkedHashMap<>();
        if (javac == null) {
            javac = ToolProvider.getSystemJavaCompiler();
            if (javac == null) {
                answer.put("error", "no compiler in this Java runtime");
                return answer;
            }
            files = javac.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
        }
        List<String> options = new ArrayList<>(OPTIONS);
        for (Object option : (List<?>) request.get("options")) {
            options.add((String) option);
        }
        List<String> classPath = new ArrayList<>();
        for (Object entry : (List<?>) request.get("classpath")) {
            classPath.add((String) entry);
        }
        options.add("-classpath");
        options.add(String.join(File.pathSeparator, classPath));
        List<Source> sources = new ArrayList<>();
        Map<?, ?> texts = (Map<?, ?>) request.get("sources");
        texts.forEach((name, text) -> sources.add(new Source((String) name, (String) text)));
        Memory memory = new Memory(files, (Map<?, ?>) request.get("given"));
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        boolean ok = javac.getTask(null, memory, diagnostics, options, null, sources).call();
        answer.put("ok", ok);
        answer.put("classes", memory.written());
        answer.put("errors", errors(diagnostics));
        return answer;
    }

    private static List<Object> errors(DiagnosticCollector<JavaFileObject> diagnostics) {
        List<Object> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                String name = diagnostic.getSource() instanceof Source source ? source.className : "";
                errors.add(Arrays.asList(name, diagnostic.getLineNumber(), diagnostic.getMessage(Locale.ROOT)));
            }
        }
        return errors;
    }

    /** A source file in memory. */
    private static final class Source extends SimpleJavaFileObject {
        private final String className;
        private final String text;

        Source(String className, String text) {
            super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
            this.className = className;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** A class file in memory: being written, or given. */
    private static final class Binary extends SimpleJavaFileObject {
        private final String className;
        private final byte[] given;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        Binary(String className, byte[] given) {
            super(URI.create("memory:///" + className.replace('.', '/') + ".class"), Kind.CLASS);
            this.className = className;
            this.given = given;
        }

        String packageName() {
            int dot = className.lastIndexOf('.');
            return dot < 0 ? "" : className.substring(0, dot);
        }

        @Override
        public OutputStream openOutputStream() {
            return written;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(given);
        }
    }

    /** Keeps what the compiler writes, and lists given classes beside those on the class path. */
    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final List<Binary> outputs = new ArrayList<>();
        private final List<Binary> given = new ArrayList<>();

        Memory(StandardJavaFileManager files, Map<?, ?> classes) {
            super(files);
            classes.forEach((name, bytes) ->
                    given.add(new Binary((String) name, Base64.getDecoder().decode((String) bytes))));
        }

        Map<String, Object> written() {
            Map<String, Object> result = new LinkedHashMap<>();
            for (Binary output : outputs) {
                result.put(output.className, Base64.getEncoder().encodeToString(output.written.toByteArray()));
            }
            return result;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            Binary output = new Binary(className, null);
            outputs.add(output);
            return output;
        }

        @Override
        public Iterable<JavaFileObject> list(
                JavaFileManager.Location location, String name, Set<JavaFileObject.Kind> kinds, boolean recurse)
                throws IOException {
            Iterable<JavaFileObject> listed = super.list(location, name, kinds, recurse);
            if (location != StandardLocation.CLASS_PATH || given.isEmpty()) {
                return listed;
            }
            List<JavaFileObject> result = new ArrayList<>();
            listed.forEach(result::add);
            given.stream().filter(binary -> binary.packageName().equals(name)).forEach(result::add);
            return result;
        }

        @Override
        public String inferBinaryName(JavaFileManager.Location location, JavaFileObject file) {
            return file instanceof Binary binary ? binary.className : super.inferBinaryName(location, file);
        }

        @Override
        public boolean isSameFile(FileObject left, FileObject right) {
            boolean own = left instanceof SimpleJavaFileObject || right instanceof SimpleJavaFileObject;
            return left == right || !own && super.isSameFile(left, right);
        }

        @Override
        public void close() {
            // The standard file manager underneath lives on.
        }
    }
}
