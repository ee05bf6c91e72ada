package everypath.bridge;

import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

/**
 * Objects that the JDK makes where the machine has a say: its locale data (adapters, fresh, and resource bundles, with
 * their tables loaded) and the arrays of enum constants that it shares.
 */
final class JvmObjects {
    private static final String ADAPTER = "sun.util.locale.provider.LocaleProviderAdapter";

    /** The categories of data for which an adapter lists its locales. */
    private static final List<String> CATEGORIES = List.of(
            "BreakIteratorInfo", "BreakIteratorRules", "CalendarData", "CollationData", "CurrencyNames", "FormatData",
            "LocaleNames", "TimeZoneNames");

    private JvmObjects() {}

    /**
     * The object of a key: {@code adapter, type}; {@code bundle, base name, language tag}; {@code supplementary} with
     * the same; {@code constants, class}; {@code week, language tag}, an {@code int[]} of the first day of the week and
     * the days in the first week at least; or {@code zones, language tag}, the names of time zones. Null if the JDK
     * has none.
     *
     * @throws PlanException when there is no such kind of object
     */
    static Object of(List<?> key) throws PlanException {
        String kind = (String) key.get(0);
        String name = (String) key.get(1);
        try {
            switch (kind) {
                case "constants":
                    Class<?> type = Class.forName(name);
                    return Access.direct(Class.class, "getEnumConstantsShared", MethodType.methodType(Object[].class))
                            .invoke(type);
                case "zones":
                    return zones(Locale.forLanguageTag(name));
                case "week":
                    return week(Locale.forLanguageTag(name));
                case "adapter":
                    return adapter(name);
                case "bundle":
                    return loaded((ResourceBundle) bundle("getBundle", ResourceBundle.class, name, key));
                case "supplementary":
                    Class<?> open = Class.forName("sun.util.resources.OpenListResourceBundle");
                    return loaded((ResourceBundle) bundle("getSupplementary", open, name, key));
                default:
                    throw new PlanException("no object " + kind);
            }
        } catch (MissingResourceException e) {
            return null;
        } catch (PlanException e) {
            throw e;
        } catch (Throwable e) {
            throw new PlanException(key + ": " + e);
        }
    }

    private static Object adapter(String type) throws Throwable {
        Class<?> types = Class.forName(ADAPTER + "$Type");
        Object constant = Access.direct(types, "valueOf", MethodType.methodType(types, String.class)).invoke(type);
        Object name = Access.direct(types, "getAdapterClassName", MethodType.methodType(String.class)).invoke(constant);
        Class<?> owner = Class.forName((String) name);
        Object adapter = Access.direct(owner, "<init>", MethodType.methodType(void.class)).invoke();
        Class<?> common = Class.forName("sun.util.locale.provider.JRELocaleProviderAdapter");
        if (!common.isInstance(adapter)) {
            throw new PlanException(type + " depends on the machine");
        }
        MethodType tags = MethodType.methodType(java.util.Set.class, String.class);
        for (String category : CATEGORIES) {
            Object ignored = Access.direct(common, "getLanguageTagSet", tags).invoke(adapter, category);
        }
        return adapter;
    }

    private static Object zones(Locale locale) throws Throwable {
        Class<?> owner = Class.forName("sun.util.locale.provider.TimeZoneNameUtility");
        return Access.direct(owner, "getZoneStrings", MethodType.methodType(String[][].class, Locale.class))
                .invoke(locale);
    }

    private static int[] week(Locale locale) throws Throwable {
        Class<?> owner = Class.forName("sun.util.locale.provider.CalendarDataUtility");
        MethodType type = MethodType.methodType(int.class, Locale.class);
        return new int[] {
            (int) Access.direct(owner, "retrieveFirstDayOfWeek", type).invoke(locale),
            (int) Access.direct(owner, "retrieveMinimalDaysInFirstWeek", type).invoke(locale),
        };
    }

    private static Object bundle(String method, Class<?> result, String name, List<?> key) throws Throwable {
        Class<?> owner = Class.forName("sun.util.resources.LocaleData");
        MethodType type = MethodType.methodType(result, String.class, Locale.class);
        return Access.direct(owner, method, type).invoke(name, Locale.forLanguageTag((String) key.get(2)));
    }

    /** The bundle and those it inherits from read their tables when they are first asked for something. */
    private static ResourceBundle loaded(ResourceBundle bundle) {
        if (bundle != null) {
            boolean ignored = bundle.containsKey("");
        }
        return bundle;
    }
}
