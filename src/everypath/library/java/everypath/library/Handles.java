package everypath.library;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** {@code MethodHandle} and {@code MethodHandles}, with the checks of the JDK; {@link Forms} compute the results. */
final class Handles {
    private Handles() {}

    static native MethodHandle make(MethodType type, Form form);

    static native Form form(MethodHandle handle);

    static native int feature();

    static native RuntimeException unworded(String className);

    // -- calls --------------------------------------------------------------------------------------------------

    static Object invokeExact(MethodHandle handle, MethodType type, Object[] arguments) throws Throwable {
        if (handle.type() != type) {
            throw new WrongMethodTypeException(feature() >= 21
                ? "handle's method type " + handle.type() + " but found " + type
                : "expected " + handle.type() + " but found " + type);
        }
        return form(handle).apply(arguments);
    }

    static Object invoke(MethodHandle handle, MethodType type, Object[] arguments) throws Throwable {
        return form(handle.asType(type)).apply(arguments);
    }

    static Object invokeWithArguments(MethodHandle handle, Object[] arguments) throws Throwable {
        MethodType type = MethodType.genericMethodType(arguments.length);
        return form(handle.asType(type)).apply(arguments);
    }

    static Object invokeWithArguments(MethodHandle handle, List<?> arguments) throws Throwable {
        return invokeWithArguments(handle, arguments.toArray());
    }

    // -- methods of MethodHandle --------------------------------------------------------------------------------

    static String toString(MethodHandle handle) {
        return "MethodHandle" + handle.type();
    }

    static boolean isVarargsCollector(MethodHandle handle) {
        return form(handle) instanceof Forms.Varargs;
    }

    static MethodHandle asFixedArity(MethodHandle handle) {
        return isVarargsCollector(handle) ? make(handle.type(), ((Forms.Varargs) form(handle)).form()) : handle;
    }

    static MethodHandle withVarargs(MethodHandle handle, boolean varargs) {
        if (varargs == isVarargsCollector(handle)) {
            return handle;
        }
        return varargs ? asVarargsCollector(handle, handle.type().lastParameterType()) : asFixedArity(handle);
    }

    static MethodHandle asVarargsCollector(MethodHandle handle, Class<?> array) {
        Objects.requireNonNull(array);
        MethodType type = handle.type();
        boolean same = checkCollector(type, type.parameterCount() - 1, array, 0);
        if (isVarargsCollector(handle) && same) {
            return handle;
        }
        return make(type, new Forms.Varargs(form(asFixedArity(handle))));
    }

    private static boolean checkCollector(MethodType type, int at, Class<?> array, int count) {
        if (!array.isArray()) {
            throw new IllegalArgumentException("not an array type: " + array.getName());
        }
        if (at < 0 || at >= type.parameterCount()
                || !(type.parameterType(at) == array || type.parameterType(at).isAssignableFrom(array))) {
            throw new IllegalArgumentException("array type not assignable to argument");
        }
        return type.parameterType(at) == array;
    }

    static MethodHandle asType(MethodHandle handle, MethodType wanted) {
        MethodType type = handle.type();
        if (wanted.equals(type)) {
            return handle;
        }
        if (isVarargsCollector(handle)) {
            return collecting(handle, wanted);
        }
        if (!isConvertible(wanted, type)) {
            throw new WrongMethodTypeException("cannot convert " + handle + " to " + wanted);
        }
        return make(wanted, new Forms.Converted(form(handle), wanted, type, false));
    }

    private static MethodHandle collecting(MethodHandle handle, MethodType wanted) {
        MethodType type = handle.type();
        int last = type.parameterCount() - 1;
        int given = wanted.parameterCount();
        MethodHandle fixed = asFixedArity(handle);
        if (given == last + 1 && type.parameterType(last).isAssignableFrom(wanted.parameterType(last))) {
            return asType(fixed, wanted);
        }
        if (given < last) {
            throw new WrongMethodTypeException("cannot build collector");
        }
        return asType(asCollector(fixed, type.parameterType(last), given - last), wanted);
    }

    private static boolean isConvertible(MethodType from, MethodType to) {
        if (from.parameterCount() != to.parameterCount() || !canConvert(to.returnType(), from.returnType())) {
            return false;
        }
        for (int i = 0; i < from.parameterCount(); i++) {
            if (!canConvert(from.parameterType(i), to.parameterType(i))) {
                return false;
            }
        }
        return true;
    }

    /** {@code MethodType.canConvert}, which is not public. */
    static native boolean canConvert(Class<?> from, Class<?> to);

    static MethodHandle asSpreader(MethodHandle handle, Class<?> array, int count) {
        return asSpreader(handle, handle.type().parameterCount() - count, array, count);
    }

    static MethodHandle asSpreader(MethodHandle handle, int at, Class<?> array, int count) {
        MethodType type = handle.type();
        if (!array.isArray()) {
            throw new IllegalArgumentException("not an array type: " + array.getName());
        }
        if (count < 0 || count > 255) {
            throw new IllegalArgumentException("array length is not legal");
        }
        if (at < 0 || at + count > type.parameterCount()) {
            throw new IllegalArgumentException("bad spread array length");
        }
        MethodType spread = type;
        for (int i = at; i < at + count; i++) {
            spread = spread.changeParameterType(i, array.getComponentType());
        }
        MethodHandle adapted = asType(asFixedArity(handle), spread);
        MethodType shown = type.dropParameterTypes(at, at + count).insertParameterTypes(at, array);
        return make(shown, new Forms.Spread(form(adapted), at, count));
    }

    static MethodHandle asCollector(MethodHandle handle, Class<?> array, int count) {
        return asCollector(handle, handle.type().parameterCount() - 1, array, count);
    }

    static MethodHandle asCollector(MethodHandle handle, int at, Class<?> array, int count) {
        MethodType type = handle.type();
        checkCollector(type, at, array, count);
        if (count < 0 || count > 255) {
            throw new IllegalArgumentException("array length is not legal");
        }
        Class<?> element = array.getComponentType();
        Class<?>[] elements = new Class<?>[count];
        Arrays.fill(elements, element);
        MethodType shown = type.dropParameterTypes(at, at + 1).insertParameterTypes(at, elements);
        return make(shown, new Forms.Collected(form(handle), at, count, new Forms.Array(element), false));
    }

    static MethodHandle bindTo(MethodHandle handle, Object value) {
        MethodType type = handle.type();
        if (type.parameterCount() == 0 || type.parameterType(0).isPrimitive()) {
            throw new IllegalArgumentException("no leading reference parameter");
        }
        Object given = type.parameterType(0).cast(value);
        return make(type.dropParameterTypes(0, 1), new Forms.Bound(form(handle), 0, new Object[] {given}));
    }

    static MethodHandle uninitialised(MethodType type) {
        return make(type, new Forms.Uninitialised());
    }

    static MethodHandle ofSite(CallSite site) {
        return make(site.type(), new Forms.OfSite(site));
    }

    // -- methods of MethodHandles -------------------------------------------------------------------------------

    static MethodHandle constant(Class<?> type, Object value) {
        if (type == void.class) {
            throw new IllegalArgumentException("void type");
        }
        return make(MethodType.methodType(type), new Forms.Constant(Conversions.given(value, type)));
    }

    static MethodHandle identity(Class<?> type) {
        Objects.requireNonNull(type);
        if (type == void.class) {
            return empty(MethodType.methodType(void.class));
        }
        return make(MethodType.methodType(type, type), new Forms.Identity());
    }

    static MethodHandle zero(Class<?> type) {
        Objects.requireNonNull(type);
        return empty(MethodType.methodType(type));
    }

    static MethodHandle empty(MethodType type) {
        return make(type, new Forms.Constant(Conversions.zero(type.returnType())));
    }

    static MethodHandle throwException(Class<?> result, Class<? extends Throwable> type) {
        if (!Throwable.class.isAssignableFrom(type)) {
            throw new ClassCastException(type.getName());
        }
        return make(MethodType.methodType(result, type), new Forms.Throwing());
    }

    static MethodHandle insertArguments(MethodHandle target, int at, Object... values) {
        MethodType type = target.type();
        if (values.length > type.parameterCount()) {
            throw wrong("too many values to insert");
        }
        if (at < 0 || at > type.parameterCount() - values.length) {
            throw wrong("no argument type to append");
        }
        if (values.length == 0) {
            return target;
        }
        Object[] given = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            Class<?> wanted = type.parameterType(at + i);
            given[i] = Conversions.given(values[i], wanted);
        }
        return make(type.dropParameterTypes(at, at + values.length), new Forms.Bound(form(target), at, given));
    }

    static MethodHandle dropArguments(MethodHandle target, int at, List<Class<?>> types) {
        return dropArguments(target, at, types.toArray(new Class<?>[0]));
    }

    static MethodHandle dropArguments(MethodHandle target, int at, Class<?>... types) {
        MethodType type = target.type();
        int count = type.parameterCount();
        if (at < 0 || at > count) {
            throw unworded();
        }
        MethodType shown = type.insertParameterTypes(at, types);
        if (types.length == 0) {
            return target;
        }
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = i < at ? i : i + types.length;
        }
        return make(shown, new Forms.Reordered(form(target), order));
    }

    static MethodHandle dropArgumentsToMatch(MethodHandle target, int skip, List<Class<?>> types, int at) {
        List<Class<?>> own = target.type().parameterList();
        if (skip < 0 || skip > own.size()) {
            throw unworded();
        }
        own = own.subList(skip, own.size());
        if (at < 0 || at > types.size()) {
            throw unworded();
        }
        List<Class<?>> rest = types.subList(at, types.size());
        if (own.size() > rest.size() || !own.equals(rest.subList(0, own.size()))) {
            throw unworded();
        }
        MethodHandle result =
            dropArguments(target, target.type().parameterCount(), rest.subList(own.size(), rest.size()));
        return dropArguments(result, skip, types.subList(0, at));
    }

    static MethodHandle dropReturn(MethodHandle target) {
        if (target.type().returnType() == void.class) {
            return target;
        }
        return asType(asFixedArity(target), target.type().changeReturnType(void.class));
    }

    static MethodHandle permuteArguments(MethodHandle target, MethodType shown, int... order) {
        MethodType type = target.type();
        if (type.returnType() != shown.returnType()) {
            throw unworded();
        }
        if (order.length != type.parameterCount()) {
            throw new IllegalArgumentException("bad reorder array: " + Arrays.toString(order));
        }
        for (int i = 0; i < order.length; i++) {
            if (order[i] < 0 || order[i] >= shown.parameterCount()) {
                throw new IllegalArgumentException("index is out of bounds for new type: " + order[i] + ", " + shown);
            }
            if (type.parameterType(i) != shown.parameterType(order[i])) {
                throw unworded();
            }
        }
        return make(shown, new Forms.Reordered(form(target), order.clone()));
    }

    static MethodHandle filterArguments(MethodHandle target, int at, MethodHandle... filters) {
        MethodType type = target.type();
        if (at < 0 || at + filters.length > type.parameterCount()) {
            throw unworded();
        }
        Form[] forms = new Form[filters.length];
        for (int i = 0; i < filters.length; i++) {
            if (filters[i] == null) {
                continue;
            }
            MethodType filter = filters[i].type();
            if (filter.parameterCount() != 1 || filter.returnType() != type.parameterType(at + i)) {
                throw unworded();
            }
            forms[i] = form(filters[i]);
            type = type.changeParameterType(at + i, filter.parameterType(0));
        }
        return make(type, new Forms.Filtered(form(target), at, forms));
    }

    static MethodHandle filterReturnValue(MethodHandle target, MethodHandle filter) {
        MethodType type = target.type();
        MethodType made = filter.type();
        boolean isVoid = type.returnType() == void.class;
        if (isVoid
            ? made.parameterCount() != 0
            : made.parameterCount() != 1 || made.parameterType(0) != type.returnType()) {
            throw unworded();
        }
        return make(type.changeReturnType(made.returnType()), new Forms.Returning(form(target), form(filter), isVoid));
    }

    static MethodHandle collectArguments(MethodHandle target, int at, MethodHandle filter) {
        MethodType type = target.type();
        MethodType made = filter.type();
        boolean isVoid = made.returnType() == void.class;
        if (at < 0 || at > type.parameterCount() - (isVoid ? 0 : 1)
                || (!isVoid && made.returnType() != type.parameterType(at))) {
            throw unworded();
        }
        MethodType shown = isVoid ? type : type.dropParameterTypes(at, at + 1);
        shown = shown.insertParameterTypes(at, made.parameterList());
        return make(shown, new Forms.Collected(form(target), at, made.parameterCount(), form(filter), isVoid));
    }

    static MethodHandle foldArguments(MethodHandle target, MethodHandle combiner) {
        return foldArguments(target, 0, combiner);
    }

    static MethodHandle foldArguments(MethodHandle target, int at, MethodHandle combiner) {
        MethodType type = target.type();
        MethodType made = combiner.type();
        boolean isVoid = made.returnType() == void.class;
        int first = at + (isVoid ? 0 : 1);
        boolean fits = at >= 0 && first + made.parameterCount() <= type.parameterCount()
            && (isVoid || made.returnType() == type.parameterType(at));
        for (int i = 0; fits && i < made.parameterCount(); i++) {
            fits = made.parameterType(i) == type.parameterType(first + i);
        }
        if (!fits) {
            throw wrong("target and combiner types must match: " + type + " != " + made);
        }
        int[] taken = new int[made.parameterCount()];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = at + i;
        }
        MethodType shown = isVoid ? type : type.dropParameterTypes(at, at + 1);
        return make(shown, new Forms.Folded(form(target), at, taken, form(combiner), isVoid));
    }

    static MethodHandle guardWithTest(MethodHandle test, MethodHandle target, MethodHandle fallback) {
        MethodType tested = test.type();
        MethodType type = target.type();
        if (!type.equals(fallback.type())) {
            throw wrong("target and fallback types must match: " + type + " != " + fallback.type());
        }
        if (tested.returnType() != boolean.class) {
            throw wrong("guard type is not a predicate " + tested);
        }
        int count = tested.parameterCount();
        if (count > type.parameterCount() || !tested.parameterList().equals(type.parameterList().subList(0, count))) {
            throw wrong("target and test types must match: " + type + " != " + tested);
        }
        return make(type, new Forms.Guarded(form(test), count, form(target), form(fallback)));
    }

    static MethodHandle catchException(MethodHandle target, Class<? extends Throwable> caught, MethodHandle handler) {
        MethodType type = target.type();
        MethodType handled = handler.type();
        if (!Throwable.class.isAssignableFrom(caught)) {
            throw new ClassCastException(caught.getName());
        }
        int taken = handled.parameterCount() - 1;
        if (taken < 0 || !handled.parameterType(0).isAssignableFrom(caught)) {
            throw unworded();
        }
        if (handled.returnType() != type.returnType()) {
            throw wrong("target and handler return types must match: " + type + " != " + handled);
        }
        if (taken > type.parameterCount()
            || !handled.parameterList().subList(1, taken + 1).equals(type.parameterList().subList(0, taken))) {
            throw wrong("target and handler types must match: " + type + " != " + handled);
        }
        return make(type, new Forms.Catching(form(target), caught, form(handler), taken));
    }

    static MethodHandle tryFinally(MethodHandle target, MethodHandle cleanup) {
        MethodType type = target.type();
        MethodType cleaned = cleanup.type();
        boolean isVoid = type.returnType() == void.class;
        if (cleaned.returnType() != type.returnType()) {
            throw wrong("target and return types must match: " + cleaned.returnType() + " != " + type.returnType());
        }
        int first = isVoid ? 1 : 2;
        if (cleaned.parameterCount() < first || cleaned.parameterType(0) != Throwable.class) {
            throw wrong("cleanup first argument and Throwable must match");
        }
        int taken = cleaned.parameterCount() - first;
        Object zero = Conversions.zero(type.returnType());
        return make(type, new Forms.Finally(form(target), form(cleanup), isVoid, taken, zero));
    }

    static MethodHandle explicitCastArguments(MethodHandle target, MethodType wanted) {
        MethodType type = target.type();
        if (type.equals(wanted)) {
            return target;
        }
        if (type.parameterCount() != wanted.parameterCount()) {
            throw new WrongMethodTypeException("cannot explicitly cast " + target + " to " + wanted);
        }
        return make(wanted, new Forms.Converted(form(target), wanted, type, true));
    }

    static MethodHandle arrayElementGetter(Class<?> array) {
        MethodType type = MethodType.methodType(component(array), array, int.class);
        return make(type, new Forms.OfArray(Forms.ArrayOperation.GET, null));
    }

    static MethodHandle arrayElementSetter(Class<?> array) {
        MethodType type = MethodType.methodType(void.class, array, int.class, component(array));
        return make(type, new Forms.OfArray(Forms.ArrayOperation.SET, null));
    }

    static MethodHandle arrayLength(Class<?> array) {
        component(array);
        return make(MethodType.methodType(int.class, array), new Forms.OfArray(Forms.ArrayOperation.LENGTH, null));
    }

    static MethodHandle arrayConstructor(Class<?> array) {
        Class<?> element = component(array);
        return make(MethodType.methodType(array, int.class), new Forms.OfArray(Forms.ArrayOperation.CREATE, element));
    }

    private static Class<?> component(Class<?> array) {
        if (!array.isArray()) {
            throw new IllegalArgumentException("not an array type: " + array.getName());
        }
        return array.getComponentType();
    }

    static MethodHandle exactInvoker(MethodType type) {
        return make(type.insertParameterTypes(0, MethodHandle.class), new Forms.Invoker(type, true));
    }

    static MethodHandle invoker(MethodType type) {
        return make(type.insertParameterTypes(0, MethodHandle.class), new Forms.Invoker(type, false));
    }

    static MethodHandle spreadInvoker(MethodType type, int leading) {
        if (leading < 0 || leading > type.parameterCount()) {
            throw new IllegalArgumentException("bad argument count: " + leading);
        }
        return asSpreader(invoker(type), Object[].class, type.parameterCount() - leading);
    }

    static MethodHandle tableSwitch(MethodHandle fallback, MethodHandle... targets) {
        MethodType type = fallback.type();
        if (type.parameterCount() < 1 || type.parameterType(0) != int.class) {
            throw new IllegalArgumentException(
                "Case actions must have int as leading parameter: " + Arrays.toString(targets));
        }
        Form[] forms = new Form[targets.length];
        for (int i = 0; i < targets.length; i++) {
            if (!targets[i].type().equals(type)) {
                throw new IllegalArgumentException("Case actions must have the same type: " + Arrays.toString(targets));
            }
            forms[i] = form(targets[i]);
        }
        return make(type, new Forms.Switch(form(fallback), forms));
    }

    private static RuntimeException unworded() {
        return unworded("java/lang/IllegalArgumentException");
    }

    private static IllegalArgumentException wrong(String message) {
        return new IllegalArgumentException(message);
    }
}
