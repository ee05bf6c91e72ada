package sequences.other;

import sequences.Base;

/** A subclass in another package. */
public class Derived extends Base {
}
