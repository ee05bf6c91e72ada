package everypath.sweep;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

import everypath.probes.Answers;

/**
 * A stub of an abstract class: an object of a subclass that overrides each abstract method.
 *
 * @param constructor of the abstract class
 * @param made the constructor of the subclass, which takes the same and an {@link Answers}
 * @param numbers the abstract methods, by name with descriptor, and their numbers in the subclass
 * @param answered those with answers
 */
record ClassStub(Constructor<?> constructor, Constructor<?> made, Map<String, Integer> numbers, List<Method> answered)
        implements StubRecipe {
    @Override
    public Object make(Object[] given) throws ReflectiveOperationException {
        int count = constructor.getParameterCount();
        Object[] all = new Object[count + 1];
        System.arraycopy(given, 0, all, 0, count);
        Object[] scripts = new Object[numbers.size()];
        for (int i = 0; i < answered.size(); i++) {
            Object answer = given[count + i];
            Class<?> returned = answered.get(i).getReturnType();
            if (answer != null) {
                Object script = Array.newInstance(returned.isPrimitive() ? returned : Object.class, 1);
                Array.set(script, 0, answer);
                scripts[numbers.get(AbstractClasses.key(answered.get(i)))] = script;
            }
        }
        all[count] = new Answers(scripts, null);
        return made.newInstance(all);
    }
}
