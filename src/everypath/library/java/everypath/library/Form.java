package everypath.library;

/** What a method handle does: arguments and result are boxed by their types in the handle's type, void gives null. */
interface Form {
    Object apply(Object[] arguments) throws Throwable;
}
