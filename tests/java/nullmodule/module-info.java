import org.jspecify.annotations.NullMarked;

@NullMarked
module nullmodule {}
