package task;

import org.sosy_lab.sv_benchmarks.Made;

/** Nothing can stand in for a class of which objects are made. */
public class Makes {
    public static void main(String[] args) {
        assert new Made().hashCode() != Made.nondetInt();
    }
}
