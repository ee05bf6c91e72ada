package everypath.sweep;

import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Chooses the operation that the next sequence is for: by the open goals that it may reach (its own, and those of what
 * it calls), by how often it was tried in vain, by its cost, and by how often it was stopped.
 */
final class Choice {
    private static final int MOST_REACH = 400;
    private static final int MOST_OVERRIDERS = 40;
    private static final double SHARE_OF_CALLED = 0.3;
    private static final double SHARE_OF_OVERRIDER = 0.2;
    private static final double SHARE_OF_FAR = 0.5;
    private static final double LEAST = 0.05;
    private static final double WEARINESS = 0.7;
    private static final double AFTER_FAILURE = 0.2;

    /** A call of so much cost is chosen half as often. */
    private static final double DEAR = 1000;

    private final TargetClasses classes;
    private final Catalogue catalogue;
    private final Goals goals;
    private final RandomSource random;
    private double[] sums = {};
    private List<Operation> weighed = List.of();
    private int methodsResolved = -1;
    private final Map<MethodGoals, MethodGoals[]> called = new IdentityHashMap<>();
    private final Map<MethodGoals, MethodGoals[]> overriders = new IdentityHashMap<>();

    Choice(TargetClasses classes, Catalogue catalogue, Goals goals, RandomSource random) {
        this.classes = classes;
        this.catalogue = catalogue;
        this.goals = goals;
        this.random = random;
    }

    /** The next operation, null while there is none. */
    Operation next() {
        if (sums.length == 0) {
            return null;
        }
        double at = random.fraction() * sums[sums.length - 1];
        int found = Arrays.binarySearch(sums, at);
        return weighed.get(Math.min(found < 0 ? -found - 1 : found, sums.length - 1));
    }

    /** Works the weights out anew. */
    void weigh() {
        List<MethodGoals> methods = classes.methods();
        if (methodsResolved != methods.size()) {
            resolve(methods);
            methodsResolved = methods.size();
        }
        for (MethodGoals each : methods) {
            if (each.open > 0) {
                each.open = goals.open(each.first, each.last);
            }
        }
        for (MethodGoals each : methods) {
            double near = 0;
            for (MethodGoals one : called.get(each)) {
                near += one.open * share(one);
            }
            for (MethodGoals one : overriders.get(each)) {
                near += one.open * SHARE_OF_OVERRIDER;
            }
            each.near = near;
        }
        for (MethodGoals each : methods) {
            double reach = each.open + each.near;
            for (MethodGoals one : called.get(each)) {
                reach += one.near * share(one) * SHARE_OF_FAR;
            }
            each.reach = reach;
        }
        weighed = new ArrayList<>(catalogue.calls());
        sums = new double[weighed.size()];
        double sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += weight(weighed.get(i));
            sums[i] = sum;
        }
    }

    private static double weight(Operation operation) {
        if (operation.banned) {
            return 0;
        }
        double reach = operation.goals == null ? 0 : Math.min(operation.goals.reach, MOST_REACH);
        double weight = (LEAST + reach) / Math.pow(1 + operation.fruitless, WEARINESS);
        return weight * Math.pow(AFTER_FAILURE, operation.failures) / (1 + operation.meanCost() / DEAR);
    }

    private static double share(MethodGoals method) {
        return method.hidden ? 1 : SHARE_OF_CALLED;
    }

    private void resolve(List<MethodGoals> methods) {
        Map<String, List<MethodGoals>> byKey = new HashMap<>();
        for (MethodGoals each : methods) {
            byKey.computeIfAbsent(each.key, key -> new ArrayList<>()).add(each);
        }
        for (MethodGoals each : methods) {
            List<MethodGoals> direct = new ArrayList<>();
            List<MethodGoals> below = new ArrayList<>();
            for (MethodGoals named : each.calls) {
                MethodGoals found = classes.resolved(named);
                if (found.last > found.first && !direct.contains(found)) {
                    direct.add(found);
                }
            }
            for (MethodGoals named : each.calls) {
                List<MethodGoals> alike = byKey.getOrDefault(named.key, List.of());
                if (!named.key.startsWith("<init>") && alike.size() <= MOST_OVERRIDERS) {
                    addOverriders(named, alike, direct, below);
                }
            }
            called.put(each, direct.toArray(new MethodGoals[0]));
            overriders.put(each, below.toArray(new MethodGoals[0]));
        }
    }

    private void addOverriders(
            MethodGoals named, List<MethodGoals> alike, List<MethodGoals> direct, List<MethodGoals> below) {
        Class<?> owner = type(named);
        for (MethodGoals each : alike) {
            Class<?> type = type(each);
            if (owner != null && type != null && owner.isAssignableFrom(type)
                    && !direct.contains(each) && !below.contains(each)) {
                below.add(each);
            }
        }
    }

    private Class<?> type(MethodGoals method) {
        TargetClasses.Known known = classes.known(method.owner.replace('/', '.'));
        return known == null ? null : known.type();
    }
}
