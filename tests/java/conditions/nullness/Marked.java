package nullness;

/** One method for each library whose annotations say that a parameter is not null. */
class Marked {
    static int jSpecify(java.lang.@org.jspecify.annotations.NonNull String s) {
        return s.length();
    }

    static int jetBrains(@org.jetbrains.annotations.NotNull String s) {
        return s.length();
    }

    static int jakarta(@jakarta.annotation.Nonnull String s) {
        return s.length();
    }

    static int jakartaValidation(@jakarta.validation.constraints.NotNull String s) {
        return s.length();
    }

    static int javax(@javax.annotation.Nonnull String s) {
        return s.length();
    }

    static int spotBugs(@edu.umd.cs.findbugs.annotations.NonNull String s) {
        return s.length();
    }

    static int checker(java.lang.@org.checkerframework.checker.nullness.qual.NonNull String s) {
        return s.length();
    }

    static int lombok(@lombok.NonNull String s) {
        return s.length();
    }

    static int none(String s) {
        return s.length();
    }
}
