package structures.patterns;

import java.util.function.IntConsumer;

/** Observer: what is published reaches every subscriber, the last one first. */
class Topic {

    private static final class Subscription {
        final IntConsumer subscriber;
        final Subscription next;

        Subscription(IntConsumer subscriber, Subscription next) {
            this.subscriber = subscriber;
            this.next = next;
        }
    }

    private Subscription first;
    private int published;

    // goal: explored branches
    void subscribe(IntConsumer subscriber) {
        if (subscriber == null) {
            throw new NullPointerException("subscriber");   // goal: throws java.lang.NullPointerException
        }
        first = new Subscription(subscriber, first);    // goal: reach
    }

    // goal: branches
    int publish(int value) {
        int reached = 0;
        for (Subscription at = first; at != null; at = at.next) {
            at.subscriber.accept(value);
            reached++;
        }
        published++;
        return reached;                                 // goal: returns 0 returns 1 returns 2
    }

    // goal: branches clean
    static int heard(int a, int b) {
        int[] sum = {0};
        Topic topic = new Topic();
        topic.subscribe(n -> sum[0] += n);
        topic.subscribe(n -> sum[0] *= n);
        topic.publish(a);
        topic.publish(b);
        if (a == 6 && sum[0] == 35) {
            return b;                                   // goal: reach
        }
        return -1;                                      // goal: reach
    }
}
