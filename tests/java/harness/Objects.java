/** A source of objects of the analysed code. */
public class Objects {
    static class Pair {
        int one;
        int other;
    }

    static class Source {
        static Pair nondetPair() {
            return new Pair();
        }
    }

    public static void main(String[] args) {
        Pair pair = Source.nondetPair();
        assert pair == null || pair.one < 5 || pair.other != pair.one + 1;
    }
}
