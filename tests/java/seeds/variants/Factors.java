/** Primes renamed, with another lowest argument. */
public class Factors {

    public static void print(int number) {
        if (number < 3)
            throw new IllegalArgumentException("too small: " + number);
        for (int d = 2; d * d <= number; d++)
            while (number % d == 0) {
                System.out.print(d + ",");
                number = number / d;
            }
        if (number > 1) System.out.println(number);
        else            System.out.println();
    }

}
