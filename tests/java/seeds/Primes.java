public class Primes {

    public static void primes(int n) {
        if (n < 2)
            throw new IllegalArgumentException("n < 2");
        for (int i = 2; i*i <= n; i++)
            while (n % i == 0) {
                System.out.print(i + " ");
                n = n / i;
            }
        if (n > 1) System.out.println(n);
        else      System.out.println();
    }

}
