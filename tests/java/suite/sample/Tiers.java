package sample;

/** Enum constants as inputs: which of them, where the code asks, and that there is one, where it does not. */
public class Tiers {
    enum Tier {
        BASIC,
        GOLD
    }

    static boolean given(Tier tier) {
        return tier != null;
    }

    static int fee(Tier tier, String code) {
        if (tier == Tier.GOLD) {
            return code.startsWith("B") ? 0 : 1;
        }
        return 2;
    }
}
