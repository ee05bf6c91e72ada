package everypath.sweep;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;

/** How objects of an interface or of an abstract class are made that answer abstract methods with one value each. */
interface StubRecipe {
    /** The methods that have answers. */
    List<Method> answered();

    /** The constructor of the abstract class, null for an interface. */
    Constructor<?> constructor();

    /** A stub of the constructor's arguments, followed by the answers. */
    Object make(Object[] given) throws ReflectiveOperationException;
}
