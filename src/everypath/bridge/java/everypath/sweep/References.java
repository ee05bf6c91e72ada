package everypath.sweep;

import everypath.probes.Nearest;

/** What to put in the place of objects of a sequence that decisions about references depend on. */
final class References {
    private final Sweep sweep;
    private final SequenceBuilder builder;

    References(Sweep sweep, SequenceBuilder builder) {
        this.sweep = sweep;
        this.builder = builder;
    }

    /**
     * Adds trials for a side whose nearest sequence was just run: where its decision is about an object of the
     * sequence, null or an object of another class takes its place.
     */
    void add(OpenSide side) {
        Object subject = Nearest.followedSubject;
        Object other = Nearest.followedOther;
        if (subject == null && other == null) {
            return;
        }
        Class<?> wanted = other instanceof String name ? typeNamed(name) : null;
        Statement[] all = side.nearest.statements();
        for (int i = 0; i < all.length && i < builder.statements().size(); i++) {
            boolean isNull = all[i].isConstant() && all[i].constant() == null;
            if (subject == null ? isNull : builder.value(i) == subject) {
                add(side, all, i, subject, wanted);
            }
        }
    }

    private void add(OpenSide side, Statement[] all, int at, Object subject, Class<?> wanted) {
        boolean mayBeNull = true;
        Class<?> asked = null;
        for (Statement each : all) {
            int[] arguments = each.arguments();
            for (int k = 0; k < arguments.length; k++) {
                if (arguments[k] == at) {
                    Class<?> type = parameter(each.operation(), k);
                    mayBeNull &= !(each.operation().hasReceiver && k == 0);
                    asked = asked == null || asked.isAssignableFrom(type) ? type : asked;
                }
            }
        }
        if (asked == null) {
            return;
        }
        if (wanted != null && asked.isAssignableFrom(wanted)) {
            side.trials.add(new OpenSide.Trial(side.nearest, at, KnownType.of(wanted), false));
            side.trials.add(new OpenSide.Trial(side.nearest, at, KnownType.of(wanted), false));
        } else if (subject != null && mayBeNull) {
            side.trials.add(new OpenSide.Trial(side.nearest, at, OpenSide.NULL, false));
        }
        side.trials.add(new OpenSide.Trial(side.nearest, at, KnownType.of(asked), false));
    }

    private static Class<?> parameter(Operation operation, int argument) {
        if (operation.hasReceiver && argument == 0) {
            return operation.owner;
        }
        int at = argument - (operation.hasReceiver ? 1 : 0);
        if (operation.kind == Operation.Kind.ARRAY) {
            return operation.owner;
        }
        return at < operation.parameters.length ? operation.parameters[at].raw() : Object.class;
    }

    private Class<?> typeNamed(String name) {
        try {
            return Class.forName(name.replace('/', '.'), false, sweep.loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** What stands for a constant in a sequence of a package; null where nothing does. */
    Object substitute(Object constant, String home) {
        if (constant instanceof Class<?> type) {
            return Homes.isNameable(sweep.catalogue.homes().of(type), home) ? type : null;
        } else if (constant instanceof Enum<?> one) {
            Operation field = sweep.constantOf(one);
            return field != null && Homes.isNameable(field.home, home) ? field : null;
        }
        return constant;
    }
}
