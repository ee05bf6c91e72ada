package everypath.library;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;

/** Running bootstrap methods: for dynamic constants and for call sites of invokedynamic (JVMS 5.4.3.6). */
final class Linkage {
    private static final String FAILED = "bootstrap method initialization exception";

    private Linkage() {}

    static Object constant(MethodHandle bootstrap, Object[] arguments, Class<?> type) throws Throwable {
        try {
            Object made = Handles.invokeWithArguments(bootstrap, arguments);
            return Conversions.convert(made, Object.class, type, false);
        } catch (Error error) {
            throw error;
        } catch (Throwable thrown) {
            throw new BootstrapMethodError(FAILED, thrown);
        }
    }

    static CallSite site(MethodHandle bootstrap, Object[] arguments, MethodType type) throws Throwable {
        Object made;
        try {
            made = Handles.invokeWithArguments(bootstrap, arguments);
        } catch (Error error) {
            throw error;
        } catch (Throwable thrown) {
            throw new BootstrapMethodError(FAILED, thrown);
        }
        try {
            if (!(made instanceof CallSite)) {
                throw new ClassCastException("CallSite bootstrap method failed to produce an instance of CallSite");
            }
            CallSite site = (CallSite) made;
            if (!site.getTarget().type().equals(type)) {
                throw new WrongMethodTypeException(site.getTarget() + " should be of type " + type);
            }
            return site;
        } catch (RuntimeException thrown) {
            throw new BootstrapMethodError("CallSite bootstrap method initialization exception", thrown);
        }
    }

    /** {@code ConstantBootstraps.getStaticFinal}. */
    static Object getStaticFinal(MethodHandles.Lookup lookup, String name, Class<?> type, Class<?> owner)
        throws Throwable {
        try {
            return Handles.invokeWithArguments(lookup.findStaticGetter(owner, name, type), new Object[0]);
        } catch (NoSuchFieldException missing) {
            throw new NoSuchFieldError(missing.getMessage());
        } catch (IllegalAccessException refused) {
            throw new IllegalAccessError(refused.getMessage());
        }
    }
}
